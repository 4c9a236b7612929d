import { ok, refuse, StoreUnavailable, type Receipt, type SalesSlip } from "@wonflow/core";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openShop, show } from "../../test/shop.ts";
import { createReceiptPage } from "../index.ts";

const address = "https://pay.example/receipts/rc_1_test_x";

const amounts = { amount: 30_000, supply: 9_091, vat: 909, taxFree: 20_000 };

const slip: SalesSlip = {
  ...amounts,
  approvalNumber: "00000042",
  approvedAt: "2026-11-20T14:03:07+09:00",
  method: "KEYIN",
  easyPayProvider: null,
  maskedNumber: "400000******0009",
  company: { ko: "KB국민", en: "KB Kookmin" },
  installmentPlanMonths: 0,
  cancellations: [],
  remaining: amounts,
};

const unsaid = { businessName: null, businessRegistrationNumber: null, phone: null };

const receipt: Receipt = {
  merchant: {
    name: "골목 상점",
    businessName: "주식회사 골목",
    businessRegistrationNumber: "2208162517",
    phone: "02-1234-5678",
  },
  testMode: false,
  orderId: "order-20261120-0001",
  orderName: "녹차 100g",
  slips: [slip],
  total: amounts,
};

/** The receipt page of a service that has this receipt. */
async function openReceipts(shown: Receipt = receipt) {
  const { payments } = await openShop();
  const asked: string[] = [];
  async function read(token: string) {
    asked.push(token);
    return token === "rc_1_test_x" ? ok(shown) : refuse("NOT_FOUND_PAYMENT");
  }
  const page = createReceiptPage({ ...payments, receipts: { read } });
  return {
    asked,
    get: async (url = address, language?: "ko" | "en") =>
      show(await page(new Request(url), { ...(language && { language }) })),
  };
}

