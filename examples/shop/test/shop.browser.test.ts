import type { BrowserContextOptions, Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { isLong, openPage, servers, turns, useBrowserAndShop } from "./browser-and-shop.ts";
import { phone, statusOf, testCardNumber } from "./shop-and-service.ts";

useBrowserAndShop();

const desktop = { viewport: { width: 1280, height: 800 } };

interface Setting {
  readonly device: "desktop" | "phone";
  readonly flow: "sdk" | "link";
  readonly locale: "ko-KR" | "en-US";
  readonly options: BrowserContextOptions;
}

const onDesktop: Setting = { device: "desktop", flow: "sdk", locale: "ko-KR", options: desktop };
const onPhone: Setting = { device: "phone", flow: "sdk", locale: "en-US", options: phone };

/** Any two of device, flow and language come together in one of them. */
const settings: readonly Setting[] = [
  onDesktop,
  { ...onDesktop, flow: "link", locale: "en-US" },
  { ...onPhone, flow: "link", locale: "ko-KR" },
  onPhone,
];

/** Of what may be another thing in each of them some, with each device, flow and language; all by `npm run test:long`. */
const someSettings = isLong ? settings : [onDesktop, { ...onPhone, flow: "link" } as const];

const inTurn = turns();

async function openShop({ options, locale }: Pick<Setting, "options" | "locale">): Promise<Page> {
  const page = await openPage({ ...options, locale });
  page.setDefaultTimeout(60_000);
  await page.goto(servers.shop);
  return page;
}

/** Presses the shop's button, or follows the link that it would send; answers where the checkout is. */
async function openCheckout(page: Page, flow: "sdk" | "link"): Promise<Page | Frame> {
  if (flow === "link") {
    await page.click("button[type=submit]");
    await page.click("#link");
  } else {
    await page.click("#pay");
  }
  return checkoutIn(page);
}

/** The frame or page in which the checkout stands, once its script has it: the form sent without it is another test. */
async function checkoutIn(page: Page): Promise<Page | Frame> {
  const find = () => page.frames().find((each) => each.url().startsWith(`${servers.service}/checkout`));
  await expect.poll(() => find()?.locator("form:has([name=number])[novalidate]").count()).toBe(1);
  const frame = find();
  if (frame === undefined) throw new Error(`The checkout has gone: ${await page.content()}`);
  return frame === page.mainFrame() ? page : frame;
}

async function fill(checkout: Page | Frame, card: string): Promise<void> {
  await checkout.fill("[name=number]", testCardNumber(card));
  await checkout.fill("[name=expiry]", "12/39");
  await checkout.fill("[name=passwordFront2]", "12");
  await checkout.fill("[name=registNo]", "900101");
}

async function payWith(checkout: Page | Frame, card: string): Promise<void> {
  await fill(checkout, card);
  await checkout.click("#pay");
}

async function receipt(page: Page): Promise<{ readonly orderId: string; readonly status: string }> {
  await page.waitForURL(/\/orders\/tea-/);
  const status = (await page.getAttribute("#status", "data-status")) ?? "";
  return { orderId: new URL(page.url()).pathname.split("/")[2] ?? "", status };
}

describe.each(someSettings)("$flow on a $device, $locale", (setting) => {
  const { flow } = setting;

  test("paid, then canceled in part and in full", async () => {
    const page = await openShop(setting);
    await payWith(await openCheckout(page, flow), "kb");
    const { orderId, status } = await receipt(page);
    expect(status).toBe("DONE");
    expect(await page.textContent("main")).toContain("400000******0009");
    await page.fill("[name=amount]", "5000");
    await page.click("button[value=part]");
    await page.waitForSelector("[data-status=PARTIAL_CANCELED]");
    const korean = setting.locale === "ko-KR";
    expect([await page.textContent("#canceled"), await page.textContent("#remaining")]).toEqual(
      korean ? ["5,000원", "20,000원"] : ["₩5,000", "₩20,000"],
    );
    const payment = await servers.payments.intents.lookUp({ mId: 1, mode: "test" }, { orderId });
    const [hour = "", minute = ""] = ((payment.ok && payment.value.approvedAt) || "").slice(11, 16).split(":");
    const [isMorning, hours] = [Number(hour) < 12, Number(hour) % 12 || 12];
    const time = `${hours}:${minute}`;
    expect((await page.textContent("#approved-at"))?.replaceAll(/\s/g, " ")).toBe(
      korean
        ? `2026년 11월 20일 금요일 ${isMorning ? "오전" : "오후"} ${time}`
        : `Friday, November 20, 2026 at ${time} ${isMorning ? "AM" : "PM"}, Korean time`,
    );
    expect(await page.textContent("#canceled-at")).toMatch(
      korean ? /^2026년 11월 20일 금요일/ : /^Friday, November 20, 2026/,
    );
    await page.click("[popovertarget=ask]");
    await page.click("button[value=rest]");
    await page.waitForSelector("[data-status=CANCELED]");
    expect(await statusOf(servers, orderId)).toBe("CANCELED");
    const [slip] = await Promise.all([page.waitForEvent("popup"), page.click("#slip")]);
    expect(await slip.innerText("main")).toMatch(/-₩?5,000/);
    expect(await slip.locator("h1, h2").count()).toBe(2);
  });

  test("canceled by the buyer", async () => {
    const page = await openShop(setting);
    await (await openCheckout(page, flow)).click("#leave");
    await page.waitForURL(/\/fail\?.*code=PAY_PROCESS_CANCELED/);
    expect(await page.textContent("h1")).toBe(
      setting.locale === "ko-KR" ? "결제를 그만뒀어요" : "You left the checkout",
    );
  });

  test("reloaded at each step", async () => {
    const page = await openShop(setting);
    const checkout = await openCheckout(page, flow);
    const link = checkout.url();
    await fill(checkout, "kb");
    await page.goto(link);
    await page.reload();
    await payWith(await checkoutIn(page), "kb");
    const { orderId } = await receipt(page);
    await page.reload();
    expect(await receipt(page)).toEqual({ orderId, status: "DONE" });
    await page.goto(link);
    expect(await page.locator("[name=number]").count()).toBe(0);
  });

  test("back after success never pays again", async () => {
    const page = await openShop(setting);
    const before = servers.authentications();
    await payWith(await openCheckout(page, flow), "kb");
    const { orderId } = await receipt(page);
    await page.goBack();
    await page.waitForLoadState();
    expect(await page.locator("[name=number]:visible").count()).toBe(0);
    expect(servers.authentications() - before).toBe(1);
    expect(await statusOf(servers, orderId)).toBe("DONE");
  });
});

test.each(inTurn(settings))("refused, then paid with another card: $flow on a $device, $locale", async (setting) => {
  const page = await openShop(setting);
  const checkout = await openCheckout(page, setting.flow);
  await payWith(checkout, "stopped");
  await checkout.click("#another");
  await payWith(checkout, "shinhan");
  expect((await receipt(page)).status).toBe("DONE");
});

const refusals = [
  {
    card: "stopped",
    korean: "카드사가 결제를 승인하지 않았어요.",
    english: "The card company did not approve the payment.",
  },
  {
    card: "no-funds",
    korean: "카드의 한도나 잔액이 부족해요.",
    english: "The card's limit or balance is not enough.",
  },
].flatMap((refusal) => inTurn(settings).map((setting) => ({ ...refusal, ...setting })));

test.each(refusals)(
  "$card, then the same order is paid with another card: $flow on a $device, $locale",
  async (setting) => {
    const { card, korean, english } = setting;
    const page = await openShop(setting);
    const checkout = await openCheckout(page, setting.flow);
    await payWith(checkout, card);
    // The checkout keeps its buyer until no try is left.
    for (const left of card === "stopped" ? [4, 3, 2, 1] : []) {
      await checkout.waitForSelector(`main[data-tries="${left}"]`);
      await expect.poll(() => checkout.getAttribute("#pay", "aria-disabled")).toBe("false");
      await checkout.click("#pay");
    }
    await page.waitForSelector("#again");
    // In the shop's words: the service's are for its developer.
    expect(await page.textContent("main p")).toBe(
      setting.locale === "ko-KR" ? `${korean} 결제된 금액은 없어요.` : `${english} Nothing is charged.`,
    );
    const query = new URL(page.url()).searchParams;
    await page.click("#again");
    await payWith(await checkoutIn(page), "shinhan");
    const paid = await receipt(page);
    expect(paid).toEqual({ orderId: query.get("order") ?? query.get("orderId"), status: "DONE" });
    // The card that was refused is over; the paid order can't be paid again.
    await page.goto(`${servers.shop}/fail?code=REJECT_CARD_COMPANY&order=${paid.orderId}`);
    await page.click("#again");
    expect(await receipt(page)).toEqual(paid);
  },
);

test.each(inTurn(settings))(
  "a test card is filled in by one press, and pays: $flow on a $device, $locale",
  async (setting) => {
    const page = await openShop(setting);
    const checkout = await openCheckout(page, setting.flow);
    await checkout.click("#fill");
    await checkout.click("#pay");
    expect((await receipt(page)).status).toBe("DONE");
  },
);

test.each(inTurn(settings))("the checkout has the shop's name: $flow on a $device, $locale", async (setting) => {
  const page = await openShop(setting);
  expect(await (await openCheckout(page, setting.flow)).textContent("#merchant")).toBe("찻집 다올");
});

test.each(inTurn(settings))("a double tap authenticates once: $flow on a $device, $locale", async (setting) => {
  const page = await openShop(setting);
  const checkout = await openCheckout(page, setting.flow);
  const before = servers.authentications();
  await fill(checkout, "kb");
  await checkout.dblclick("#pay");
  expect((await receipt(page)).status).toBe("DONE");
  expect(servers.authentications() - before).toBe(1);
});

test.each(inTurn(settings))("offline in the middle, then paid: $flow on a $device, $locale", async (setting) => {
  const page = await openShop(setting);
  const checkout = await openCheckout(page, setting.flow);
  await fill(checkout, "kb");
  await page.context().setOffline(true);
  await checkout.click("#pay");
  await checkout.waitForSelector("#notice > *");
  expect(await checkout.inputValue("[name=registNo]")).toBe("900101");
  await page.context().setOffline(false);
  await checkout.click("#pay");
  expect((await receipt(page)).status).toBe("DONE");
});

test.each(inTurn(settings))("expired while it was open: $flow on a $device, $locale", async (setting) => {
  const page = await openShop(setting);
  const checkout = await openCheckout(page, setting.flow);
  await fill(checkout, "kb");
  servers.advance(31 * 60_000);
  await checkout.click("#pay");
  await checkout.waitForSelector("[name=number]", { state: "hidden" });
  expect(await page.locator("#status").count()).toBe(0);
});

test.each(inTurn(settings))(
  "an amount changed by hand in the redirect is not paid, and the page shows that: $flow on a $device, $locale",
  async (setting) => {
    const page = await openShop(setting);
    await page.route(/\/success\?/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("amount", "1");
      return route.continue({ url: url.href });
    });
    const checkout = await openCheckout(page, setting.flow);
    await payWith(checkout, "kb");
    await page.waitForSelector(
      `text=${setting.locale === "ko-KR" ? "결제하지 않았어요" : "Your payment was not made"}`,
    );
    const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
    expect(await statusOf(servers, orderId)).toBe("IN_PROGRESS");
    servers.advance(11 * 60_000);
    await expect.poll(() => statusOf(servers, orderId)).toBe("EXPIRED");
  },
);

