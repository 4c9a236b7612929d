import { takesWindow } from "../takes-window.ts";

const helloTimeoutMs = 1_500;

const leaveTimeoutMs = 10_000;

/** The origin of the merchant's page around this one, after its hello. */
let host: string | undefined;
let helloReceived: () => void = () => {};
const hello = new Promise<void>((resolve) => {
  helloReceived = resolve;
});

export function isFramed(): boolean {
  return window.parent !== window;
}

function typeOf(data: unknown): unknown {
  const message = typeof data === "object" && data !== null && "wonflow" in data && data.wonflow === 1;
  return message && "type" in data ? data.type : undefined;
}

/** Whether the window can't be closed now, as last reported to the parent page. */
let busy = false;

interface Message {
  readonly type: string;
  readonly url?: string;
  readonly busy?: boolean;
  readonly underWay?: boolean;
}

function post(message: Message): void {
  if (host !== undefined) window.parent.postMessage({ wonflow: 1, ...message }, host);
}

/** Answers the SDK of the parent page (version 1 of their messages). */
export function answerParent({ onHello, onClose }: Readonly<Record<"onHello" | "onClose", () => void>>): void {
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    // A page with an opaque origin can't be written to safely.
    if (!isFramed() || source !== window.parent || origin === "null") return;
    const type = typeOf(data);
    if (type === "hello") {
      host = origin;
      post({ type: "ready" });
      if (busy) post({ type: "busy", busy });
      helloReceived();
      onHello();
    }
    if (type === "left" && origin === host) clearTimeout(goingAlone);
    if (takesWindow && type === "opened" && origin === host) opensWindows = true;
    if (type === "close" && origin === host) {
      post({ type: "closing" });
      onClose();
    }
  });
}

export function tellBusy(isBusy: boolean): void {
  if (busy === isBusy) return;
  busy = isBusy;
  post({ type: "busy", busy });
}

/** `underWay`: the payment may still be made, so the shop's page must not take it for given up. */
export function closeWindow({ underWay }: { readonly underWay: boolean }): void {
  post({ type: "close", underWay });
}

/** Whether the SDK of the parent page opens windows: one before 1.1.0 does not, and gives the payment up on Back. */
let opensWindows = false;

/** Leads the browser's top window to the gateway's window. A frame asks the SDK for it, which may not answer. */
export async function openTop(url: string): Promise<void> {
  if (!isFramed()) return window.location.assign(url);
  if (host === undefined) await Promise.race([hello, new Promise((resolve) => setTimeout(resolve, helloTimeoutMs))]);
  post({ type: "open-window", url });
}

/** Whether the parent page has opened a window for this page. */
export function parentOpensWindows(): boolean {
  return opensWindows;
}

let destination: string | undefined;

let isGoing = false;

/** Goes there if the SDK does not. */
let goingAlone: ReturnType<typeof setTimeout> | undefined;

/** Cancels the page was about to go, as its buyer has taken the payment back. */
export function stay(): void {
  destination = undefined;
}

/** Asks the SDK to navigate to a shop's address; navigates itself if the SDK doesn't answer. Never changes the top window. */
export async function leaveFor(url: string): Promise<void> {
  if (!/^https?:/i.test(url)) throw new Error("the address must start with http: or https:");
  destination = url;
  const go = () => {
    if (destination !== url) return;
    // A browser takes a second way to the same address for a double press, and waits for the first one.
    if (isGoing) window.stop();
    isGoing = true;
    window.location.assign(url);
  };
  if (!isFramed()) return go();
  if (host === undefined) await Promise.race([hello, new Promise((resolve) => setTimeout(resolve, helloTimeoutMs))]);
  if (host === undefined) return go();
  if (destination === url) post({ type: "leave", url });
  clearTimeout(goingAlone);
  goingAlone = setTimeout(go, leaveTimeoutMs);
}
