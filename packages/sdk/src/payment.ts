import { chooseDisplay, type Display } from "./display.ts";
import { failure } from "./failure.ts";
import { readOrder, type Order } from "./order.ts";
import { openOverlay } from "./overlay.ts";
import { giveUp, openSession, type Connection, type Session } from "./session.ts";

/** A payment that may still be made, or has been made: the shop's server knows, so look the order up there. */
export interface PaymentUnderWay {
  readonly status: "UNDER_WAY";
  readonly orderId: string;
}

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
    pay(connection, order, { display, fulfil, reject });
  }).finally(() => (page[openCheckout] = false));
}

interface CheckoutOptions {
  readonly display: "overlay" | "redirect";
  readonly fulfil: (underWay: PaymentUnderWay) => void;
  readonly reject: (reason: unknown) => void;
}

/** The service's codes are more than those that a shop's page may see. */
interface Refusal {
  readonly code: string;
}

/** Refusals to give up a checkout that is over: nothing was charged, and nothing will be. */
const ended = ["EXPIRED_PAYMENT_SESSION", "INVALIDATED_PAYMENT_SESSION", "NOT_FOUND_PAYMENT_SESSION"];

function pay(connection: Connection, order: Order, { display, fulfil, reject }: CheckoutOptions): void {
  let session: Session | undefined;
  let over = false;
  /** Whether the buyer was sent to the shop, which may confirm the payment from then on. */
  let left = false;
  let givingUp = false;
  /** How often it stayed unknown whether the payment was given up. */
  let unknown = 0;
  const finish = () => {
    over = true;
    window.removeEventListener("pageshow", restored);
    overlay?.close();
  };
  const stop = (reason: unknown) => {
    finish();
    reject(reason);
  };
  const cancel = () => stop(failure("PAY_PROCESS_CANCELED", connection.language));
  const endUnderWay = () => {
    finish();
    fulfil({ status: "UNDER_WAY", orderId: order.orderId });
  };
  const end = (underWay: boolean) => (underWay ? endUnderWay() : cancel());
  const goTo = (url: string) => {
    if (over) return;
    left = true;
    overlay?.wait();
    location.assign(url);
  };
  const show = ({ checkoutUrl }: Session) => overlay?.show(checkoutUrl, { onLeave: goTo, onEnd: end });
  // The checkout page makes sure that closing never pays. If it is gone, or on the way to the shop, the SDK gives
  // the payment up: an authenticated one is reversed, unless the shop has asked to confirm it.
  const close = () => {
    // Before the shop was told of the payment nothing can be charged, so the buyer need not wait.
    if (session === undefined || (givingUp && !left)) return cancel();
    if (givingUp) return;
    const { token } = session;
    givingUp = true;
    overlay?.wait();
    giveUp(connection, token)
      .then(goTo, ({ code }: Refusal) => {
        if (over || session === undefined) return;
        if (ended.includes(code)) return cancel();
        if (code === "ALREADY_PROCESSED_PAYMENT") return show(session);
        if (!left) return cancel();
        unknown += 1;
        // The page says how the payment stands; a buyer who can't reach it either gets the shop's page back.
        if (unknown > 1) endUnderWay();
        else show(session);
      })
      .finally(() => (givingUp = false));
  };
  // The back button restores a page as it was left, in the middle of paying.
  const restored = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (session === undefined) return cancel();
    giveUp(connection, session.token).then(cancel, ({ code }: Refusal) => end(!ended.includes(code)));
  };
  window.addEventListener("pageshow", restored);
  const overlay = display === "overlay" ? openOverlay(connection.language, close) : undefined;
  openSession(connection, order).then(
    (opened) => {
      if (over) return;
      session = opened;
      if (overlay === undefined) goTo(opened.checkoutUrl);
      else show(opened);
    },
    (error: Refusal) => {
      if (over) return;
      // An earlier checkout of the order was authenticated, or is being confirmed.
      if (error.code === "FORBIDDEN_CONSECUTIVE_REQUEST") endUnderWay();
      else stop(error);
    },
  );
}
