import type { Oddity } from "@wonflow/testkit";
import {
  anotherAmount,
  anotherOrder,
  echoing,
  insteadOfOdd,
  never,
  sendingLate,
  unreadable,
  words,
} from "./odd-answers.ts";
import { refused } from "./right.ts";
import { forged, notFound, refusedAs, type RightWindow, type WrongParts, type WrongWindow } from "./window.ts";

interface Mistaken {
  /** What is mistaken for something else, in the name of the wrong adapter. */
  readonly what: string;
  readonly of: string;
  /** The end of the title. */
  readonly prevents: string;
  readonly make: (right: RightWindow, oddity: Oddity) => WrongParts;
}

const mistaken: readonly Mistaken[] = [
  {
    what: "an opening as refused",
    of: "begin",
    prevents: "an open window would be called refused",
    make: ({ window }, oddity) => ({ window: { begin: insteadOfOdd(window.begin, oddity, () => refused) } }),
  },
  {
    what: "a return as refused",
    of: "finish",
    prevents: "the buyer would authenticate again",
    make: ({ window }, oddity) => ({
      window: { finish: insteadOfOdd(window.finish, oddity, () => refusedAs("PAY_PROCESS_ABORTED")) },
    }),
  },
  {
    what: "a return as forged",
    of: "finish",
    prevents: "the buyer would authenticate again",
    make: ({ window }, oddity) => ({ window: { finish: insteadOfOdd(window.finish, oddity, () => forged) } }),
  },
  {
    what: "an authentication as not found",
    of: "lookUpAuthentication",
    prevents: "a buyer who authenticated would be called gone",
    make: ({ window }, oddity) => ({
      window: { lookUpAuthentication: insteadOfOdd(window.lookUpAuthentication, oddity, () => notFound) },
    }),
  },
  {
    what: "an approval as refused",
    of: "approve in the window",
    prevents: "the buyer would pay for a payment that we call refused",
    make: ({ gateway }, oddity) => ({ approve: insteadOfOdd(gateway.approve, oddity, () => refused) }),
  },
];

const misreading = mistaken.flatMap(({ what, of, prevents, make }) =>
  unreadable.map((oddity): WrongWindow => {
    const caughtBy = `${of}: answered with ${words[oddity]} though it took effect, is unknown: ${prevents}`;
    return [`reports ${what} that was answered with ${words[oddity]}`, caughtBy, (right) => make(right, oddity)];
  }),
);

const echoes: readonly WrongWindow[] = [
  [
    "authenticates the key that it asked about, whatever was answered",
    `finish: ${anotherOrder}`,
    ({ window }) => ({ window: { finish: echoing(window.finish, ({ key }) => ({ key })) } }),
  ],
  [
    "authenticates the amount that it asked for, whatever was answered",
    `finish: ${anotherAmount}`,
    ({ window }) => ({ window: { finish: echoing(window.finish, ({ amount }) => ({ amount })) } }),
  ],
  [
    "finds the authentication of another order under the key that it asked about",
    `lookUpAuthentication: ${anotherOrder}`,
    ({ window }) => ({
      window: { lookUpAuthentication: echoing(window.lookUpAuthentication, ({ key }) => ({ key })) },
    }),
  ],
  [
    "finds an authentication of the amount that it asked for, whatever was answered",
    `lookUpAuthentication: ${anotherAmount}`,
    ({ window }) => ({
      window: { lookUpAuthentication: echoing(window.lookUpAuthentication, ({ amount }) => ({ amount })) },
    }),
  ],
  [
    "books the answer about another order under the key that it asked with",
    `approve in the window: ${anotherOrder}`,
    ({ gateway }) => ({ approve: echoing(gateway.approve, ({ key }) => ({ key })) }),
  ],
  [
    "books the amount that it asked for, whatever was approved",
    `approve in the window: ${anotherAmount}`,
    ({ gateway }) => ({ approve: echoing(gateway.approve, ({ amount }) => ({ amount })) }),
  ],
];

const arrivingTwice: readonly WrongWindow[] = [
  [
    "takes an order number that was used before for a refusal",
    "begin: that arrives twice opens one order: its buyer could not pay, or would pay twice",
    ({ window }) => ({ window: { begin: insteadOfOdd(window.begin, "arrives-twice", () => refused) } }),
  ],
  [
    "takes a return that its provider has seen for a replay",
    "finish: that asks its provider twice is no replay: the buyer would authenticate again",
    ({ window }) => ({ window: { finish: insteadOfOdd(window.finish, "arrives-twice", () => forged) } }),
  ],
  [
    "takes an authentication that was used before for a refusal",
    "approve in the window: that arrives twice is not refused, and charges once: the buyer would pay for nothing, or twice",
    ({ gateway }) => ({ approve: insteadOfOdd(gateway.approve, "arrives-twice", () => refused) }),
  ],
];

/** What an adapter of a window makes of an answer that it can't read, or that is about something else. */
export const wrongWindowReadings: readonly WrongWindow[] = [...misreading, ...echoes, ...arrivingTwice];

const hangs = "without any answer is unknown soon after its deadline";
const gone = "a buyer who authenticated would be called gone";

/** What it makes of its deadline. */
export const wrongWindowDeadlines: readonly WrongWindow[] = [
  [
    "waits for an opening without an end",
    `begin: ${hangs}: the checkout would hang`,
    ({ window }) => ({ window: { begin: insteadOfOdd(window.begin, "no-answer", never) } }),
  ],
  [
    "sends an opening after its deadline",
    "begin: whose deadline has passed is not sent: a window would open when no page waits for it",
    ({ window }) => ({ window: { begin: sendingLate(window.begin) } }),
  ],
  [
    "waits for the check of a return without an end",
    `finish: ${hangs}: the buyer's browser would hang`,
    ({ window }) => ({ window: { finish: insteadOfOdd(window.finish, "no-answer", never) } }),
  ],
  [
    "reports an authentication that is not found in time as not found",
    `lookUpAuthentication: ${hangs}: ${gone}`,
    ({ window }) => ({
      window: { lookUpAuthentication: insteadOfOdd(window.lookUpAuthentication, "no-answer", () => notFound) },
    }),
  ],
  [
    "finds no authentication once the deadline has passed",
    `lookUpAuthentication: whose deadline has passed is unknown: ${gone}`,
    ({ window }) => ({
      window: { lookUpAuthentication: insteadOfOdd(window.lookUpAuthentication, "no-answer", () => notFound) },
    }),
  ],
  [
    "reports an approval that is not answered in time as refused",
    `approve in the window: ${hangs}: the shop would wait, or call it refused`,
    ({ gateway }) => ({ approve: insteadOfOdd(gateway.approve, "no-answer", () => refused) }),
  ],
  [
    "waits for an approval without an end",
    `approve in the window: ${hangs}: the shop would wait, or call it refused`,
    ({ gateway }) => ({ approve: insteadOfOdd(gateway.approve, "no-answer", never) }),
  ],
];
