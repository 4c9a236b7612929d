import { describe, expect, test } from "vitest";
import { fieldValues, openBuyerPage, typeCard, type BuyerBrowser } from "./buyer-page.ts";
import { tellingShop } from "./checkout-service.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

async function open(browsing: BuyerBrowser = {}) {
  const link = await service.openLink({ telling: true });
  const buyer = await openBuyerPage(browser, browsing);
  await buyer.page.goto(link.url);
  return { ...buyer, link };
}

describe("terms that ask for consent", () => {
  test("no card is sent before the buyer has agreed; then it is, and the merchant receives what the buyer agreed to", async () => {
    const { page, link, pageErrors } = await open();
    const before = service.authentications;
    await typeCard(page);
    const typed = await fieldValues(page);
    await page.click("#pay");
    await page.waitForSelector("#agreed[aria-invalid]");
    expect(await page.innerText("#agreed-note")).toBe("결제하려면 이용약관에 동의해 주세요.");
    expect(await page.innerText("#summary")).toBe("결제하려면 이용약관에 동의해 주세요.");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("agreed");
    expect([await fieldValues(page), service.authentications]).toEqual([typed, before]);
    await page.click(".consent label");
    expect(await page.innerText("#agreed-note")).toBe("");
    expect(await page.locator("#summary").isVisible()).toBe(false);
    await page.click("#pay");
    await page.waitForURL(/\/shop\/ok/);
    const paid = await service.payments.intents.lookUp(tellingShop, { orderId: link.orderId });
    expect(paid).toMatchObject({ ok: true, value: { agreedTerms: { url: `${service.url}/shop/terms` } } });
    expect(pageErrors).toEqual([]);
  });

  test("reading them opens another window, and loses nothing that was typed", async () => {
    const { page, context } = await open({ size: "desktop" });
    await typeCard(page);
    const typed = await fieldValues(page);
    const opened = context.waitForEvent("page");
    await page.click(".consent a");
    expect((await opened).url()).toBe(`${service.url}/shop/terms`);
    expect(await (await opened).evaluate(() => window.opener)).toBeNull();
    expect(await fieldValues(page)).toEqual(typed);
  });

  test("the box is ticked by a key, and says what it is for", async () => {
    const { page } = await open({ language: "en", size: "desktop" });
    const box = page.getByRole("checkbox", { name: "I agree to the terms of 골목 상점 (required)" });
    await box.focus();
    await page.keyboard.press("Space");
    expect(await box.isChecked()).toBe(true);
  });

  test("a page that was loaded before the merchant asked brings the box once it is needed", async () => {
    const asking = await service.payments.merchants.get(tellingShop);
    if (!asking.ok) throw new Error(asking.error.code);
    await service.payments.merchants.register({ ...asking.value, terms: null });
    const { page } = await open();
    expect(await page.locator("#agreed").count()).toBe(0);
    await service.payments.merchants.register(asking.value);
    const before = service.authentications;
    await typeCard(page);
    await page.click("#pay");
    await page.waitForSelector("#agreed");
    expect(service.authentications).toBe(before);
  });
});

describe("the seller", () => {
  test("is shown in the page's language, and called by a press", async () => {
    const { page, pageErrors } = await open();
    expect((await page.innerText("footer")).replaceAll(/\s+/g, " ")).toBe(
      "판매자 주식회사 골목 사업자등록번호 123-45-67890 문의 전화 02-1234-5678 결제 서비스 페이먼츠 주식회사",
    );
    expect(await page.getAttribute("footer a", "href")).toBe("tel:0212345678");
    await page.click("#language");
    expect((await page.innerText("footer")).replaceAll(/\s+/g, " ")).toBe(
      "Seller 주식회사 골목 Business number 123-45-67890 Phone 02-1234-5678 Payment service 페이먼츠 주식회사",
    );
    expect(pageErrors).toEqual([]);
  });
});

describe("a merchant's look", () => {
  test.each([false, true])("its colour is on the button and its logo is drawn, in the dark: %j", async (dark) => {
    const { page, pageErrors } = await open({ dark });
    const seen = await page.evaluate(() => {
      const logo = document.querySelector<HTMLImageElement>(".logo");
      const button = getComputedStyle(document.querySelector("#pay") ?? document.body);
      return { drawn: logo?.naturalWidth, high: logo?.height, background: button.backgroundColor, text: button.color };
    });
    const light = { background: "rgb(11, 122, 80)", text: "rgb(255, 255, 255)" };
    // As much white in it as it takes to be read.
    const lighter = { background: "rgb(89, 165, 136)", text: "rgb(14, 19, 27)" };
    expect(seen).toMatchObject({ drawn: 96, ...(dark ? lighter : light) });
    expect(pageErrors).toEqual([]);
  });

  test("the page's icon is a picture that its policy allows", async () => {
    const { page, pageErrors } = await open();
    const drawn = await page.evaluate(async () => {
      const icon = new Image();
      icon.src = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
      await icon.decode();
      return icon.naturalWidth > 0;
    });
    expect([drawn, pageErrors]).toEqual([true, []]);
  });

  test("nothing is loaded from anywhere but the service", async () => {
    const link = await service.openLink({ telling: true });
    const { page } = await openBuyerPage(browser);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(link.url);
    await typeCard(page);
    expect(asked.filter((url) => !url.startsWith("data:") && new URL(url).origin !== service.url)).toEqual([]);
  });
});
