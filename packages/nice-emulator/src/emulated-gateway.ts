import { signInWith, type EmulatedAccount } from "./merchant.ts";
import { bookOf, chargeAgain, refundByHand, type NiceBook } from "./book.ts";
import type { NiceCall } from "./calls.ts";
import { messagesOf } from "./messages.ts";
import type { Delivery } from "./webhooks.ts";
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
  /**
   * Breaks the next call of a kind. Faults of the same call happen one after the other. One that is asked for `after`
   * another call waits until that one has been broken: such as the look-ups of an approval whose answer is lost.
   */
  readonly breakNext: (call: NiceCall, fault: NiceFault, after?: NiceCall) => void;
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
  /** The message about the present state of an order. Of one that is only authenticated the gateway sends none by itself. */
  readonly messageOf: (orderId: string) => string;
  /** Sends that message to the registered address, as a person does in the merchant's dashboard. */
  readonly notify: (orderId: string) => Promise<Delivery>;
  /** The requests that arrived last, at most 1,000, also those that were lost afterwards. */
  readonly arrived: () => readonly ArrivedRequest[];
}

const keptRequests = 1_000;

interface GatewayOptions {
  readonly accounts: readonly EmulatedAccount[];
  readonly now: () => number;
  readonly faults: DrawnFaults | undefined;
  readonly showsUnapproved: boolean;
}

/** The gateway's books and faults, in memory. */
export function emulatedGateway({ accounts, now, faults: drawn, showsUnapproved }: GatewayOptions) {
  const signIn = signInWith(accounts);
  const faults = faultQueue(drawn);
  const late = newLateEffects();
  const arrived: ArrivedRequest[] = [];
  let counted = 0;
  let scriptFailures = 0;
  let downUntil = 0;
  const count = () => (counted += 1);
  const catchUp = () => late.until(now());
  const messages = messagesOf({ signIn, now });
  const orders = () => signIn.merchants.flatMap((merchant) => merchant.orders);
  const controls: GatewayControls = {
    book() {
      catchUp();
      return bookOf(signIn.merchants, messages.sent());
    },
    breakNext: faults.breakNext,
    drawnFaults: faults.happened,
    drawFaults: faults.draw,
    goDown: (ms) => void (downUntil = now() + ms),
    trouble: () => ({ downForMs: Math.max(0, downUntil - now()), asked: faults.asked() }),
    refundByHand(orderId, amount) {
      catchUp();
      const { tid, payment } = refundByHand(signIn.merchants, { orderId, amount, now: now(), count: count() });
      messages.notify(payment, tid);
      return tid;
    },
    choose(orderId, choice) {
      const order = orders().findLast((each) => each.orderId === orderId);
      if (order === undefined) throw new Error(`no window was opened for ${orderId}`);
      return choose(order, choice, { now: now(), count }) ?? null;
    },
    failScript: (times) => void (scriptFailures = times),
    messageOf: messages.about,
    async notify(orderId) {
      catchUp();
      return messages.sendAgain(orderId);
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
    notify: messages.notify,
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
