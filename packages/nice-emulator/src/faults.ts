import type { Answer } from "./answers.ts";
import type { NiceCall } from "./calls.ts";

/**
 * A fault of a call.
 *
 * - `request-lost`: the connection breaks before the gateway receives it
 * - `answer-lost`: it takes effect, and the connection breaks before the answer
 * - `late`: the connection breaks, and it takes effect up to 30 seconds later
 * - `no-answer`: it takes effect, and the connection stays silent
 * - `keep-alive-cut`: it is answered, and the next call on its connection is lost
 *
 * These take effect and are answered:
 *
 * - `html`, `server-error` (with status 502), `redirect`, `truncated`, `oversized`: by something else than a whole answer
 * - `error-inside`: with status 200 and a code that says nothing about the effect
 * - `wrong-signature`, `no-signature`: not signed as it must be
 * - `other-amount`, `other-order`: rightly signed, of something else
 * - `other-reasons`: rightly, with reasons of cancellations that were never sent
 * - `cancel-order`: rightly, with the order id of the payment's last cancellation
 * - `other-spelling`: rightly, with the fields as the manual's examples spell some, and leave one out
 */
export const niceFaultKinds = [
  "request-lost",
  "answer-lost",
  "late",
  "no-answer",
  "keep-alive-cut",
  "html",
  "server-error",
  "redirect",
  "truncated",
  "oversized",
  "error-inside",
  "wrong-signature",
  "no-signature",
  "other-amount",
  "other-order",
  "other-reasons",
  "cancel-order",
  "other-spelling",
] as const;

export type NiceFaultKind = (typeof niceFaultKinds)[number];

export type NiceFault =
  | NiceFaultKind
  /** It takes effect so many milliseconds later by the gateway's clock, and is not answered. */
  | { readonly arrivesAfterMs: number }
  /** It is answered with this code, and has no effect unless `takesEffect` is set. */
  | {
      readonly says: string;
      readonly message?: string;
      /** Of HTTP; 200 by default. */
      readonly status?: number;
      readonly takesEffect?: boolean;
    };

/** Faults that are drawn at random for each call. */
export interface DrawnFaults {
  /** The part of the calls that go wrong, 0 to 1. */
  readonly rate: number;
  /** Those that a real gateway shows, if left out. */
  readonly kinds?: readonly NiceFaultKind[];
  /** The latest effect of a call that is late, in milliseconds; 30 seconds if left out. */
  readonly latestMs?: number;
  /** Draws the same faults again for the same calls; by the machine's chance if left out. */
  readonly seed?: number;
}

const usualKinds: readonly NiceFaultKind[] = [
  "request-lost",
  "answer-lost",
  "late",
  "keep-alive-cut",
  "html",
  "server-error",
  "error-inside",
  "wrong-signature",
];

export const latestEffectMs = 30_000;

/** Numbers from 0 to 1 that look random and follow from the seed. */
function chanceOf(seed: number | undefined): () => number {
  if (seed === undefined) return Math.random;
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A fault that the next call of a kind has. */
export interface AskedFault {
  readonly call: NiceCall;
  readonly fault: NiceFault;
  /** It waits until such a call has had a fault that was asked for. */
  readonly after?: NiceCall;
}

/** The faults that are asked for, call by call, and then those that are drawn. */
export function faultQueue(drawn: DrawnFaults = { rate: 0 }) {
  let asked: readonly AskedFault[] = [];
  const happened = new Map<NiceFaultKind, number>();
  let drawing = { ...drawn, chance: chanceOf(drawn.seed) };
  return {
    breakNext: (call: NiceCall, fault: NiceFault, after?: NiceCall): void => {
      asked = [...asked, { call, fault, ...(after !== undefined && { after }) }];
    },
    asked: (): readonly AskedFault[] => asked,
    draw: (next: DrawnFaults) => void (drawing = { ...next, chance: chanceOf(next.seed) }),
    /** The fault of a call that arrives now. */
    take(call: NiceCall): NiceFault | undefined {
      const next = asked.find((each) => each.call === call && each.after === undefined);
      if (next !== undefined) {
        const others = asked.filter((each) => each !== next);
        asked = others.map((each) => (each.after === call ? { call: each.call, fault: each.fault } : each));
        return next.fault;
      }
      const { rate, kinds = usualKinds, chance, latestMs = latestEffectMs } = drawing;
      if (chance() >= rate) return undefined;
      const kind = kinds[Math.floor(chance() * kinds.length)];
      if (kind !== undefined) happened.set(kind, (happened.get(kind) ?? 0) + 1);
      return kind === "late" ? { arrivesAfterMs: Math.ceil(chance() * latestMs) } : kind;
    },
    /** How often each kind was drawn. */
    happened: (): Readonly<Record<string, number>> => Object.fromEntries(happened),
  };
}

type Change = (answer: Answer) => Answer;

/** Changes an answer before it is signed. */
export const beforeSigning: Readonly<Partial<Record<NiceFaultKind, Change>>> = {
  "other-amount": (answer) => ("amount" in answer ? { ...answer, amount: Number(answer["amount"]) + 1 } : answer),
  "other-order": (answer) => ("orderId" in answer ? { ...answer, orderId: "another-order" } : answer),
  "other-reasons"(answer) {
    const { cancels } = answer;
    if (!Array.isArray(cancels)) return answer;
    return { ...answer, cancels: cancels.map((cancel: object) => ({ ...cancel, reason: "가맹점 요청" })) };
  },
  "cancel-order"(answer) {
    const { cancels } = answer;
    const { reason = "" } = (Array.isArray(cancels) ? (cancels.at(-1) as { reason?: string } | undefined) : null) ?? {};
    const [, orderId = answer["orderId"]] = /^\[([\w.-]+)\]/.exec(reason) ?? [];
    return { ...answer, orderId };
  },
};

/** Changes a signed answer. */
export const afterSigning: Readonly<Partial<Record<NiceFaultKind, Change>>> = {
  "wrong-signature": (answer) => ("signature" in answer ? { ...answer, signature: "0".repeat(64) } : answer),
  "no-signature": ({ signature: _signature, ...answer }) => answer,
  "error-inside": () => ({ resultCode: "A299", resultMsg: "API 지연처리 발생." }),
  "other-spelling"({ resultCode, resultMsg, bid, orderId, ...answer }) {
    const named = bid === undefined ? { orderId } : { BID: bid };
    // The cast only names again the one field that every answer has.
    return { ...answer, ...named, ResultCode: resultCode, ResultMsg: resultMsg } as unknown as Answer;
  },
};
