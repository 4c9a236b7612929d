/** What the checkout page says: that it is there, or where the page above it must go. */
interface Said {
  readonly wonflow?: unknown;
  readonly type?: unknown;
  readonly url?: unknown;
}

const helloEveryMs = 250;

/** What is done with what the page says. */
interface Listener {
  readonly onReady: () => void;
  readonly onLeave: (url: string) => void;
}

/**
 * Talks with the checkout page in a frame, version 1: `hello` until it answers `ready`, then `leave` when the
 * checkout is over. Only the frame itself is heard, and only while the checkout's origin is in it.
 *
 * @returns ends the conversation
 */
export function talkWith(frame: HTMLIFrameElement, { onReady, onLeave }: Listener): () => void {
  const { origin } = new URL(frame.src);
  let greeting: ReturnType<typeof setInterval> | undefined;
  const hello = () => frame.contentWindow?.postMessage({ wonflow: 1, type: "hello" }, origin);
  const stopGreeting = () => clearInterval(greeting);
  const hear = (event: MessageEvent<Said | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.wonflow !== 1) return;
    const { type, url } = event.data;
    if (type === "ready") {
      stopGreeting();
      onReady();
    }
    if (type === "leave" && typeof url === "string" && /^https?:\/\//i.test(url)) onLeave(url);
  };
  // A page that is loaded again, after a lost connection for one, is greeted again.
  frame.addEventListener("load", () => {
    stopGreeting();
    hello();
    greeting = setInterval(hello, helloEveryMs);
  });
  window.addEventListener("message", hear);
  return () => {
    stopGreeting();
    window.removeEventListener("message", hear);
  };
}
