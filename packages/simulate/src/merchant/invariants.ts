import type { TenantId } from "@wonflow/core";
import { merchantRecord } from "@wonflow/core/records";
import type { Invariant, Projection } from "../observation/invariant.ts";
import { observeRecords } from "../observation/observed-records.ts";
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
  onCommit(value, { tenant, writes }, observed) {
    for (const { key } of writes) {
      if (key.kind === intents.kind) value.problem ??= enterPayment(value, { tenant, id: key.id }, observed);
    }
  },
};

function enterPayment(
  { feeRates }: Contracts,
  { tenant, id }: { readonly tenant: TenantId; readonly id: string },
  observed: Observed,
): string | undefined {
  const name = `${tenant} ${id}`;
  const intent = observed.of(intents).get(tenant, id);
  const merchant = observed.of(merchants).get(tenant, "self");
  if (intent === undefined || merchant === undefined) return undefined;
  const { approvalKey, feeRate, totalAmount, status, sessionId } = intent;
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

const contractAtTheTime: Invariant = {
  name: "a payment keeps its contract",
  always: (observed) => observed.of(contracts).problem,
};

export const part: Part = { records: [merchants], projections: [contracts], invariants: [contractAtTheTime] };
