import { chooseDisplay, type Display } from "./display.ts";
import { failure } from "./failure.ts";
import { readOrder, type Order, type PaymentUnderWay } from "./order.ts";
import { openOverlay } from "./overlay.ts";
import { giveUp, openSession, type Connection, type Session } from "./session.ts";

// One checkout per page, also with several copies of this package.
const openCheckout = Symbol.for("wonflow.checkout");

/** Opens the checkout of an order; `Payment.requestPayment` lists its outcomes and errors. */
export function requestPayment(connection: Connection, wanted: Display, request: Order): Promise<PaymentUnderWay> {
  const { language } = connection;
  const order = readOrder(request, language);
  const display = chooseDisplay(wanted);
  if (display === undefined) throw failure("CHECKOUT_IN_FRAME", language);
  const page: Window & { [openCheckout]?: boolean } = window;
  if (page[openCheckout]) throw failure("CHECKOUT_ALREADY_OPEN", language);
  page[openCheckout] = true;
  return new Promise<PaymentUnderWay>((fulfil, reject) => {
    const end = (underWay: boolean) => {
      if (underWay) fulfil({ status: "UNDER_WAY", orderId: order.orderId });
      else reject(failure("PAY_PROCESS_CANCELED", language));
    };
    pay(connection, order, { display, end, fail: reject });
  }).finally(() => (page[openCheckout] = false));
}

interface CheckoutOptions {
  readonly display: "overlay" | "redirect";
  /** Gives the shop's page back; `underWay`: the payment may still be made. */
  readonly end: (underWay: boolean) => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * The buyer's visit to the payment provider's window. The page with its checkout stays in the history. When the back
 * button restores it, the checkout shows how far the payment has got, and no payment is canceled.
 */
function visitToWindow() {
  let isAway = false;
  return {
    open: (url: string) => {
      isAway = true;
      location.assign(url);
    },
    isOver: () => {
      const wasAway = isAway;
      isAway = false;
      return wasAway;
    },
  };
}

function pay(connection: Connection, order: Order, { display, ...ends }: CheckoutOptions): void {
  let session: Session | undefined;
  let over = false;
  /** Whether the buyer was sent to the shop, which may then confirm the payment. */
  let left = false;
  const visit = visitToWindow();
  let givingUp = false;
  /** How many attempts to give the payment up had an unknown outcome. */
  let unknown = 0;
  const finish = async () => {
    over = true;
    window.removeEventListener("pageshow", shown);
    await overlay?.close();
  };
  const end = async (underWay: boolean) => {
    if (over) return;
    await finish();
    ends.end(underWay);
  };
  const goTo = (url: string) => {
    if (over) return;
    // A browser takes a second way to the same address for a double press, and waits for the first one.
    if (left) window.stop();
    left = true;
    if (overlay === undefined) location.assign(url);
    else overlay.leave(url);
  };
  const show = ({ checkoutUrl }: Session) =>
    overlay?.show(checkoutUrl, { onLeave: goTo, onEnd: (underWay) => void end(underWay), onOpenWindow: visit.open });
  // The checkout page makes sure that closing never pays. If it is gone, or on the way to the shop, the SDK gives
  // the payment up: an authenticated one is reversed, unless the shop has asked to confirm it.
  const close = async () => {
    // Nothing can be charged before the shop has received the payment, so the buyer need not wait.
    if (session === undefined || (givingUp && !left)) return end(false);
    if (givingUp) return;
    givingUp = true;
    overlay?.wait();
    const answer = await giveUp(connection, session.token);
    givingUp = false;
    if (over) return;
    if (answer === "unknown") unknown += 1;
    if (typeof answer === "object") goTo(answer.url);
    else if (answer === "ended" || (answer === "unknown" && !left)) await end(false);
    // The page shows the payment's status; a buyer who can't reach it either returns to the shop's page.
    else if (unknown > 1) await end(true);
    else show(session);
  };
  // The back button restores a page as it was left, in the middle of paying.
  const comeBack = async () => {
    if (visit.isOver() && !left) return;
    const answer = session === undefined ? "ended" : await giveUp(connection, session.token);
    await end(answer === "too-late" || answer === "unknown");
  };
  const shown = ({ persisted }: PageTransitionEvent) => void (persisted && comeBack());
  window.addEventListener("pageshow", shown);
  const overlay = display === "overlay" ? openOverlay(connection.language, () => void close()) : undefined;
  openSession(connection, order).then(
    (opened) => {
      session = opened;
      if (overlay === undefined) goTo(opened.checkoutUrl);
      else if (!over) show(opened);
    },
    (error: { readonly code: string }) => {
      if (over) return;
      // An earlier checkout of the order was authenticated, or is being confirmed.
      if (error.code === "FORBIDDEN_CONSECUTIVE_REQUEST") return void end(true);
      void finish().then(() => ends.fail(error));
    },
  );
}
