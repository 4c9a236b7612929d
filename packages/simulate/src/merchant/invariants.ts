import { type Intent, merchantRecord } from "@wonflow/core/internal";
import { codeOf } from "../client/client.ts";
import { type Arrival, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { type Committed, observeRecords, writtenIn, type Move } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "../payment/records.ts";
import { attempts } from "../attempt/records.ts";
import { sessions } from "../checkout/checkout.ts";
import { payouts } from "../payout/records.ts";

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
  const { tenant, intentKey: id, approvalKey, feeRate, totalAmount, status, sessionId, methods } = intent;
  const merchant = observed.of(merchants).get(tenant, "self");
  if (merchant === undefined) return undefined;
  const { minAmount, maxAmount } = merchant;
  const isOutOfBounds = totalAmount < minAmount || totalAmount > maxAmount;
  const isNew = status === "READY" || (sessionId === null && !feeRates.has(name));
  if (isNew && isOutOfBounds) return `${totalAmount} won are not from ${minAmount} to ${maxAmount}: payment ${id}`;
  if (approvalKey === null) return undefined;
  const [paidWith] = methods;
  const agreed = (paidWith && merchant.methodFeeRates[paidWith.method]) ?? merchant.feeRate;
  const before = feeRates.get(name) ?? agreed;
  feeRates.set(name, before);
  return feeRate === before
    ? undefined
    : `payment ${id} has the fee rate ${feeRate}, and was sent to be approved at ${before}`;
}

interface Keys {
  readonly state: Map<string, "being revoked" | "revoked">;
  readonly revokedAtArrival: WeakSet<Arrival>;
}

const keys: Projection<Keys> = {
  start: () => ({ state: new Map(), revokedAtArrival: new WeakSet() }),
  onEvent({ state }, event) {
    if (event.kind === "key") state.set(event.authorization, event.is);
  },
  onArrival({ state, revokedAtArrival }, arrival) {
    if (state.get(arrival.request.authorization) === "revoked") revokedAtArrival.add(arrival);
  },
};

const keysWhileActive: Invariant = {
  name: "only active keys are accepted",
  ofAnswer({ arrival, answer, errors }, observed) {
    const { state, revokedAtArrival } = observed.of(keys);
    const { name, authorization } = arrival.request;
    const isRefused = codeOf(answer) === "UNAUTHORIZED_KEY";
    if (revokedAtArrival.has(arrival)) {
      return isRefused || errors.length > 0 ? undefined : `${name} was accepted with a revoked key`;
    }
    return isRefused && !state.has(authorization) ? `${name} was refused, and its key is active` : undefined;
  },
};

/** Attempts that start new business. All others refund, undo or release. */
const opening: readonly string[] = ["approval", "token-issue"];

function isNewBusiness({ machine, tenant, id }: Move, observed: Observed): boolean {
  switch (machine) {
    case sessions.kind:
      return true;
    case attempts.kind:
      return opening.includes(observed.of(attempts).get(tenant, id)?.kind ?? "");
    case payouts.kind:
      return observed.of(payouts).get(tenant, id)?.destination.type === "SELLER";
    default:
      return false;
  }
}

const nothingNewWhileSuspended: Invariant = {
  name: "a suspended merchant begins nothing",
  ofMove(move, observed) {
    const { machine, tenant, id, from } = move;
    if (from !== undefined || observed.of(merchants).get(tenant, "self")?.suspended == null) return undefined;
    return isNewBusiness(move, observed) ? `${machine} ${id} was made while ${tenant} was suspended` : undefined;
  },
};

export const part: Part = {
  records: [merchants],
  projections: [contracts, keys],
  invariants: [noProblemIn("a payment keeps its contract", contracts), keysWhileActive, nothingNewWhileSuspended],
};
