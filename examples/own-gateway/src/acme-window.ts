import { createHmac, timingSafeEqual } from "node:crypto";
import { approvalRefusals, cancellationRefusals, openingRefusals, reversalRefusals, windowRefusals } from "wonflow";
import type {
  AboutApproval,
  Approval,
  ErrorCode,
  Gateway,
  KeyedCall,
  Outcome,
  PaymentWindow,
  Returned,
  ReturnedRequest,
  TenantId,
} from "wonflow";
import { z } from "zod";

/** A provider whose buyers authenticate in a window of its own, to which the browser is redirected. */
export interface AcmeWindowAccount {
  /** The provider's address, with a slash at its end. */
  readonly url: string;
  /** Whether it is the provider's test environment, which live mode refuses. */
  readonly sandbox: boolean;
  /** The shop of a merchant at the provider; undefined without a contract. */
  readonly shopOf: (tenant: TenantId) => { readonly id: string; readonly secret: string } | undefined;
  /** Signs the provider's notifications, of all shops. */
  readonly notificationSecret: string;
  /** The time by the clock of `createPayments`, in milliseconds since 1970; the machine's by default. */
  readonly now?: () => number;
}

const aMinute = 60_000;
const won = z.int().nonnegative();
const time = z.int().positive();

/** Part of every answer: code `0000` if the call took effect. */
const saidAnswer = z.object({ code: z.string(), message: z.string().default("") });
const openedAnswer = z.object({ windowUrl: z.url(), seconds: z.int().positive() });
const refundAnswer = z.object({ refundNo: z.string(), refundId: z.string(), amount: won, refundedAt: time });
const orderAnswer = z.object({
  orderId: z.string(),
  payId: z.string(),
  state: z.enum(["AUTHENTICATED", "PAID", "UNDONE"]),
  amount: won,
  balance: won,
  authenticatedAt: time,
  paidAt: time.nullable(),
  approvalNumber: z.string().nullable(),
  wallet: z.enum(["KAKAOPAY", "NAVERPAY"]),
  discount: won,
  refunds: z.array(refundAnswer),
});

type Order = z.output<typeof orderAnswer>;

/** The provider's codes for calls that certainly had no effect. Any other code leaves the outcome unknown. */
const refusalCodes: ReadonlyMap<string, ErrorCode> = new Map([
  ["S401", "UNAUTHORIZED_PROVIDER_KEY"],
  ["A100", "BELOW_MINIMUM_AMOUNT"],
  // No buyer of this shop has authenticated the order.
  ["O404", "PROVIDER_ERROR"],
  ["W301", "REJECT_CARD_PAYMENT"],
  ["W302", "EXCEED_MAX_ONE_DAY_AMOUNT"],
  ["P351", "REJECT_CARD_PAYMENT"],
  ["R422", "NOT_MATCHES_REFUNDABLE_AMOUNT"],
  ["R423", "NOT_ALLOWED_PARTIAL_REFUND"],
  ["U409", "NOT_CANCELABLE_PAYMENT"],
  ["U410", "ALREADY_CANCELED_PAYMENT"],
]);

