import { browserScript } from "@wonflow/check/rollup";

const input = "./src/client/page.ts";

/** Leaves out what only pages with methods of the gateway's window need: other pages stay small. */
const withoutWindow = {
  name: "without-window",
  transform: (_, id) => (id.endsWith("/takes-window.ts") ? "export const takesWindow = false;" : null),
};

const plain = browserScript(import.meta.dirname, { input, file: "page.js", module: "page-script.js" });

export default [
  { ...plain, plugins: [withoutWindow, plain.plugins] },
  browserScript(import.meta.dirname, { input, file: "window.js", module: "window-script.js" }),
];
