import type { TenantId } from "@wonflow/core";
import type { ApprovalRecord } from "@wonflow/sandbox";
import { attempts, subjectOfAttempt } from "../attempt/records.ts";
import { balances, bookedFor } from "../observation/balances.ts";
import { openingReference } from "../ledger/opening.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import { intents } from "../payment/records.ts";
import { paidOut } from "../payout/booked.ts";
import { isByPeople } from "./networks.ts";

/** Whatever arrives at the network was committed before as an attempt, with this amount. */
const committedBeforeCalled: Invariant = {
  name: "committed before called",
  always: (observed) =>
    firstProblem(observed.providers.cardNetwork.records(), ({ tenant, key, amount, state, cancellations }) => {
      const problem = state === "TOMBSTONED" ? undefined : unknownCall(observed, { tenant, key, amount });
      const ours = cancellations.filter((each) => !isByPeople(each.key));
      return problem ?? firstProblem(ours, (each) => unknownCall(observed, { ...each, tenant }));
    }),
};

function unknownCall(
  observed: Observed,
  { tenant, key, amount }: { readonly tenant: TenantId; readonly key: string; readonly amount: number },
): string | undefined {
  const attempt = observed.of(attempts).get(tenant, key);
  if (attempt === undefined) return `${key} reached the network, and no attempt with this key is committed`;
  return attempt.amount === amount ? undefined : `${key} reached the network with ${amount} won, not ${attempt.amount}`;
}

/** An order is approved at most once at the network, net of reversals. */
const approvedOnce: Invariant = {
  name: "approved at most once",
  always(observed) {
    const approved = new Map<string, string>();
    return firstProblem(observed.providers.cardNetwork.records(), (record) => {
      const { tenant, key } = record;
      if (!stands(record)) return undefined;
      const intent = observed.of(intents).get(tenant, subjectOfAttempt(key) ?? "");
      const order = `${tenant} ${intent?.orderId ?? key}`;
      const other = approved.get(order);
      approved.set(order, key);
      return other === undefined ? undefined : `${order} is approved twice: ${other} and ${key}`;
    });
  },
};

/** Whether an approval stands: it was not undone, neither by a reversal nor by hand. */
function stands({ state, amount, canceledAmount, cancellations }: ApprovalRecord): boolean {
  return state === "APPROVED" && !(amount === canceledAmount && cancellations.some(({ key }) => isByPeople(key)));
}

/** Our records never say more than the network's: what is paid is approved, what is given back is given back. */
const recordsFollowNetwork: Invariant = {
  name: "records follow the network",
  always: (observed) =>
    firstProblem(observed.of(intents).values(), (intent) => {
      const { tenant, intentKey, status, totalAmount, canceledAmount, approvedAt, approvalKey } = intent;
      const approval = approvalKey === null ? undefined : observed.providers.cardNetwork.record(tenant, approvalKey);
      if (approvedAt !== null) {
        if (approval?.state !== "APPROVED") {
          return `payment ${intentKey} is ${status}; at the network its approval is ${approval?.state ?? "unknown"}`;
        }
        if (approval.amount !== totalAmount) {
          return `payment ${intentKey} is of ${totalAmount} won; the network approved ${approval.amount}`;
        }
        return canceledAmount > approval.canceledAmount
          ? `${canceledAmount} won of payment ${intentKey} are canceled; the network gave back ${approval.canceledAmount}`
          : undefined;
      }
      if (status === "ABORTED" && (approval === undefined || stands(approval))) {
        const state = approval === undefined ? "may still arrive" : `is ${approval.state}`;
        return `payment ${intentKey} is ABORTED; at the network its approval ${state}`;
      }
      const over = status === "EXPIRED" || status === "CANCELED";
      return over && approvalKey !== null
        ? `payment ${intentKey} is ${status} although an approval was opened`
        : undefined;
    }),
};

/** At rest the network holds for each payment what our records say, and for each merchant what the ledger says. */
const sameAtRest: Invariant = {
  name: "same amounts at rest",
  atRest(observed) {
    const { cardNetwork } = observed.providers;
    const payments = [...observed.of(intents).values()];
    const ofPayment = firstProblem(cardNetwork.records(), ({ tenant, key, state, amount, canceledAmount }) => {
      const intent = payments.find((each) => each.tenant === tenant && each.approvalKey === key);
      const held = state === "APPROVED" ? amount - canceledAmount : 0;
      const recorded = intent?.approvedAt == null ? 0 : intent.totalAmount - intent.canceledAmount;
      return held === recorded ? undefined : `${key}: the network holds ${held} won, our records say ${recorded}`;
    });
    if (ofPayment !== undefined) return ofPayment;
    return firstProblem(observed.of(balances), ([tenant, { receivable, bank }]) => {
      const held = cardNetwork.held(tenant);
      const before = bookedFor(observed, tenant, openingReference).bank;
      const paid = bank - before + paidOut(observed, tenant).out;
      // What it has paid us it has charged all the same.
      return held === receivable + paid
        ? undefined
        : `${tenant}: the network holds ${held} won, the ledger says ${receivable} and ${paid} paid`;
    });
  },
};

/** The network of a mode knows nothing of the other mode's merchants. */
const modesNeverMeet: Invariant = {
  name: "test money and live money never meet",
  always: ({ providers }) =>
    firstProblem(["test", "live"] as const, (mode) => {
      const other = providers.cardNetwork.recordsOf(mode).find(({ tenant }) => !tenant.endsWith(`:${mode}`));
      return other && `${other.key} of ${other.tenant} is at the network of ${mode} mode`;
    }),
};

export const invariants: readonly Invariant[] = [
  committedBeforeCalled,
  approvedOnce,
  recordsFollowNetwork,
  sameAtRest,
  modesNeverMeet,
];
