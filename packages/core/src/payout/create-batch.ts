import { decideAndCommit, type Decision, type Read } from "../commit.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { replay } from "../idempotency/replay.ts";
import { credit, debit } from "../ledger/posting.ts";
import { merchantRef, type Merchant, notRegistered } from "../merchant/merchant.ts";
import type { PayoutBankContext } from "../payout-bank/context.ts";
import { ok, refuse, refuseField, type Ok, type Refused, type Result } from "../result.ts";
import { isSellerId, sellerRecord, type Seller } from "../seller/seller.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { validate } from "../validate.ts";
import {
  createBatchSchema,
  createdBatchSchema,
  type BatchCode,
  type CreateBatchInput,
  type CreatedBatch,
  type Item,
} from "./batch-request.ts";
import { isSame, refusedItems, refusedSlots, type Met } from "./check-batch.ts";
import { payoutDateAt } from "./payout-date.ts";
import {
  newPayout,
  payoutBatchIdPrefix,
  payoutBatchRecord,
  payoutIdPrefix,
  payoutRecord,
  payoutRefRecord,
  payoutSlotRecord,
  payoutWrite,
  slotRef,
  type Payout,
} from "./payout.ts";
import { beginStatements, statementRef, type StatementSchedule } from "./statement-schedule.ts";
import { viewPayout } from "./view.ts";

/** What the decision must not make up itself. */
interface Asked {
  readonly items: readonly Item[];
  readonly batchId: string;
  /** One for each item. */
  readonly payoutIds: readonly string[];
  readonly request: IdempotentRequest | undefined;
}

interface Batching extends Met {
  readonly merchant: Merchant | undefined;
  readonly record: IdempotencyRecord | undefined;
  readonly statements: StatementSchedule | undefined;
}

/** Reserves payouts to sellers: all of them in one commit, or none. They are submitted by themselves. */
export async function createBatch(
  context: PayoutBankContext,
  tenant: Tenant,
  { input, options = {} }: { readonly input: CreateBatchInput; readonly options?: RequestOptions | undefined },
): Promise<Result<CreatedBatch, BatchCode>> {
  const valid = validate(createBatchSchema, input);
  if (!valid.ok) return valid;
  const items = valid.value;
  const request = await prepareIdempotency(context, ["create-payouts", items], options);
  if (!request.ok) return request;
  const asked: Asked = {
    items,
    batchId: payoutBatchIdPrefix + context.ids.random(20),
    payoutIds: items.map(() => payoutIdPrefix + context.ids.random(20)),
    request: request.value,
  };
  const holidays = await context.calendar.refresh(context);
  const cutOffMs = context.settings.payoutCutOffMs;
  // A payee's day is hardly ever taken, and the commit expects it to be free: it is read only once something is amiss.
  let readsSlots = false;
  const decide = () =>
    decideAndCommit(context, {
      tenant: tenantId(tenant),
      lane: "payouts",
      accounts: ["available"],
      async load(read) {
        const payoutDate = payoutDateAt(context.clock.now(), { holidays, cutOffMs });
        const batching = await loadBatching(read, asked, { payoutDate, readsSlots });
        readsSlots = true;
        return batching;
      },
      decide: (batching, now, { available }) => decideBatch(asked, batching, { now, available }),
    });
  const made = await decide();
  if (made !== readSlotsFirst) return made;
  const again = await decide();
  if (again === readSlotsFirst) throw new Error("the payees' days were read, and are not known");
  return again;
}

/** What would be refused may be refused for a day that is taken, which has to be read before. */
const readSlotsFirst = Symbol("read slots first");

