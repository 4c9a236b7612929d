import { z } from "zod";

import type { Language } from "./words.ts";

/** Where the payment service is, and the keys that it gave this merchant. */
export interface WonflowAccount {
  /** The number of this merchant. */
  readonly mId: number;
  /** Without a slash at the end. */
  readonly url: string;
  /** Stays on this server. */
  readonly secretKey: string;
  /** May stand in pages. */
  readonly clientKey: string;
}

const paymentSchema = z.object({
  intentKey: z.string(),
  status: z.string(),
  totalAmount: z.number(),
  approvedAt: z.string().optional(),
  cancel: z
    .object({
      canceledAt: z.string().optional(),
      canceledAmount: z.number().optional(),
      remainingAmount: z.number().optional(),
      inProgress: z.boolean().optional(),
    })
    .optional(),
  methods: z.array(z.object({ keyin: z.object({ number: z.string() }).optional() })),
  receipt: z.object({ candyUrl: z.string() }).optional(),
});

export type Payment = z.output<typeof paymentSchema>;

const orderSettlementSchema = z.object({
  settlementId: z.string().nullable(),
  transactionAmount: z.number(),
  fee: z.number(),
  vat: z.number(),
  settlementAmount: z.number(),
  scheduledAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  status: z.enum(["SETTLED", "UNSETTLED"]),
});

/** What an order earned, or is expected to earn. */
export type OrderSettlement = z.output<typeof orderSettlementSchema>;

const amountSchema = z.object({ value: z.number() });
const balanceSchema = z.object({ pendingAmount: amountSchema, availableAmount: amountSchema });

export type Balance = z.output<typeof balanceSchema>;

const payoutSchema = z.object({
  id: z.string(),
  destination: z.object({ type: z.enum(["SELLER", "MERCHANT"]) }),
  payoutDate: z.string(),
  amount: amountSchema,
  status: z.enum(["PENDING", "SUBMITTING", "REQUESTED", "COMPLETED", "FAILED", "CANCELED"]),
});
const payoutListSchema = z.object({ items: z.array(payoutSchema) });

/** Money on its way from the settled balance to the merchant's own account. */
export type Transfer = z.output<typeof payoutSchema>;

const clockSchema = z.object({ now: z.string() });
const secretSchema = z.object({ secret: z.string() });
const sessionSchema = z.object({ checkoutUrl: z.string(), expiresAt: z.string() });
const errorSchema = z.object({ code: z.string(), message: z.string() });

/** A refusal of the service, with its code and a text for people. */
export class PaymentRefused extends Error {
  readonly code: string;

  constructor(error: z.output<typeof errorSchema>) {
    super(error.message);
    this.code = error.code;
  }
}

/** The calls that this shop makes from its server, all with the secret key; refusals come in the buyer's language. */
export function connect({ mId, url, secretKey }: WonflowAccount, language: Language = "ko") {
  async function call<Answer>(answer: z.ZodType<Answer>, path: string, request: CallOptions = {}): Promise<Answer> {
    const authorization = `Basic ${btoa(`${secretKey}:`)}`;
    const headers: Record<string, string> = { Authorization: authorization, "Accept-Language": language };
    if (request.body !== undefined) headers["Content-Type"] = "application/json";
    if (request.idempotencyKey !== undefined) headers["Idempotency-Key"] = request.idempotencyKey;
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const { method = body === null ? "GET" : "POST" } = request;
    const response = await fetch(`${url}${path}`, { method, headers, body });
    const json: unknown = await response.json();
    if (!response.ok) throw new PaymentRefused(errorSchema.parse(json));
    return answer.parse(json);
  }
  return {
    createSession: (body: object) => call(sessionSchema, "/px/payfront/sessions", { body }),
    lookUp: (orderId: string) => call(paymentSchema, `/px/intents/orders/${encodeURIComponent(orderId)}`),
    /** Repeated with the same input it charges nothing again, so a reload of the success page is harmless. */
    confirm: (body: { readonly intentKey: string; readonly orderId: string; readonly amount: number }) =>
      call(paymentSchema, "/px/intents/confirm", { body, idempotencyKey: `confirm-${body.intentKey}` }),
    cancel: (
      intentKey: string,
      body: { readonly cancelReason: string; readonly cancelAmount?: number },
      idempotencyKey: string,
    ) => call(paymentSchema, `/px/intents/${encodeURIComponent(intentKey)}/cancel`, { body, idempotencyKey }),
    /** What an order earns; undefined where it was never paid. */
    settlementOf: (orderId: string) =>
      call(orderSettlementSchema, `/px/settlements/${encodeURIComponent(orderId)}`).catch((error: unknown) => {
        if (error instanceof PaymentRefused && error.code === "NOT_FOUND_SETTLEMENT") return undefined;
        throw error;
      }),
    balance: () => call(balanceSchema, `/merchants/${mId}/balances`),
    /** The last transfers to the merchant's own account, the newest first; this shop pays nobody else. */
    transfers: async (): Promise<readonly Transfer[]> =>
      (await call(payoutListSchema, `/merchants/${mId}/payouts`)).items.filter(
        ({ destination }) => destination.type === "MERCHANT",
      ),
    /** The service's time, which only a service in development tells. */
    now: async () => new Date((await call(clockSchema, "/development/clock")).now),
    /** Moves the service's time ahead; answers when all that was due by then is done. */
    moveClock: (forward: { readonly minutes: number } | { readonly businessDays: number }) =>
      call(clockSchema, "/development/clock", { body: { forward } }),
    /** Says where webhooks go; answers the secret that they are signed with. In earnest the operator gives it. */
    async setWebhookEndpoint(endpoint: string): Promise<string> {
      const request = { method: "PUT", body: { url: endpoint } };
      return (await call(secretSchema, "/development/webhook-endpoint", request)).secret;
    },
  };
}

interface CallOptions {
  /** GET without a body, POST with one, unless said otherwise. */
  readonly method?: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}