const locales = ["ko-KR", "en-US"] as const;
const closings = (["Escape", "the close button"] as const).flatMap((how) =>
  inTurn(locales).map((locale) => ({ how, locale })),
);

test.each(closings)("the overlay closed by $how leads to failUrl, $locale", async ({ how, locale }) => {
  const page = await openShop({ options: desktop, locale });
  const checkout = await openCheckout(page, "sdk");
  const close = () =>
    how === "Escape"
      ? checkout.press("[name=number]", "Escape", { timeout: 1_000 })
      : page.locator("wonflow-checkout button").first().click({ timeout: 1_000 });
  // A page whose script is still loading ignores the press, and then a buyer tries again.
  await expect
    .poll(async () =>
      close().then(
        () => page.url(),
        () => page.url(),
      ),
    )
    .toMatch(/\/fail\?.*code=PAY_PROCESS_CANCELED/);
  expect(new URL(page.url()).searchParams.has("orderId")).toBe(false);
});

test.each(inTurn(locales))("paid with the keyboard only, %s", async (locale) => {
  const page = await openShop({ options: desktop, locale });
  await page.focus("#pay");
  await page.keyboard.press("Enter");
  const checkout = await checkoutIn(page);
  const typed = { number: testCardNumber("kb"), expiry: "1239", passwordFront2: "12", registNo: "900101" };
  for (let presses = 0; presses < 60; presses += 1) {
    const name = await checkout.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
    const text = Object.entries(typed).find(([field]) => field === name)?.[1];
    if (text !== undefined && (await checkout.inputValue(`[name=${name}]`)) === "") await page.keyboard.type(text);
    const filled = await checkout.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>("input[required]")].every(({ value }) => value !== ""),
    );
    if (filled) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  expect((await receipt(page)).status).toBe("DONE");
});