/** The text of a page, without its head and markup. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf("<body>"), html.lastIndexOf("<script>"))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const second: SalesSlip = { ...slip, approvalNumber: "00000043", company: undefined, installmentPlanMonths: 3 };

describe("a receipt", () => {
  test("of one card is its sales slip", async () => {
    const { get, asked } = await openReceipts();
    const { status, html } = await get();
    expect(status).toBe(200);
    expect(asked).toEqual(["rc_1_test_x"]);
    expect(html).toContain("<title>골목 상점 영수증</title>");
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(textOf(html)).toBe(
      "골목 상점 English 신용카드 매출전표 골목 상점 (주식회사 골목) 사업자등록번호 220-81-62517 전화 02-1234-5678 " +
        "주문 상품 녹차 100g 주문번호 order-20261120-0001 카드 KB국민 400000******0009 할부 일시불 " +
        "승인번호 00000042 거래일시 2026-11-20 14:03:07 " +
        "공급가액 9,091원 부가세 909원 면세 금액 20,000원 합계 30,000원 시각은 한국 시간이에요. 인쇄하기",
    );
  });

  test("is in English where the browser or the address says so", async () => {
    const { get } = await openReceipts({ ...receipt, slips: [second] });
    const { html, headers } = await get(address, "en");
    expect(headers.get("Content-Language")).toBe("en");
    expect(textOf(html)).toContain("Card 400000******0009 Installments 3 months Approval no. 00000043");
    expect(textOf(html)).toContain("Supply amount ₩9,091 VAT ₩909 Tax-free amount ₩20,000 Total ₩30,000");
    expect(html).toContain(`href="?lang=ko"`);
    expect((await get(`${address}?lang=en`)).html).toBe(html);
    expect((await get(`${address}?lang=ko`, "en")).html).toContain(`<html lang="ko">`);
  });

  test("of several cards has them all, below what the payment was", async () => {
    const total = { amount: 60_000, supply: 36_364, vat: 3_636, taxFree: 20_000 };
    const { get } = await openReceipts({ ...receipt, slips: [slip, second], total });
    const { html } = await get();
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(textOf(html)).toContain(
      "영수증 결제 금액 60,000원 공급가액 36,364원 부가세 3,636원 면세 금액 20,000원 주문",
    );
    for (const shown of ["매출전표 1/2", "매출전표 2/2", "00000042", "00000043"]) expect(html).toContain(shown);
    expect(html).not.toContain("취소");
  });

  test("of one of several cards has that one alone", async () => {
    const { get, asked } = await openReceipts({ ...receipt, slips: [slip, second] });
    const { html } = await get(`${address}/2`);
    expect(asked).toEqual(["rc_1_test_x"]);
    expect(html).toMatch(/<h1>신용카드 매출전표 2\/2<\/h1>/);
    expect(html).not.toContain("00000042");
    for (const none of ["/3", "/0", "/02", "/100", "/1/1", "/x"])
      expect((await get(`${address}${none}`)).status, none).toBe(404);
  });

  test("of the last of ten cards", async () => {
    const [first, ...others] = Array.from({ length: 10 }, (_, n) => ({ ...slip, approvalNumber: String(n) }));
    const { get } = await openReceipts({ ...receipt, slips: [first ?? slip, ...others] });
    expect((await get(`${address}/10`)).html).toContain("매출전표 10/10");
  });

  test("shows what was canceled, and what it left", async () => {
    const left = { amount: 25_000, supply: 4_545, vat: 455, taxFree: 20_000 };
    const canceled = { amount: 5_000, canceledAt: "2026-11-21T09:00:00+09:00" };
    const partly: SalesSlip = { ...slip, cancellations: [canceled], remaining: left };
    const one = await (await openReceipts({ ...receipt, slips: [partly] })).get();
    expect(textOf(one.html)).toContain(
      "합계 30,000원 취소 내역 2026-11-21 09:00:00 -5,000원 " +
        "공급가액 4,545원 부가세 455원 면세 금액 20,000원 취소 후 결제 금액 25,000원",
    );
    const nothing = { amount: 0, supply: 0, vat: 0, taxFree: 0 };
    const whole: SalesSlip = { ...second, cancellations: [{ amount: 30_000 }], remaining: nothing };
    const total = { amount: 60_000, supply: 18_182, vat: 1_818, taxFree: 40_000 };
    const two = await (await openReceipts({ ...receipt, slips: [partly, whole], total })).get(address, "en");
    expect(textOf(two.html)).toContain("Canceled -₩35,000 Left after cancellation ₩25,000 Order");
    expect(textOf(two.html)).toContain("Cancellations Canceled -₩30,000 Left after cancellation ₩0");
  });

  test("omits a tax-free part and a business number that do not exist", async () => {
    const taxed = { amount: 11_000, supply: 10_000, vat: 1_000, taxFree: 0 };
    const merchant = { ...unsaid, name: "Corner Shop" };
    const plain = {
      ...receipt,
      merchant,
      slips: [{ ...slip, ...taxed, installmentPlanMonths: 1, remaining: taxed }] as const,
      total: taxed,
    };
    const { html } = await (await openReceipts(plain)).get();
    expect(textOf(html)).toContain("Corner Shop");
    expect(textOf(html)).not.toContain("Corner Shop (");
    // Companies say 1 for a lump sum too.
    expect(textOf(html)).toContain("할부 일시불");
    for (const absent of ["면세", "사업자등록번호", "전화", "취소", "테스트"]) expect(html).not.toContain(absent);
  });

  test("of test mode says that it proves nothing", async () => {
    const { html } = await (await openReceipts({ ...receipt, testMode: true })).get();
    expect(html).toContain("증빙으로 쓸 수 없어요");
  });

  test("shows what merchants wrote as text, never as markup", async () => {
    const evil = `"><script>alert('1')</script>`;
    const merchant = { ...unsaid, name: evil, businessName: "x", phone: evil };
    const { html } = await (await openReceipts({ ...receipt, merchant, orderName: evil })).get();
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.split("&quot;&gt;&lt;script&gt;")).toHaveLength(6);
  });

  test("is never cached or framed, runs its own script only, and leaks no address", async () => {
    const { headers, html } = await (await openReceipts()).get();
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(html).toContain(`<meta name="robots" content="noindex" />`);
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    for (const element of ["script", "style"]) {
      const [, text = ""] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
      expect(policy).toContain(`${element}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    }
  });
});

describe("no receipt", () => {
  test("if the address is invalid", async () => {
    const { payments } = await openShop();
    const page = createReceiptPage(payments);
    for (const wrong of ["rc_1_test_x", `rc_1_test_${"x".repeat(43)}`, "", "%", "%E0%A4%A"]) {
      const { status, html } = await show(await page(new Request(`https://pay.example/receipts/${wrong}`)));
      expect(status, wrong).toBe(404);
      expect(textOf(html)).toContain("영수증을 찾을 수 없어요");
    }
    const { html } = await show(await page(new Request(address), { language: "en" }));
    expect(textOf(html)).toContain("We can’t find this receipt");
  });

  test.each([
    [new Error("a bug"), 500, null],
    [new StoreUnavailable("gone"), 503, "5"],
  ])("where the service fails: %s", async (error, expected, retryAfter) => {
    const { payments } = await openShop();
    const page = createReceiptPage({ ...payments, receipts: { read: () => Promise.reject(error) } });
    const reported: unknown[] = [];
    const report = (each: unknown) => {
      reported.push(each);
      throw new Error("the log is full");
    };
    const { status, html, headers } = await show(await page(new Request(address), { report }));
    expect([status, headers.get("Retry-After"), reported]).toEqual([expected, retryAfter, [error]]);
    expect(textOf(html)).toContain("문제가 생겨 영수증을 열지 못했어요");
    expect(headers.get("Cache-Control")).toBe("no-store");
  });
});
