import { decideAndCommit, type Decision } from "../engine/commit/commit.ts";
import type { Read } from "../engine/commit/snapshot.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
  replay,
} from "../engine/idempotency/idempotency.ts";
import { merchantRef, notRegistered, suspendedRefusal, type Merchant } from "../merchant/merchant.ts";
import { refuseWithoutBank, type PayoutBankContext } from "./bank/context.ts";
import { validate } from "../engine/request/validate.ts";
import { ok, refuse, refuseField, type Ok, type Refused, type Result } from "../result.ts";
import { isSellerId, sellerRecord, type Seller } from "./seller/seller.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import {
  createBatchSchema,
  createdBatchSchema,
  type BatchCode,
  type CreateBatchInput,
  type CreatedBatch,
  isSame,
  refusedItems,
  refusedSlots,
  type MetItem,
  type WantedItem,
} from "./check-batch.ts";
import { statementRef, type StatementSchedule, beginStatements } from "./read-statement.ts";
import { payoutDateAt } from "./cut-off.ts";
import {
  newPayout,
  newPayoutBatchId,
  newPayoutId,
  payoutBatchRecord,
  payoutRecord,
  payoutRefRecord,
  slotRef,
  type Payout,
  payoutSlotRecord,
} from "./payout.ts";
import { viewPayout } from "./view.ts";
import { credit, debit } from "../engine/posting/posting.ts";

interface WantedBatch {
  readonly items: readonly WantedItem[];
  readonly batchId: string;
  readonly request: IdempotentRequest | undefined;
}

interface Batching {
  readonly merchant: Merchant | undefined;
  readonly record: IdempotencyRecord | undefined;
  readonly statements: StatementSchedule | undefined;
  readonly items: readonly MetItem[];
  /** The earlier batch that the first refPayoutId belongs to, in its own order. */
  readonly batch: readonly Payout[];
  /** Undefined if the calendar ends before it. */
  readonly payoutDate: string | undefined;
}

/** Reserves payouts to sellers: all of them in one commit, or none. Due work submits them. */
export async function createBatch(
  context: PayoutBankContext,
  tenant: Tenant,
  { input, options = {} }: { readonly input: CreateBatchInput; readonly options?: RequestOptions | undefined },
): Promise<Result<CreatedBatch, BatchCode>> {
  const valid = validate(createBatchSchema, input);
  if (!valid.ok) return valid;
  const request = await prepareIdempotency(context, ["create-payouts", valid.value], options);
  if (!request.ok) return request;
  const now = context.clock.now();
  const wanted: WantedBatch = {
    items: valid.value.map((item) => ({ ...item, id: newPayoutId(context.ids, now) })),
    batchId: newPayoutBatchId(context.ids, now),
    request: request.value,
  };
  // A slot is hardly ever taken, and the commit expects it to be free. So slots are read only after a refusal.
  const first = await reserveBatch(context, tenant, { wanted, readsSlots: false });
  return first.ok || !mayBeSlots.has(first.error.code)
    ? first
    : reserveBatch(context, tenant, { wanted, readsSlots: true });
}

/** Refusals that may be due to a taken slot, which takes precedence over a short balance and makes the commit fail. */
const mayBeSlots: ReadonlySet<BatchCode> = new Set([
  "PAYOUT_PROVIDER_SLOT_CONFLICT",
  "NOT_ENOUGH_AMOUNT",
  "CONCURRENT_REQUEST",
]);

interface BatchPass {
  readonly wanted: WantedBatch;
  /** Whether slots are read. Without that there is one try. */
  readonly readsSlots: boolean;
}

async function reserveBatch(
  context: PayoutBankContext,
  tenant: Tenant,
  { wanted, readsSlots }: BatchPass,
): Promise<Ok<CreatedBatch> | Refused<BatchCode>> {
  const withoutBank = refuseWithoutBank(context, tenant);
  return decideAndCommit(context, {
    tenant,
    lane: "payouts",
    accounts: ["available"],
    ...(!readsSlots && { tries: 1 }),
    load: (read) => loadBatching(context, read, { wanted, readsSlots }),
    decide: (batching, now, { available }) => decideBatch(wanted, batching, { now, available, withoutBank }),
  });
}

async function loadBatching(
  context: PayoutBankContext,
  read: Read,
  { wanted, readsSlots }: BatchPass,
): Promise<Batching> {
  const { items, request } = wanted;
  const { payoutCutOffMs } = context.settings;
  const now = context.clock.now();
  const refRefs = items.map(({ refPayoutId }) => payoutRefRecord.ref(refPayoutId));
  const sellerRefs = items.map(({ destination }) =>
    isSellerId(destination) ? sellerRecord.ref(destination) : undefined,
  );
  // Both are asked for at once, so that a store reads them in one trip.
  const [holidays, [merchant, record, statements]] = await Promise.all([
    context.calendar.refresh(context),
    read(merchantRef, request?.ref, statementRef, ...refRefs, ...sellerRefs),
  ]);
  const payoutDate = payoutDateAt(now, { holidays, payoutCutOffMs });
  const refs = await read(...refRefs);
  const sellers = await read(...sellerRefs);
  const usedRefs = refs.map((ref) => ref && payoutRecord.ref(ref.payoutId));
  const slotRefs = readsSlots ? sellers.map((seller) => slotOf(seller, payoutDate)) : [];
  const [batch] = await read(refs[0] && payoutBatchRecord.ref(refs[0].batchId), ...usedRefs, ...slotRefs);
  const used = await read(...usedRefs);
  const slots = await read(...slotRefs);
  const ofBatch = await read(...(batch?.payoutIds ?? []).map((id) => payoutRecord.ref(id)));
  const met = items.map((item, index) => ({
    ...item,
    used: used[index],
    seller: sellers[index],
    slotIsTaken: slots[index] !== undefined,
  }));
  const earlier = ofBatch.filter((payout) => payout !== undefined);
  return { merchant, record, statements, items: met, batch: earlier, payoutDate };
}

