import { useEffect, useState } from "preact/hooks";

/** The page's own script lies in the console's folder `assets`, whatever a mount or a proxy has put before it. */
const script = document.currentScript;
const scriptUrl = script instanceof HTMLScriptElement ? script.src : new URL("/console/assets/page.js", location.href);

/** The console's own address, with a slash at its end. */
export const consoleRoot = new URL("../", scriptUrl);

/** The address below which the interface is served, with a slash at its end. */
export const serviceRoot = new URL("../", consoleRoot);

/** A page of the console: its path below the console, such as `payments/8Vk2…`, and its query. */
interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

function current(): Address {
  const { pathname, search } = window.location;
  const path = `${pathname}/`.startsWith(consoleRoot.pathname) ? pathname.slice(consoleRoot.pathname.length) : "";
  return { path: path.replace(/\/+$/, ""), query: new URLSearchParams(search) };
}

const moved = new EventTarget();

/** The query of an address, without what is empty. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const filled = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  return filled.length === 0 ? "" : `?${new URLSearchParams(filled as [string, string][]).toString()}`;
}

/** The whole address of a page, for links. */
export function hrefOf(page: string): string {
  return new URL(page, consoleRoot).href;
}

/** Goes to another page of the console without loading anything. `replace` leaves no step for the back button. */
export function goTo(page: string, { replace = false } = {}): void {
  const href = hrefOf(page);
  if (href === window.location.href) return;
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
  moved.dispatchEvent(new Event("moved"));
}

/** The address at which the browser is, also after a step back. */
export function useAddress(): Address {
  const [address, setAddress] = useState(current);
  useEffect(() => {
    const read = () => setAddress(current());
    moved.addEventListener("moved", read);
    window.addEventListener("popstate", read);
    return () => {
      moved.removeEventListener("moved", read);
      window.removeEventListener("popstate", read);
    };
  }, []);
  return address;
}
