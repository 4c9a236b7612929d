import type { Oddity } from "@wonflow/testkit";
import { OddAnswer } from "../wire.ts";
import { changing, refused, type CardCalls, type Right, type Wrong, type WrongGateway } from "./right.ts";

const notFound = { outcome: "not-found" } as const;

export const words = {
  html: "HTML",
  "server-error": "a status of 5xx",
  "other-shape": "another shape",
  "unlisted-code": "an unlisted code",
} as const;

type Unreadable = keyof typeof words;

export const unreadable = ["html", "server-error", "other-shape", "unlisted-code"] as const;

/** A gateway that answers something of its own once it can't read the provider's answer. */
export function insteadOfOdd<Request, Answer>(
  call: (request: Request) => Promise<Answer>,
  oddity: Oddity,
  answer: (request: Request) => Answer | Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return (request) =>
    call(request).catch((error) => {
      if (error instanceof OddAnswer && error.oddity === oddity) return answer(request);
      throw error;
    });
}

interface Mistaken {
  /** What is mistaken for something else, in the name of the wrong gateway. */
  readonly what: string;
  /** The group and the beginning of the title. */
  readonly of: string;
  /** The end of the title. */
  readonly prevents: string;
  readonly make: (gateway: CardCalls, oddity: Unreadable) => Partial<CardCalls>;
}

const mistaken: readonly Mistaken[] = [
  {
    what: "a check as refused",
    of: "authenticate: ",
    prevents: "a card that is stored would never be released",
    make: ({ authenticate }, oddity) => ({ authenticate: insteadOfOdd(authenticate, oddity, () => refused) }),
  },
  {
    what: "a request to store a card as refused",
    of: "issueToken: ",
    prevents: "a card that is stored would never be released",
    make: ({ issueToken }, oddity) => ({ issueToken: insteadOfOdd(issueToken, oddity, () => refused) }),
  },
  {
    what: "a release as refused",
    of: "releaseToken: ",
    prevents: "it would never be asked again, or without end",
    make: ({ releaseToken }, oddity) => ({ releaseToken: insteadOfOdd(releaseToken, oddity, () => refused) }),
  },
  {
    what: "an approval as refused",
    of: "approve: ",
    prevents: "the buyer would pay for a payment that we call refused",
    make: ({ approve }, oddity) => ({ approve: insteadOfOdd(approve, oddity, () => refused) }),
  },
  {
    what: "a cancellation as refused",
    of: "cancel: ",
    prevents: "the buyer would be refunded a second time",
    make: ({ cancel }, oddity) => ({ cancel: insteadOfOdd(cancel, oddity, () => refused) }),
  },
  {
    what: "a reversal as not found",
    of: "reverse: ",
    prevents: "an undone approval would be refunded as well",
    make: ({ reverse }, oddity) => ({ reverse: insteadOfOdd(reverse, oddity, () => notFound) }),
  },
  {
    what: "a look-up of an approval as not found",
    of: "lookUp: of an approval ",
    prevents: "the buyer's money would be counted as lost",
    make: ({ lookUpApproval }, oddity) => ({ lookUpApproval: insteadOfOdd(lookUpApproval, oddity, () => notFound) }),
  },
  {
    what: "a look-up of a cancellation as not found",
    of: "lookUp: of a cancellation ",
    prevents: "it would be sent, and refunded, again",
    make: ({ lookUpCancellation }, oddity) => ({
      lookUpCancellation: insteadOfOdd(lookUpCancellation, oddity, () => notFound),
    }),
  },
  {
    what: "a day's list as empty",
    of: "statement: ",
    prevents: "a day's payments would be missing from a reconciliation",
    make({ statement }, oddity) {
      if (statement === undefined) throw new Error("the sandbox of these tests has a list of a day");
      const empty = { outcome: "done", value: { movements: [], next: null } } as const;
      return { statement: insteadOfOdd(statement, oddity, () => empty) };
    },
  },
];

const misreading = mistaken.flatMap(({ what, of, prevents, make }) =>
  unreadable.map((oddity): WrongGateway => {
    const caughtBy = `${of}answered with ${words[oddity]} though it took effect, is unknown: ${prevents}`;
    return [
      `reports ${what} that was answered with ${words[oddity]}`,
      caughtBy,
      ({ gateway }) => make(gateway, oddity),
    ];
  }),
);

