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

/** Whether nothing may be interrupted now, as the parent page was told. */
let busy = false;

function post(message: { readonly type: string; readonly url?: string; readonly busy?: boolean }): void {
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

export function closeWindow(): void {
  post({ type: "close" });
}

function go(url: string): void {
  window.location.assign(url);
}

/** Leaves for a shop's address by the SDK, or else by itself. It never changes the top window. */
export async function leaveFor(url: string): Promise<void> {
  if (!/^https?:/i.test(url)) throw new Error("the address must start with http: or https:");
  if (!isFramed()) return go(url);
  if (host === undefined) await Promise.race([hello, new Promise((resolve) => setTimeout(resolve, helloTimeoutMs))]);
  if (host === undefined) return go(url);
  post({ type: "leave", url });
  setTimeout(() => go(url), leaveTimeoutMs);
}
