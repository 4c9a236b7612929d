import { z } from "zod";

import {
  createHandler,
  createPayments,
  sandboxGateway,
  silentLogger,
  testCards,
  type PaymentsOptions,
} from "../../src/index.ts";

export const shop = { mId: 7, mode: "test" } as const;

const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
export const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };

const order = {
  customerId: "c0a8-11e9-buyer",
  orderName: "Green tea",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

const sessionSchema = z.object({ token: z.string() });
const nextSchema = z.object({ redirectUrl: z.string() });

/** A merchant's service over HTTP on this store. */
export async function openShop(
  options: Pick<PaymentsOptions, "store"> & Partial<PaymentsOptions>,
  settings: Parameters<typeof createHandler>[1] = {},
) {
  const payments = createPayments({
    gateways: { test: await sandboxGateway() },
    secret: "s".repeat(32),
    logger: silentLogger,
    ...options,
  });
  await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3" });
  const issued = await payments.keys.issue(shop, "secret");
  const secretKey = issued.ok ? issued.value.key : "";
  const handler = createHandler(payments, { rateLimits: "off", logger: silentLogger, ...settings });

  async function call(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
    const all = { Authorization: `Basic ${btoa(`${secretKey}:`)}`, "Content-Type": "application/json", ...headers };
    const sent = body === undefined ? null : JSON.stringify(body);
    const response = await handler(new Request(`https://pay.example${path}`, { method, headers: all, body: sent }));
    const text = await response.text();
    const json: unknown = text.startsWith("{") ? JSON.parse(text) : text;
    return { status: response.status, traceId: response.headers.get("Trace-Id"), json };
  }

  /** A payment that only waits to be confirmed. */
  async function authenticated(orderId: string, entered: object = card) {
    const created = await call("POST", "/px/payfront/sessions", { ...order, orderId });
    const { token } = sessionSchema.parse(created.json);
    const headers = { Authorization: `Bearer ${token}` };
    const next = await call("POST", "/checkout/session/authenticate", entered, headers);
    const { redirectUrl } = nextSchema.parse(next.json);
    return { intentKey: new URL(redirectUrl).searchParams.get("intentKey") ?? "", orderId, amount: 10_000, token };
  }

  return { payments, secretKey, call, authenticated };
}
