import jsqr from "jsqr";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { linkPage } from "../src/link-page.ts";
import { wordsFor } from "../src/words.ts";
import { openPage, servers, useBrowserAndShop } from "./browser-and-shop.ts";
import { findWithAxe } from "./find-with-axe.ts";

useBrowserAndShop();

/** The pixels of a part of a page, as the browser draws it. */
async function pixelsOf(page: Page, selector: string) {
  const png = (await page.locator(selector).screenshot()).toString("base64");
  const { width, height, data } = await page.evaluate(async (base64) => {
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const image = context?.getImageData(0, 0, bitmap.width, bitmap.height);
    const bytes = Array.from(image?.data ?? [], (value) => String.fromCharCode(value));
    return { width: bitmap.width, height: bitmap.height, data: btoa(bytes.join("")) };
  }, png);
  return { width, height, data: Uint8ClampedArray.from(Buffer.from(data, "base64")) };
}

/** The darkest of the pixels around a picture, 0 to 255. */
function darkestAround({ width, height, data }: Awaited<ReturnType<typeof pixelsOf>>, edge: number): number {
  let darkest = 255;
  // The outermost pixels are mixed with the page's.
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const isInside = x >= edge && y >= edge && x < width - edge && y < height - edge;
      if (!isInside) darkest = Math.min(darkest, ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3));
    }
  }
  return darkest;
}

const looks = [
  { viewport: { width: 1366, height: 657 }, locale: "ko-KR", colorScheme: "dark" },
  { viewport: { width: 1280, height: 800 }, locale: "en-US", colorScheme: "light" },
  { viewport: { width: 360, height: 640 }, locale: "en-US", colorScheme: "dark" },
  { viewport: { width: 320, height: 568 }, locale: "ko-KR", colorScheme: "light" },
  { viewport: { width: 360, height: 640 }, locale: "ko-KR", forcedColors: "active", colorScheme: "dark" },
] as const;

describe.each(looks)("%j", (look) => {
  test("a camera reads the link from its QR code, which has a name and a white edge", async () => {
    const page = await openPage(look);
    await page.goto(servers.shop);
    await page.click("button[type=submit]");
    const link = await page.getAttribute("#link", "href");
    const code = page.getByRole("img", {
      name: look.locale === "ko-KR" ? "결제 링크 QR 코드" : "QR code of the link to pay by",
    });
    expect(await code.count()).toBe(1);
    const pixels = await pixelsOf(page, "[role=img]");
    const { width, height, data } = pixels;
    // As cameras see it: dark on light, and not the other way round.
    const read = jsqr.default(data, width, height, { inversionAttempts: "dontInvert" });
    expect(read?.data).toBe(link);
    // Four modules of white all around: phones find no code without.
    const modules = (read?.version ?? 0) * 4 + 17 + 8;
    expect(darkestAround(pixels, Math.floor((4 * width) / modules) - 1)).toBe(255);
    // Two device pixels and more for each module are read from a screen at arm's length.
    expect(width / modules).toBeGreaterThan(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await findWithAxe(page)).toEqual([]);
  });
});

test("an address of a real service has no such note", () => {
  const order = {
    orderId: "tea-1",
    orderName: "녹차",
    amount: 25_000,
    customerId: "c",
    intentKey: null,
    hasLink: true,
  };
  const session = { checkoutUrl: "https://pay.example/checkout?token=a", expiresAt: "2026-11-20T10:30:00+09:00" };
  expect(linkPage(wordsFor(new Request(servers.shop)), order, session)).not.toContain("이 컴퓨터에서만");
});

test("what is shown is a preview of the message, and an address of this machine is named as one", async () => {
  const page = await openPage();
  await page.goto(servers.shop);
  await page.click("button[type=submit]");
  expect(await page.innerText("h1")).toBe("보낼 문자 미리보기");
  expect(await page.innerText("main")).toContain("이 컴퓨터에서만 열리는 주소예요.");
  await page.click("text=주문 보기");
  expect(await page.getAttribute("#status", "data-status")).toBe("READY");
});
