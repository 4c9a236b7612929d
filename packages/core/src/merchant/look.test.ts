import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../test/world.ts";
import { mostLogoBytes, contrastOf, mixedColor, mixedUntil } from "./look.ts";
import { merchantRef } from "./merchant.ts";

const base64 = (bytes: readonly number[], size = 60) =>
  Buffer.from([...bytes, ...Array.from({ length: size - bytes.length }, (_, index) => (index * 7) % 256)]).toString(
    "base64",
  );
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff, 0xe0];
const webp = [0x52, 0x49, 0x46, 0x46, 0x24, 0xc1, 0xfe, 0x7f, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38];
const pngUrl = `data:image/png;base64,${base64(png)}`;
const notAPicture = "must be a PNG, JPEG or WebP picture as a data URL: data:image/png;base64,…";

const registering = { ...shop, name: "Shop", feeRate: "3.3" };

test.each<[string, object, string | undefined]>([
  ["a PNG", { logo: pngUrl }, undefined],
  ["a JPEG", { logo: `data:image/jpeg;base64,${base64(jpeg)}` }, undefined],
  ["a WebP", { logo: `data:image/webp;base64,${base64(webp)}` }, undefined],
  ["the largest picture", { logo: `data:image/png;base64,${base64(png, mostLogoBytes)}` }, undefined],
  [
    "a larger one",
    { logo: `data:image/png;base64,${base64(png, mostLogoBytes + 4)}` },
    "must be a picture of at most 8,000 bytes",
  ],
  ["a PNG called a JPEG", { logo: pngUrl.replace("png", "jpeg") }, notAPicture],
  ["an SVG", { logo: "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=" }, notAPicture],
  ["an SVG called a PNG", { logo: "data:image/png;base64,PHN2Zz48L3N2Zz4=" }, notAPicture],
  ["an address", { logo: "https://shop.example/logo.png" }, notAPicture],
  ["characters that would end an attribute", { logo: `${pngUrl}"><script>` }, notAPicture],
  ["no logo", { logo: null }, undefined],
  ["a business's name", { businessName: "주식회사 골목" }, undefined],
  ["a business's name of nothing", { businessName: "" }, "must not be blank"],
  ["a phone number", { phone: "02-1234-5678" }, undefined],
  ["a number from abroad", { phone: "+82 2 1234 5678" }, undefined],
  ["a service number", { phone: "1588-1234" }, undefined],
  ["words for a phone number", { phone: "call us" }, "must be a phone number such as 02-1234-5678 or +82 2 1234 5678"],
  ["a phone number of 6 digits", { phone: "123456" }, "must be a phone number such as 02-1234-5678 or +82 2 1234 5678"],
  ["terms", { terms: { url: "https://shop.example/terms" } }, undefined],
  ["terms at an invalid address", { terms: { url: "javascript:alert(1)" } }, "must be an absolute http or https URL"],
])("a merchant with %s", async (_what, change, problem) => {
  const { payments } = await createWorld();
  const answer = await payments.merchants.register({ ...registering, ...change });
  if (answer.ok) expect(problem).toBeUndefined();
  else expect(answer.error.details?.[0]?.problem).toBe(problem);
});

test("a logo is read back, and is in no record that a payment reads", async () => {
  const { payments, memory } = await createWorld();
  const look = {
    businessName: "주식회사 골목",
    phone: "02-1234-5678",
    terms: { url: "https://shop.example/terms", consent: true },
    color: "#0b7a50",
    logo: pngUrl,
  };
  const registered = valueOf(await payments.merchants.register({ ...registering, ...look }));
  expect(registered).toMatchObject(look);
  expect(valueOf(await payments.merchants.get(shop))).toEqual(registered);
  const { records } = await memory.read("7:test", { keys: [merchantRef] });
  expect(records[0]?.body).toMatchObject({ phone: "02-1234-5678" });
  expect(records[0]?.body).not.toHaveProperty("logo");
  // A registration without the logo removes it, like every field that is left out.
  expect(valueOf(await payments.merchants.register({ ...registered, logo: null })).logo).toBeNull();
  expect(valueOf(await payments.merchants.get(shop)).logo).toBeNull();
});

test("a merchant of the other mode has a logo of its own", async () => {
  const { payments } = await createWorld();
  valueOf(await payments.merchants.register({ ...registering, logo: pngUrl }));
  valueOf(await payments.merchants.register({ ...registering, mode: "live" }));
  expect(valueOf(await payments.merchants.get({ ...shop, mode: "live" })).logo).toBeNull();
  expect(codeOf(await payments.merchants.get({ mId: 8, mode: "test" }))).toBe("FORBIDDEN_REQUEST");
});

// Contrasts by WCAG 2: the first from its formula by hand, the others are known pairs.
test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#ffffff", "#ffffff", 1],
  ["#ffffff", "#767676", 4.54],
  ["#ff0000", "#ffffff", 4],
  ["#00ff00", "#ffffff", 1.37],
  ["#0000ff", "#ffffff", 8.59],
])("the contrast of %s and %s is %s", (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});

test.each([
  ["#000000", "#ffffff", 0, "#000000"],
  ["#000000", "#ffffff", 0.2, "#333333"],
  ["#102030", "#ffffff", 1, "#ffffff"],
  ["#ff0010", "#0000ff", 0.5, "#800088"],
])("%s with %s in it by %s", (color, other, share, mixed) => {
  expect(mixedColor(color, other, share)).toBe(mixed);
});

test("a colour that is never enough ends as the other colour", () => {
  expect(mixedUntil("#123456", "#ffffff", () => false)).toBe("#ffffff");
  expect(mixedUntil("#123456", "#ffffff", () => true)).toBe("#123456");
});

const registerWith = async (color: string | null) => {
  const { payments } = await createWorld();
  const answer = await payments.merchants.register({ ...shop, name: "Shop", feeRate: "3.3", color });
  return answer.ok ? answer.value.color : answer.error.details?.[0]?.problem;
};

test.each(["#1c54d8", "#000000", "#c4201c", null])("%s can be the colour of a merchant", async (color) => {
  expect(await registerWith(color)).toBe(color);
});

test.each([
  ["blue", "must be a colour such as #1c54d8, in lower case"],
  ["#1C54D8", "must be a colour such as #1c54d8, in lower case"],
  ["#1c54d8;}", "must be a colour such as #1c54d8, in lower case"],
  ["#ffffff", "is too light for white text on it: its contrast is 1.00, at least 5 is needed; #6b6b6b would do"],
])("%s cannot", async (color, problem) => {
  expect(await registerWith(color)).toBe(problem);
});

test.each(["#2f80ed", "#ff6600", "#fee500", "#03c75a"])(
  "the colour that is offered in place of %s is accepted",
  async (color) => {
    const refused = await registerWith(color);
    const better = /; (#\w{6}) would do$/.exec(String(refused))?.[1] ?? "";
    expect(await registerWith(better)).toBe(better);
  },
);

test("a contrast just below the limit is not shown as the limit", async () => {
  // Its contrast with white is 4.998.
  const grey = mixedUntil("#ffffff", "#000000", (mixed) => contrastOf(mixed, "#ffffff") >= 4.9);
  expect(contrastOf(grey, "#ffffff")).toBeLessThan(5);
  const refused = await registerWith(grey);
  expect(refused).toMatch(/contrast is 4\.9\d, at least 5/);
});
