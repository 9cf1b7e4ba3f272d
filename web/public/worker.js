// The inn as an installed app: the page itself is kept, so that it opens on a bad line. Play is never cached.
const KEPT = 'innkeeper-1';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.add('/'))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** A page unlike the one that is kept is of another build: what the inn has no more will not be asked for again. */
async function keep(page) {
  const kept = await caches.open(KEPT);
  const before = await kept.match('/');
  if (before && (await before.text()) !== (await page.clone().text())) {
    for (const { url } of await kept.keys()) {
      const found = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      if (found?.status === 404) await kept.delete(url);
    }
  }
  await kept.put('/', page);
}

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
          if (fresh.ok) event.waitUntil(keep(fresh.clone()));
          return fresh;
        })
        .catch(async () => (await caches.match('/')) ?? Response.error()),
    );
  }
});
