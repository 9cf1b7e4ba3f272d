/** Where in the inn we are: the part of the address after the hash, so that any web server will do. */
export interface Place {
  path: string[];
  query: URLSearchParams;
}

export function parse(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

// a link that was shared: /t/… is what the server knows it by
const shared = /^(.*\/)(t\/[\w-]{22}(?:\/replay)?)$/.exec(location.pathname);
if (shared) history.replaceState(null, '', `${shared[1]}#/${shared[2]}${location.search}`);

class Route {
  place = $state.raw<Place>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.place = parse(location.hash)));
  }

  go(to: string, replace = false): void {
    if (replace) {
      history.replaceState(null, '', `#/${to}`);
      this.place = parse(location.hash);
    } else {
      location.hash = `/${to}`;
    }
  }
}

export const route = new Route();

/** A link that somebody else can open, and that says what it leads to where it is pasted. */
export function address(to: string): string {
  return `${location.origin}${location.pathname}${to}`;
}
