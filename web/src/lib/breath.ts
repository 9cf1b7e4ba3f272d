/** so long a picture is waited for that nobody may be looking at */
const UNSEEN_MS = 100;

/** Until what lies on the table so far is on the screen: work in several breaths keeps a slow phone answering. */
export const breath = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, document.hidden ? 0 : UNSEEN_MS);
    if (!document.hidden) requestAnimationFrame(() => setTimeout(done));
  });
