import type { Intent } from "@wonflow/core";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Committed } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import { attempts } from "../attempt/records.ts";
import { intents } from "./records.ts";

/** What a status says of the amounts of a payment. */
const canceledByStatus: Readonly<Record<Intent["status"], (canceled: number, total: number) => boolean>> = {
  READY: (canceled) => canceled === 0,
  IN_PROGRESS: (canceled) => canceled === 0,
  DONE: (canceled) => canceled === 0,
  PARTIAL_CANCELED: (canceled, total) => canceled > 0 && canceled < total,
  CANCELED: (canceled, total) => canceled === total,
  EXPIRED: (canceled) => canceled === 0,
  ABORTED: (canceled) => canceled === 0,
};

/** Only of these payments anything was ever booked. */
const approvedStatuses: readonly Intent["status"][] = ["DONE", "PARTIAL_CANCELED", "CANCELED"];

/** A payment's status says whether it was approved, and how much of it is canceled. */
const statusSaysAmounts: Invariant = {
  name: "status and amounts agree",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), ({ intentKey, status, canceledAmount, totalAmount, approvedAt }) => {
      if (approvedAt !== null && !approvedStatuses.includes(status)) {
        return `payment ${intentKey} is ${status}, and was approved at ${approvedAt}`;
      }
      if (canceledByStatus[status](canceledAmount, totalAmount)) return undefined;
      return `payment ${intentKey} is ${status}, and ${canceledAmount} of ${totalAmount} won are canceled`;
    }),
};

/** When a payment was approved and canceled last is what the network says. */
const timesAreTheNetworks: Invariant = {
  name: "times are the network's",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { tenant, intentKey, approvalKey, approvedAt, canceledAmount, canceledAt } = intent;
      if (approvedAt === null || approvalKey === null) return undefined;
      const approval = observed.providers.cardNetwork.record(tenant, approvalKey);
      if (approval?.arrivedAt !== approvedAt) {
        return `payment ${intentKey} is approved at ${approvedAt}; the network says ${approval?.arrivedAt}`;
      }
      if (canceledAmount === 0) {
        return canceledAt === null ? undefined : `payment ${intentKey} is canceled at ${canceledAt}, and nothing of it`;
      }
      const key = lastCancellationOf(observed, intent);
      const last = approval.cancellations.find((each) => each.key === key);
      return last?.canceledAt === canceledAt
        ? undefined
        : `payment ${intentKey} was canceled last at ${canceledAt}; the network says ${last?.canceledAt} of ${key}`;
    }),
};

/** The last cancellation that took effect; they are numbered from 1. */
function lastCancellationOf(observed: Observed, { tenant, intentKey, cancellations }: Committed<Intent>): string {
  for (let number = cancellations; number > 0; number -= 1) {
    const key = `cancellation.${intentKey}.${number}`;
    if (observed.of(attempts).get(tenant, key)?.status === "DONE") return key;
  }
  return "";
}

export const invariants: readonly Invariant[] = [statusSaysAmounts, timesAreTheNetworks];
