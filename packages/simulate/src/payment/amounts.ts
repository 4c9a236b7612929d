import type { Intent } from "@wonflow/core/records";
import { isEnteredByPeople, paymentAttempts } from "../attempt/records.ts";
import { isByPeople } from "../ports/by-people.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { approvedMethods, intents } from "./records.ts";

const canceledByStatus: Readonly<Record<Intent["status"], (canceled: number, total: number) => boolean>> = {
  READY: (canceled) => canceled === 0,
  IN_PROGRESS: (canceled) => canceled === 0,
  DONE: (canceled) => canceled === 0,
  PARTIAL_CANCELED: (canceled, total) => canceled > 0 && canceled < total,
  CANCELED: (canceled, total) => canceled === total,
  EXPIRED: (canceled) => canceled === 0,
  ABORTED: (canceled) => canceled === 0,
};

const approvedStatuses: readonly Intent["status"][] = ["DONE", "PARTIAL_CANCELED", "CANCELED"];

const statusSaysAmounts: Invariant = {
  name: "status and amounts agree",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { intentKey, status, canceledAmount, totalAmount, approvedAt } = intent;
      if (approvedAt !== null && !approvedStatuses.includes(status)) {
        return `payment ${intentKey} is ${status}, and was approved at ${approvedAt}`;
      }
      if (approvedAt !== null) {
        const methods = approvedMethods(intent);
        const [paid, canceled] = [sumOf(methods, "amount"), sumOf(methods, "canceledAmount")];
        if (paid !== totalAmount || canceled !== canceledAmount) {
          return `payment ${intentKey} is of ${totalAmount} won, ${canceledAmount} canceled; its methods are of ${paid}, ${canceled} canceled`;
        }
      }
      if (canceledByStatus[status](canceledAmount, totalAmount)) return undefined;
      return `payment ${intentKey} is ${status}, and ${canceledAmount} of ${totalAmount} won are canceled`;
    }),
};

function sumOf(methods: ReturnType<typeof approvedMethods>, what: "amount" | "canceledAmount"): number {
  return methods.reduce((sum, method) => sum + method[what], 0);
}

const timesAreTheGateways: Invariant = {
  name: "times are the gateway's",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { tenant, intentKey, approvedAt, canceledAmount, canceledAt } = intent;
      if (approvedAt === null) return undefined;
      const { gateway } = observed.providers;
      const approvals = approvedMethods(intent).map(({ approvalKey }) => gateway.record(tenant, approvalKey));
      const last = Math.max(...approvals.map((approval) => approval?.arrivedAt ?? Infinity));
      if (last !== approvedAt) return `payment ${intentKey} is approved at ${approvedAt}; the gateway has ${last}`;
      if (canceledAmount === 0) {
        return canceledAt === null
          ? undefined
          : `payment ${intentKey} has canceledAt ${canceledAt}, and no canceled amount`;
      }
      const booked = paymentAttempts(observed).filter((each) => {
        const isOurs = each.tenant === tenant && each.intentKey === intentKey;
        return isOurs && each.kind === "cancellation" && each.canceledAt !== null;
      });
      const made = approvals.flatMap((approval) => approval?.cancellations ?? []);
      const times = booked.map((attempt) => {
        const isIt = (each: { readonly key: string; readonly canceledAt: number }) =>
          isEnteredByPeople(attempt)
            ? isByPeople(each.key) && each.canceledAt === attempt.canceledAt
            : each.key === attempt.key;
        return made.find(isIt)?.canceledAt ?? Infinity;
      });
      return Math.max(...times) === canceledAt
        ? undefined
        : `payment ${intentKey} was canceled last at ${canceledAt}; the gateway has ${Math.max(...times)}`;
    }),
};

export const part: Part = { invariants: [statusSaysAmounts, timesAreTheGateways] };
