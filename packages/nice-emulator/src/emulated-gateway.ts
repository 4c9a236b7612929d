import { shownPayment, shownReady, signed, type Answer } from "./answers.ts";
import { signInWith, type EmulatedAccount, type Payment } from "./merchant.ts";
import { bookOf, chargeAgain, refundByHand, type NiceBook } from "./book.ts";
import type { NiceCall } from "./calls.ts";
import { deliver, webhookMethodOf, type Delivery } from "./webhooks.ts";
import { choose, type BrowserReturn, type WindowChoice } from "./window-orders.ts";
import { faultQueue, type AskedFault, type DrawnFaults, type NiceFault } from "./faults.ts";

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly call: NiceCall;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The client key; undefined if the request is not authenticated. */
  readonly account: string | undefined;
  readonly body: string;
}

/** The controls beside the gateway's own interface. */
export interface GatewayControls {
  /** The book of all merchants. Calls whose effect is late have had it by now. */
  readonly book: () => NiceBook;
  /** Breaks the next call of a kind. Faults of the same call happen one after the other. */
  readonly breakNext: (call: NiceCall, fault: NiceFault) => void;
  /** How often each kind of fault was drawn. */
  readonly drawnFaults: () => Readonly<Record<string, number>>;
  /** Draws faults at random from now on. */
  readonly drawFaults: (faults: DrawnFaults) => void;
  /** Loses every request for so many milliseconds by the gateway's clock. */
  readonly goDown: (ms: number) => void;
  /** How long the gateway still loses every request, and the faults that no call has had yet. */
  readonly trouble: () => { readonly downForMs: number; readonly asked: readonly AskedFault[] };
  /** Refunds as a person does in the merchant's dashboard, and returns the refund's tid. Throws if less is left. */
  readonly refundByHand: (orderId: string, amount: number) => string;
  /** Charges a payment a second time, as no gateway may, and returns the charge's tid. */
  readonly chargeAgain: (orderId: string) => string;
  /**
   * Does what a buyer does in the window of an order, and returns what the browser brings to the return address; null
   * if that is nothing. Throws without such an order.
   */
  readonly choose: (orderId: string, choice: WindowChoice) => BrowserReturn | null;
  /** Lets the window's script fail (`fnError`) as often as that. */
  readonly failScript: (times: number) => void;
  /** The message about an order as it stands. Of one that is only authenticated the gateway sends none by itself. */
  readonly messageOf: (orderId: string) => string;
  /** Sends that message to the registered address, as a person does in the merchant's dashboard. */
  readonly notify: (orderId: string) => Promise<Delivery>;
  /** The requests that arrived last, at most 1,000, also those that were lost afterwards. */
  readonly arrived: () => readonly ArrivedRequest[];
}

const keptRequests = 1_000;

/** The gateway's books and faults, in memory. */
export function emulatedGateway({
  accounts,
  now,
  faults: drawn,
  showsUnapproved,
}: {
  readonly accounts: readonly EmulatedAccount[];
  readonly now: () => number;
  readonly faults: DrawnFaults | undefined;
  readonly showsUnapproved: boolean;
}) {
  const signIn = signInWith(accounts);
  const faults = faultQueue(drawn);
  const late = newLateEffects();
  const arrived: ArrivedRequest[] = [];
  const deliveries: Delivery[] = [];
  let counted = 0;
  let scriptFailures = 0;
  let downUntil = 0;
  const count = () => (counted += 1);
  const catchUp = () => late.until(now());
  const orders = () => signIn.merchants.flatMap((merchant) => merchant.orders);
  const payments = () => signIn.merchants.flatMap((merchant) => merchant.payments);
  const secretKeyOf = (clientKey: string) => signIn.byClientKey(clientKey)?.account.secretKey ?? "";
  const signedBy = (clientKey: string, answer: Answer) =>
    JSON.stringify(signed(answer, { secretKey: secretKeyOf(clientKey) }, now()));

  /** An address that is registered for the payment's method. */
  function addressFor({ account, payMethod }: Payment): string | undefined {
    return signIn.byClientKey(account)?.merchant.webhooks.get(webhookMethodOf(payMethod) ?? "")?.url;
  }

  async function sendMessage(orderId: string, url: string, message: string): Promise<Delivery> {
    const delivery = { orderId, url, ...(await deliver(url, message)) };
    deliveries.push(delivery);
    if (deliveries.length > keptRequests) deliveries.shift();
    return delivery;
  }

  function notify(payment: Payment, cancelledTid: string | null): void {
    const url = addressFor(payment);
    if (url === undefined) return;
    void sendMessage(payment.orderId, url, signedBy(payment.account, shownPayment(payment, cancelledTid)));
  }

  function messageOf(orderId: string): string {
    const payment = payments().find((each) => each.orderId === orderId);
    if (payment !== undefined) return signedBy(payment.account, shownPayment(payment));
    const order = orders().findLast((each) => each.orderId === orderId && each.authentication !== null);
    if (order?.authentication == null) throw new Error(`no order ${orderId}`);
    return signedBy(order.account.clientKey, shownReady(order, order.authentication));
  }

  const controls: GatewayControls = {
    book() {
      catchUp();
      return bookOf(signIn.merchants, [...deliveries]);
    },
    breakNext: faults.breakNext,
    drawnFaults: faults.happened,
    drawFaults: faults.draw,
    goDown: (ms) => void (downUntil = now() + ms),
    trouble: () => ({ downForMs: Math.max(0, downUntil - now()), asked: faults.asked() }),
    refundByHand(orderId, amount) {
      catchUp();
      const { tid, payment } = refundByHand(signIn.merchants, { orderId, amount, now: now(), count: count() });
      notify(payment, tid);
      return tid;
    },
    choose(orderId, choice) {
      const order = orders().findLast((each) => each.orderId === orderId);
      if (order === undefined) throw new Error(`no window was opened for ${orderId}`);
      return choose(order, choice, { now: now(), count }) ?? null;
    },
    failScript: (times) => void (scriptFailures = times),
    messageOf,
    async notify(orderId) {
      catchUp();
      const payment = payments().find((each) => each.orderId === orderId);
      const url = payment && addressFor(payment);
      if (url === undefined) throw new Error(`no address is registered for a payment of ${orderId}`);
      return sendMessage(orderId, url, messageOf(orderId));
    },
    chargeAgain(orderId) {
      catchUp();
      return chargeAgain(signIn.merchants, { orderId, now: now(), count: count() });
    },
    arrived: () => [...arrived],
  };
  return {
    controls,
    now,
    signIn,
    count,
    orders,
    notify,
    showsUnapproved,
    takeScriptFailure: () => scriptFailures > 0 && (scriptFailures -= 1) >= 0,
    catchUp,
    isDown: () => now() < downUntil,
    takeFault: (call: NiceCall) => faults.take(call),
    addLate: (afterMs: number, effect: (at: number) => unknown) => late.add(now() + afterMs, effect),
    keep(request: ArrivedRequest): void {
      arrived.push(request);
      if (arrived.length > keptRequests) arrived.shift();
    },
  };
}

export type EmulatedGateway = ReturnType<typeof emulatedGateway>;

/** Effects that come later. The next read applies those that are due, in order, each at its own time. */
function newLateEffects() {
  let waiting: { readonly at: number; readonly effect: (now: number) => unknown }[] = [];
  return {
    add: (at: number, effect: (now: number) => unknown) => void waiting.push({ at, effect }),
    until(now: number): void {
      const due = waiting.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
      waiting = waiting.filter((each) => !due.includes(each));
      for (const { at, effect } of due) effect(at);
    },
  };
}
