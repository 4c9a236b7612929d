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

/** Unit tests type all rows; a browser types every fourth one, and all in `npm run test:long`. */
function typedRows(kind: string): readonly Row[] {
  return rowsOf(kind).filter((_, index) => process.env["TESTS"] === "long" || index % 4 === 0);
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

/** The note of a field, as keys of the texts. */
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

/** The value that was sent of a field, as the table writes it. */
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
    for (const row of typedRows(kind)) {
      // A good value clears the problem of the row before.
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
      // A problem is shown as soon as a non-empty field is left, and a cut value at once.
      if (card === undefined && shown !== "") expect(left, row.input).toEqual([problem]);
      seen.push({ ...row, shown, sent: cut.length === 0 ? outcome : `${outcome} said ${cut.join()}` });
    }
    expect(rowsOf(kind).length).toBeGreaterThanOrEqual(20);
    expect(seen).toEqual(typedRows(kind));
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

test.each([
  ["340000000071000", ["Amex"]],
  ["3528000000041001", ["JCB"]],
  ["6200000000031001", ["UnionPay"]],
  ["4000000000110009", ["KB국민", "Visa"]],
  ["9400000000310009", ["BC", "국내전용"]],
])("card company and brand of %s are named once: %j", async (number, names) => {
  const { page } = await openForm();
  await page.locator("#number").pressSequentially(number);
  const badges = async () => (await page.locator(".brand:visible").allInnerTexts()).map((name) => name.trim());
  await expect.poll(() => page.locator("#number-company").innerText()).toBe(names[0]);
  expect(await badges()).toEqual(names);
  // Neither does a screen reader read a name twice.
  const described = await page.locator("#number-brand").textContent();
  expect(described).toBe(names[1] ?? "");
});

describe("autofill", () => {
  test("each field has the mark by which browsers know it, and none that they offer to save as a password", async () => {
    const { page } = await openForm();
    const marks = () =>
      page
        .locator("#card input:not([type=hidden], [type=radio])")
        .evaluateAll((inputs) =>
          inputs.map((input) => [input.id, input.getAttribute("autocomplete"), (input as HTMLInputElement).type]),
        );
    const expected = [
      ["number", "cc-number", "text"],
      ["expiry", "cc-exp", "text"],
      ["passwordFront2", "off", "text"],
      ["registNo", "off", "text"],
    ];
    expect(await marks()).toEqual(expected);
    await page.locator("label:has(#corporate)").click();
    expect(await marks()).toEqual(expected);
    const hides = await page
      .locator("#passwordFront2")
      .evaluate((input) => [
        getComputedStyle(input).getPropertyValue("-webkit-text-security"),
        Object.fromEntries(Object.entries(input.dataset)),
      ]);
    expect(hides).toEqual(["disc", { "1pIgnore": "", bwignore: "", lpignore: "true" }]);
  });

  test.each([
    ["4000000000110009", "12/39"],
    ["4000 0000 0011 0009", "12/2039"],
    ["4000-0000-0011-0009", "2039-12"],
    ["4000000000110009", "12 / 39"],
    ["4000000000110009", "12-2039"],
    ["4000000000110009", "1239"],
    ["4000000000110009", "122039"],
  ])("fills number and expiry date at once, before any problem is shown: %s, %s", async (number, expiry) => {
    const { page, sent } = await openForm();
    await page.evaluate(
      ([ofCard, untilWhen]) => {
        const values = { number: ofCard, expiry: untilWhen };
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
        for (const [id, value] of Object.entries(values)) set?.call(document.querySelector(`#${id}`), value);
        for (const id of Object.keys(values)) {
          for (const type of ["input", "change", "blur"])
            document.querySelector(`#${id}`)?.dispatchEvent(new Event(type, { bubbles: type !== "blur" }));
        }
      },
      [number, expiry],
    );
    expect(await page.inputValue("#number")).toBe("4000 0000 0011 0009");
    expect(await page.inputValue("#expiry")).toBe("12/39");
    expect(await page.innerText("#number-brand")).toBe("Visa");
    await page.locator("#passwordFront2").pressSequentially("12");
    await page.locator("#registNo").pressSequentially("900101");
    await page.keyboard.press("Enter");
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ number: "4000000000110009", expiryMonth: "12", expiryYear: "39" });
  });

  test("a password that a browser fills in whole is cut to its first two digits, which is shown", async () => {
    const { page } = await openForm();
    await page.locator("#passwordFront2").evaluate((input) => {
      (input as HTMLInputElement).value = "1234";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    expect(await page.inputValue("#passwordFront2")).toBe("12");
    expect(await page.innerText("#passwordFront2-note")).toBe("앞 2자리만 필요해서 나머지는 지웠어요.");
    expect(await page.textContent("#quiet")).toBe("앞 2자리만 필요해서 나머지는 지웠어요.");
    expect(await page.getAttribute("#passwordFront2", "aria-invalid")).toBe(null);
  });
});
