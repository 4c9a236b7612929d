/** The page's own script lies in the console's folder `assets`, whatever a mount or a proxy has put before it. */
const script = document.currentScript;
const scriptUrl = script instanceof HTMLScriptElement ? script.src : new URL("/console/assets/page.js", location.href);

/** The console's own address, with a slash at its end. */
export const consoleRoot = new URL("../", scriptUrl);

/** The address below which the interface is served, with a slash at its end. */
export const serviceRoot = new URL("../", consoleRoot);
