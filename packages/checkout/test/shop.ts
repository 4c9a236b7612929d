import { bindPayments, documentationMerchant, type CreateSessionInput, type MerchantInput } from "@wonflow/core";
import { sandboxGateway } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { createCheckoutPage, type CheckoutPageSettings, type Visit } from "../src/index.ts";

const address = "https://pay.example/checkout";
const tenant = { mId: 1, mode: "test" } as const;

const order: CreateSessionInput = {
  customerId: "c0a8-11e9-buyer",
  orderId: "order-20261120-0001",
  orderName: "녹차 100g",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok?cart=7",
  failUrl: "https://shop.example/fail#top",
};

/** The fields as a buyer types them for a card that is good. */
export const card = {
  number: "4000-0000 0011-0009",
  expiry: "12/30",
  passwordFront2: "12",
  registNo: "900101",
};

/** A request of a form, as a browser sends it. */
export function formRequest(fields: Readonly<Record<string, string>>, lang = "ko"): Request {
  return new Request(`${address}?lang=${lang}`, { method: "POST", body: new URLSearchParams(fields) });
}

/** A page, read. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The address that the browser is redirected to; null if it stays. */
  readonly location: string | null;
}

export async function show(response: Response): Promise<Shown> {
  const { status, headers } = response;
  return { status, headers, html: await response.text(), location: headers.get("Location") };
}

/** A shop with the checkout page, on a stopped clock. */
export async function openShop(
  { operatorName = null, ...settings }: CheckoutPageSettings & { readonly operatorName?: string | null } = {},
  merchant: Partial<MerchantInput> = {},
) {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 5, 3, 7));
  const ids = sequentialIds();
  const gateway = sandboxGateway({ clock, ids });
  const payments = bindPayments({
    store: memoryStore(),
    gateways: { test: gateway },
    clock,
    ids,
    vault: testVault(),
    settings: { checkoutUrl: address, operatorName },
  });
  await payments.merchants.register({ ...documentationMerchant, ...merchant });
  const page = createCheckoutPage(payments, { now: () => clock.now(), ...settings });
  return {
    page,
    payments,
    clock,
    gateway,
    async openLink(changes: Partial<CreateSessionInput> = {}) {
      const created = await payments.sessions.create(tenant, { ...order, ...changes });
      if (!created.ok) throw new Error(created.error.code);
      return created.value;
    },
    get: async (url: string, visit: Visit = {}) => show(await page(new Request(url), visit)),
    post: async (fields: Readonly<Record<string, string>>) => show(await page(formRequest(fields))),
  };
}
