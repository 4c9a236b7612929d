import type { Opening } from "@wonflow/core";
import { chooseInBrowser, launchInBrowser, type BrowserReturn, type WindowChoice } from "@wonflow/nice-emulator";

type Script = Extract<Opening["open"], { readonly kind: "script" }>;

/** What the window's script posts when the launcher runs on a launch page; undefined if it reports a failure. */
export function launched({ url, launcher, fields }: Script) {
  const failed = `() => { document.getElementById("failed").hidden = false; }`;
  return launchInBrowser({ url, script: `(${launcher})(${JSON.stringify(fields)}, ${failed})` });
}

/** Opens the window as a buyer's browser does, and does what its buyer chooses; undefined if nothing comes back. */
export async function inBrowser(open: Opening["open"], choice: WindowChoice): Promise<BrowserReturn | undefined> {
  if (open.kind !== "script") throw new Error(`the window opens by ${open.kind}`);
  const form = await launched(open);
  if (form === undefined) throw new Error("the window's script failed");
  return chooseInBrowser(form, choice);
}
