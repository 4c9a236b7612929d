/** What the checkout page sends: that it is there, or where the page around it must go. */
interface FrameMessage {
  readonly wonflow?: unknown;
  readonly type?: unknown;
  readonly url?: unknown;
}

const helloEveryMs = 250;

/** What is done with what the page sends. */
interface Listener {
  readonly onReady: () => void;
  readonly onLeave: (url: string) => void;
}

/**
 * Exchanges messages with the checkout page in a frame, version 1: sends `hello` until it answers `ready`; the page
 * sends `leave` when the checkout is over. Other windows are ignored, and so is the frame at another origin.
 *
 * @returns stops the exchange
 */
export function exchangeMessages(frame: HTMLIFrameElement, { onReady, onLeave }: Listener): () => void {
  const { origin } = new URL(frame.src);
  let helloTimer: ReturnType<typeof setInterval> | undefined;
  const hello = () => frame.contentWindow?.postMessage({ wonflow: 1, type: "hello" }, origin);
  const stopHello = () => clearInterval(helloTimer);
  const receive = (event: MessageEvent<FrameMessage | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.wonflow !== 1) return;
    const { type, url } = event.data;
    if (type === "ready") {
      stopHello();
      onReady();
    }
    if (type === "leave" && typeof url === "string" && /^https?:\/\//i.test(url)) onLeave(url);
  };
  // A page that was loaded again, for example after a lost connection, needs another hello.
  frame.addEventListener("load", () => {
    stopHello();
    hello();
    helloTimer = setInterval(hello, helloEveryMs);
  });
  window.addEventListener("message", receive);
  return () => {
    stopHello();
    window.removeEventListener("message", receive);
  };
}
