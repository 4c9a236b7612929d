import { z } from "zod";

/** Where the payment service is, and the keys that it gave this merchant. */
export interface WonflowAccount {
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
  cancel: z.object({ canceledAt: z.string().optional() }).optional(),
  methods: z.array(z.object({ keyin: z.object({ number: z.string() }).optional() })),
});

export type Payment = z.output<typeof paymentSchema>;

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

/** The calls that this shop makes from its server, all with the secret key. */
export function connect({ url, secretKey }: WonflowAccount) {
  async function call<Answer>(answer: z.ZodType<Answer>, path: string, request: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { Authorization: `Basic ${btoa(`${secretKey}:`)}` };
    if (request.body !== undefined) headers["Content-Type"] = "application/json";
    if (request.idempotencyKey !== undefined) headers["Idempotency-Key"] = request.idempotencyKey;
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const response = await fetch(`${url}${path}`, { method: body === null ? "GET" : "POST", headers, body });
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
  };
}

interface CallOptions {
  readonly body?: object;
  readonly idempotencyKey?: string;
}