function slotOf(seller: Seller | undefined, payoutDate: string | undefined) {
  const externalSellerId = seller?.externalSellerId;
  if (externalSellerId == null || payoutDate === undefined) return undefined;
  return slotRef({ type: "SELLER", externalSellerId }, payoutDate);
}

interface BatchMoment {
  readonly now: number;
  readonly available: number;
  /** The refusal of a mode without a payout bank. */
  readonly withoutBank: Refused<"FORBIDDEN_REQUEST"> | undefined;
}

function decideBatch(
  wanted: WantedBatch,
  batching: Batching,
  { now, available, withoutBank }: BatchMoment,
): Decision<Ok<CreatedBatch> | Refused<BatchCode>> {
  const { request } = wanted;
  const { merchant, record, items, batch, payoutDate } = batching;
  const earlier = replay(request, record);
  if (earlier !== undefined) {
    if ("ok" in earlier) return { answer: earlier };
    if (!("answer" in earlier)) throw new Error("payouts are remembered by an attempt");
    return { answer: ok(createdBatchSchema.parse(JSON.parse(earlier.answer))) };
  }
  if (merchant === undefined) return { answer: notRegistered };
  if (!merchant.contracts.payouts) return { answer: refuse("PAYOUT_NOT_ENABLED") };
  if (isSame(items, batch)) {
    const repeated: CreatedBatch = { isNew: false, payouts: listOf(batch) };
    const writes = rememberRequest(request, { answer: JSON.stringify(repeated) });
    return { answer: ok(repeated), ...(writes.length > 0 && { changes: { writes } }) };
  }
  const closed = suspendedRefusal(merchant) ?? withoutBank;
  if (closed !== undefined) return { answer: closed };
  const refused = refusedItems(items);
  if (refused !== undefined) return { answer: refused };
  if (payoutDate === undefined) return { answer: refuse("CALENDAR_ENDED") };
  const taken = refusedSlots(items, payoutDate);
  if (taken !== undefined) return { answer: taken };
  const total = items.reduce((sum, { amount }) => sum + amount.value, 0);
  if (total > available) {
    const problem = `comes to ${total} won, and ${available} won are available`;
    return { answer: refuseField("NOT_ENOUGH_AMOUNT", "body", problem) };
  }
  return reserve(wanted, batching, { payoutDate, now });
}

function reserve(
  { batchId, request }: WantedBatch,
  { items, statements }: Batching,
  { payoutDate, now }: { readonly payoutDate: string; readonly now: number },
): Decision<Ok<CreatedBatch>> {
  const payouts = items.map(({ id, refPayoutId, destination: sellerId, amount, seller }) => {
    const externalSellerId = seller?.externalSellerId;
    if (externalSellerId == null) throw new Error(`payout ${id} has no payee`);
    const destination = { type: "SELLER", sellerId, externalSellerId } as const;
    return newPayout({ id, batchId, refPayoutId, destination, payoutDate, amount: amount.value }, now);
  });
  const created: CreatedBatch = { isNew: true, payouts: listOf(payouts) };
  const { writes, ...reserved } = reservation(payouts, { batchId, statements, now });
  const remembered = rememberRequest(request, { answer: JSON.stringify(created) });
  return { answer: ok(created), changes: { ...reserved, writes: [...writes, ...remembered] } };
}

function listOf(payouts: readonly Payout[]): CreatedBatch["payouts"] {
  return { hasMore: false, size: payouts.length, nextCursor: null, items: payouts.map(viewPayout) };
}

interface Reserving {
  readonly batchId: string;
  readonly statements: StatementSchedule | undefined;
  readonly now: number;
}

/** Makes the payouts of a batch and reserves their money, with the records that keep refPayoutIds and slots unique. */
export function reservation(payouts: readonly Payout[], { batchId, statements, now }: Reserving) {
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    writes: [
      ...payouts.flatMap((payout) => [
        payoutRecord.make(payout),
        payoutRefRecord.make(payout.refPayoutId, { payoutId: payout.id, batchId }),
        payoutSlotRecord.make(slotRef(payout.destination, payout.payoutDate).id, { payoutId: payout.id }),
      ]),
      payoutBatchRecord.make(batchId, { payoutIds: payouts.map(({ id }) => id) }),
      ...beginStatements(statements, now),
    ],
    reference: batchId,
    postings: [debit("available", total), credit("reserved", total)],
    floors: [{ account: "available", min: 0 }],
  } as const;
}
