import { z } from "zod";

import { decideAndCommit, type Decision, type Read } from "../commit.ts";
import type { ErrorCode } from "../errors.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { idempotencyErrors, replay } from "../idempotency/replay.ts";
import { credit, debit } from "../ledger/posting.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import type { PayoutBankContext } from "../payout-bank/context.ts";
import { ok, refuse, refuseField, type Ok, type Refused, type Result } from "../result.ts";
import { isSellerId, sellerRecord, type Seller } from "../seller/seller.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { optional, validate } from "../validate.ts";
import { payoutDateAt } from "./payout-date.ts";
import {
  newPayout,
  ownRefPrefix,
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
import { payoutListSchema, viewPayout } from "./view.ts";

const refPayoutIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,50}$/, "must be 1 to 50 letters, digits or - _ . :")
  .refine((ref) => !ref.startsWith(ownRefPrefix), `must not begin with ${ownRefPrefix}, which is the service's own`)
  .meta({ description: "The merchant's own id of the payout, never used before" });

const itemSchema = z.object({
  refPayoutId: refPayoutIdSchema,
  destination: z.string().meta({ description: "The id of a seller" }),
  amount: z.object({
    value: z
      .int("must be a whole number of won")
      .min(1, "must be at least 1 won")
      .lt(1_000_000_000, "must be below 1,000,000,000 won")
      .meta({ description: "Won" }),
    currency: optional(z.literal("KRW", "must be KRW, or left out: amounts are won")),
  }),
});

/** Interface: Payouts, `POST /merchants/:mId/payouts`. */
export const createBatchSchema = z
  .array(itemSchema, "must be a list of payouts")
  .min(1, "must have at least 1 payout")
  .max(100, "must have at most 100 payouts")
  .meta({ id: "CreatePayoutsRequest" });

export type CreateBatchInput = z.input<typeof createBatchSchema>;

type Item = z.output<typeof itemSchema>;

/** Every code that asking for payouts may refuse with; of several that hold, the first of this order is told. */
export const createBatchErrors = [
  "INVALID_REQUEST",
  ...idempotencyErrors,
  "FORBIDDEN_REQUEST",
  "PAYOUT_NOT_ENABLED",
  "DUPLICATE_REF_PAYOUT_ID",
  "NOT_FOUND_SELLER",
  "SELLER_NOT_REGISTERED",
  "CALENDAR_ENDED",
  "PAYOUT_PROVIDER_SLOT_CONFLICT",
  "NOT_ENOUGH_AMOUNT",
  "CONCURRENT_REQUEST",
] as const;

type BatchCode = (typeof createBatchErrors)[number];

/** The payouts of a request, and whether it was this one that made them. */
export const createdBatchSchema = z.object({ isNew: z.boolean(), payouts: payoutListSchema });

export type CreatedBatch = z.output<typeof createdBatchSchema>;

/** What the decision must not make up itself. */
interface Asked {
  readonly items: readonly Item[];
  readonly batchId: string;
  /** One for each item. */
  readonly payoutIds: readonly string[];
  readonly request: IdempotentRequest | undefined;
}

interface Batching {
  readonly merchant: Merchant | undefined;
  readonly record: IdempotencyRecord | undefined;
  readonly statements: StatementSchedule | undefined;
  /** For each item: the payout that has its refPayoutId, its seller, and whether the seller's day is taken. */
  readonly used: readonly (Payout | undefined)[];
  readonly sellers: readonly (Seller | undefined)[];
  readonly slotsTaken: readonly boolean[];
  /** The earlier batch that the first refPayoutId belongs to, in its own order. */
  readonly batch: readonly Payout[];
  /** Undefined where the calendar ends before. */
  readonly payoutDate: string | undefined;
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
  return decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: "payouts",
    accounts: ["available"],
    load: (read) => loadBatching(read, asked, payoutDateAt(context.clock.now(), { holidays, cutOffMs })),
    decide: (batching, now, { available }) => decideBatch(asked, batching, { now, available }),
  });
}

