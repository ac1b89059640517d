// Keeps the app's own files, so that it opens while its server is away. What the server knows is never kept.
const shell = "skillmint-shell";
const isAsset = (path) => path.startsWith("/assets/") || /^\/[\w-]+\.(?:svg|png|webmanifest)$/.test(path);

/** Files of another version are of no use beside a new page. */
async function keepPage(reply) {
  const cache = await caches.open(shell);
  const text = await reply.clone().text();
  const kept = await cache.match("/");
  if (kept && (await kept.text()) === text) return;
  for (const request of await cache.keys()) await cache.delete(request);
  await cache.put("/", reply);
}

async function openPage(request, event) {
  try {
    const reply = await fetch(request);
    if (reply.ok) event.waitUntil(keepPage(reply.clone()));
    return reply;
  } catch (error) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw error;
  }
}

async function openAsset(request, event) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) {
    const copy = reply.clone();
    event.waitUntil(caches.open(shell).then((cache) => cache.put(request, copy)));
  }
  return reply;
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api") || pathname === "/health") return;
  if (request.mode === "navigate") event.respondWith(openPage(request, event));
  else if (isAsset(pathname)) event.respondWith(openAsset(request, event));
});