export const anotherOrder =
  "answered about another order, is never done as it was asked for: no other buyer's money is booked here";
export const anotherAmount =
  "answered with another amount, is never done as it was asked for: no other amount is booked than the provider has";

/** A gateway that returns what was asked, and does not read what the provider answered. */
export function echoing<Request, Value, Rest extends { readonly outcome: string }>(
  call: (request: Request) => Promise<{ readonly outcome: "done"; readonly value: Value } | Rest>,
  asked: (request: Request) => Partial<Value>,
) {
  return async (request: Request): Promise<{ readonly outcome: "done"; readonly value: Value } | Rest> => {
    const answer = await call(request);
    return "value" in answer ? { outcome: "done", value: { ...answer.value, ...asked(request) } } : answer;
  };
}

const echoes: readonly WrongGateway[] = [
  [
    "books the answer about another order under the key that it asked with",
    `approve: ${anotherOrder}`,
    ({ gateway }) => ({ approve: echoing(gateway.approve, ({ key }) => ({ key })) }),
  ],
  [
    "books the amount that it asked for, whatever was approved",
    `approve: ${anotherAmount}`,
    ({ gateway }) => ({ approve: echoing(gateway.approve, ({ amount }) => ({ amount })) }),
  ],
  [
    "books the amount that it asked to refund, whatever was refunded",
    `cancel: ${anotherAmount}`,
    ({ gateway }) => ({ cancel: echoing(gateway.cancel, ({ amount }) => ({ amount })) }),
  ],
  [
    "takes the reversal of another order for its own",
    `reverse: ${anotherOrder}`,
    ({ gateway }) => ({ reverse: echoing(gateway.reverse, ({ approvalKey }) => ({ approvalKey })) }),
  ],
  [
    "takes the check of another card for its own",
    `authenticate: ${anotherOrder}`,
    ({ gateway }) => ({ authenticate: echoing(gateway.authenticate, ({ key }) => ({ key })) }),
  ],
  [
    "takes the token of another card for its own",
    `issueToken: ${anotherOrder}`,
    ({ gateway }) => ({ issueToken: echoing(gateway.issueToken, ({ key }) => ({ key })) }),
  ],
  [
    "takes what is found of another order for its own",
    `lookUp: of an approval ${anotherOrder}`,
    ({ gateway }) => ({ lookUpApproval: echoing(gateway.lookUpApproval, ({ key }) => ({ key })) }),
  ],
  [
    "reports not-found where another order was found",
    `lookUp: of an approval ${anotherOrder}`,
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const answer = await gateway.lookUpApproval(question);
        return answer.outcome === "done" && answer.value.key !== question.key ? notFound : answer;
      },
    }),
  ],
  [
    "finds the amount that it approved, whatever the provider has",
    `lookUp: of an approval ${anotherAmount}`,
    ({ gateway, made }) => ({
      async approve(request) {
        made.push([request.key, String(request.amount)]);
        return gateway.approve(request);
      },
      lookUpApproval: echoing(gateway.lookUpApproval, (question) => ({ amount: amountOf({ made }, question.key) })),
    }),
  ],
  [
    "finds the refunded amount that it asks about, whatever the provider has",
    `lookUp: of a cancellation ${anotherAmount}`,
    ({ gateway }) => ({ lookUpCancellation: echoing(gateway.lookUpCancellation, ({ amount }) => ({ amount })) }),
  ],
];

function amountOf({ made }: Pick<Right, "made">, key: string): number {
  return Number(made.find(([asked]) => asked === key)?.[1]);
}

const twice =
  (change: (gateway: CardCalls) => Partial<CardCalls>): Wrong =>
  ({ gateway }) =>
    change(gateway);

