/** Until what lies on the table so far is on the screen: work in several breaths keeps a slow phone answering. */
export const breath = (): Promise<void> =>
  new Promise((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(() => setTimeout(done))));
