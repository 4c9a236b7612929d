import { bindPayments, documentationMerchant, type MethodChoice, type WindowMethod } from "@wonflow/core";
import { sandboxGateway } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { card, formRequest, show } from "../../test/shop.ts";
import { createCheckoutPage } from "../index.ts";

const tenant = { mId: 1, mode: "test" } as const;
const minuteMs = 60_000;

/** A shop whose gateway has a window, with a link for these methods. */
async function openShop(methods: readonly MethodChoice[], { consent = false } = {}) {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 5, 3, 7));
  const ids = sequentialIds();
  const gateway = sandboxGateway({ clock, ids, windowUrl: "https://window.example/open" });
  const settings = { checkoutUrl: "https://pay.example/checkout" };
  const parts = { store: memoryStore(), gateways: { test: gateway }, clock, ids, vault: testVault(), settings };
  const payments = bindPayments(parts);
  await payments.merchants.register({
    ...documentationMerchant,
    contracts: { ...documentationMerchant.contracts, methods: ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"] },
    ...(consent && { terms: { url: "https://shop.example/terms", consent } }),
  });
  const page = createCheckoutPage(payments, { now: () => clock.now() });
  const created = await payments.sessions.create(tenant, {
    customerId: "c0a8-11e9-buyer",
    orderId: "order-20261120-0001",
    orderName: "녹차 100g",
    amount: { value: 10_000 },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
    methods: [...methods],
  });
  if (!created.ok) throw new Error(created.error.code);
  const { token, checkoutUrl } = created.value;
  const get = async (query = "") => show(await page(new Request(checkoutUrl + query)));
  const post = async (fields: Readonly<Record<string, string>>) => show(await page(formRequest({ token, ...fields })));
  return {
    payments,
    clock,
    token,
    get,
    post,
    press: (method: WindowMethod, fields = {}) => post({ action: `window-${method}`, ...fields }),
    /** The buyer does this in the window, and the browser brings it back. */
    async comeBack(windowUrl: string | null, choice: string) {
      const windowToken = /\/windows\/(.+)$/.exec(windowUrl ?? "")?.[1] ?? "";
      const read = await payments.checkout.readWindow(windowToken);
      const key = read.ok ? new URL(read.value.open.url).searchParams.get("key") : null;
      const back = await gateway.windows.choose("1:test", key ?? "", choice);
      return payments.checkout.returnFromWindow(windowToken, back?.fields ?? {});
    },
  };
}

const withoutTemplates = (html: string) => html.replaceAll(/<template[^]*?<\/template>/g, "");
const heading = (html: string) => /<h1 tabindex="-1"><span[^>]*>([^<]*)</.exec(withoutTemplates(html))?.[1];
const notice = (html: string) => /<p id="notice"[^>]*><span[^>]*>([^<]*)</.exec(withoutTemplates(html))?.[1];
const buttons = (html: string) =>
  [...withoutTemplates(html).matchAll(/name="action"\s+value="window-(\w+)"/g)].map(([, method]) => method);

describe("the choice of a method", () => {
  test.each([
    [["KEYIN", "KAKAOPAY", "CARD"], ["CARD", "KAKAOPAY"], true],
    [["EASY_PAY"], ["KAKAOPAY", "NAVERPAY", "TOSSPAY", "SAMSUNGPAY", "PAYCO"], false],
    [["TRANSFER"], ["TRANSFER"], false],
  ] as const)("of %j offers %j", async (methods, offered, takesCard) => {
    const { html } = await (await openShop(methods)).get();
    expect(buttons(html)).toEqual(offered);
    expect(withoutTemplates(html).includes('name="number"')).toBe(takesCard);
    expect(html.includes('id="pay"')).toBe(takesCard);
  });

  test("a page for typed cards alone has no trace of it", async () => {
    const { html } = await (await openShop(["KEYIN"])).get();
    expect(html).not.toMatch(/window|data-names|methods/);
  });

  test("leads a form without scripts to the window in the top window", async () => {
    const { get, press } = await openShop(["KEYIN", "KAKAOPAY"]);
    expect((await get()).html).toMatch(/value="window-KAKAOPAY"\s+formnovalidate\s+formtarget="_top"/);
    const { status, location } = await press("KAKAOPAY");
    expect([status, location]).toEqual([303, expect.stringMatching(/^https:\/\/pay\.example\/windows\/pw_/)]);
    expect(heading((await get()).html)).toBe("결제창에서 진행 중이에요");
  });

  test("needs the buyer's consent where the terms do", async () => {
    const { press } = await openShop(["KEYIN", "KAKAOPAY"], { consent: true });
    const { status, html } = await press("KAKAOPAY");
    expect([status, html]).toEqual([400, expect.stringContaining("결제하려면 이용약관에 동의해 주세요.")]);
    expect(buttons(html)).toEqual(["KAKAOPAY"]);
    expect((await press("KAKAOPAY", { agreed: "yes" })).status).toBe(303);
  });

  test.each(["NAVERPAY", "KEYIN", "__proto__"])("of %s, which the link does not offer, is refused", async (method) => {
    const { press } = await openShop(["KEYIN", "KAKAOPAY"]);
    const { status, html } = await press(method as WindowMethod);
    expect([status, notice(html), buttons(html)]).toEqual([
      400,
      "지금은 쓸 수 없는 결제 방법이에요. 다른 방법으로 결제해 주세요.",
      ["KAKAOPAY"],
    ]);
  });
});

