import { createClient } from "@wonflow/client";
import { afterAll, expect, test } from "vitest";

import { preparedFolder, removeFolders, run } from "./run-example.ts";

afterAll(removeFolders);

/** Asks for an address as a browser does: its text, and where it leads. */
async function visit(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { status: response.status, to: response.headers.get("Location") ?? "", text: await response.text() };
}

/** The order that the shop's page pays by the SDK. */
interface Order {
  readonly orderId: string;
  readonly orderName: string;
  readonly amount: { readonly value: number };
}

/** One that mounts the service as a listener, and one that mounts it as a function of a request; all by `npm run test:long`. */
const frameworks = ["express", "fastify", "hono", "http"].filter(
  (name) => process.env["TESTS"] === "long" || name === "express" || name === "hono",
);

test.each(frameworks)("the shop on %s takes a payment, once", async (framework) => {
  const example = { folder: await preparedFolder(".wonflow"), args: [framework], until: "Buy tea at" };
  await run("tea-house/src/start.ts", example, async (output) => {
    const shop = /http:\S+/.exec(output)?.[0] ?? "";
    expect((await visit(shop)).text).toContain("Buy green tea for ₩10,000");
    const { orderId, orderName, amount } = JSON.parse(
      (await visit(`${shop}/orders`, { method: "POST" })).text,
    ) as Order;
    const wonflow = createClient({ url: `${shop}/pay`, secretKey: "test_sk_docs", mId: 1 });
    const ways = { customerId: "2b7d1f0c-buyer", successUrl: `${shop}/ok`, failUrl: `${shop}/fail` };
    const { checkoutUrl } = await wonflow.sessions.create({ orderId, orderName, amount, ...ways });
    expect((await visit(checkoutUrl)).text).toContain("Tea house");

    const token = new URL(checkoutUrl).searchParams.get("token") ?? "";
    const card = { number: "4000 0000 0011 0009", expiry: "12/39", passwordFront2: "12", registNo: "900101" };
    const form = new URLSearchParams({ token, action: "pay", holder: "personal", ...card });
    const back = await visit(checkoutUrl, { method: "POST", body: form });
    expect([back.status, back.to]).toEqual([303, expect.stringContaining(`${shop}/ok?`)]);
    const cheaper = await visit(back.to.replace("amount=10000", "amount=1"));
    expect(cheaper.text).toContain("Nothing was charged: REDIRECT_AMOUNT_MISMATCH");
    for (let load = 0; load < 2; load += 1) expect((await visit(back.to)).text).toContain("Paid: ₩10,000.");
  });
});
