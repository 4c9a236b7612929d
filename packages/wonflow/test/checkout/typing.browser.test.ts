import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { goodCard, openBuyerPage, fillCard } from "./buyer-page.ts";
import { browser, service, useBrowserAndService } from "./browser-and-service.ts";

useBrowserAndService();

interface Row {
  readonly how: string;
  readonly input: string;
  readonly shown: string;
  readonly sent: string;
}

/** The table that the unit tests of `@wonflow/checkout` read too; ␣ stands for a space at a cell's edge. */
const table = readFileSync(new URL("../../../checkout/test/typing.md", import.meta.url), "utf8")
  .split(/^## /m)
  .slice(1);

function rowsOf(kind: string): readonly Row[] {
  const section = table.find((each) => each.startsWith(`${kind}\n`)) ?? "";
  return [...section.matchAll(/^\| *(keys|paste) *\|(.*)\|(.*)\|(.*)\|$/gm)].map((match) => {
    const [how = "", input = "", shown = "", sent = ""] = match
      .slice(1)
      .map((cell) => cell.trim().replaceAll("␣", " "));
    return { how, input, shown, sent };
  });
}

const named: Readonly<Record<string, string>> = { "⌫": "Backspace", "←": "ArrowLeft", "→": "ArrowRight" };

async function enter(page: Page, { how, input }: Row): Promise<void> {
  if (how === "paste") {
    await page.evaluate((text) => navigator.clipboard.writeText(text), input);
    return page.keyboard.press("Control+V");
  }
  for (const key of input) {
    const name = named[key];
    if (name === undefined) await page.keyboard.type(key);
    else await page.keyboard.press(name);
  }
}

/** What a note says, as keys of the texts. */
const said = (page: Page, field: string) =>
  page.locator(`#${field}-note .wrong > span`).evaluateAll((spans) => spans.map((span) => span.dataset["t"] ?? ""));

async function openForm() {
  const { page, context, pageErrors } = await openBuyerPage(browser, { size: "desktop" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sent: Record<string, string>[] = [];
  await page.route("**/session/authenticate", async (route) => {
    sent.push(route.request().postDataJSON() as Record<string, string>);
    await route.fulfill({ status: 409, json: { statusCode: 409, code: "CONCURRENT_REQUEST" } });
  });
  await page.goto((await service.openLink({ amount: 9_900 })).url);
  return { page, pageErrors, sent };
}

/** What was sent of a field, as the table writes it. */
const written: Readonly<Record<string, (card: Record<string, string>) => string | undefined>> = {
  number: ({ number }) => number,
  expiry: ({ expiryMonth, expiryYear }) => `${expiryMonth}/${expiryYear}`,
  birthDate: ({ registNo }) => registNo,
  business: ({ registNo }) => registNo,
  password: ({ passwordFront2 }) => passwordFront2,
};

describe.each([
  ["number", "number"],
  ["expiry", "expiry"],
  ["birthDate", "registNo"],
  ["business", "registNo"],
  ["password", "passwordFront2"],
] as const)("what people type: %s", (kind, field) => {
  test("each way shows and sends what the table says", async () => {
    const { page, pageErrors, sent } = await openForm();
    if (kind === "business") await page.locator("label:has(#corporate)").click();
    const good = kind === "business" ? "1234567890" : goodCard[field];
    await fillCard(page, { [field]: good });
    const seen: Row[] = [];
    for (const row of rowsOf(kind)) {
      // A good value takes away what was said of the row before.
      await page.locator(`#${field}`).fill(good);
      await page.locator(`#${field}`).fill("");
      await enter(page, row);
      const cut = await said(page, field);
      await page.locator("#leave").focus();
      const shown = await page.inputValue(`#${field}`);
      const left = await said(page, field);
      const before = sent.length;
      await page.locator("#pay").press("Enter");
      await expect.poll(() => page.getAttribute("form", "aria-busy")).not.toBe("true");
      const card = sent.length > before ? sent.at(-1) : undefined;
      const [problem = "nothing"] = await said(page, field);
      const outcome = card === undefined ? `! ${problem}` : (written[kind]?.(card) ?? "");
      // A problem is said as soon as a field that holds something is left, and what was cut at once.
      if (card === undefined && shown !== "") expect(left, row.input).toEqual([problem]);
      seen.push({ ...row, shown, sent: cut.length === 0 ? outcome : `${outcome} said ${cut.join()}` });
    }
    expect(seen.length).toBeGreaterThanOrEqual(20);
    expect(seen).toEqual(rowsOf(kind));
    expect(pageErrors).toEqual([]);
  });
});

test("a card that is good is sent whole", async () => {
  const { page, sent } = await openForm();
  await fillCard(page);
  await page.click("#pay");
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({ number: goodCard.number, expiryMonth: "12", expiryYear: "39" });
});