async function loadBatching(read: Read, asked: Asked, payoutDate: string | undefined): Promise<Batching> {
  const { items, batchId, payoutIds, request } = asked;
  const refRefs = items.map(({ refPayoutId }) => payoutRefRecord.ref(refPayoutId));
  const sellerRefs = items.map(({ destination }) =>
    isSellerId(destination) ? sellerRecord.ref(destination) : undefined,
  );
  // What is new is read as well, so that its keys are guarded as absent.
  const added = [payoutBatchRecord.ref(batchId), ...payoutIds.map((id) => payoutRecord.ref(id))];
  const [merchant, record, statements] = await read(
    merchantRef,
    request?.ref,
    statementRef,
    ...added,
    ...refRefs,
    ...sellerRefs,
  );
  const refs = await read(...refRefs);
  const sellers = await read(...sellerRefs);
  const usedRefs = refs.map((ref) => ref && payoutRecord.ref(ref.payoutId));
  const slotRefs = sellers.map((seller) => slotOf(seller, payoutDate));
  const [batch] = await read(refs[0] && payoutBatchRecord.ref(refs[0].batchId), ...usedRefs, ...slotRefs);
  const used = await read(...usedRefs);
  const slots = await read(...slotRefs);
  const ofBatch = await read(...(batch?.payoutIds ?? []).map((id) => payoutRecord.ref(id)));
  return {
    ...{ merchant, record, statements, used, sellers, payoutDate },
    slotsTaken: slots.map((slot) => slot !== undefined),
    batch: ofBatch.filter((payout) => payout !== undefined),
  };
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

function decideBatch(asked: Asked, batching: Batching, at: At): Decision<Ok<CreatedBatch> | Refused<BatchCode>> {
  const { items, request } = asked;
  const { merchant, record, batch, payoutDate } = batching;
  const earlier = replay(request, record);
  if (earlier !== undefined) {
    if ("ok" in earlier) return { answer: earlier };
    if (!("answer" in earlier)) throw new Error("payouts are remembered by an attempt");
    return { answer: ok(createdBatchSchema.parse(JSON.parse(earlier.answer))) };
  }
  if (merchant === undefined) return { answer: refuse("FORBIDDEN_REQUEST") };
  if (!merchant.contracts.payouts) return { answer: refuse("PAYOUT_NOT_ENABLED") };
  if (isSame(items, batch)) {
    const repeated: CreatedBatch = { isNew: false, payouts: listOf(batch) };
    const writes = rememberRequest(request, { answer: JSON.stringify(repeated) });
    return { answer: ok(repeated), ...(writes.length > 0 && { changes: { writes } }) };
  }
  const refused = refusedItems(items, batching);
  if (refused !== undefined) return { answer: refused };
  if (payoutDate === undefined) return { answer: refuse("CALENDAR_ENDED") };
  const taken = takenSlots(items, batching);
  if (taken.length > 0) return { answer: atFault("PAYOUT_PROVIDER_SLOT_CONFLICT", taken) };
  const total = items.reduce((sum, { amount }) => sum + amount.value, 0);
  if (total > at.available) {
    const problem = `comes to ${total} won, and ${at.available} won are available`;
    return { answer: refuseField("NOT_ENOUGH_AMOUNT", "body", problem) };
  }
  return reserve(asked, batching, { payoutDate, total, now: at.now });
}

/** Whether these are the payouts of this batch, in whatever order. */
function isSame(items: readonly Item[], batch: readonly Payout[]): boolean {
  if (items.length !== batch.length) return false;
  const left = new Map(batch.map((payout) => [payout.refPayoutId, payout]));
  return items.every(({ refPayoutId, destination, amount }) => {
    const payout = left.get(refPayoutId);
    // Each may be named once.
    left.delete(refPayoutId);
    const to = payout?.destination;
    return to?.type === "SELLER" && to.sellerId === destination && payout?.amount === amount.value;
  });
}

/** An item that can't be paid, and why. */
type Fault = readonly [index: number, field: "refPayoutId" | "destination", problem: string];

function atFault<const Code extends ErrorCode>(code: Code, faults: readonly Fault[]): Refused<Code> {
  return refuse(
    code,
    faults.map(([index, field, problem]) => ({ field: `${index}.${field}`, code, problem })),
  );
}

function refusedItems(items: readonly Item[], { used, sellers }: Batching): Refused<BatchCode> | undefined {
  const faults = {
    DUPLICATE_REF_PAYOUT_ID: faultsOf(items, ({ refPayoutId }, index) => {
      if (used[index] !== undefined) return ["refPayoutId", "was used before"];
      const first = items.findIndex((item) => item.refPayoutId === refPayoutId);
      return first < index ? ["refPayoutId", `is the same as that of item ${first}`] : undefined;
    }),
    NOT_FOUND_SELLER: faultsOf(items, (_item, index) => {
      const seller = sellers[index];
      const isThere = seller !== undefined && seller.status !== "DELETED";
      return isThere ? undefined : ["destination", "must be the id of a seller that is not deleted"];
    }),
    SELLER_NOT_REGISTERED: faultsOf(items, (_item, index) =>
      sellers[index]?.externalSellerId == null
        ? ["destination", "must be a seller that the payout bank has registered"]
        : undefined,
    ),
  } as const;
  for (const code of ["DUPLICATE_REF_PAYOUT_ID", "NOT_FOUND_SELLER", "SELLER_NOT_REGISTERED"] as const) {
    if (faults[code].length > 0) return atFault(code, faults[code]);
  }
  return undefined;
}

function faultsOf(
  items: readonly Item[],
  faultOf: (item: Item, index: number) => readonly [field: Fault[1], problem: string] | undefined,
): readonly Fault[] {
  return items.flatMap((item, index): readonly Fault[] => {
    const fault = faultOf(item, index);
    return fault === undefined ? [] : [[index, ...fault]];
  });
}

function takenSlots(items: readonly Item[], { sellers, slotsTaken, payoutDate }: Batching): readonly Fault[] {
  return faultsOf(items, ({ destination }, index) => {
    if (slotsTaken[index] === true) return ["destination", `has a payout on ${payoutDate} already`];
    const externalId = sellers[index]?.externalSellerId;
    const first = sellers.findIndex((seller) => seller?.externalSellerId === externalId);
    return first < index ? ["destination", `is the same seller as that of item ${first}: ${destination}`] : undefined;
  });
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
