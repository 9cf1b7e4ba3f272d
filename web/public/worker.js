// The inn as an installed app: the page itself is kept, so that it opens on a bad line. Play is never cached.
const KEPT = 'innkeeper-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add('/')).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api')) return;
  if (url.pathname.startsWith('/assets/')) {
    // names carry their hash: what is kept is right for ever
    event.respondWith(
      caches.open(KEPT).then(async (kept) => {
        const found = await kept.match(event.request);
        if (found) return found;
        const fresh = await fetch(event.request);
        if (fresh.ok) void kept.put(event.request, fresh.clone());
        return fresh;
      }),
    );
  } else if (event.request.mode === 'navigate') {
    event.respondWith(
      fetch(event.request)
        .then((fresh) => {
          const copy = fresh.clone();
          if (fresh.ok) void caches.open(KEPT).then((kept) => kept.put('/', copy));
          return fresh;
        })
        .catch(async () => (await caches.match('/')) ?? Response.error()),
    );
  }
});
