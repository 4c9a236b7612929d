import path from "node:path";
import { readFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  newProject,
  postsToShopIn,
  typeScriptIn,
  buy,
  forward,
  json,
  leave,
  paymentOf,
  visit,
} from "./page-program.ts";

const [program = ""] = typeScriptIn("embedding.md");
const posts = postsToShopIn("embedding.md");

/** Posts what the page says, of an order where it is about one. */
async function post(url: string, index: number, orderId: string | null) {
  const [at = "", body = {}] = posts[index] ?? [];
  return visit(url + at.replace("order-…", orderId ?? ""), json(body as object));
}

test("the program of docs/embedding.md sells tea, refunds a part, starts again, and receives the settlement", async () => {
  const { folder, url, start } = await newProject(program);
  const first = await start();
  const secret = await readFile(path.join(folder, "webhook-secret.txt"), "utf8");
  expect(await visit(url)).toMatchObject({ status: 200, text: expect.stringContaining('action="/buy"') });

  const back = await buy(url);
  const orderId = new URL(back).searchParams.get("orderId");
  const changed = await visit(back.replace("amount=12000", "amount=1000"));
  expect([changed.status, changed.text]).toEqual([400, "REDIRECT_AMOUNT_MISMATCH"]);
  const waiting = await paymentOf(url, back);
  expect([waiting.status, "approvedAt" in waiting]).toEqual(["IN_PROGRESS", false]); // for its confirm
  expect((await visit(back.replace("orderId=order", "orderId=other"))).text).toBe("We know of no such order.");
  for (let load = 0; load < 2; load += 1) expect((await visit(back)).text).toBe(`Paid: 12000 won for ${orderId}.`);

  for (let press = 0; press < 2; press += 1) {
    const canceled = await post(url, 0, orderId);
    expect([canceled.status, JSON.parse(canceled.text)]).toMatchObject([
      200,
      { value: { cancel: { canceledAmount: 4_000 } } },
    ]);
  }
  for (const wrong of [{ amont: 100, formId: "form-4" }, { amount: 100 }, { amount: "100", formId: "form-5" }]) {
    expect((await visit(`${url}/orders/${orderId}/cancel`, json(wrong))).status).toBe(400);
  }
  expect((await visit(back)).text).toBe(`Paid: 12000 won for ${orderId}.`);
  const tooMuch = await visit(`${url}/orders/${orderId}/cancel`, json({ amount: 9_000, formId: "form-2" }));
  expect([tooMuch.status, JSON.parse(tooMuch.text)]).toMatchObject([400, { ok: false }]);
  expect(await first.stop()).toBe(0);

  const second = await start();
  expect(await readFile(path.join(folder, "webhook-secret.txt"), "utf8")).toBe(secret);
  expect(await paymentOf(url, back)).toMatchObject({ status: "PARTIAL_CANCELED", totalAmount: 12_000 });
  const more = await visit(`${url}/orders/${orderId}/cancel`, json({ amount: 1_000, formId: "form-3" }));
  expect(more.status).toBe(200);
  expect((await post(url, 1, orderId)).status).toBe(200);
  // 7,000 won remain: 231 of fee, and 23.1 of VAT, rounded down.
  expect(second.printed()).toContain("Settled: 6746 won (msg_");
  // Days later by its clock, which the gateway has as well.
  expect((await visit(await buy(url))).text).toMatch(/^Paid: 12000 won/);
  const forged = await visit(`${url}/webhook`, {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "text/plain" },
  });
  expect([forged.status, forged.text]).toEqual([400, "INVALID_WEBHOOK"]);
  expect(await second.stop()).toBe(0);
});

test("the program distinguishes a refusal from an unknown outcome, looks it up, and replaces a lost secret", async () => {
  const { folder, url, start } = await newProject(program);
  const { stop } = await start();
  expect((await visit(await buy(url, "no-funds"))).text).toMatch(/^Not paid: REJECT_/);
  const lost = await buy(url, "answer-lost");
  expect((await visit(lost)).text).toMatch(/^Not known yet, see \/orders\/order-/);
  await forward(url, { minutes: 5 });
  expect((await paymentOf(url, lost)).status).toBe("DONE");
  expect((await visit(lost)).text).toMatch(/^Paid: 12000 won/);
  expect((await visit(await leave(url))).text).toBe("Not paid: PAY_PROCESS_CANCELED");
  expect(await stop()).toBe(0);

  await rm(path.join(folder, "webhook-secret.txt"));
  const again = await start();
  await forward(url, { businessDays: 3 });
  expect(again.printed()).toContain("Settled: 11564 won (msg_");
  await again.stop();
  await expect(start("another secret of at least 32 characters")).rejects.toThrow(/WrongSecret/);
});

test("the program does not start where a payment could not work", async () => {
  const elsewhere = program.replace('app.use("/pay"', 'app.use("/elsewhere"');
  const { start } = await newProject(elsewhere);
  await expect(start()).rejects.toThrow(/can't take payments as it is mounted/);
});

/** The last part of the program for a framework, as docs/mounts.md has it. */
const mountOf = (framework: string) => {
  const own = typeScriptIn("mounts.md").filter((code) => code.includes(framework));
  expect(own).toHaveLength(1);
  const [service = ""] = program.replace(/^import express.*\n/m, "").split("// The web");
  return service + own.join("");
};

/**
 * One here, which reads bodies itself; all by `npm run test:long`. Every framework serves the contract of mounts besides,
 * and Express and Hono the programs of `npm create wonflow`.
 */
const mounts = [
  ["node:http", 'from "node:http"'],
  ["Fastify 5", 'from "fastify"'],
  ["Hono", 'from "hono"'],
].filter(([name]) => process.env["TESTS"] === "long" || name === "Fastify 5");

test.each(mounts)(
  "%s, as docs/mounts.md has it, sells the same tea, refunds a part, and receives the webhook",
  async (_name, framework = "") => {
    const { url, start } = await newProject(mountOf(framework));
    const { printed, stop } = await start();
    const page = await fetch(url);
    expect([page.headers.get("Content-Type"), await page.text()]).toEqual([
      expect.stringContaining("text/html"),
      expect.stringContaining('action="/buy"'),
    ]);
    const form = new URLSearchParams();
    expect((await visit(`${url}/buy`, { method: "POST", body: form })).status).toBe(303);
    const back = await buy(url);
    const orderId = new URL(back).searchParams.get("orderId");
    expect((await visit(back.replace("amount=12000", "amount=1000"))).text).toBe("REDIRECT_AMOUNT_MISMATCH");
    expect((await visit(back)).text).toBe(`Paid: 12000 won for ${orderId}.`);
    const cancel = `${url}/orders/${orderId}/cancel`;
    expect((await visit(cancel, json({ amount: 4_000, formId: "form-1" }))).status).toBe(200);
    expect((await visit(cancel, json({ amount: 9_000, formId: "form-2" }))).status).toBe(400);
    expect((await paymentOf(url, back)).status).toBe("PARTIAL_CANCELED");
    expect((await visit(await leave(url))).text).toBe("Not paid: PAY_PROCESS_CANCELED");
    await forward(url, { businessDays: 3 });
    expect(printed()).toContain("Settled: 7710 won (msg_");
    expect((await visit(`${url}/webhook`, json({}))).text).toBe("INVALID_WEBHOOK");
    expect(await stop()).toBe(0);
  },
);
