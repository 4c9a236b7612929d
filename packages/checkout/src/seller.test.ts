import { describe, expect, test } from "vitest";
import { card, openShop } from "../test/shop.ts";

const terms = "https://shop.example/terms?v=1&lang=ko";
const logo = "data:image/png;base64,iVBORw0KGgo=";
const told = {
  name: "골목 상점",
  businessName: "주식회사 골목",
  businessRegistrationNumber: "2208162517",
  phone: "+82 2 1234-5678",
};

const unsaid = { businessRegistrationNumber: null, phone: null };

const footer = (html: string) => /<footer>[^]*<\/footer>/.exec(html)?.[0] ?? "";
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

describe("the seller", () => {
  test("is at the end of the page, with the details that are set", async () => {
    const { openLink, get } = await openShop({ operatorName: "페이먼츠 주식회사" }, { ...told, terms: { url: terms } });
    const { checkoutUrl } = await openLink();
    const { html } = await get(checkoutUrl);
    expect(textOf(footer(html))).toBe(
      "판매자 주식회사 골목 사업자등록번호 220-81-62517 문의 전화 +82 2 1234-5678 " +
        "결제 서비스 페이먼츠 주식회사 이용약관 새 창",
    );
    expect(footer(html)).toContain('href="tel:+82212345678"');
    expect(footer(html)).toContain('href="https://shop.example/terms?v=1&amp;lang=ko" target="_blank" rel="noopener"');
    expect(textOf(footer((await get(`${checkoutUrl}&lang=en`)).html))).toBe(
      "Seller 주식회사 골목 Business number 220-81-62517 Phone +82 2 1234-5678 " +
        "Payment service 페이먼츠 주식회사 Terms new window",
    );
  });

  test("is on the page of a link that has ended, too", async () => {
    const { openLink, get, clock } = await openShop({}, told);
    const { checkoutUrl } = await openLink();
    await clock.advance(31 * 60_000);
    const { status, html } = await get(checkoutUrl);
    expect(status).toBe(410);
    expect(textOf(footer(html))).toContain("판매자 주식회사 골목");
  });

  test("is not said twice where there is nothing but the name", async () => {
    const { openLink, get } = await openShop({}, { name: "골목 상점", ...unsaid });
    expect(footer((await get((await openLink()).checkoutUrl)).html)).toBe("");
  });

  test.each([
    ["phone", { phone: "1588-1234" }, "판매자 골목 상점 문의 전화 1588-1234"],
    ["terms", { terms: { url: terms } }, "판매자 골목 상점 이용약관 새 창"],
    ["registered name", { businessName: "주식회사 골목" }, "판매자 주식회사 골목"],
  ])("a %s alone is shown", async (_what, said, shown) => {
    const { openLink, get } = await openShop({}, { name: "골목 상점", ...unsaid, ...said });
    expect(textOf(footer((await get((await openLink()).checkoutUrl)).html))).toBe(shown);
  });
});

describe("a link that is sent in a chat", () => {
  test("shows whose it is, and neither the order nor the amount", async () => {
    const { openLink, get } = await openShop({}, told);
    const { checkoutUrl } = await openLink();
    for (const [lang, title, description] of [
      ["ko", "골목 상점 결제", "골목 상점에서 보낸 결제 링크예요."],
      ["en", "Pay 골목 상점", "A payment link from 골목 상점."],
    ]) {
      const [head = ""] = /<head>[^]*<\/head>/.exec((await get(`${checkoutUrl}&lang=${lang}`)).html) ?? [];
      expect(head).toContain(`<meta name="description" content="${description}" />`);
      expect(head).toContain(`<meta property="og:title" content="${title}" />`);
      expect(head).toContain(`<meta property="og:description" content="${description}" />`);
      expect(head.replaceAll(/<style>[^]*?<\/style>/g, "")).not.toMatch(/10,000|녹차|order-/);
    }
  });
});

describe("a merchant's look", () => {
  const hashesOf = async (html: string) => {
    const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style = ""]) => style);
    const digests = styles.map((style) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)));
    return (await Promise.all(digests)).map((digest) => `'sha256-${Buffer.from(digest).toString("base64")}'`);
  };

  test("its colour comes in a style of its own, which the policy allows", async () => {
    const { openLink, get } = await openShop({}, { ...told, color: "#0b7a50" });
    const { html, headers } = await get((await openLink()).checkoutUrl);
    const hashes = await hashesOf(html);
    expect(hashes).toHaveLength(2);
    expect(headers.get("Content-Security-Policy")).toContain(`style-src ${hashes.join(" ")};`);
    expect(html).toContain(":root{--accent:#0b7a50;");
  });

  test("its logo precedes its name, in the page itself", async () => {
    const { openLink, get } = await openShop({}, { ...told, logo });
    const { html } = await get((await openLink()).checkoutUrl);
    expect(html).toMatch(new RegExp(`<img class="logo" src="${logo}" alt="" /><span id="merchant">골목 상점<`));
  });

  test("of a merchant without one there is nothing", async () => {
    const { openLink, get } = await openShop({}, told);
    const { html } = await get((await openLink()).checkoutUrl);
    expect(await hashesOf(html)).toHaveLength(1);
    expect(html).not.toContain("<img");
  });
});

describe("terms that ask for consent", () => {
  const asking = { ...told, terms: { url: terms, consent: true } };

  test("have a box that must be ticked, without scripts too", async () => {
    const { openLink, get, post, gateway } = await openShop({}, asking);
    const { token, checkoutUrl } = await openLink();
    const { html } = await get(checkoutUrl);
    expect(html).toMatch(/<input\s+type="checkbox"\s+id="agreed"\s+name="agreed"\s+value="yes"\s+required/);
    const unticked = await post({ token, action: "pay", ...card });
    // The link to them is beside the box.
    expect(html.split(`href="${terms.replace("&", "&amp;")}"`)).toHaveLength(2);
    expect(unticked.status).toBe(400);
    expect(unticked.html).toMatch(/id="agreed"[^>]*aria-invalid="true"/);
    expect(unticked.html).toContain("결제하려면 이용약관에 동의해 주세요.");
    expect(unticked.html).toContain('<a href="#agreed">');
    expect(gateway.records()).toEqual([]);
    const ticked = await post({ token, action: "pay", ...card, agreed: "yes" });
    expect(ticked.location).toContain("https://shop.example/ok");
  });

  test("have none where nothing is asked", async () => {
    const { openLink, get, post } = await openShop({}, { ...told, terms: { url: terms } });
    const { token, checkoutUrl } = await openLink();
    expect((await get(checkoutUrl)).html).not.toContain('id="agreed"');
    expect((await post({ token, action: "pay", ...card })).location).toContain("https://shop.example/ok");
  });
});
