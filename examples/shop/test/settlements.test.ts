import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { startServers, testCardNumber, type Servers } from "./shop-and-service.ts";

let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});

afterAll(() => servers.close());

async function post(path: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(`${servers.shop}${path}`, { method: "POST", body: new URLSearchParams(fields) });
  expect(response.ok).toBe(true);
  return response.text();
}

const settlements = async () => (await fetch(`${servers.shop}/settlements`)).text();

/** Buys tea by a link, as a buyer without scripts would; answers the order's id. */
async function buy(): Promise<string> {
  const link = /token=([\w-]+)/.exec(await post("/links", { quantity: "1" }));
  const card = { number: testCardNumber("kb"), expiryMonth: "12", expiryYear: "39", registNo: "900101" };
  const response = await fetch(`${servers.service}/checkout/session/authenticate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${link?.[1]}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...card, passwordFront2: "12" }),
  });
  const { redirectUrl } = z.object({ redirectUrl: z.string() }).parse(await response.json());
  const receipt = await fetch(redirectUrl);
  expect(await receipt.text()).toContain('data-status="DONE"');
  return new URL(redirectUrl).searchParams.get("orderId") ?? "";
}

/** The text of a page, without the markup. */
function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

test("the owner sees what an order will earn, advances three business days, and sees it settled and reported", async () => {
  const orderId = await buy();
  const expected = textOf(await settlements());
  expect(expected).toContain("정산 예정 금액 24,092원 정산된 잔액 0원");
  expect(expected).toContain(
    "거래 금액 25,000원 − 수수료 825원 − 수수료의 부가세 (10%) 83원 = 정산 금액 24,092원 정산 예정 2026년 11월 25일 수요일",
  );
  expect(expected).toContain("아직 받은 웹훅이 없어요");
  expect(expected).toContain("아직 이체가 없어요. 정산된 금액은 영업일 밤 11시에 마감해 다음 영업일에 입금돼요.");

  const settled = await post("/clock", { businessDays: "3" });
  expect(settled).toContain(`id="${orderId}" data-status="SETTLED"`);
  expect(textOf(settled)).toContain("정산 예정 금액 0원 정산된 잔액 24,092원");
  expect(textOf(settled)).toMatch(/stl\.\S+ · 웹훅 서명 확인됨 .* 거래 금액 25,000원 − 수수료 \(3\.3%\) 825원/);

  await post(`/orders/${orderId}/cancel`, { what: "part", amount: "5000", idempotencyKey: "one" });
  expect(textOf(await settlements())).toContain("정산된 잔액 19,274원");
  const after = textOf(await post("/clock", { businessDays: "1" }));
  expect(after).toContain("정산 -4,818원");
  // The evening's rest is on its way to the owner's account.
  expect(after).toContain("정산된 잔액 0원");
  expect(after).toMatch(/2026년 11월 26일 목요일 이체 (예정|완료) 19,274원/);
  expect(after).toContain(
    "(취소) 거래 금액 -5,000원 − 수수료 (3.3%) -165원 − 수수료의 부가세 (10%) -17원 = 정산 금액 -4,818원",
  );
});

test("the clock advances by an hour", async () => {
  const now = async () => Date.parse(/data-now="([^"]+)"/.exec(await settlements())?.[1] ?? "");
  const before = await now();
  await post("/clock", { minutes: "60" });
  expect((await now()) - before).toBeGreaterThanOrEqual(60 * 60_000);
});

test("a move that is refused says that the clock was not moved, and not that nothing was paid", async () => {
  const body = new URLSearchParams({ businessDays: "999999" });
  const answer = await fetch(`${servers.shop}/clock`, { method: "POST", body });
  expect([answer.status, textOf(await answer.text())]).toEqual([
    400,
    expect.stringContaining("시계를 옮기지 못했어요"),
  ]);
});

test("a webhook that the service has not signed is refused, and nothing is kept of it", async () => {
  const before = await settlements();
  const body = JSON.stringify({ settlementId: "stl.forged", amount: 1, settledAt: "2026-11-25T00:00:00Z", lines: [] });
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": `${Math.floor(Date.now() / 1000)}` };
  const forged = { ...headers, "webhook-signature": `v1,${btoa("x".repeat(32))}` };
  for (const sent of [headers, forged]) {
    const answer = await fetch(`${servers.shop}/webhook`, { method: "POST", headers: sent, body });
    expect(answer.status).toBe(400);
  }
  expect(before).not.toContain("stl.forged");
  expect(await settlements()).not.toContain("stl.forged");
});