/** A gateway with a window, and without cards that are typed on our page. It has no state. */
export function acmeWindow(account: AcmeWindowAccount): Gateway & { readonly window: PaymentWindow } {
  const ask = askerOf(account);
  return {
    sandbox: account.sandbox,
    // Every call has one effect under its order, and an order that is undone can't be charged any more.
    settlesWithinMs: 0,
    reversibleForMs: 60 * aMinute,
    repeatsApprovals: true,
    repeatsCancellations: true,
    window: windowOf(account, ask),
    async approve(request) {
      // Without `keyIn` no payment comes here by a typed card.
      if (request.authentication === null) return { outcome: "refused", code: "PROVIDER_NOT_AGREED" };
      const { key: orderId, reference: payId } = request.authentication;
      const { amount, taxFreeAmount: taxFree } = request;
      const answered = await askOrder(ask, request, { path: "charge", orderId, payId, amount, taxFree });
      if (answered.outcome !== "done") return refusedBy(approvalRefusals, answered);
      return approvalOf(request.key, answered.value);
    },
    async cancel(request) {
      const { key: refundNo, amount, taxFreeAmount: taxFree, reason } = request;
      const refund = { orderId: orderOf(request), refundNo, amount, taxFree, reason };
      const answered = await ask(request, "refund", { ...refund, answer: refundAnswer });
      return answered.outcome === "done" ? cancellationOf(answered.value) : refusedBy(cancellationRefusals, answered);
    },
    async reverse(request) {
      const answered = await ask(request, "undo", { orderId: orderOf(request), answer: saidAnswer });
      if (isUnknownOrder(answered)) return { outcome: "not-found" };
      if (answered.outcome !== "done") return refusedBy(reversalRefusals, answered);
      return { outcome: "done", value: { approvalKey: request.approvalKey } };
    },
    // Look-ups have no refusals: a refused look-up says nothing about the call that it asks about.
    async lookUpApproval(question) {
      const found = await findOrder(ask, question, orderOf(question));
      if (found.outcome !== "done") return found;
      // The order is there from its authentication on.
      return found.value.state === "AUTHENTICATED" ? { outcome: "not-found" } : approvalOf(question.key, found.value);
    },
    async lookUpCancellation(question) {
      const found = await findOrder(ask, question, orderOf(question));
      if (found.outcome !== "done") return found;
      const refund = found.value.refunds.find(({ refundNo }) => refundNo === question.key);
      return refund === undefined ? { outcome: "not-found" } : cancellationOf(refund);
    },
    readNotification({ headers, body }) {
      const isTheirs = isSignatureOf(account.notificationSecret, body, headers["x-signature"]);
      const { data } = z.object({ orderId: z.string() }).safeParse(isTheirs ? JSON.parse(body) : undefined);
      return data === undefined ? { outcome: "forged" } : { outcome: "look-at", keys: [data.orderId] };
    },
  };
}

function windowOf(account: AcmeWindowAccount, ask: Ask): PaymentWindow {
  return {
    approvableForMs: 10 * aMinute,
    methods: async (tenant) => (account.shopOf(tenant) === undefined ? [] : ["KAKAOPAY", "NAVERPAY"]),
    async begin({ purpose, ...request }) {
      // The provider has no windows that keep a card.
      if (purpose !== "payment") return { outcome: "refused", code: "PROVIDER_NOT_AGREED" };
      const { key: orderId, method: wallet, amount, taxFreeAmount: taxFree, orderName: goods } = request;
      const { device, language, returnUrl, until: closesAt } = request;
      const order = { orderId, wallet, amount, taxFree, goods, device, language, returnUrl, closesAt };
      const answered = await ask(request, "open", { ...order, answer: openedAnswer });
      if (answered.outcome !== "done") return refusedBy(openingRefusals, answered);
      const { windowUrl: url, seconds } = answered.value;
      return { outcome: "done", value: { lastsMs: seconds * 1_000, open: { kind: "redirect", url } } };
    },
    finish: async (request) => judge(account, request),
    async lookUpAuthentication(question) {
      const { key } = question;
      const found = await findOrder(ask, question, key);
      if (found.outcome !== "done") return found;
      const { payId: reference, amount, authenticatedAt } = found.value;
      return { outcome: "done", value: { key, reference, amount, authenticatedAt, paidWith: paidWith(found.value) } };
    },
  };
}

/** What the browser brings back; the provider signs all of it but the buyer's own closing of the window. */
const returnedFields = z.object({ orderId: z.string(), result: z.string(), signature: z.string().optional() });
const authenticatedFields = z.object({ payId: z.string(), amount: z.coerce.number(), at: z.coerce.number() });

/** Judges a return by the provider's signature, which covers order, amount and result: no call is needed. */
function judge({ shopOf }: AcmeWindowAccount, { tenant, key, amount, fields }: ReturnedRequest): Returned {
  const shop = shopOf(tenant);
  const { data: said } = returnedFields.safeParse(fields);
  if (shop === undefined || said?.orderId !== key) return { outcome: "forged" };
  // Anyone can write that into an address: it ends nothing, and brings the choices back.
  if (said.result === "CLOSED") return { outcome: "unsigned", code: "PAY_PROCESS_CANCELED" };
  const { payId = "", amount: price = "", at = "" } = fields;
  const signed = [shop.id, key, said.result, payId, price, at].join("|");
  if (!isSignatureOf(shop.secret, signed, said.signature)) return { outcome: "forged" };
  if (said.result !== "OK") {
    const code = windowRefusals.find((each) => each === refusalCodes.get(said.result));
    return { outcome: "refused", code: code ?? "PROVIDER_ERROR", provider: { code: said.result, message: "" } };
  }
  const { data: value } = authenticatedFields.safeParse(fields);
  if (value === undefined || value.amount !== amount) return { outcome: "forged" };
  // The discount is known once the payment is approved.
  const { payId: reference, at: authenticatedAt } = value;
  return { outcome: "done", value: { key, reference, amount, authenticatedAt, paidWith: null } };
}

