import { afterAll, expect, test } from "vitest";

import { newFolder, removeFolders, run } from "./run-example.ts";

afterAll(removeFolders);

/** Asks for an address as a browser does: its text, and where it leads. */
async function visit(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, redirect: "manual" });
  return { status: response.status, to: response.headers.get("Location") ?? "", text: await response.text() };
}

test.each(["express", "fastify", "hono"])("the example on %s takes a payment, once", async (name) => {
  const folder = await newFolder();
  await run(`${name}/src/server.ts`, { folder, until: "Buy tea at" }, async (output) => {
    const shop = /http:\S+/.exec(output)?.[0] ?? "";
    expect((await visit(shop)).text).toContain("Buy green tea for ₩10,000");
    const ordered = await visit(`${shop}/orders`, { method: "POST", body: new URLSearchParams() });
    expect([ordered.status, ordered.to]).toEqual([303, expect.stringContaining(`${shop}/pay/checkout?token=`)]);
    expect((await visit(ordered.to)).text).toContain("Tea house");

    const token = new URL(ordered.to).searchParams.get("token") ?? "";
    const card = { number: "4000 0000 0011 0009", expiry: "12/39", passwordFront2: "12", registNo: "900101" };
    const form = new URLSearchParams({ token, action: "pay", holder: "personal", ...card });
    const back = await visit(ordered.to, { method: "POST", body: form });
    expect([back.status, back.to]).toEqual([303, expect.stringContaining(`${shop}/ok?`)]);
    const cheaper = await visit(back.to.replace("amount=10000", "amount=1"));
    expect(cheaper.text).toContain("We know of no such order.");
    for (let load = 0; load < 2; load += 1) expect((await visit(back.to)).text).toContain("Paid: ₩10,000.");
  });
});