async function loadBatching(
  read: Read,
  asked: Asked,
  { payoutDate, readsSlots }: { readonly payoutDate: string | undefined; readonly readsSlots: boolean },
): Promise<Batching> {
  const { items, request } = asked;
  const refRefs = items.map(({ refPayoutId }) => payoutRefRecord.ref(refPayoutId));
  const sellerRefs = items.map(({ destination }) =>
    isSellerId(destination) ? sellerRecord.ref(destination) : undefined,
  );
  const [merchant, record, statements] = await read(merchantRef, request?.ref, statementRef, ...refRefs, ...sellerRefs);
  const refs = await read(...refRefs);
  const sellers = await read(...sellerRefs);
  const usedRefs = refs.map((ref) => ref && payoutRecord.ref(ref.payoutId));
  const slotRefs = readsSlots ? sellers.map((seller) => slotOf(seller, payoutDate)) : [];
  const [batch] = await read(refs[0] && payoutBatchRecord.ref(refs[0].batchId), ...usedRefs, ...slotRefs);
  const used = await read(...usedRefs);
  const slots = await read(...slotRefs);
  const ofBatch = await read(...(batch?.payoutIds ?? []).map((id) => payoutRecord.ref(id)));
  const slotsTaken = readsSlots ? slots.map((slot) => slot !== undefined) : undefined;
  const earlier = ofBatch.filter((payout) => payout !== undefined);
  return { merchant, record, statements, used, sellers, slotsTaken, batch: earlier, payoutDate };
}

function slotOf(seller: Seller | undefined, payoutDate: string | undefined) {
  const externalSellerId = seller?.externalSellerId;
  if (externalSellerId == null || payoutDate === undefined) return undefined;
  return slotRef({ type: "SELLER", externalSellerId }, payoutDate);
}

/** The moment of the decision, and what is available then. */
interface At {
  readonly now: number;
  readonly available: number;
}

function decideBatch(
  asked: Asked,
  batching: Batching,
  at: At,
): Decision<Ok<CreatedBatch> | Refused<BatchCode> | typeof readSlotsFirst> {
  const { items, request } = asked;
  const { merchant, record, batch, payoutDate } = batching;
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
  const refused = refusedItems(items, batching);
  if (refused !== undefined) return { answer: refused };
  if (payoutDate === undefined) return { answer: refuse("CALENDAR_ENDED") };
  const taken = refusedSlots(items, batching);
  const total = items.reduce((sum, { amount }) => sum + amount.value, 0);
  const isRefused = taken !== undefined || total > at.available;
  if (isRefused && batching.slotsTaken === undefined) return { answer: readSlotsFirst };
  if (taken !== undefined) return { answer: taken };
  if (total > at.available) {
    const problem = `comes to ${total} won, and ${at.available} won are available`;
    return { answer: refuseField("NOT_ENOUGH_AMOUNT", "body", problem) };
  }
  return reserve(asked, batching, { payoutDate, total, now: at.now });
}

/** The payouts with everything that makes them unique, and the money for them, all in one commit. */
function reserve(
  { items, batchId, payoutIds, request }: Asked,
  { sellers, statements }: Batching,
  { payoutDate, total, now }: { readonly payoutDate: string; readonly total: number; readonly now: number },
): Decision<Ok<CreatedBatch>> {
  const payouts = items.map(({ refPayoutId, destination: sellerId, amount }, index) => {
    const id = payoutIds[index];
    const externalSellerId = sellers[index]?.externalSellerId;
    if (id === undefined || externalSellerId == null) throw new Error("a payout has no id or nobody to be paid to");
    const destination = { type: "SELLER", sellerId, externalSellerId } as const;
    return newPayout({ id, batchId, refPayoutId, destination, payoutDate, amount: amount.value }, now);
  });
  const created: CreatedBatch = { isNew: true, payouts: listOf(payouts) };
  return {
    answer: ok(created),
    changes: {
      writes: [
        ...payouts.flatMap((payout) => newPayoutWrites(payout)),
        payoutBatchRecord.write(batchId, { payoutIds: payouts.map(({ id }) => id) }),
        ...beginStatements(statements, now),
        ...rememberRequest(request, { answer: JSON.stringify(created) }),
      ],
      reference: batchId,
      postings: [debit("available", total), credit("reserved", total)],
      floors: [{ account: "available", min: 0 }],
    },
  };
}

/** A new payout with what makes it unique: its refPayoutId and its payee's day, both read as absent before. */
export function newPayoutWrites(payout: Payout) {
  const { id, batchId, refPayoutId, destination, payoutDate } = payout;
  return [
    payoutWrite(payout),
    payoutRefRecord.write(refPayoutId, { payoutId: id, batchId }),
    payoutSlotRecord.write(slotRef(destination, payoutDate).id, { payoutId: id }),
  ];
}

/** All payouts of a batch as one page. */
function listOf(payouts: readonly Payout[]): CreatedBatch["payouts"] {
  return { hasMore: false, size: payouts.length, nextCursor: null, items: payouts.map(viewPayout) };
}