function isSignatureOf(secret: string, text: string, given = ""): boolean {
  const expected = createHmac("sha256", secret).update(text).digest();
  const signature = Buffer.from(given, "hex");
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The provider has the key of the opening as its order id: it never sees the key of an approval. */
function orderOf({ authentication }: Pick<AboutApproval, "authentication">): string {
  if (authentication === null) throw new Error("no payment comes here without an authentication in the window");
  return authentication.key;
}

function approvalOf(key: string, order: Order): Outcome<Approval, "ALREADY_CANCELED_PAYMENT"> {
  const { payId: reference, amount, balance: remainingAmount, state, paidAt: approvedAt, approvalNumber } = order;
  if (state === "UNDONE") return { outcome: "refused", code: "ALREADY_CANCELED_PAYMENT" };
  if (approvedAt === null) return { outcome: "unknown", reason: "the order has not been charged yet" };
  const paid = { key, reference, amount, remainingAmount, approvedAt, approvalNumber: approvalNumber ?? "" };
  return { outcome: "done", value: { ...paid, paidWith: paidWith(order) } };
}

function paidWith({ wallet: provider, discount: discountAmount }: Order) {
  return { method: "EASY_PAY", easyPay: { provider, discountAmount } } as const;
}

function cancellationOf(refund: z.output<typeof refundAnswer>) {
  const { refundNo: key, refundId: reference, amount, refundedAt: canceledAt } = refund;
  return { outcome: "done", value: { key, reference, amount, canceledAt } } as const;
}

interface OrderBody extends Readonly<Record<string, unknown>> {
  readonly path: "charge" | "order";
  readonly orderId: string;
}

/** An answer about another order says nothing about this one. */
async function askOrder(ask: Ask, call: KeyedCall, { path, ...body }: OrderBody): Promise<Answered<Order>> {
  const answered = await ask(call, path, { ...body, answer: orderAnswer });
  if (answered.outcome !== "done" || answered.value.orderId === body.orderId) return answered;
  return { outcome: "unknown", reason: "the answer is about another order" };
}

async function findOrder(ask: Ask, question: KeyedCall, orderId: string) {
  const answered = await askOrder(ask, question, { path: "order", orderId });
  return isUnknownOrder(answered) ? ({ outcome: "not-found" } as const) : answered;
}

function isUnknownOrder(answered: Answered<unknown>): boolean {
  return answered.outcome === "unknown" && answered.provider?.code === "O404";
}

type Unknown = Extract<Outcome<never, never>, { readonly outcome: "unknown" }>;
type Answered<Value> = { readonly outcome: "done"; readonly value: Value } | Unknown;
type Ask = ReturnType<typeof askerOf>;
type Body<Value> = Readonly<Record<string, unknown>> & { readonly answer: z.ZodType<Value> };

/** Asks the provider. A broken connection and a time-out are thrown: core takes them for unknown. */
function askerOf({ url, shopOf, now = Date.now }: AcmeWindowAccount) {
  return async <Value>(call: KeyedCall, path: string, { answer, ...body }: Body<Value>): Promise<Answered<Value>> => {
    const shop = shopOf(call.tenant);
    if (shop === undefined) return { outcome: "unknown", reason: "the merchant has no shop at the provider" };
    const left = call.deadline - now();
    if (left <= 0) return { outcome: "unknown", reason: "the deadline had passed before the call" };
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json", "x-shop": shop.id, "x-shop-secret": shop.secret },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(left),
    });
    const content: unknown = await response.json().catch(() => undefined);
    const { data: provider } = saidAnswer.safeParse(content);
    if (!response.ok || !provider) return { outcome: "unknown", reason: `no answer in JSON, HTTP ${response.status}` };
    const { data: value } = answer.safeParse(content);
    if (provider.code === "0000" && value !== undefined) return { outcome: "done", value };
    return { outcome: "unknown", reason: "an answer that does not say whether the call took effect", provider };
  };
}

/** Unknown stays unknown, unless the provider's code means one of the call's refusals. */
function refusedBy<Code extends ErrorCode>(refusals: readonly Code[], answered: Unknown): Outcome<never, Code> {
  const { provider } = answered;
  const code = provider && refusals.find((each) => each === refusalCodes.get(provider.code));
  return code ? { outcome: "refused", code, provider } : answered;
}
