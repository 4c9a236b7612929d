import { z } from "zod";

import { seoulTime } from "../calendar/seoul-time.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import type { Context } from "../context.ts";
import {
  isReused,
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { customerIdSchema } from "../merchant/customer-id.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { tenantId, type Tenant } from "../merchant/tenant.ts";
import { amountRefusal, amountSchema } from "../money/amount.ts";
import { intentRef, intentStates, intentWrite, leavesOrderFree, type Intent } from "../payment/intent.ts";
import { orderIdSchema, orderNameSchema, orderRef, orderWrite } from "../payment/order.ts";
import { ok, refuse, type Result } from "../result.ts";
import { advance, nextStatus } from "../state-table.ts";
import type { Write } from "../store.ts";
import { optional, validate } from "../validate.ts";
import { withParameters } from "./redirect.ts";
import { newSessionToken, sessionRef, sessionStates, sessionWrite, type Session } from "./session.ts";

const redirectUrlSchema = z.url({ protocol: /^https?$/, error: "must be an absolute http or https URL" }).max(2000);

/** Interface: Checkout session create request. */
export const createSessionSchema = z
  .object({
    customerId: customerIdSchema,
    orderId: orderIdSchema,
    orderName: orderNameSchema,
    amount: z.object({ value: amountSchema }).meta({ description: "value: won" }),
    metadata: optional(
      z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .refine((entries) => Object.keys(entries).length <= 5, "must have at most 5 entries")
        .refine((entries) => JSON.stringify(entries).length <= 2000, "must be at most 2,000 characters of JSON"),
    ),
    kyc: optional(
      z.object({
        name: z.string().min(1).max(100),
        registNo: z.string().regex(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
        phoneNumber: optional(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits")),
      }),
    ),
    successUrl: redirectUrlSchema,
    failUrl: redirectUrlSchema,
  })
  .meta({ id: "CreateSessionRequest" });

export type CreateSessionInput = z.input<typeof createSessionSchema>;

/** Interface: Checkout session create response. */
export const createdSessionSchema = z
  .object({
    token: z.string().meta({ description: "The session's identifier" }),
    checkoutUrl: z.string().meta({ description: "The link for the buyer, passed on unchanged" }),
    expiresAt: z.string().meta({ description: "ISO 8601: when the link expires" }),
  })
  .meta({ id: "CreatedSession" });

export type CreatedSession = z.output<typeof createdSessionSchema>;

interface NewSession {
  readonly order: z.output<typeof createSessionSchema>;
  readonly session: Session;
  readonly intentKey: string;
  readonly created: CreatedSession;
  readonly sealedAnswer: string;
  readonly request: IdempotentRequest | undefined;
}

interface Creating {
  readonly merchant: Merchant | undefined;
  readonly current: Intent | undefined;
  readonly currentSession: Session | undefined;
  readonly record: IdempotencyRecord | undefined;
}

/** Either a new session, or the sealed answer of an earlier request with the same key. */
type CreateAnswer = { readonly created: CreatedSession } | { readonly sealed: string };

/**
 * Creates a checkout session for an order (interface: Checkout session). An earlier session of the
 * same order is invalidated at once.
 *
 * Refusals: `INVALID_…` with every field that is not as it must be; `BELOW_MINIMUM_AMOUNT` and
 * `EXCEED_MAX_AMOUNT` by the merchant's bounds; `KYC_NOT_AGREED`; `DUPLICATED_ORDER_ID` where the
 * order is paid; `FORBIDDEN_CONSECUTIVE_REQUEST` while an approval of the order is under way.
 *
 * @example
 * const session = await payments.sessions.create(tenant, {
 *   customerId: "c0a8-11e9-buyer", orderId: "order-20261120-0001", orderName: "Green tea",
 *   amount: { value: 10_000 }, successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail",
 * });
 */
export async function createSession(
  context: Context,
  tenant: Tenant,
  { input, options = {} }: { readonly input: CreateSessionInput; readonly options?: RequestOptions },
): Promise<Result<CreatedSession>> {
  const order = validate(createSessionSchema, input);
  if (!order.ok) return order;
  const request = await prepareIdempotency(context, ["create-session", order.value], options);
  if (!request.ok) return request;
  const fresh = await prepareSession(context, tenant, { order: order.value, request: request.value });
  const answer = await decideAndCommit<Creating, CreateAnswer>(context, {
    tenant: tenantId(tenant),
    lane: order.value.orderId,
    load: async (read) => {
      const [merchant, orderRecord, record] = await read(
        merchantRef,
        orderRef(order.value.orderId),
        request.value?.ref,
      );
      // The new records are read as well, so that their keys are guarded as absent.
      const [current] = await read(
        orderRecord === undefined ? undefined : intentRef(orderRecord.intentKey),
        intentRef(fresh.intentKey),
        sessionRef(fresh.session.id),
      );
      const [currentSession] = await read(current === undefined ? undefined : sessionRef(current.sessionId));
      return { merchant, current, currentSession, record };
    },
    decide: (creating) => decideCreate(fresh, creating),
  });
  if (!answer.ok) return answer;
  if ("created" in answer.value) return ok(answer.value.created);
  return ok(createdSessionSchema.parse(JSON.parse(await context.vault.open(answer.value.sealed))));
}

/** What the decision must not make up itself: the token, its hash, and what is stored sealed. */
async function prepareSession(
  context: Context,
  tenant: Tenant,
  { order, request }: Pick<NewSession, "order" | "request">,
): Promise<NewSession> {
  const now = context.clock.now();
  const { settings, vault } = context;
  const token = newSessionToken(context, tenantId(tenant));
  const expiresAt = now + settings.sessionLifetimeMs;
  const created: CreatedSession = {
    token,
    checkoutUrl: withParameters(settings.checkoutUrl, { token }),
    expiresAt: seoulTime(expiresAt),
  };
  const intentKey = context.ids.random(21);
  const session: Session = {
    id: await vault.hash(token),
    intentKey,
    status: "OPEN",
    successUrl: order.successUrl,
    failUrl: order.failUrl,
    createdAt: now,
    expiresAt,
    kyc: order.kyc === undefined ? null : await vault.seal(JSON.stringify(order.kyc)),
  };
  const sealedAnswer = request === undefined ? "" : await vault.seal(JSON.stringify(created));
  return { order, session, intentKey, created, sealedAnswer, request };
}

function decideCreate(fresh: NewSession, creating: Creating): Decision<Result<CreateAnswer>> {
  const { order, session, created, request } = fresh;
  const { merchant, current, record } = creating;
  if (request !== undefined && record !== undefined) {
    if (isReused(record, request) || record.answer === null) return { answer: refuse("IDEMPOTENCY_KEY_REUSED") };
    return { answer: ok({ sealed: record.answer }) };
  }
  if (merchant === undefined) return { answer: refuse("FORBIDDEN_REQUEST") };
  const outOfBounds = amountRefusal(order.amount.value, merchant);
  if (outOfBounds !== undefined) {
    const problem = `must be from ${merchant.minAmount} to ${merchant.maxAmount} won`;
    return { answer: refuse(outOfBounds, [{ field: "amount.value", code: outOfBounds, problem }]) };
  }
  if (order.kyc !== undefined && !merchant.contracts.kyc) return { answer: refuse("KYC_NOT_AGREED") };
  if (current?.openAttempt != null) return { answer: refuse("FORBIDDEN_CONSECUTIVE_REQUEST") };
  if (current !== undefined && !leavesOrderFree(current)) return { answer: refuse("DUPLICATED_ORDER_ID") };
  const writes = [
    orderWrite({ orderId: order.orderId, intentKey: fresh.intentKey }),
    sessionWrite(session),
    intentWrite(newIntent(fresh)),
    ...supersede(creating),
    ...rememberRequest(request, { answer: fresh.sealedAnswer }),
  ];
  return { answer: ok({ created }), changes: { writes } };
}

function newIntent({ order, session, intentKey }: NewSession): Intent {
  return {
    intentKey,
    orderId: order.orderId,
    orderName: order.orderName,
    customerId: order.customerId,
    metadata: order.metadata ?? null,
    sessionId: session.id,
    status: "READY",
    superseded: false,
    totalAmount: order.amount.value,
    canceledAmount: 0,
    methods: [],
    requestedAt: session.createdAt,
    confirmBy: null,
    approvedAt: null,
    canceledAt: null,
    feeRate: null,
    approvalKey: null,
    openAttempt: null,
    cancellations: 0,
    settlementId: null,
    failure: null,
  };
}

/** The order's earlier session and payment end at once, in the commit that makes the new ones. */
function supersede({ current, currentSession }: Creating): readonly Write[] {
  const writes: Write[] = [];
  if (current !== undefined && nextStatus(intentStates, current.status, "expire") !== undefined) {
    const status = advance(intentStates, current.status, "expire");
    writes.push(intentWrite({ ...current, status, superseded: true }));
  }
  if (currentSession?.status === "OPEN") {
    const status = advance(sessionStates, currentSession.status, "supersede");
    writes.push(sessionWrite({ ...currentSession, status }));
  }
  return writes;
}
