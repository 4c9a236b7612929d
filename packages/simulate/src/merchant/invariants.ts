import { type Intent, merchantRecord } from "@wonflow/core/records";
import { noProblemIn, type Projection } from "../observation/invariant.ts";
import { type Committed, observeRecords, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";

export const merchants = observeRecords(merchantRecord);

interface Contracts {
  readonly feeRates: Map<string, string>;
  problem: string | undefined;
}

const contracts: Projection<Contracts> = {
  start: () => ({ feeRates: new Map(), problem: undefined }),
  onCommit(value, changeSet, observed) {
    for (const { name, record } of writtenIn(intents, changeSet, observed)) {
      value.problem ??= enterPayment(value, { name, intent: record }, observed);
    }
  },
};

function enterPayment(
  { feeRates }: Contracts,
  { name, intent }: { readonly name: string; readonly intent: Committed<Intent> },
  observed: Observed,
): string | undefined {
  const { tenant, intentKey: id, approvalKey, feeRate, totalAmount, status, sessionId } = intent;
  const merchant = observed.of(merchants).get(tenant, "self");
  if (merchant === undefined) return undefined;
  const { minAmount, maxAmount } = merchant;
  const isOutOfBounds = totalAmount < minAmount || totalAmount > maxAmount;
  const isNew = status === "READY" || (sessionId === null && !feeRates.has(name));
  if (isNew && isOutOfBounds) return `${totalAmount} won are not from ${minAmount} to ${maxAmount}: payment ${id}`;
  if (approvalKey === null) return undefined;
  const before = feeRates.get(name) ?? merchant.feeRate;
  feeRates.set(name, before);
  return feeRate === before
    ? undefined
    : `payment ${id} has the fee rate ${feeRate}, and was sent to be approved at ${before}`;
}

export const part: Part = {
  records: [merchants],
  projections: [contracts],
  invariants: [noProblemIn("a payment keeps its contract", contracts)],
};
