// What jsdom lacks and the page expects of a browser.
Element.prototype.getAnimations ??= () => [];
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
globalThis.fetch = () => Promise.reject(new Error('no server in these tests'));
window.matchMedia ??= (query: string) =>
  ({
    matches: query.includes('reduce'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
