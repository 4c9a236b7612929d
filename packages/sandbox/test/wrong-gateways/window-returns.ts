import type { AuthenticatedMethod, ReturnedRequest } from "@wonflow/core";
import { z } from "zod";
import {
  accepting,
  changed,
  forged,
  insteadOfBreaking,
  refusedAs,
  returning,
  unlisted,
  type WrongWindow,
} from "./window.ts";

/** Wrong handling of a true return. */
export const wrongReturns: readonly WrongWindow[] = [
  [
    "has one reference for all",
    "finish: authenticates its key, its amount and a reference of its own: two payments would be mistaken for one",
    changed(() => ({ reference: "authenticated" })),
  ],
  [
    "has a space in its references",
    "finish: authenticates its key, its amount and a reference of its own: two payments would be mistaken for one",
    changed(({ reference }) => ({ reference: `ref ${reference}` })),
  ],
  [
    "has its time in seconds",
    "finish: authenticates its key, its amount and a reference of its own: two payments would be mistaken for one",
    changed(({ authenticatedAt }) => ({ authenticatedAt: Math.floor((authenticatedAt ?? 0) / 1_000) })),
  ],
  [
    "shows the whole number of a card",
    "finish: shows no more of a card than may be stored: its number would be in the merchant's lists",
    changed(() => ({
      paidWith: {
        method: "CARD",
        card: { issuerCode: "11", maskedNumber: "4000000000110009", installmentPlanMonths: 0 },
      },
    })),
  ],
  [
    "charges as soon as the buyer has authenticated",
    "finish: charges nothing before the approval: a closed tab would have paid",
    ({ gateway, window }) => ({
      window: {
        async finish(request) {
          const answer = await window.finish(request);
          if (answer.outcome === "done") await gateway.approve(approvalIn(request, answer.value));
          return answer;
        },
      },
    }),
  ],
  [
    "mistakes a reloaded return for a replay",
    "finish: twice answers the same, also after a restart: a reloaded page would lose the payment",
    ({ window, kept }) => ({
      window: {
        async finish(request) {
          if (kept.has(request.key)) return forged;
          kept.set(request.key, "");
          return window.finish(request);
        },
      },
    }),
  ],
  [
    "knows only what its process opened",
    "finish: in a process that did not open it is done: a buyer may come back to another one",
    ({ window, kept }) => ({
      window: {
        begin(request) {
          kept.set(request.key, "");
          return window.begin(request);
        },
        finish: async (request) => (kept.has(request.key) ? window.finish(request) : forged),
      },
    }),
  ],
  [
    "refuses fields that were added",
    "finish: takes fields that it does not know: a provider adds some",
    ({ window }) => ({
      window: {
        finish: async (request) => (Object.keys(request.fields).length > 4 ? forged : window.finish(request)),
      },
    }),
  ],
  [
    "calls a return forged that it could not check",
    "finish: that breaks is unknown, and is done when it is repeated: the buyer would pay again",
    ({ window }) => ({ window: { finish: insteadOfBreaking(window.finish, () => forged) } }),
  ],
  [
    "reports a return that came too late as aborted",
    "finish: whose deadline has passed proves nothing against the buyer: the opening would end",
    ({ window }) => ({
      window: {
        finish: async (request) =>
          request.deadline < request.askedAt ? refusedAs("PAY_PROCESS_ABORTED") : window.finish(request),
      },
    }),
  ],
];

function approvalIn(
  { tenant, key, askedAt, credentials, deadline }: ReturnedRequest,
  { reference, amount }: AuthenticatedMethod,
) {
  const authentication = { key, reference, askedAt };
  const about = { tenant, askedAt, credentials, deadline, amount, taxFreeAmount: 0, orderName: "At once" };
  return { ...about, key: `${key}-at-once`, authentication };
}

