import { documentationMerchant, StoreUnavailable } from "@wonflow/core";
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { card, formRequest, openShop, show, type Shown } from "../test/shop.ts";
import { createCheckoutPage } from "./index.ts";

const minute = 60_000;

/** Of a logo, as core has it. */
const mostLogoBytes = 8_000;

const address = "https://pay.example/checkout";

/** The names of the inputs that a page marks as wrong. */
function marked(html: string): readonly string[] {
  return [...html.matchAll(/<input[^>]*>/g)]
    .filter(([input]) => input.includes("aria-invalid"))
    .map(([input]) => /name="(\w+)"/.exec(input)?.[1] ?? "");
}

/** The heading of a page that takes no card; what its templates hold is not shown. */
const heading = (html: string) => /<h1 tabindex="-1"><span[^>]*>([^<]*)</.exec(withoutTemplates(html))?.[1];
const withoutTemplates = (html: string) => html.replaceAll(/<template[^]*?<\/template>/g, "");

describe("the page of a link", () => {
  test.each([
    ["ko", "지금은 결제를 받지 않아요"],
    ["en", "This shop isn’t taking payments right now"],
  ])("of a suspended merchant says so in %s, leads back to the shop and takes no card", async (lang, title) => {
    const { openLink, get, payments, page } = await openShop();
    const { token, checkoutUrl } = await openLink();
    await payments.merchants.suspend({ mId: 1, mode: "test" });
    const { status, html } = await get(`${checkoutUrl}&lang=${lang}`);
    expect([status, heading(html)]).toEqual([200, title]);
    expect(withoutTemplates(html)).toMatch(
      /<a class="button" id="onward" href="https:\/\/shop\.example\/fail\?code=PAY_PROCESS_ABORTED/,
    );
    expect(withoutTemplates(html)).not.toContain('name="number"');
    // The form was open already.
    const sent = await show(await page(formRequest({ ...card, token }, lang)));
    expect([sent.status, heading(sent.html)]).toEqual([200, title]);
    await payments.merchants.resume({ mId: 1, mode: "test" });
    expect((await show(await page(formRequest({ ...card, token }, lang)))).status).toBe(303);
  });

  test("shows who is paid, for what, and how much, and takes a card", async () => {
    const { openLink, get } = await openShop();
    const { token, checkoutUrl } = await openLink();
    const { status, html, headers } = await get(checkoutUrl);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(html).toMatch(/^<!doctype html>\s*<html lang="ko">/);
    for (const shown of ["Wonflow Docs", "녹차 100g", "10,000원", "테스트 결제", "14:33까지", `value="${token}"`]) {
      expect(html).toContain(shown);
    }
    const inputs = [...withoutTemplates(html).matchAll(/<input[^>]*name="(\w+)"/g)].map(([, name]) => name);
    expect(inputs).toEqual(["token", "number", "expiry", "passwordFront2", "holder", "holder", "registNo"]);
    expect(html).toMatch(/<form id="card" class="card" method="post" action="\?lang=ko"/);
    expect(html).toContain(`data-left="${30 * minute + 1000}"`);
    expect(marked(html)).toEqual([]);
    for (const id of [...html.matchAll(/<label id="\w+-label" for="(\w+)"/g)].map(([, name]) => name)) {
      expect(html).toContain(`id="${id}"`);
    }
  });

  test("offers the plans of the gateway, from the amount from which there are any; scripts name them on the button", async () => {
    const { openLink, get } = await openShop();
    const offered = async (value: number, lang: string) => {
      const { html } = await get(`${(await openLink({ amount: { value } })).checkoutUrl}&lang=${lang}`);
      const button = /<button id="pay"[^>]*>\s*<span[^>]*>([^<]*)/.exec(html)?.[1];
      const options = html.matchAll(/<option value="(\d+)"[^>]*>([^<]*)/g);
      return [...[...options].map(([, months, text]) => `${months} ${text}`), button];
    };
    const longer = Array.from({ length: 11 }, (_, index) => index + 2);
    expect(await offered(49_999, "ko")).toEqual(["49,999원 결제하기"]);
    const ko = longer.map((months) => `${months} ${months}개월`);
    expect(await offered(50_000, "ko")).toEqual(["0 일시불", ...ko, "50,000원 결제하기"]);
    const en = longer.map((months) => `${months} ${months} months`);
    expect(await offered(50_000, "en")).toEqual(["0 Pay in full", ...en, "Pay ₩50,000"]);
  });

  test("shows what merchants wrote as text, never as markup", async () => {
    const evil = `"><script>alert('1')</script>&lt;`;
    const { openLink, get } = await openShop({}, { name: evil });
    const { html } = await get((await openLink({ orderName: evil })).checkoutUrl);
    const escaped = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;lt;";
    // The order, the merchant, the seller, the title, the title of the form, and three tags for chats.
    const shown = withoutTemplates(html);
    expect(shown.split(escaped)).toHaveLength(9);
    expect(html.replaceAll(escaped, "")).not.toContain("alert(");
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  test("offers to fill in a test card where the service names one", async () => {
    const card = "4000000000110009";
    for (const [testCard, offered] of [
      [card, true],
      [undefined, false],
    ] as const) {
      const { openLink, get } = await openShop({ testCard });
      const { html } = await get((await openLink()).checkoutUrl);
      expect(html.includes(`data-number="${card}"`)).toBe(offered);
    }
  });

  test("shows no test notice in live mode", async () => {
    const { payments, openLink } = await openShop();
    async function read(token: string) {
      const view = await payments.checkout.read(token);
      return view.ok ? { ok: true as const, value: { ...view.value, testMode: false } } : view;
    }
    const settings = { testCard: "4000000000110009" };
    const page = createCheckoutPage({ ...payments, checkout: { ...payments.checkout, read } }, settings);
    const { html, status } = await show(await page(new Request((await openLink()).checkoutUrl)));
    expect(status).toBe(200);
    expect(html).not.toContain("테스트");
    expect(html).not.toContain("4000000000110009");
  });
});

describe("an invalid link has a page of its own", () => {
  test.each([address, `${address}?token=`, `${address}?token=x`, `${address}?token=cs_1_test_${"0".repeat(32)}`])(
    "%s",
    async (url) => {
      const { get } = await openShop();
      const { status, html } = await get(url);
      expect([status, heading(html)]).toEqual([404, "결제 링크를 찾을 수 없어요"]);
      expect(html).toContain('lang="ko"');
      expect(html).not.toContain("<form");
    },
  );

  test("when its time is over", async () => {
    const { openLink, get, post, clock } = await openShop();
    const { token, checkoutUrl } = await openLink();
    await clock.advance(30 * minute - 1);
    expect((await get(checkoutUrl)).status).toBe(200);
    await clock.advance(1);
    const answers = [
      await get(checkoutUrl),
      await post({ token, action: "pay", ...card }),
      await post({ token, action: "pay" }),
      await post({ token, action: "leave" }),
    ];
    for (const { status, html } of answers.slice(0, 2)) {
      expect([status, heading(html)]).toEqual([410, "결제 시간이 지났어요"]);
      // The order is still named, and the way back to the shop.
      for (const kept of ["녹차", "Wonflow Docs", "10,000원", 'href="https://shop.example/fail'])
        expect(html).toContain(kept);
    }
    for (const { status, html } of answers) expect([status, heading(html)]).toEqual([410, "결제 시간이 지났어요"]);
  });

  test("when a newer link took its place", async () => {
    const { openLink, get, post } = await openShop();
    const { token, checkoutUrl } = await openLink();
    await openLink();
    for (const { status, html } of [await get(checkoutUrl), await post({ token, action: "pay", ...card })]) {
      expect([status, heading(html)]).toEqual([410, "새 결제 링크가 발급됐어요"]);
    }
  });
});

describe("paying", () => {
  test("leads to successUrl, and so does every further submission", async () => {
    const { openLink, post, payments } = await openShop();
    const { token } = await openLink();
    const first = await post({ token, action: "pay", ...card });
    expect([first.status, first.html]).toEqual([303, ""]);
    const landed = new URL(first.location ?? "");
    expect(landed.href.startsWith("https://shop.example/ok?cart=7&orderId=order-20261120-0001&intentKey=")).toBe(true);
    expect(landed.searchParams.get("amount")).toBe("10000");
    expect((await post({ token, action: "pay", ...card })).location).toBe(first.location);
    const intentKey = landed.searchParams.get("intentKey") ?? "";
    const confirmation = { intentKey, orderId: "order-20261120-0001", amount: 10_000 };
    const confirmed = await payments.intents.confirm({ mId: 1, mode: "test" }, confirmation);
    expect(confirmed).toMatchObject({ ok: true, value: { status: "DONE" } });
    expect((await post({ token, action: "pay", ...card })).location).toBe(first.location);
  });

  test("twice at once leads to one place", async () => {
    const { openLink, post } = await openShop();
    const { token } = await openLink();
    const both = await Promise.all([post({ token, action: "pay", ...card }), post({ token, action: "pay", ...card })]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(both[0]?.location).toBe(both[1]?.location);
  });

  test.each([
    ["AUTHENTICATED", "카드 확인을 마쳤어요", true],
    ["CONFIRMING", "결제를 처리하고 있어요", false],
  ] as const)("with a second card says how to use it while that can be chosen: %s", async (status, title, said) => {
    const { openLink, post, payments } = await openShop();
    const { token } = await openLink();
    await post({ token, action: "pay", ...card });
    const read: typeof payments.checkout.read = async (name, options) => {
      const view = await payments.checkout.read(name, options);
      return view.ok ? { ok: true, value: { ...view.value, status } } : view;
    };
    const page = createCheckoutPage({ ...payments, checkout: { ...payments.checkout, read } });
    const another = await show(await page(formRequest({ token, action: "pay", ...card, number: "5400000000410006" })));
    expect([another.status, heading(another.html)]).toEqual([200, title]);
    expect(withoutTemplates(another.html).includes("방금 입력한 카드는 쓰지 않았어요")).toBe(said);
    expect(withoutTemplates(another.html)).toContain("KB국민카드 ••0009 · 일시불");
  });

  test("in installments keeps the plan", async () => {
    const { openLink, post, payments } = await openShop();
    const { token } = await openLink({ amount: { value: 50_000 } });
    expect((await post({ token, action: "pay", ...card, installmentPlanMonths: "3" })).status).toBe(303);
    const payment = await payments.intents.lookUp({ mId: 1, mode: "test" }, { orderId: "order-20261120-0001" });
    expect(payment).toMatchObject({ ok: true, value: { methods: [{ keyin: { installmentPlanMonths: 3 } }] } });
  });

  test.each([
    { expiry: "1/30" },
    { expiry: "12 / 2030" },
    { expiry: "1230" },
    { expiry: "11/26" },
    { expiry: "2030-12" },
    { expiry: "１２／３０" },
    { passwordFront2: "１２" },
    { registNo: "1990-01-01" },
    { number: "카드번호 4000.0000.0011.0009" },
    { number: " 4000000000110009 " },
    { registNo: "123-45-67890", holder: "corporate" },
  ])("takes %j as it is meant", async (typed) => {
    const { openLink, post } = await openShop();
    const { token } = await openLink();
    expect((await post({ token, action: "pay", ...card, ...typed })).status).toBe(303);
  });

  test.each([
    [{ registNo: "900101-1234567" }, "registNo", "주민등록번호 뒷자리는 받지 않아요"],
    [{ number: "4000000000110009 1" }, "number", "카드 번호가 너무 길어요"],
    [{ expiry: "139" }, "expiry", "월/연도를 2자리씩"],
    [{ expiry: "13/39" }, "expiry", "월은 01~12로"],
    [{ passwordFront2: "1234" }, "passwordFront2", "숫자 2자리"],
    [{ registNo: "123-45-678901", holder: "corporate" }, "registNo", "사업자등록번호는 10자리예요"],
  ] as const)("refuses %j with its problem, and does not show the value", async (typed, field, words) => {
    const { openLink, post } = await openShop();
    const { token } = await openLink();
    const { status, html } = await post({ token, action: "pay", ...card, ...typed });
    expect([status, marked(html)]).toEqual([400, [field]]);
    expect(html).toContain(words);
    for (const value of Object.values(typed)) if (/\d{4}/.test(value)) expect(html).not.toContain(value);
  });

  test("with a refused card keeps the buyer on the page until no try is left; then it leads to failUrl", async () => {
    const { openLink, post, get } = await openShop();
    const { token, checkoutUrl } = await openLink();
    for (const triesLeft of [4, 3, 2, 1]) {
      const { status, html } = await post({ token, action: "pay", ...card, passwordFront2: "99" });
      expect([status, marked(html)]).toEqual([400, ["passwordFront2"]]);
      expect(html).toContain("카드 비밀번호와 달라요");
      expect(html).toMatch(new RegExp(`id="tries" class="tries-left" *>.*앞으로 ${triesLeft}번`));
    }
    const { status, location } = await post({ token, action: "pay", ...card, passwordFront2: "99" });
    const landed = new URL(location ?? "");
    expect([status, landed.pathname, landed.hash]).toEqual([303, "/fail", "#top"]);
    expect(landed.searchParams.get("code")).toBe("REJECT_CARD_COMPANY");
    const { status: after, html } = await get(checkoutUrl);
    expect([after, heading(html)]).toEqual([410, "카드 확인에 여러 번 실패했어요"]);
  });

  test("shows how many tries are left if they are few, also before another one is used", async () => {
    const { openLink, post, get } = await openShop();
    const { token, checkoutUrl } = await openLink();
    const shown = async () =>
      /id="tries" class="tries-left" (hidden)?/.exec((await get(checkoutUrl)).html)?.[1] !== "hidden";
    const seen = [await shown()];
    for (let tries = 1; tries <= 4; tries += 1) {
      await post({ token, action: "pay", ...card, passwordFront2: "99" });
      seen.push(await shown());
    }
    expect(seen).toEqual([false, false, false, true, true]);
  });

  test("with a card that cannot be used at all says so, and that another one is needed", async () => {
    const { openLink, post } = await openShop();
    const { token } = await openLink();
    const { status, html } = await post({ token, action: "pay", ...card, number: "4000000100030008" });
    expect([status, marked(html)]).toEqual([400, []]);
    expect(withoutTemplates(html)).toContain("사용이 정지된 카드예요. 다른 카드로 결제해 주세요.");
    expect((await post({ token, action: "pay", ...card })).location).toContain("/ok");
  });

  test("while the gateway does not answer costs no try, and shows a notice above the button", async () => {
    const { openLink, post, gateway } = await openShop();
    const { token } = await openLink();
    gateway.faults.next("authenticate", "refused-connection");
    const { status, html } = await post({ token, action: "pay", ...card });
    expect([status, marked(html)]).toEqual([400, []]);
    expect(html).toMatch(/id="notice"[^]*카드사와 연결되지 않아/);
    expect(html).toMatch(/id="tries" class="tries-left" hidden/);
  });

  test("shows that a card is being checked if it is loaded meanwhile", async () => {
    const { openLink, get, payments } = await openShop();
    const { checkoutUrl } = await openLink();
    const read: typeof payments.checkout.read = async (name, options) => {
      const view = await payments.checkout.read(name, options);
      return view.ok ? { ok: true, value: { ...view.value, checking: true } } : view;
    };
    const page = createCheckoutPage({ ...payments, checkout: { ...payments.checkout, read } });
    const { html, status } = await show(await page(new Request(checkoutUrl)));
    expect([status, heading(html)]).toEqual([200, "카드를 확인하고 있어요"]);
    expect(html).toContain('<noscript><meta http-equiv="refresh"');
    expect(html).not.toContain("<form");
    expect((await get(checkoutUrl)).html).not.toContain("http-equiv");
  });

  test("leads to addresses in any alphabet, and never to one with a line break", async () => {
    const { openLink, post } = await openShop();
    const { token } = await openLink({ successUrl: "https://상점.kr/성공?물건=녹차#맨위" });
    const { status, location } = await post({ token, action: "pay", ...card });
    expect(status).toBe(303);
    expect(location).toMatch(/^https:\/\/xn--[a-z0-9-]+\.kr\/%EC%84%B1%EA%B3%B5\?[\x21-\x7e]+#[\x21-\x7e]+$/);

    const broken = await openLink({ orderId: "order-20261120-0002", successUrl: "https://shop.example/o\nk" });
    const led = await post({ token: broken.token, action: "pay", ...card });
    expect(led.location).toMatch(/^https:\/\/shop\.example\/ok\?orderId=/);
  });
});

describe("a card that cannot be accepted", () => {
  const rows: readonly (readonly [typed: Record<string, string>, fields: readonly string[]])[] = [
    [{ number: "4000" }, ["number"]],
    [{ number: "<script>4000" }, ["number"]],
    [{ number: "4000000000110008" }, ["number"]],
    [{ expiry: "13/30" }, ["expiry"]],
    [{ expiry: "12/203" }, ["expiry"]],
    [{ expiry: "10/26" }, ["expiry"]],
    [{ registNo: "900101", holder: "corporate" }, ["registNo"]],
    [{ registNo: "9001" }, ["registNo"]],
    [{ passwordFront2: "1" }, ["passwordFront2"]],
    [{ number: "", passwordFront2: "ab" }, ["number", "passwordFront2"]],
  ];
  test.each(rows)("%j has its problem beside the field", async (typed, fields) => {
    const { openLink, post } = await openShop();
    const { token } = await openLink();
    const { status, html } = await post({ token, action: "pay", ...card, ...typed });
    expect(status).toBe(400);
    expect(marked(html)).toEqual(fields);
    for (const field of fields) expect(html).toMatch(new RegExp(`id="${field}-note"[^]*?class="wrong"><span`));
    expect(html).toContain(`value="${token}"`);
  });

  test("is asked for again without a word of what was typed, but for the plan", async () => {
    const { openLink, post } = await openShop();
    const { token } = await openLink({ amount: { value: 50_000 } });
    const typed = { ...card, number: "4111", expiry: "77/66", registNo: "8877", passwordFront2: "5" };
    const { html } = await post({ token, action: "pay", ...typed, installmentPlanMonths: "12" });
    const values = [...html.matchAll(/<input[^>]*>/g)].flatMap(([input]) => /value="([^"]*)"/.exec(input)?.[1] ?? []);
    // The last two are in the form that the page shows once a card has been authenticated.
    expect(values).toEqual([token, "personal", "corporate", token, token]);
    for (const secret of ["4111", "77/66", "8877"]) expect(html).not.toContain(secret);
    expect([...html.matchAll(/<option value="(\d+)"[^>]*selected/g)].map(([, months]) => months)).toEqual(["12"]);
    expect(html).toContain("카드 정보는 다시 입력해 주세요");
  });

  test.each(["13", "x", "-1", "1.5"])("has a plan of %s", async (installmentPlanMonths) => {
    const { openLink, post } = await openShop();
    const { token } = await openLink({ amount: { value: 50_000 } });
    const { status, html } = await post({ token, action: "pay", ...card, installmentPlanMonths });
    expect(status).toBe(400);
    expect(html).toContain("할부 개월 수를 다시 선택해 주세요.");
  });

  test("of a link that leads nowhere is not asked for again", async () => {
    const { post } = await openShop();
    for (const fields of [{}, { token: "x" }, { token: "x", action: "leave" }, { token: "x", ...card }]) {
      expect((await post(fields)).status).toBe(404);
    }
  });
});

describe("leaving", () => {
  test("leads to failUrl without the order, and the link keeps working", async () => {
    const { openLink, post, get } = await openShop();
    const { token, checkoutUrl } = await openLink();
    const { status, location } = await post({ token, action: "leave" });
    const landed = new URL(location ?? "");
    expect([status, landed.pathname]).toEqual([303, "/fail"]);
    expect([...landed.searchParams.keys()]).toEqual(["code", "message", "intentKey"]);
    expect(landed.searchParams.get("code")).toBe("PAY_PROCESS_CANCELED");
    expect((await get(checkoutUrl)).status).toBe(200);
  });

  test("after the card was authenticated asks first; then the payment is abandoned", async () => {
    const { openLink, post, get } = await openShop();
    const { token, checkoutUrl } = await openLink();
    await post({ token, action: "pay", ...card });
    const asked = await post({ token, action: "leave" });
    expect([asked.status, asked.location, heading(asked.html)]).toEqual([200, null, "카드 확인을 마쳤어요"]);
    expect(asked.html).toMatch(/<form id="asked"[^]*value="take-back"/);
    expect(asked.html).toContain('id="onward" href="https://shop.example/ok');
    const { status, location } = await post({ token, action: "take-back" });
    expect([status, new URL(location ?? "").pathname]).toEqual([303, "/fail"]);
    for (const after of [await get(checkoutUrl), await post({ token, action: "take-back" })]) {
      expect([after.status, heading(after.html)]).toEqual([410, "종료된 결제예요"]);
      expect(after.html).toContain('href="https://shop.example/fail');
    }
  });

  test("after the shop has confirmed says that it is too late", async () => {
    const { openLink, post, payments } = await openShop();
    const { token } = await openLink();
    const { location } = await post({ token, action: "pay", ...card });
    const intentKey = new URL(location ?? "").searchParams.get("intentKey") ?? "";
    const confirmation = { intentKey, orderId: "order-20261120-0001", amount: 10_000 };
    await payments.intents.confirm({ mId: 1, mode: "test" }, confirmation);
    for (const action of ["leave", "take-back"]) {
      const { status, html } = await post({ token, action });
      expect([status, heading(html)]).toEqual([200, "이미 결제가 끝난 주문이에요"]);
    }
  });
});

describe("a link that has done its work", () => {
  test("says that the card was authenticated, or that it is paid, and leads on to the shop", async () => {
    const { openLink, post, get, payments } = await openShop();
    const { token, checkoutUrl } = await openLink({ successUrl: "https://상점.kr/성공?a='1'&b" });
    const { location } = await post({ token, action: "pay", ...card });
    const href = `href="${location?.replaceAll("&", "&amp;").replaceAll("'", "&#39;")}"`;
    const authenticated = await get(checkoutUrl);
    expect([authenticated.status, heading(authenticated.html)]).toEqual([200, "카드 확인을 마쳤어요"]);
    expect(authenticated.html).toContain(href);
    expect(authenticated.html).not.toContain('id="card"');

    const orderId = "order-20261120-0001";
    const intentKey = new URL(location ?? "").searchParams.get("intentKey") ?? "";
    const tenant = { mId: 1, mode: "test" } as const;
    await payments.intents.confirm(tenant, { intentKey, orderId, amount: 10_000 });
    const paid = await get(checkoutUrl);
    expect([paid.status, heading(paid.html)]).toEqual([200, "이미 결제가 끝난 주문이에요"]);
    expect(paid.html).toContain(href);
    await payments.intents.cancel(tenant, { orderId }, { cancelReason: "-" });
    expect(heading((await get(checkoutUrl)).html)).toBe("이미 결제가 끝난 주문이에요");
  });

  test("is plain text where there is no way on", async () => {
    const { openLink, post, payments } = await openShop();
    const { token, checkoutUrl } = await openLink();
    await post({ token, action: "pay", ...card });
    async function read(name: string) {
      const view = await payments.checkout.read(name);
      if (!view.ok) return view;
      const { redirectUrl: _left, ...rest } = view.value;
      return { ok: true as const, value: rest };
    }
    const page = createCheckoutPage({ ...payments, checkout: { ...payments.checkout, read } });
    const { html, status } = await show(await page(new Request(checkoutUrl)));
    expect([status, heading(html)]).toEqual([200, "카드 확인을 마쳤어요"]);
    expect(withoutTemplates(html)).not.toContain('id="onward" href');
  });
});

describe("every answer", () => {
  test("keeps the token and the page to itself", async () => {
    const { openLink, get, post } = await openShop();
    const { token, checkoutUrl } = await openLink();
    const page = await get(checkoutUrl);
    const answers = [page, await post({ token, action: "leave" }), await post({ token, action: "pay" })];
    const style = /<style>([^]*)<\/style>/.exec(page.html)?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = Buffer.from(digest).toString("base64");
    for (const { headers } of answers) {
      expect(headers.get("Content-Security-Policy")).toBe(
        [
          "default-src 'none'",
          "img-src data:",
          "form-action 'self' https: http:",
          "frame-ancestors *",
          "base-uri 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
          "script-src 'self'",
          `style-src 'sha256-${hash}'`,
          "connect-src 'self'",
        ].join("; "),
      );
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
    expect(page.html).not.toMatch(/ style=| on\w+=|<script>|<img|<link(?! rel="icon" href="data:)|https?:/);
  });
});

describe("a submission other than a form", () => {
  const bytes = (size: number) => new TextEncoder().encode("a".repeat(size));
  const request = (body: Uint8Array | ReadableStream<Uint8Array>, type: string | null) =>
    new Request(address, {
      method: "POST",
      body,
      duplex: "half",
      headers: type === null ? {} : { "Content-Type": type },
    });
  const form = "application/x-www-form-urlencoded; charset=UTF-8";

  test.each(["application/json", "multipart/form-data; boundary=x", "text/plain", null])("%s is 415", async (type) => {
    const { page } = await openShop();
    expect((await page(request(bytes(2), type))).status).toBe(415);
  });

  test("breaks off", async () => {
    const { page } = await openShop();
    const broken = new ReadableStream<Uint8Array>({ pull: (body) => body.error(new Error("reset")) });
    expect((await page(request(broken, form))).status).toBe(400);
  });

  test("that something read before us is reported as what it is", async () => {
    const reports: unknown[] = [];
    const { page } = await openShop({ report: (error) => reports.push(error) });
    const consumed = formRequest({ action: "pay" });
    await consumed.text();
    expect((await page(consumed)).status).toBe(500);
    expect(reports).toEqual([
      new Error("something read the form before Wonflow: mount the checkout page before any body parser"),
    ]);
  });
});

test("while the store is unavailable the page is a 503 with a Retry-After", async () => {
  const { payments, openLink } = await openShop();
  const { checkoutUrl } = await openLink();
  const read = () => Promise.reject(new StoreUnavailable("The database did not answer"));
  const page = createCheckoutPage({ ...payments, checkout: { ...payments.checkout, read } });
  const { status, headers } = await show(await page(new Request(checkoutUrl)));
  expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
});

test("an error is reported, and the buyer sees a page without its details", async () => {
  const { payments, openLink } = await openShop();
  const { checkoutUrl } = await openLink();
  const error = new Error("postgres://wonflow:hunter2@db");
  const checkout = { ...payments.checkout, read: () => Promise.reject(error) };
  const reports: unknown[] = [];
  const report = (reported: unknown) => {
    reports.push(reported);
    throw new Error("the log is full");
  };
  const page = createCheckoutPage({ ...payments, checkout }, { report });
  const { status, html, headers } = await show(await page(new Request(checkoutUrl)));
  expect([status, heading(html)]).toEqual([500, "문제가 생겨 진행하지 못했어요"]);
  expect(html).not.toContain("hunter2");
  expect(headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(reports).toEqual([error]);
});

describe("the page's script", () => {
  const source = (html: string) => /<script src="([^"]+)" defer><\/script>/.exec(html)?.[1] ?? "";

  test("is below the page's address, and may be cached permanently", async () => {
    const { openLink, get } = await openShop();
    const { checkoutUrl } = await openLink();
    const { html } = await get(checkoutUrl);
    expect(source(html)).toMatch(/^checkout\/assets\/[A-Za-z0-9]{16}\.js$/);
    const { status, headers, html: script } = await get(new URL(source(html), checkoutUrl).href);
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(script).toContain("addEventListener");
    expect(script).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie|innerHTML|console\./);
  });

  test("is found below the page wherever that is mounted", async () => {
    const { openLink, get } = await openShop();
    const { token } = await openLink();
    const mounted = `https://shop.example/payments/pay?token=${token}`;
    const { html } = await get(mounted);
    const { status } = await get(new URL(source(html), mounted).href);
    expect([source(html).startsWith("pay/assets/"), status]).toEqual([true, 200]);
  });

  test("of another version is not there", async () => {
    const { get } = await openShop();
    const { status, headers } = await get("https://pay.example/checkout/assets/aaaaaaaaaaaaaaaa.js");
    expect([status, headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  test("and the page together stay below 32 KB zipped, also with the largest logo and everything else", async () => {
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a00", "hex"), randomBytes(mostLogoBytes - 9)]);
    const { openLink, get } = await openShop(
      { operatorName: "페이먼츠 주식회사" },
      {
        businessName: "주식회사 골목",
        terms: { url: "https://shop.example/terms", consent: true },
        color: "#0b7a50",
        logo: `data:image/png;base64,${png.toString("base64")}`,
      },
    );
    const { checkoutUrl } = await openLink({ amount: { value: 50_000 } });
    const { html } = await get(checkoutUrl);
    expect(html).toContain('class="logo"');
    const script = await get(new URL(source(html), checkoutUrl).href);
    const zipped = [html, script.html].map((text) => gzipSync(text).length);
    expect(zipped.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(32 * 1024);
  });
});

describe("the page's frame-ancestors", () => {
  const ancestors = ({ headers }: Shown) =>
    /frame-ancestors ([^;]*)/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];

  test("in live mode are the merchant's own origins, of its form and of closed pages", async () => {
    const { payments, get, post } = await openShop();
    const origins = ["https://shop.example", "https://m.shop.example"];
    const registered = await payments.merchants.register({ ...documentationMerchant, mode: "live", origins });
    expect(registered.ok).toBe(true);
    const token = `cs_1_live_${"0".repeat(32)}`;
    const expected = "https://shop.example https://m.shop.example";
    expect(ancestors(await get(`${address}?token=${token}`))).toBe(expected);
    expect(ancestors(await post({ token, action: "pay", ...card }))).toBe(expected);
  });

  test("are empty in live mode for a merchant without origins", async () => {
    const { get } = await openShop();
    expect(ancestors(await get(`${address}?token=cs_9_live_${"0".repeat(32)}`))).toBe("'none'");
  });

  test.each([address, `${address}?token=x`])("of %s are empty", async (url) => {
    const { get } = await openShop();
    expect(ancestors(await get(url))).toBe("'none'");
  });

  test("are empty if the merchant can't be read, and the page shows the failure", async () => {
    const { payments, openLink } = await openShop();
    const { checkoutUrl } = await openLink();
    const checkout = { ...payments.checkout, frameOrigins: () => Promise.reject(new Error("no store")) };
    const shown = await show(await createCheckoutPage({ ...payments, checkout })(new Request(checkoutUrl)));
    expect([shown.status, ancestors(shown)]).toEqual([500, "'none'"]);
  });
});

describe("the language", () => {
  test("is the one that the visitor prefers, and the page leads to the other one", async () => {
    const { openLink, get } = await openShop();
    const { token, checkoutUrl } = await openLink();
    const { html, headers } = await get(checkoutUrl, { language: "en" });
    expect(html).toContain('<html lang="en">');
    expect(headers.get("Content-Language")).toBe("en");
    for (const shown of ["₩10,000", "until 14:33 KST", "Test payment", `href="?token=${token}&amp;lang=ko"`]) {
      expect(html).toContain(shown);
    }
    expect(withoutTemplates(html).replaceAll("한국어", "").replaceAll("녹차", "")).not.toMatch(/[가-힣]/);
  });

  test("is kept by the form and by closed pages", async () => {
    const { page, get, openLink } = await openShop();
    const { token } = await openLink();
    const { html } = await show(await page(formRequest({ token, action: "pay" }, "en")));
    expect(html).toContain('action="?lang=en"');
    expect(html).toContain("Enter your card number.");
    expect(heading((await get(`${address}?token=x&lang=en`)).html)).toBe("We can’t find this payment link");
  });
});
