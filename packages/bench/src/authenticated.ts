import { testCards, type Payments, type Tenant } from "wonflow";

export interface Confirmation {
  readonly intentKey: string;
  readonly orderId: string;
  readonly amount: number;
}

const amount = 10_000;
const number = testCards.find(({ name }) => name === "kb")?.number ?? "";
const card = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };

/** This many payments of one merchant, one after the other. */
export async function manyAuthenticated(service: Payments, tenant: Tenant, count: number) {
  const confirmations: Confirmation[] = [];
  for (let index = 0; index < count; index += 1) {
    confirmations.push(await authenticated(service, tenant, `order-of-a-bench-${index}`));
  }
  return confirmations;
}

export async function newSession(service: Payments, tenant: Tenant, orderId: string) {
  const session = await service.sessions.create(tenant, {
    customerId: "c0a8-11e9-buyer",
    orderId,
    orderName: "Green tea",
    amount: { value: amount },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  });
  if (!session.ok) throw new Error(session.error.code);
  return session.value;
}

export async function authenticated(service: Payments, tenant: Tenant, orderId: string): Promise<Confirmation> {
  const { token } = await newSession(service, tenant, orderId);
  const next = await service.checkout.authenticate(token, card);
  if (!next.ok) throw new Error(next.error.code);
  const intentKey = new URL(next.value.redirectUrl).searchParams.get("intentKey") ?? "";
  return { intentKey, orderId, amount };
}
