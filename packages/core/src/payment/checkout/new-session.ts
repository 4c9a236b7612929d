import { z } from "zod";
import { seoulTime } from "../../engine/time/seoul-time.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import { gatewayOf, newRoutes, offersOf, type GatewayContext } from "../../gateway/context.ts";
import type { ErrorCode } from "../../error-messages.ts";
import {
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
} from "../../engine/idempotency/idempotency.ts";
import {
  choiceListSchema,
  merchantRef,
  notRegistered,
  suspendedRefusal,
  type Merchant,
} from "../../merchant/merchant.ts";
import { allows, refusedChoice, type MethodChoice, type OfferedMethod } from "../../merchant/payment-methods.ts";
import { amountRefusal, amountSchema, taxFreeAmountSchema, optionalOrNull } from "../../engine/request/validate.ts";
import { intentKeyLength, intentRecord, newIntent, type Intent } from "../intent/intent.ts";
import { orderRecord, orderRefusal, orderIdSchema, orderNameSchema } from "../intent/order.ts";
import { viewingOf, type Viewing } from "../intent/view.ts";
import { ok, refuseField, type Ok, type Refused } from "../../result.ts";
import { sessionRecord, type Session } from "../intent/session.ts";
import { newTenantToken, type Tenant } from "../../engine/tenant/tenant.ts";
import { withParameters } from "./redirect.ts";
import { offeredMethods } from "./plans.ts";
import { supersede } from "./end-link.ts";
import { absoluteUrlSchema, customerIdSchema, metadataSchema } from "../../engine/request/fields.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";

/** A currency may be given, so that one other than won is refused; it is not stored. */
const wonSchema = z
  .object({
    value: amountSchema,
    currency: optionalOrNull(z.literal("KRW", "must be KRW, or left out: amounts are won")),
  })
  .transform(({ value }) => ({ value }))
  .meta({ description: "value: won" });

