/** How long a page around this one may take to say hello, once there is somewhere to go. */
const helloTimeoutMs = 1_500;

/** How long the page around this one may take to leave before this one goes by itself. */
const leaveTimeoutMs = 10_000;

/** The origin of the merchant's page around this one, once it has said hello. */
let host: string | undefined;
let helloReceived: () => void = () => {};
const hello = new Promise<void>((resolve) => {
  helloReceived = resolve;
});

/** Whether this page stands in a frame of another one. */
export function isFramed(): boolean {
  return window.parent !== window;
}

function typeOf(data: unknown): unknown {
  const message = typeof data === "object" && data !== null && "wonflow" in data && data.wonflow === 1;
  return message && "type" in data ? data.type : undefined;
}

/** Whether nothing must be interrupted now, as the page around this one is told. */
let busy = false;

function post(message: { readonly type: string; readonly url?: string; readonly busy?: boolean }): void {
  if (host !== undefined) window.parent.postMessage({ wonflow: 1, ...message }, host);
}

/** What the page does at what the SDK says. */
interface Listener {
  /** The window has been opened. */
  readonly onHello: () => void;
  /** The buyer wants to close it. */
  readonly onClose: () => void;
}

/** Answers the SDK of the page around this one (version 1 of the messages between them). */
export function answerParent({ onHello, onClose }: Listener): void {
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    // A page without an origin of its own can't be written to safely.
    if (!isFramed() || source !== window.parent || origin === "null") return;
    const type = typeOf(data);
    if (type === "hello") {
      host = origin;
      post({ type: "ready" });
      if (busy) post({ type: "busy", busy });
      helloReceived();
      onHello();
    }
    if (type === "close" && origin === host) {
      post({ type: "closing" });
      onClose();
    }
  });
}

/** Tells the SDK whether its window can be closed now. */
export function tellBusy(isBusy: boolean): void {
  if (busy === isBusy) return;
  busy = isBusy;
  post({ type: "busy", busy });
}

/** Closes the SDK's window: there is nothing left to do in it. */
export function closeWindow(): void {
  post({ type: "close" });
}

function go(url: string): void {
  window.location.assign(url);
}

/**
 * Leaves for a shop's address. In the SDK's overlay its page does that; in any other frame, and where the
 * SDK does not answer, this page goes by itself. The window at the top is never touched.
 */
export async function leaveFor(url: string): Promise<void> {
  if (!/^https?:/i.test(url)) throw new Error("the address must start with http: or https:");
  if (!isFramed()) return go(url);
  if (host === undefined) await Promise.race([hello, new Promise((resolve) => setTimeout(resolve, helloTimeoutMs))]);
  if (host === undefined) return go(url);
  post({ type: "leave", url });
  setTimeout(() => go(url), leaveTimeoutMs);
}
