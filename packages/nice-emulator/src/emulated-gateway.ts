import { signInWith, type EmulatedAccount } from "./merchant.ts";
import { bookOf, chargeAgain, refundByHand, type NiceBook } from "./book.ts";
import type { NiceCall } from "./calls.ts";
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
  /** The requests that arrived last, at most 1,000, also those that were lost afterwards. */
  readonly arrived: () => readonly ArrivedRequest[];
}

const keptRequests = 1_000;

/** The gateway's books and faults, in memory. */
export function emulatedGateway({
  accounts,
  now,
  faults: drawn,
}: {
  readonly accounts: readonly EmulatedAccount[];
  readonly now: () => number;
  readonly faults: DrawnFaults | undefined;
}) {
  const signIn = signInWith(accounts);
  const faults = faultQueue(drawn);
  const late = newLateEffects();
  const arrived: ArrivedRequest[] = [];
  let counted = 0;
  let downUntil = 0;
  const count = () => (counted += 1);
  const catchUp = () => late.until(now());
  const controls: GatewayControls = {
    book() {
      catchUp();
      return bookOf(signIn.merchants);
    },
    breakNext: faults.breakNext,
    drawnFaults: faults.happened,
    drawFaults: faults.draw,
    goDown: (ms) => void (downUntil = now() + ms),
    trouble: () => ({ downForMs: Math.max(0, downUntil - now()), asked: faults.asked() }),
    refundByHand(orderId, amount) {
      catchUp();
      return refundByHand(signIn.merchants, { orderId, amount, now: now(), count: count() });
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