/** Interface: Checkout session create request. */
export const createSessionSchema = z
  .object({
    customerId: customerIdSchema,
    orderId: orderIdSchema,
    orderName: orderNameSchema,
    amount: wonSchema,
    taxFreeAmount: taxFreeAmountSchema.optional().meta({
      description: "Won of the amount that have no VAT; only by agreement",
    }),
    metadata: metadataSchema,
    methods: choiceListSchema.optional().meta({
      description:
        "How the buyer may pay: KEYIN is a card typed at the checkout; CARD, TRANSFER, EASY_PAY (every wallet) or a wallet by its name are paid in the gateway's window. By default the merchant's `defaultMethods`: KEYIN alone, unless the operator sets others",
    }),
    kyc: optionalOrNull(
      z.object({
        name: nameUpTo(100),
        registNo: z.string().regex(/^(\d{6}|\d{10}|\d{11})$/, "must be 6 digits, or 10 or 11 for a business"),
        phoneNumber: optionalOrNull(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits")),
      }),
    ),
    successUrl: absoluteUrlSchema,
    failUrl: absoluteUrlSchema,
  })
  .meta({ id: "CreateSessionRequest" });

export type CreateSessionInput = z.input<typeof createSessionSchema>;

/** The same without the fields that only a server should send. */
export const openCheckoutSchema = createSessionSchema
  .omit({ metadata: true, kyc: true, taxFreeAmount: true, methods: true })
  .meta({ id: "OpenCheckoutRequest" });

export type OpenCheckoutInput = z.input<typeof openCheckoutSchema>;

/** Interface: Checkout session create response. */
export const createdSessionSchema = z
  .object({
    token: z.string().meta({ description: "The session's identifier" }),
    checkoutUrl: z.string().meta({ description: "The link for the buyer, passed on unchanged" }),
    expiresAt: z.string().meta({ description: "ISO 8601: when the link expires" }),
  })
  .meta({ id: "CreatedSession" });

export type CreatedSession = z.output<typeof createdSessionSchema>;

export interface Creating {
  readonly merchant: Merchant;
  /** The order's live or last payment, and its session. */
  readonly current: Intent | undefined;
  readonly currentSession: Session | undefined;
  readonly record: IdempotencyRecord | undefined;
  readonly now: number;
}

/** A new session, or the sealed answer of an earlier request with the same key. */
export type CreateAnswer = { readonly created: CreatedSession } | { readonly sealed: string };

interface AskedSession<Code extends ErrorCode> {
  readonly order: z.output<typeof createSessionSchema>;
  readonly openedBy: Session["openedBy"];
  readonly request: IdempotentRequest | undefined;
  /** An answer instead of a new session; undefined allows one. */
  readonly rules: (creating: Creating) => Ok<CreateAnswer> | Refused<Code> | undefined;
}

type NewSession = Awaited<ReturnType<typeof prepareSession>>;

/** Stores a new session with its intent, in place of the order's earlier one. */
export async function storeNewSession<Code extends ErrorCode>(
  context: GatewayContext,
  tenant: Tenant,
  asked: AskedSession<Code>,
) {
  const { order, request, rules } = asked;
  const routes = await newRoutes(context, tenant);
  const offers = await offersOf(context, tenant);
  const fresh = await prepareSession(context, tenant, asked);
  const answer = await decideAndCommit(context, {
    tenant,
    lane: order.orderId,
    load: async (read) => {
      const [merchant, known, record] = await read(merchantRef, orderRecord.ref(order.orderId), request?.ref);
      const [current] = await read(known === undefined ? undefined : intentRecord.ref(known.intentKey));
      const [currentSession] = await read(
        current?.sessionId == null ? undefined : sessionRecord.ref(current.sessionId),
      );
      return { merchant, current, currentSession, record };
    },
    decide: ({ merchant, ...loaded }, now) => {
      if (merchant === undefined) return { answer: notRegistered };
      const creating: Creating = { ...loaded, merchant, now };
      const ruled = rules(creating);
      if (ruled !== undefined) return { answer: ruled };
      // Without a gateway, a buyer would type a card that is never checked.
      const gateway = gatewayOf(context, tenant, merchant);
      const refused = suspendedRefusal(merchant) ?? routes.refusal(gateway);
      if (refused !== undefined) return { answer: refused };
      const methods = order.methods ?? merchant.defaultMethods;
      const offered = offeredMethods(context, tenant, { gateway, offers });
      const notOffered = methodRefusal(methods, { merchant, offered, isNamed: order.methods !== undefined });
      if (notOffered !== undefined) return { answer: notOffered };
      return decideCreate(fresh, { ...creating, methods }, viewingOf(context, tenant));
    },
  });
  if (!answer.ok) return answer;
  if ("created" in answer.value) return ok(answer.value.created);
  return ok(createdSessionSchema.parse(JSON.parse(await context.vault.open(answer.value.sealed))));
}

interface Offered {
  readonly merchant: Merchant;
  readonly offered: readonly OfferedMethod[];
  /** Whether the session names its methods itself. */
  readonly isNamed: boolean;
}

/** Refuses methods that are not part of the merchant's contract, or that its gateway does not offer. */
function methodRefusal(methods: readonly MethodChoice[], { merchant, offered, isNamed }: Offered) {
  const foreign = refusedChoice(methods, merchant.contracts.methods);
  if (foreign !== undefined && isNamed) {
    const problem = `must not name ${foreign}: it is not part of the merchant's contract, whose methods are ${merchant.contracts.methods.join(", ")}`;
    return refuseField("INVALID_REQUEST", "methods", problem);
  }
  const missing = methods.find((choice) => !offered.some((each) => allows([choice], each)));
  if (missing !== undefined && isNamed) {
    const problem = `must not name ${missing}: the merchant's gateway offers ${offered.length === 0 ? "no method" : offered.join(", ")}`;
    return refuseField("INVALID_REQUEST", "methods", problem);
  }
  const canBePaid = offered.some((each) => allows(methods, each) && allows(merchant.contracts.methods, each));
  if (canBePaid) return undefined;
  const problem = `offers none of ${methods.join(", ")}: name other methods in the session, or as the merchant's defaultMethods`;
  return refuseField("FORBIDDEN_REQUEST", "gateway", problem);
}

/** The random and secret parts, which a pure decision must not generate. */
async function prepareSession(
  context: GatewayContext,
  tenant: Tenant,
  { order, openedBy, request }: Pick<AskedSession<ErrorCode>, "order" | "openedBy" | "request">,
) {
  const now = context.clock.now();
  const { settings, vault } = context;
  const token = newTenantToken(context.ids, "cs", tenant);
  const expiresAt = now + settings.sessionLifetimeMs;
  const created: CreatedSession = {
    token,
    checkoutUrl: withParameters(settings.checkoutUrl, { token }),
    expiresAt: seoulTime(expiresAt),
  };
  const intentKey = context.ids.random(intentKeyLength);
  const session: Session = {
    id: await vault.hash(token),
    intentKey,
    openedBy,
    status: "OPEN",
    tries: 0,
    cards: 0,
    triedAt: null,
    refusals: 0,
    methods: order.methods ?? [],
    openings: 0,
    opening: null,
    successUrl: order.successUrl,
    failUrl: order.failUrl,
    createdAt: now,
    expiresAt,
    kyc: order.kyc === undefined ? null : await vault.seal(JSON.stringify(order.kyc)),
  };
  const sealedAnswer = request === undefined ? "" : await vault.seal(JSON.stringify(created));
  return { order, session, intentKey, created, sealedAnswer, request };
}

function decideCreate(
  fresh: NewSession,
  creating: Creating & { readonly methods: readonly MethodChoice[] },
  viewing: Viewing,
) {
  const { order, created, request } = fresh;
  const session: Session = { ...fresh.session, methods: [...creating.methods] };
  const { merchant, current, now } = creating;
  const outOfBounds = amountRefusal(order.amount.value, merchant);
  if (outOfBounds !== undefined) {
    const problem = `must be from ${merchant.minAmount} to ${merchant.maxAmount} won`;
    return { answer: refuseField(outOfBounds, "amount.value", problem) };
  }
  const taxFree = taxFreeRefusal(order, merchant);
  if (taxFree !== undefined) return { answer: taxFree };
  const taken = orderRefusal(current);
  if (taken !== undefined) return { answer: taken };
  const writes = [
    orderRecord.write(order.orderId, { orderId: order.orderId, intentKey: fresh.intentKey }),
    sessionRecord.make(session),
    intentRecord.make(intentOf(fresh)),
    ...supersede(creating, { ...viewing, merchant, now }),
    ...rememberRequest(request, { answer: fresh.sealedAnswer }),
  ];
  return { answer: ok<CreateAnswer>({ created }), changes: { writes } };
}

function taxFreeRefusal({ amount, taxFreeAmount = 0 }: NewSession["order"], { contracts }: Merchant) {
  if (taxFreeAmount > amount.value) {
    return refuseField("INVALID_REQUEST", "taxFreeAmount", `must be at most the amount of ${amount.value} won`);
  }
  if (taxFreeAmount === 0 || contracts.taxFree) return undefined;
  const problem = "is not part of the merchant's contract: leave it out, or agree on it with the operator first";
  return refuseField("INVALID_REQUEST", "taxFreeAmount", problem);
}

function intentOf({ order, session, intentKey }: NewSession): Intent {
  const { orderId, orderName, customerId, metadata = null, taxFreeAmount = 0 } = order;
  const { id: sessionId, createdAt: requestedAt } = session;
  const totalAmount = order.amount.value;
  const amounts = { totalAmount, taxFreeAmount };
  return newIntent({ intentKey, orderId, orderName, customerId, metadata, sessionId, ...amounts, requestedAt });
}
