import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { browser, service, turns, useBrowserAndService } from "./browser-and-service.ts";
import { fillCard } from "./buyer-page.ts";

const sdk = path.resolve(import.meta.dirname, "../../../sdk");
const readme = readFileSync(path.join(sdk, "README.md"), "utf8");

/** How a shop's page loads the SDK, where it opens the checkout, and what README says its policy needs for that. */
interface Way {
  readonly by: string;
  readonly place: string;
  readonly policy: string;
}

const rows = [...readme.matchAll(/^\| ([^|]+) \| (above the page|in place of the page) \| `([^`]+)` \|$/gm)];
const ways: readonly Way[] = rows.map(([, by = "", place = "", policy = ""]) => ({ by, place, policy }));

/** The first row of README for a way of loading. */
function wayBy(wanted: string): Way {
  const way = ways.find(({ by }) => by === wanted);
  if (way === undefined) throw new Error(`README has no policy for: ${wanted}`);
  return way;
}

/** README's tag of an exact version. */
const [exactTag = ""] = /<script\s[^>]+integrity=[^>]+><\/script>/.exec(readme) ?? [];

let clientKey: string;
/** The shop: its pages have their own origin, which is also another site than the service's. */
let shop: Server;
let shopUrl: string;
/** The shop's answers, by path. */
const files = new Map<string, { readonly type: string; readonly text: string; readonly policy?: string }>();

useBrowserAndService();

beforeAll(async () => {
  const issued = await service.payments.keys.issue({ mId: 7, mode: "test" }, "client");
  clientKey = issued.ok ? issued.value.key : "";
  shop = createServer((request, response) => {
    const {
      type,
      text,
      policy = "",
    } = files.get(new URL(request.url ?? "/", shopUrl).pathname) ?? {
      type: "text/html",
      text: "<!doctype html><title>nothing here</title>",
    };
    if (policy !== "") response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", `${type}; charset=utf-8`).end(text);
  }).listen(0, "127.0.0.1");
  await once(shop, "listening");
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`;
  for (const file of ["index.js", "loader.js", "payments-error.js"]) {
    files.set(`/${file}`, { type: "text/javascript", text: readFileSync(path.join(sdk, "dist", file), "utf8") });
  }
});

afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

/** The shop's own script, which pays by the SDK that it has got somehow; a script knows where it came from. */
const payBy = (loaded: string, { by, place }: Way) => `${loaded}
document.querySelector("#pay").addEventListener("click", () =>
  createSDK("${clientKey}", { ${by === "npm" ? `baseUrl: "${service.url}", ` : ""}display: "${place === "above the page" ? "overlay" : "redirect"}" })
    .payment({ customerId: "browser-test-buyer" })
    .requestPayment({
      amount: { value: 10000 }, orderId: "order-" + crypto.randomUUID(), orderName: "Green tea", successUrl: "/ok", failUrl: "/fail",
    })
    .catch((error) => (document.querySelector("#problem").textContent = error.code)));
document.querySelector("#problem").textContent = "ready";`;

/** The tag in the shop's page, and how its script gets at the SDK. */
function loadedBy(by: string): readonly [tag: string, code: string] {
  const fromGlobal = "const { createSDK } = PaymentsSDK;";
  if (by === "npm") return ["", `import { createSDK } from "/index.js";`];
  if (by === "script") return [`<script src="${service.url}/payments-sdk/v1"></script>`, fromGlobal];
  if (by.startsWith("exact version")) return [exactTag.replace("https://pay.example", service.url), fromGlobal];
  const src = `${service.url}/payments-sdk/v1`;
  return [
    "",
    `import { loadPaymentsSDK } from "/loader.js"; const { createSDK } = await loadPaymentsSDK({ src: "${src}" });`,
  ];
}

interface Opened {
  readonly page: Page;
  /** The directives that something on the shop's pages has gone against. */
  readonly violated: string[];
  /** The browser's own messages to developers. */
  readonly told: string[];
}

