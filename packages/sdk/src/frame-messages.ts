/** A message of the checkout page. */
interface FrameMessage {
  readonly wonflow?: unknown;
  readonly type?: unknown;
  readonly url?: unknown;
  readonly busy?: unknown;
  readonly underWay?: unknown;
}

const helloEveryMs = 250;
/** The longest wait for the page's `closing`. */
const noticeTimeoutMs = 1_500;

/** Launch pages have the address of the checkout page, or of the origin that the service keeps for them. */
const launchPage = /^https?:\/\/[^?#]+\/windows\/[^/?#]+$/i;

/** Reactions to the page's messages. */
interface Listener {
  readonly onReady: () => void;
  /** The checkout is over: the parent page must go to this address. */
  readonly onLeave: (url: string) => void;
  /** The page around the frame must go to the payment provider's window. */
  readonly onOpenWindow: (url: string) => void;
  /** The window has nothing left to do; whether the payment may still be made. */
  readonly onClose: (underWay: boolean) => void;
  /** Whether the window can't be closed now. */
  readonly onBusy: (busy: boolean) => unknown;
}

/** The messages between the SDK and the checkout page in a frame. */
export interface Exchange {
  /** Asks the page to close, which may ask the buyer first; calls `onSilence` if it does not react. */
  close(onSilence: () => void): void;
  /** Acknowledges the page's `leave`, so that it does not navigate by itself. */
  left(): void;
  stop(): void;
}

/**
 * Exchanges messages with the checkout page in a frame, version 1. The SDK sends `hello` until the page answers `ready`,
 * and `close`, which the page answers with `closing`. The page sends `busy`, `close`, and `leave`, which the SDK answers
 * with `left`. It also sends `open-window`, with the address of the launch page of the payment provider's window, which the
 * SDK answers with `opened`. Messages of other windows, or of another origin in the frame, are ignored.
 */
export function exchangeMessages(frame: HTMLIFrameElement, listener: Listener): Exchange {
  const { origin } = new URL(frame.src);
  let helloTimer: ReturnType<typeof setInterval> | undefined;
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  const send = (type: string) => frame.contentWindow?.postMessage({ wonflow: 1, type }, origin);
  const stopHello = () => clearInterval(helloTimer);
  const receive = (event: MessageEvent<FrameMessage | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || event.data?.wonflow !== 1) return;
    const { type, url, busy, underWay } = event.data;
    if (type === "ready") {
      stopHello();
      listener.onReady();
    }
    if (type === "busy") listener.onBusy(busy === true);
    if (type === "closing") clearTimeout(noticeTimer);
    if (type === "close") listener.onClose(underWay === true);
    if (type === "leave" && typeof url === "string" && /^https?:\/\//i.test(url)) listener.onLeave(url);
    if (type === "open-window" && typeof url === "string" && launchPage.test(url)) {
      send("opened");
      listener.onOpenWindow(url);
    }
  };
  // A reloaded page, such as after a lost connection, needs another hello.
  frame.addEventListener("load", () => {
    stopHello();
    listener.onBusy(false);
    send("hello");
    helloTimer = setInterval(() => send("hello"), helloEveryMs);
  });
  window.addEventListener("message", receive);
  return {
    close: (onSilence) => {
      clearTimeout(noticeTimer);
      noticeTimer = setTimeout(onSilence, noticeTimeoutMs);
      send("close");
    },
    left: () => send("left"),
    stop: () => {
      stopHello();
      clearTimeout(noticeTimer);
      window.removeEventListener("message", receive);
    },
  };
}
