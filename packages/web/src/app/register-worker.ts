/** The app opens without its server, and can be installed. Where a browser has no such thing it works as well. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch((error: unknown) => {
    console.warn("service worker", error);
  });
}