test("an answer of the gateway that got lost is found before the buyer sees anything of it", async () => {
  const page = await openShop(onDesktop);
  await payWith(await openCheckout(page, "sdk"), "answer-lost");
  expect((await receipt(page)).status).toBe("DONE");
});

test("a payment whose outcome is not known yet is shown so, and the page shows the outcome by itself", async () => {
  const page = await openShop(onDesktop);
  // The shop never gets the buyer's return, and what it would confirm is confirmed later.
  await page.route(/\/success\?/, (route) => route.fulfill({ contentType: "text/html", body: "<p>Too late</p>" }));
  await payWith(await openCheckout(page, "sdk"), "kb");
  await page.waitForURL(/\/success\?/);
  const { orderId = "", intentKey = "" } = Object.fromEntries(new URL(page.url()).searchParams);
  await page.goto(`${servers.shop}/orders/${orderId}`);
  expect((await receipt(page)).status).toBe("IN_PROGRESS");
  await servers.payments.intents.confirm({ mId: 1, mode: "test" }, { orderId, intentKey, amount: 25_000 });
  await page.waitForSelector("[data-status=DONE]");
});

test("a cancellation that is refused says so to the buyer, and leaves the payment as it is", async () => {
  const page = await openShop({ options: desktop, locale: "en-US" });
  await payWith(await openCheckout(page, "link"), "no-refund");
  const { orderId } = await receipt(page);
  await page.click("[popovertarget=ask]");
  await page.click("button[value=rest]");
  await page.waitForSelector("#problem:not(:empty)");
  expect(await page.textContent("#problem")).toBe("The card company refused the cancellation.");
  expect(await statusOf(servers, orderId)).toBe("DONE");
});