const arrivingTwice: readonly WrongGateway[] = [
  [
    "takes an order number that was used before for a refusal",
    "approve: that arrives twice is not refused, and is booked once: the buyer would pay for nothing, or twice",
    twice(({ approve }) => ({ approve: insteadOfOdd(approve, "arrives-twice", () => refused) })),
  ],
  [
    "approves under another order number where one was used before",
    "approve: that arrives twice is not refused, and is booked once: the buyer would pay for nothing, or twice",
    twice(({ approve }) => ({
      approve: insteadOfOdd(
        approve,
        "arrives-twice",
        changing(
          (request) => approve({ ...request, key: `${request.key}-2` }),
          (value, { key }) => ({ ...value, key: key.replace(/-2$/, "") }),
        ),
      ),
    })),
  ],
  [
    "takes a refund that was made before for a refusal",
    "cancel: that arrives twice is never mistaken for one that did not happen, and what remains is as the provider has it",
    twice(({ cancel }) => ({ cancel: insteadOfOdd(cancel, "arrives-twice", () => refused) })),
  ],
  [
    "takes an approval that was reversed before for one that can't be reversed",
    "reverse: that arrives twice is not refused: an undone approval would be refunded as well",
    twice(({ reverse }) => ({
      reverse: insteadOfOdd(reverse, "arrives-twice", () => {
        return { outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" } as const;
      }),
    })),
  ],
];

/** What an adapter makes of an answer that it can't read, or that is about something else. */
export const wrongReadings: readonly WrongGateway[] = [...misreading, ...echoes, ...arrivingTwice];

const hang =
  (change: (gateway: CardCalls) => Partial<CardCalls>): Wrong =>
  ({ gateway }) =>
    change(gateway);

export async function never(): Promise<never> {
  return new Promise(() => undefined);
}

const hangs = "without any answer is unknown soon after its deadline";
const passed = "whose deadline has passed";

/** A gateway that sends a call for some seconds more than it may. */
export function sendingLate<Request extends { readonly deadline: number }, Answer>(
  call: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return (request) => call({ ...request, deadline: request.deadline + 30_000 });
}

/** What an adapter makes of its deadline. */
export const wrongDeadlines: readonly WrongGateway[] = [
  [
    "waits for an approval without an end",
    `approve: ${hangs}: the checkout would hang, or be called refused`,
    hang(({ approve }) => ({ approve: insteadOfOdd(approve, "no-answer", never) })),
  ],
  [
    "reports an approval that is not answered in time as refused",
    `approve: ${hangs}: the checkout would hang, or be called refused`,
    hang(({ approve }) => ({ approve: insteadOfOdd(approve, "no-answer", () => refused) })),
  ],
  [
    "reports a cancellation that is not answered in time as refused",
    `cancel: ${hangs}: it would be sent, and refunded, again`,
    hang(({ cancel }) => ({ cancel: insteadOfOdd(cancel, "no-answer", () => refused) })),
  ],
  [
    "reports a reversal that is not answered in time as not found",
    `reverse: ${hangs}: an undone approval would be refunded as well`,
    hang(({ reverse }) => ({ reverse: insteadOfOdd(reverse, "no-answer", () => notFound) })),
  ],
  [
    "reports a look-up that is not answered in time as not found",
    `lookUp: ${hangs}: a payment would be mistaken for one that never arrived`,
    hang(({ lookUpApproval }) => ({ lookUpApproval: insteadOfOdd(lookUpApproval, "no-answer", () => notFound) })),
  ],
  [
    "sends an approval after its deadline",
    `approve: ${passed} is not sent: it would take money when no one waits for it`,
    hang(({ approve }) => ({ approve: sendingLate(approve) })),
  ],
  [
    "sends a cancellation after its deadline",
    `cancel: ${passed} is not sent: it would refund after it was abandoned`,
    hang(({ cancel }) => ({ cancel: sendingLate(cancel) })),
  ],
  [
    "sends a reversal after its deadline",
    `reverse: ${passed} is not sent: it would undo a payment that was kept meanwhile`,
    hang(({ reverse }) => ({ reverse: sendingLate(reverse) })),
  ],
  [
    "sends a release after its deadline",
    `releaseToken: ${passed} is not sent: a card would be released that is still to be charged`,
    hang(({ releaseToken }) => ({ releaseToken: sendingLate(releaseToken) })),
  ],
  [
    "finds nothing once the deadline of a look-up has passed",
    `lookUp: ${passed} is unknown: a payment would be mistaken for one that never arrived`,
    hang(({ lookUpApproval }) => ({ lookUpApproval: insteadOfOdd(lookUpApproval, "no-answer", () => notFound) })),
  ],
];
