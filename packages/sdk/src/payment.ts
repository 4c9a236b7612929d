import { chooseDisplay, type Display } from "./display.ts";
import { failure } from "./failure.ts";
import { readOrder, type Order } from "./order.ts";
import type { PaymentsError } from "./payments-error.ts";
import { openOverlay } from "./overlay.ts";
import { giveUp, openSession, type Connection } from "./session.ts";

// One checkout per page, also with several copies of this package.
const openCheckout = Symbol.for("wonflow.checkout");

/** Opens the checkout of an order; `Payment.requestPayment` lists its errors. */
export function requestPayment(connection: Connection, wanted: Display, request: Order): Promise<never> {
  const { language } = connection;
  const order = readOrder(request, language);
  const display = chooseDisplay(wanted);
  if (display === undefined) throw failure("CHECKOUT_IN_FRAME", language);
  const page: Window & { [openCheckout]?: boolean } = window;
  if (page[openCheckout]) throw failure("CHECKOUT_ALREADY_OPEN", language);
  page[openCheckout] = true;
  return new Promise((_, reject) => {
    const end = (reason: unknown) => {
      page[openCheckout] = false;
      reject(reason);
    };
    pay(connection, order, { display, end });
  });
}

interface CheckoutOptions {
  readonly display: "overlay" | "redirect";
  /** Ends the checkout once. */
  readonly end: (reason: unknown) => void;
}

function pay(connection: Connection, order: Order, { display, end }: CheckoutOptions): void {
  let token: string | undefined;
  let over = false;
  const stop = (reason: unknown) => {
    if (over) return;
    over = true;
    window.removeEventListener("pageshow", restored);
    overlay?.close();
    end(reason);
  };
  const cancel = () => stop(failure("PAY_PROCESS_CANCELED", connection.language));
  const goTo = (url: string) => {
    if (over) return;
    overlay?.wait();
    location.assign(url);
  };
  // The checkout page makes sure that closing never pays. If it is gone, or on the way to the shop, the SDK gives
  // the payment up: an authenticated one is reversed, unless the shop has confirmed it.
  const close = () => {
    // There is no session to give up, so the buyer need not wait.
    if (token === undefined) return cancel();
    giveUp(connection, token).then(goTo, (error: PaymentsError) =>
      error.code === "ALREADY_PROCESSED_PAYMENT" ? stop(error) : cancel(),
    );
    token = undefined;
    overlay?.wait();
  };
  // The back button restores a page as it was left, in the middle of paying.
  const restored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) cancel();
  };
  window.addEventListener("pageshow", restored);
  const overlay = display === "overlay" ? openOverlay(connection.language, close) : undefined;
  openSession(connection, order).then((session) => {
    if (over || overlay === undefined) return goTo(session.checkoutUrl);
    token = session.token;
    overlay.show(session.checkoutUrl, { onLeave: goTo, onEnd: cancel });
  }, stop);
}