describe("a window", () => {
  test.each([
    ["cancel", "결제창에서 결제를 취소했어요."],
    ["refuse-REJECT_CARD_PAYMENT", "한도를 넘었거나 잔액이 부족해요."],
    ["refuse-PAY_PROCESS_ABORTED", "결제창의 제한 시간이 지났어요."],
    ["refuse-INVALID_STOPPED_CARD", "선택한 결제 수단이 거절됐어요."],
    ["refuse-PROVIDER_ERROR", "결제사와 연결되지 않아 진행하지 못했어요."],
  ])("that ends with %s brings the choices back", async (choice, said) => {
    const { press, get, comeBack } = await openShop(["KEYIN", "KAKAOPAY"]);
    await comeBack((await press("KAKAOPAY")).location, choice);
    const { status, html } = await get();
    expect([status, notice(html)?.startsWith(said), buttons(html)]).toEqual([200, true, ["KAKAOPAY"]]);
  });

  test("that is left can be opened again, changed for another method, or given up", async () => {
    const { press, get, post, payments, token } = await openShop(["KEYIN", "KAKAOPAY", "CARD"]);
    await press("KAKAOPAY");
    expect(buttons((await get()).html)).toEqual(["KAKAOPAY"]);
    expect(buttons((await get("&choose=1")).html)).toEqual(["CARD", "KAKAOPAY"]);
    expect((await post({ ...card, number: "1" })).html).toContain('id="number"');
    expect((await press("CARD")).status).toBe(303);
    expect((await post({ action: "leave" })).location).toMatch(
      /^https:\/\/shop\.example\/fail\?code=PAY_PROCESS_CANCELED/,
    );
    expect(await payments.checkout.read(token)).toMatchObject({ value: { status: "OPEN" } });
  });

  test("opens no more after the link's time, and the one that is open may return", async () => {
    const { press, get, clock, comeBack } = await openShop(["KAKAOPAY", "CARD"]);
    await clock.advance(20 * minuteMs);
    const { location } = await press("KAKAOPAY");
    await clock.advance(15 * minuteMs);
    for (const query of ["", "&choose=1"]) {
      const { html } = await get(query);
      expect([heading(html), buttons(html)]).toEqual(["결제창에서 진행 중이에요", []]);
      expect(notice(html)).toContain("새로 열 수 없어요");
    }
    await comeBack(location, "succeed");
    expect(heading((await get()).html)).toBe("인증을 마쳤어요");
  });

  test("that was authenticated is named, and no card replaces it", async () => {
    const { press, get, post, comeBack } = await openShop(["KEYIN", "KAKAOPAY"]);
    await comeBack((await press("KAKAOPAY")).location, "succeed");
    const { html } = await get();
    expect([heading(html), html]).toEqual(["인증을 마쳤어요", expect.stringContaining(">카카오페이</span>")]);
    expect((await get("&lang=en")).html).toContain(">Kakao Pay</span>");
    for (const fields of [{ action: "window-KAKAOPAY" }, card]) {
      const late = await post(fields);
      expect([heading(late.html), notice(late.html)?.startsWith("먼저 인증한")]).toEqual(["인증을 마쳤어요", true]);
    }
  });
});