/** A buyer at a shop whose policy allows nothing beside its own scripts, and these parts. */
async function enter(way: Way, parts: readonly string[], edit = (tag: string) => tag): Promise<Opened> {
  const { by } = way;
  const own = new Map([
    ["default-src", "'none'"],
    ["base-uri", "'none'"],
    ["form-action", "'none'"],
    ["script-src", "'self'"],
    // A loader of scripts by their address has to have a policy for that.
    ...(by === "loader" ? [] : ([["require-trusted-types-for", "'script'"]] as const)),
  ]);
  for (const part of parts) {
    const [name = "", ...sources] = part.replaceAll("https://pay.example", service.url).split(" ");
    own.set(name, [...(name === "script-src" ? ["'self'"] : []), ...sources].join(" "));
  }
  const policy = [...own].map(([name, sources]) => `${name} ${sources}`).join("; ");
  const [tag, code] = loadedBy(by);
  files.set("/shop.js", { type: "text/javascript", text: payBy(code, way) });
  const text = `<!doctype html><html lang="en"><title>shop</title>${edit(tag)}
    <script type="module" src="/shop.js"></script><button id="pay">Pay</button><p id="problem"></p></html>`;
  files.set("/", { type: "text/html", text, policy });
  const page = await browser.newPage({ locale: "en-US" });
  const opened: Opened = { page, violated: [], told: [] };
  page.on("console", (message) => opened.told.push(message.text()));
  await page.exposeFunction("violated", (directive: string) => opened.violated.push(directive));
  await page.addInitScript((at) => {
    if (location.origin !== at) return;
    const { violated } = window as unknown as { readonly violated: (directive: string) => void };
    window.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violated(effectiveDirective));
  }, shopUrl);
  await page.goto(shopUrl);
  return opened;
}

/** The buyer presses the shop's button, and the checkout of the service is there to pay in. */
async function openCheckout(page: Page, place: string) {
  await expect.poll(() => page.textContent("#problem")).toBe("ready");
  await page.click("#pay");
  if (place === "in place of the page") await page.waitForURL(`${service.url}/checkout?**`);
  const handle = place === "above the page" ? await page.waitForSelector("wonflow-checkout iframe") : undefined;
  const frame = (await handle?.contentFrame()) ?? page.mainFrame();
  await frame.waitForSelector("#number", { state: "visible" });
  return frame;
}

test("README has a policy for each way", () => {
  expect(ways.map(({ by, place }) => `${by}, ${place}`)).toEqual([
    "script, above the page",
    "script, in place of the page",
    "exact version, above the page",
    "exact version, by its hash, above the page",
    "loader, above the page",
    "npm, above the page",
    "npm, in place of the page",
  ]);
});

test.each(ways)("$by, $place: opens under the policy of README", async (way) => {
  const { page, violated } = await enter(way, way.policy.split("; "));
  await openCheckout(page, way.place);
  expect(violated).toEqual([]);
});

const inTurn = turns();

/** Each way without one part of its policy, and without each by `npm run test:long`. */
const lacking = ways.flatMap((way) =>
  inTurn(way.policy.split("; ")).map((part) => ({ ...way, part, lacks: part.split(" ")[0] })),
);

test.each(lacking)("$by, $place: is stopped without $lacks", async ({ part, lacks, ...way }) => {
  const { page, violated } = await enter(
    way,
    way.policy.split("; ").filter((other) => other !== part),
  );
  if (lacks !== "script-src") await page.click("#pay");
  await expect.poll(() => violated.map((directive) => directive.replace("-elem", ""))).toContain(lacks);
});

test("the loader does not work where trusted types are required, as README says", async () => {
  const way = wayBy("loader");
  const { violated } = await enter(way, [...way.policy.split("; "), "require-trusted-types-for 'script'"]);
  await expect.poll(() => violated).toContain("require-trusted-types-for");
});

test("a shop on another origin is paid by an exact version, under its hash and its policy", async () => {
  const way = wayBy("exact version");
  const { page, violated, told } = await enter(way, way.policy.split("; "));
  const checkout = await openCheckout(page, way.place);
  await fillCard(checkout);
  await checkout.click("#pay");
  await page.waitForURL(`${shopUrl}/ok?**`);
  expect(await service.confirm(page.url())).toBe("DONE");
  expect([violated, told]).toEqual([[], []]);
});

test("a script that is not what its hash says is not run", async () => {
  const way = wayBy("exact version");
  const { page, told } = await enter(way, way.policy.split("; "), (tag) => tag.replace(/sha384-..../, "sha384-AAAA"));
  await expect.poll(() => told.join()).toContain("integrity");
  expect(await page.evaluate("typeof PaymentsSDK")).toBe("undefined");
});
