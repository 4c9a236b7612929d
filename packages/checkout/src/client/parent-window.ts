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

function isHello(data: unknown): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "wonflow" in data &&
    data.wonflow === 1 &&
    "type" in data &&
    data.type === "hello"
  );
}

/** Answers the SDK of the page around this one (version 1 of the messages between them). */
export function answerHello(): void {
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    // A page without an origin of its own can't be written to safely.
    if (!isFramed() || source !== window.parent || origin === "null" || !isHello(data)) return;
    host = origin;
    window.parent.postMessage({ wonflow: 1, type: "ready" }, origin);
    helloReceived();
  });
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
  window.parent.postMessage({ wonflow: 1, type: "leave", url }, host);
  setTimeout(() => go(url), leaveTimeoutMs);
}
