/** The app's frame in the browser's own keeping: there at once, and there when the server is not. */

const AGAIN_MS = 3000;
/** The page that was asked for has the network for itself so long. */
const KEEP_AFTER_MS = 3000;

/** Have the service worker keep our files. Browsers offer one only on this machine itself and over https. */
export function keepShell() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const isKept = serviceWorker.controller !== null;
  // Another version has taken over: what this page loads from now on would no longer fit together.
  serviceWorker.addEventListener("controllerchange", () => isKept && location.reload());
  // Where it is forbidden, the app comes from the server each time, as it did before.
  setTimeout(() => serviceWorker.register("/service-worker.js").catch((error) => console.info(String(error))), KEEP_AFTER_MS);
}

/**
 * Wait until the server answers again.
 * @param {AbortSignal} signal to stop waiting
 * @returns {Promise<void>} never settles once stopped
 */
export function serverBack(signal) {
  return new Promise((done) => {
    const timer = setInterval(() => {
      fetch("/health", { signal }).then((answer) => {
        if (!answer.ok) return;
        clearInterval(timer);
        done();
      }, () => null);
    }, AGAIN_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
  });
}