/** Wrong handling of what a stranger brings. */
export const wrongForgeries: readonly WrongWindow[] = [
  [
    "trusts the amount of the browser",
    "finish: with a forged amount is forged: the buyer would pay less",
    accepting(({ fields }) => ({ amount: Number(fields["amount"]) })),
  ],
  [
    "ends what comes back with another amount",
    "finish: with a forged amount is forged: the buyer would pay less",
    returning((answer) => (answer.outcome === "forged" ? refusedAs("REJECT_CARD_PAYMENT") : answer)),
  ],
  [
    "trusts the reference of the browser",
    "finish: with a forged reference is forged: a stranger would pay with it",
    accepting(() => ({})),
  ],
  [
    "takes any reference that its provider has given once",
    "finish: with the reference of another order is forged: one payment would be mistaken for two",
    ({ window, kept }) => ({
      window: {
        async finish(request) {
          const answer = await window.finish(request);
          if (answer.outcome === "done") kept.set(answer.value.reference, JSON.stringify(answer.value));
          const known = kept.get(request.fields["reference"] ?? "");
          if (answer.outcome !== "forged" || known === undefined) return answer;
          const { reference } = referenceSchema.parse(JSON.parse(known));
          const { key, amount } = request;
          return { outcome: "done", value: { key, amount, reference, authenticatedAt: null, paidWith: null } };
        },
      },
    }),
  ],
  [
    "asks about the order that the browser names",
    "finish: that was brought for another order is forged, also of another amount: one payment would be mistaken for two",
    ({ window }) => ({
      window: {
        async finish(request) {
          const answer = await window.finish({ ...request, key: request.fields["orderId"] ?? request.key });
          if (answer.outcome !== "done") return answer;
          return { ...answer, value: { ...answer.value, key: request.key } };
        },
      },
    }),
  ],
  [
    "checks no more than the order id",
    "finish: of another order under the name of this one is forged: one payment would be mistaken for two",
    accepting(() => ({})),
  ],
  [
    "has one account for all merchants",
    "finish: of another merchant under the same key is forged: one merchant would get the money of the other",
    ({ window }) => ({ window: { finish: (request) => window.finish({ ...request, tenant: "1:test" }) } }),
  ],
  [
    "does not compare the amount with what was asked for",
    "finish: of an amount that core did not ask for is not done: the buyer chose the price",
    ({ window }) => ({
      window: {
        async finish(request) {
          const answer = await window.finish({ ...request, amount: Number(request.fields["amount"]) });
          if (answer.outcome !== "done") return answer;
          return { ...answer, value: { ...answer.value, amount: request.amount } };
        },
      },
    }),
  ],
  [
    "ends an opening that it does not know",
    "finish: of a key that was never opened is forged or unknown: a stranger would end it, or pay",
    returning((answer) => (answer.outcome === "forged" ? refusedAs("PAY_PROCESS_ABORTED") : answer)),
  ],
  [
    "ends an opening whose buyer has not acted",
    "finish: of a buyer who has not acted yet proves nothing: a stranger would pay, or end it",
    returning((answer, { fields }) => (fields["result"] === undefined ? refusedAs("PAY_PROCESS_ABORTED") : answer)),
  ],
  [
    "ends an opening whose fields it can't read",
    "finish: with any field changed, left out or emptied authenticates nothing else, and ends nothing",
    returning((answer, { fields }) => (fields["result"] === "done" ? answer : refusedAs("PAY_PROCESS_ABORTED"))),
  ],
  [
    "throws at an amount that is not a number",
    "finish: with garbled fields authenticates nothing, and never throws: a stranger would fill the log",
    returning((answer, { fields }) => {
      BigInt(fields["amount"] ?? 0);
      return answer;
    }),
  ],
  [
    "takes nothing after a forged return",
    "finish: leaves the true return: a stranger would keep the buyer from paying",
    returning((answer, { key, fields }, { kept }) => {
      if (fields["orderId"] !== key) kept.set(key, "forged");
      return kept.has(key) ? forged : answer;
    }),
  ],
];

const referenceSchema = z.object({ reference: z.string() });

/** Wrong handling of a buyer who did not authenticate. */
export const wrongFailures: readonly WrongWindow[] = [
  [
    "takes a canceled window for an authentication",
    "finish: of a buyer who left the window is not done: who did not agree would pay",
    returning((answer, { key, amount }) =>
      answer.outcome === "unsigned"
        ? { outcome: "done", value: { key, amount, reference: key, authenticatedAt: null, paidWith: null } }
        : answer,
    ),
  ],
  [
    "passes on what its provider calls a canceled window",
    "finish: of a buyer who left the window is not done: who did not agree would pay",
    returning((answer) => (answer.outcome === "unsigned" ? { ...answer, code: unlisted } : answer)),
  ],
  [
    "ends an opening when the browser says that it failed",
    "finish: of a failure that only the browser reports is unsigned, with a code of the port: a stranger would end it",
    returning((answer) => (answer.outcome === "unsigned" ? refusedAs(answer.code) : answer)),
  ],
  [
    "takes a confirmed failure for one of the browser",
    "finish: of a failure that the provider confirms is refused, with a code of the port: the buyer would wait for its end",
    returning((answer) => (answer.outcome === "refused" ? { outcome: "unsigned", code: answer.code } : answer)),
  ],
  [
    "takes the failure of any order for that of this one",
    "finish: of the confirmed failure of another order ends nothing here: a stranger would end it",
    returning((answer, { fields }) => (fields["result"] === "failed" ? refusedAs("REJECT_CARD_COMPANY") : answer)),
  ],
  [
    "lets the browser cancel what was authenticated",
    "finish: of a cancellation by the browser does not end what was authenticated: a stranger would end it",
    returning((answer, { fields }) => (fields["result"] === "canceled" ? refusedAs("PAY_PROCESS_CANCELED") : answer)),
  ],
];
