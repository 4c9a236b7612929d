import type { CancellationRequest } from "@wonflow/core";
import { refused } from "./right.ts";
import { notFound, type WrongWindow } from "./window.ts";

/** Whether a payment in the window has no reference of its own yet. */
function isUnnamed({ authentication, approvalReference }: AboutApproval): boolean {
  return authentication !== null && approvalReference === null;
}

type AboutApproval = Pick<CancellationRequest, "authentication" | "approvalReference">;

const refunds = "cancel, reverse and look up in the window";

const afterManual =
  "after a manual refund refunds what was asked, or nothing, and sees it: more would be booked than was refunded";

export const wrongWindowRefunds: readonly WrongWindow[] = [
  [
    "refunds all that remains",
    `${refunds}: refunds parts up to the total, each found by its key: the buyer would get another amount`,
    ({ gateway }) => ({
      async cancel(request) {
        if (request.authentication === null) return gateway.cancel(request);
        const answer = await gateway.cancel({ ...request, amount: request.remainingAmount });
        if (answer.outcome !== "done") return answer;
        return { ...answer, value: { ...answer.value, amount: request.amount } };
      },
    }),
  ],
  [
    "refunds by its own reference only",
    `${refunds}: refunds an approval whose answer was lost, by its authentication: the buyer could not get it back`,
    ({ gateway }) => ({
      cancel: async (request) => (isUnnamed(request) ? refused : gateway.cancel(request)),
    }),
  ],
  [
    "refunds the newest payment of the same amount",
    `${refunds}: refunds only the payment that it names, of two of the same amount`,
    ({ gateway, kept }) => ({
      approve(request) {
        kept.set("newest", request.key);
        return gateway.approve(request);
      },
      cancel: (request) => gateway.cancel({ ...request, approvalKey: kept.get("newest") ?? request.approvalKey }),
    }),
  ],
  [
    "works out what remains of a payment from its own refunds",
    `${refunds}: ${afterManual}`,
    ({ gateway }) => ({
      async lookUpApproval(question) {
        const found = await gateway.lookUpApproval(question);
        if (found.outcome !== "done") return found;
        return { ...found, value: { ...found.value, remainingAmount: found.value.amount } };
      },
    }),
  ],
  [
    "refunds what remains where more was asked for",
    `${refunds}: ${afterManual}`,
    ({ gateway }) => ({
      async cancel(request) {
        const answer = await gateway.cancel(request);
        if (answer.outcome !== "refused") return answer;
        const rest = await gateway.cancel({ ...request, amount: 7_000, key: `${request.key}-2` });
        return rest.outcome === "done" ? { ...rest, value: { ...rest.value, key: request.key } } : rest;
      },
    }),
  ],
  [
    "undoes by its own reference only",
    `${refunds}: undoes an approval, also one whose answer was lost, by its authentication: the buyer would have paid`,
    ({ gateway }) => ({
      reverse: async (request) => (isUnnamed(request) ? notFound : gateway.reverse(request)),
    }),
  ],
  [
    "undoes the last payment where it does not find the one that is named",
    `${refunds}: undoes nothing that was not sent, and leaves other payments: another buyer would get the goods for nothing`,
    ({ gateway, kept }) => ({
      async approve(request) {
        const answer = await gateway.approve(request);
        kept.set("last", request.key);
        return answer;
      },
      async reverse(request) {
        const answer = await gateway.reverse(request);
        const approvalKey = kept.get("last");
        if (answer.outcome !== "not-found" || approvalKey === undefined) return answer;
        return gateway.reverse({ ...request, approvalKey, key: `${request.key}-2` });
      },
    }),
  ],
];

/** Wrong lists of a day. */
export const wrongWindowLists: readonly WrongWindow[] = [
  [
    "lists a payment in the window by a number of its own",
    "statement in the window: lists a payment once, by its approval or by what was authenticated: it would be unknown money",
    ({ gateway }) => ({
      async statement(question) {
        const page = await gateway.statement?.(question);
        if (page?.outcome !== "done") return page ?? { outcome: "unknown", reason: "no list" };
        const movements = page.value.movements.map((line) => ({ ...line, approvalKey: `tid-${line.approvalKey}` }));
        return { ...page, value: { ...page.value, movements } };
      },
    }),
  ],
];
