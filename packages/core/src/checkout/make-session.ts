import type { z } from "zod";

import { seoulTime } from "../calendar/seoul-time.ts";
import { decideAndCommit, type Decision } from "../commit.ts";
import type { Context } from "../context.ts";
import {
  isForgotten,
  isReused,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
} from "../idempotency/idempotency.ts";
import { merchantRef, type Merchant } from "../merchant/merchant.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { amountRefusal } from "../money/amount.ts";
import {
  intentRef,
  intentStates,
  intentStatusAt,
  intentWrite,
  leavesOrderFree,
  type Intent,
} from "../payment/intent.ts";
import { orderRef, orderWrite } from "../payment/order.ts";
import { ok, refuse, type Result } from "../result.ts";
import { advance, nextStatus } from "../state-table.ts";
import type { Write } from "../store.ts";
import { withParameters } from "./redirect.ts";
import { createdSessionSchema, type CreatedSession, type createSessionSchema } from "./session-request.ts";
import {
  newSessionToken,
  sessionRef,
  sessionStates,
  sessionStatusAt,
  sessionWrite,
  type Session,
} from "../session/session.ts";

/** Who asks: the merchant's server, or a page of an origin. */
type Opener = { readonly by: "server" } | { readonly by: "browser"; readonly origin: string };

interface NewSession {
  readonly order: z.output<typeof createSessionSchema>;
  readonly opener: Opener;
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

/** Makes a session with its intent, in place of the order's earlier one, for whoever may open it. */
export async function makeSession(
  context: Context,
  tenant: Tenant,
  asked: Pick<NewSession, "order" | "opener" | "request">,
): Promise<Result<CreatedSession>> {
  const { order, request } = asked;
  const fresh = await prepareSession(context, tenant, asked);
  const answer = await decideAndCommit<Creating, CreateAnswer>(context, {
    tenant: tenantId(tenant),
    lane: order.orderId,
    load: async (read) => {
      const [merchant, orderRecord, record] = await read(merchantRef, orderRef(order.orderId), request?.ref);
      // The new records are read as well, so that their keys are guarded as absent.
      const [current] = await read(
        orderRecord === undefined ? undefined : intentRef(orderRecord.intentKey),
        intentRef(fresh.intentKey),
        sessionRef(fresh.session.id),
      );
      const [currentSession] = await read(current === undefined ? undefined : sessionRef(current.sessionId));
      return { merchant, current, currentSession, record };
    },
    decide: (creating, now) => decideCreate(tenant, fresh, { ...creating, now }),
  });
  if (!answer.ok) return answer;
  if ("created" in answer.value) return ok(answer.value.created);
  return ok(createdSessionSchema.parse(JSON.parse(await context.vault.open(answer.value.sealed))));
}

/** What the decision must not make up itself: the token, its hash, and what is stored sealed. */
async function prepareSession(
  context: Context,
  tenant: Tenant,
  { order, opener, request }: Pick<NewSession, "order" | "opener" | "request">,
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
    openedBy: opener.by,
    status: "OPEN",
    successUrl: order.successUrl,
    failUrl: order.failUrl,
    createdAt: now,
    expiresAt,
    kyc: order.kyc === undefined ? null : await vault.seal(JSON.stringify(order.kyc)),
  };
  const sealedAnswer = request === undefined ? "" : await vault.seal(JSON.stringify(created));
  return { order, opener, session, intentKey, created, sealedAnswer, request };
}

function decideCreate(
  tenant: Tenant,
  fresh: NewSession,
  creating: Creating & { readonly now: number },
): Decision<Result<CreateAnswer>> {
  const { order, session, created, request } = fresh;
  const { merchant, current, record } = creating;
  if (request !== undefined && record !== undefined && !isForgotten(record)) {
    if (isReused(record, request) || record.answer === null) return { answer: refuse("IDEMPOTENCY_KEY_REUSED") };
    return { answer: ok({ sealed: record.answer }) };
  }
  if (merchant === undefined) return { answer: refuse("FORBIDDEN_REQUEST") };
  const forbidden = refuseOpener(tenant, fresh.opener, { ...creating, merchant });
  if (forbidden !== undefined) return { answer: forbidden };
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

/** Why a page may not open this checkout; a server always may. */
function refuseOpener(
  { mode }: Tenant,
  opener: Opener,
  { merchant, current, currentSession, now }: Creating & { readonly merchant: Merchant; readonly now: number },
): Result<never> | undefined {
  if (opener.by === "server") return undefined;
  if (mode === "live" && !merchant.origins.includes(opener.origin)) {
    const problem = `${opener.origin} is not registered as an origin of this merchant`;
    return refuse("FORBIDDEN_REQUEST", [{ field: "origin", code: "FORBIDDEN_REQUEST", problem }]);
  }
  if (currentSession?.openedBy !== "server" || current === undefined) return undefined;
  const alive = sessionStatusAt(currentSession, now) === "OPEN" || intentStatusAt(current, now) === "IN_PROGRESS";
  if (!alive) return undefined;
  const problem = "has a checkout session made by the merchant's server: open its checkoutUrl";
  return refuse("FORBIDDEN_REQUEST", [{ field: "orderId", code: "FORBIDDEN_REQUEST", problem }]);
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