test("a newer link makes the earlier one say so", async () => {
  const page = await openShop(onDesktop);
  const order = {
    customerId: "shop-test-buyer",
    orderId: "tea-superseded-0001",
    orderName: "Tea",
    amount: { value: 1000 },
    successUrl: `${servers.shop}/success`,
    failUrl: `${servers.shop}/fail`,
  };
  const docs = { mId: 1, mode: "test" } as const;
  const first = await servers.payments.sessions.create(docs, order);
  await servers.payments.sessions.create(docs, order);
  const response = await page.goto(first.ok ? first.value.checkoutUrl : "");
  expect(response?.status()).toBe(410);
  expect(await page.locator("[name=number]").count()).toBe(0);
});

test("on a phone inside a frame the SDK says at once why it can't open", async () => {
  const page = await openShop(onPhone);
  await page.setContent(`<iframe src="${servers.shop}" style="width:380px;height:800px"></iframe>`);
  const shop = page.frameLocator("iframe");
  await shop.locator("#pay").click();
  await shop.locator("#problem:not(:empty)").waitFor();
  expect(page.frames().some((frame) => frame.url().startsWith(servers.service))).toBe(false);
});

test("in live mode a foreign origin can't frame the checkout; the merchant's own can", async () => {
  const live = { mId: 9, mode: "live" } as const;
  await servers.payments.merchants.register({ ...live, name: "Live", feeRate: "3", origins: [servers.shop] });
  const session = await servers.payments.sessions.create(live, {
    customerId: "shop-test-buyer",
    orderId: "tea-foreign-frame-01",
    orderName: "Tea",
    amount: { value: 1000 },
    successUrl: `${servers.shop}/success`,
    failUrl: `${servers.shop}/fail`,
  });
  const link = session.ok ? session.value.checkoutUrl : "";
  for (const [host, framed] of [
    [servers.shop, true],
    [servers.shop.replace("localhost", "127.0.0.1"), false],
  ] as const) {
    const page = await openShop(onDesktop);
    await page.goto(`${host}/fail`);
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener("load", resolve));
    }, link);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    expect([host, (await frame?.locator("[name=number]").count()) === 1]).toEqual([host, framed]);
  }
});
