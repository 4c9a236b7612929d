import { chargeName, issueName, removeName } from "../billing/requests.ts";
import type { Acting, Asked, Preparing } from "./scene.ts";

const orderId = "order-20261120-0001";
const amount = 10_000;

/** Test cards of the sandbox. */
export const cards = {
  good: "4000000000110009",
  alsoGood: "5400000000410006",
  refusedAtApproval: "4000000200010009",
} as const;

const order = {
  customerId: "2b7d1f0c-buyer",
  orderId,
  orderName: "Green tea",
  amount: { value: amount },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

export const createSession: Asked = {
  name: "create-session",
  method: "POST",
  path: "/px/payfront/sessions",
  body: order,
};

export function authenticate(token: string, number: string = cards.good): Asked {
  return {
    name: "authenticate",
    method: "POST",
    path: "/checkout/session/authenticate",
    authorization: `Bearer ${token}`,
    body: { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" },
  };
}

export function confirm(intentKey: string, idempotencyKey?: string): Asked {
  return {
    name: "confirm",
    method: "POST",
    path: "/px/intents/confirm",
    body: { intentKey, orderId, amount },
    idempotencyKey,
  };
}

export function cancel(cancelAmount?: number, idempotencyKey?: string): Asked {
  const part = cancelAmount === undefined ? {} : { cancelAmount };
  const mark = idempotencyKey === undefined ? "" : ` (${idempotencyKey})`;
  return {
    name: cancelAmount === undefined ? "cancel-rest" : "cancel-part",
    method: "POST",
    path: `/px/intents/orders/${orderId}/cancel`,
    body: { cancelReason: `changed my mind${mark}`, ...part },
    idempotencyKey,
  };
}

/** A link whose card is checked, and which can be confirmed. */
export async function authenticated({ ask }: Acting, number?: string): Promise<string> {
  const { redirectUrl } = await tokenOf(ask).then(async (token) => expectOk(await ask(authenticate(token, number))));
  return new URL(String(redirectUrl)).searchParams.get("intentKey") ?? "";
}

export async function tokenOf(ask: Acting["ask"]): Promise<string> {
  return String(expectOk(await ask(createSession))["token"]);
}

/** A payment, confirmed. */
export async function paid(preparing: Preparing, number?: string): Promise<string> {
  const intentKey = await authenticated(preparing, number);
  expectOk(await preparing.ask(confirm(intentKey)));
  return intentKey;
}

function expectOk({ status, body, text }: Awaited<ReturnType<Acting["ask"]>>): typeof body {
  if (status >= 300) throw new Error(`before the scene: ${status} ${text}`);
  return body;
}

const customerId = "c_7f3b2a91";

/** The billing key of a test card. */
export async function storedCard({ ask }: Acting, number: string): Promise<string> {
  const owner = { ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678" };
  const card = { number, expriationYY: "39", expriationMM: "12", cvc: "123", passwordFront2: "12" };
  const body = { customerId, ...card, ...owner };
  const issued = await ask({ name: issueName, method: "POST", path: "/px/billing/billkeys/issue", body });
  return String(expectOk(issued)["billkey"]);
}

/** One charge, divided between cards. */
export function charge(billkeys: readonly string[], idempotencyKey?: string): Asked {
  const instruments = billkeys.map((billing) => ({ billing, amount: amount / billkeys.length }));
  const mark = idempotencyKey === undefined ? "" : ` (${idempotencyKey})`;
  const body = { customerId, orderId, totalAmount: amount, instruments, orderName: `November${mark}` };
  return { name: chargeName, method: "POST", path: "/px/billing", body, idempotencyKey };
}

export function removeKey(billkey: string): Asked {
  return { name: removeName, method: "DELETE", path: `/px/billing/${billkey}` };
}

export async function registeredSeller({ ask }: Acting, refSellerId: string): Promise<string> {
  const account = { bankCode: "004", accountNumber: "110-123456", holderName: "김상인" };
  const body = { refSellerId, name: "Kim", businessType: "INDIVIDUAL", account };
  return String(
    expectOk(await ask({ name: "create-seller", method: "POST", path: "/merchants/7/sellers", body }))["id"],
  );
}

/** A payout to a seller, as a batch of one. */
export function payOut(refPayoutId: string, destination: string, won: number): Asked {
  const body = [{ refPayoutId, destination, amount: { value: won, currency: "KRW" } }];
  return { name: "create-payouts", method: "POST", path: "/merchants/7/payouts", body };
}
