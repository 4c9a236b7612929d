import path from "node:path";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { testCards, type Tenant } from "wonflow";
import { blocksOf, openTestedService } from "./guide.ts";

/** What the page's code exports. Its program is run by a test of wonflow. */
interface Page {
  outcomeOf(tenant: Tenant, orderId: string): Promise<string>;
}

async function pageCode(): Promise<Page> {
  const folder = path.resolve(import.meta.dirname, "../../reports/embedding");
  const file = path.join(folder, `embedding-${process.pid}.ts`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const blocks = blocksOf("embedding.md", "ts").filter((code) => code.includes("outcomeOf"));
  writeFileSync(file, blocks.join("\n"));
  return (await import(/* @vite-ignore */ file)) as Page;
}

test.each([
  ["answer-lost", "not known yet", "paid"],
  ["no-funds", "not paid", "not paid"],
  ["kb", "paid", "paid"],
])("docs/embedding.md: after a confirm with the card %s it is %s, and later %s", async (card, atOnce, later) => {
  const { payments, handler } = await openTestedService();
  vi.stubGlobal("payments", payments);
  onTestFinished(() => void vi.unstubAllGlobals());
  const shop = { mId: 7, mode: "test" } as const;
  await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3" });
  const { outcomeOf } = await pageCode();
  const post = async (at: string, body: object, headers = {}) => {
    const json = { "Content-Type": "application/json", ...headers };
    const request = new Request(`http://localhost:4242${at}`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(body),
    });
    return (await (await handler(request)).json()) as Record<string, string>;
  };

  const order = { orderId: `order-${crypto.randomUUID()}`, amount: 10_000 };
  const session = await payments.sessions.create(shop, {
    customerId: crypto.randomUUID(),
    orderId: order.orderId,
    orderName: "Green tea",
    amount: { value: order.amount },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  });
  if (!session.ok) throw new Error(session.error.code);
  const number = testCards.find(({ name }) => name === card)?.number;
  const typed = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const authorization = { Authorization: `Bearer ${session.value.token}` };
  const { redirectUrl = "" } = await post("/checkout/session/authenticate", typed, authorization);
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  await payments.intents.confirm(shop, { intentKey, ...order });
  expect(await outcomeOf(shop, order.orderId)).toBe(atOnce);
  await post("/development/clock", { forward: { minutes: 5 } });
  expect(await outcomeOf(shop, order.orderId)).toBe(later);
});
