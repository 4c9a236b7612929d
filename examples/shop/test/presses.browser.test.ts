import { setTimeout } from "node:timers/promises";

import type { BrowserContext, Frame, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { documentationMerchant } from "wonflow";

import { browser, isLong, servers, useBrowserAndShop } from "./browser-and-shop.ts";
import { phone, statusOf, testCardNumber } from "./shop-and-service.ts";

/*
 * Buyers who press anything at any time, in the checkout and in the gateway's window, while cards and confirms are slow:
 * a cart is never paid twice, a payment that was reported to its buyer as canceled is never made, and the order's page
 * says the truth.
 */
useBrowserAndShop();
beforeAll(async () => {
  const defaultMethods = ["KEYIN", "CARD", "KAKAOPAY"] as const;
  await servers.payments.merchants.register({ ...documentationMerchant, defaultMethods: [...defaultMethods] });
});

const tenant = { mId: 1, mode: "test" } as const;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chromium answers nothing while a navigation is pending, and a buyer presses the next thing all the same. */
async function soon<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([work.catch(() => undefined), setTimeout(800, undefined)]);
}

interface Scene {
  readonly context: BrowserContext;
  page: Page;
  readonly random: () => number;
  /** Keys of payments that were reported to the buyer as canceled. */
  readonly canceled: Set<string>;
}

async function currentKey(orderId: string): Promise<string | undefined> {
  const found = await servers.payments.intents.lookUp(tenant, { orderId });
  return found.ok ? found.value.intentKey : undefined;
}

async function ordersSince(before: readonly string[]): Promise<readonly string[]> {
  return (await servers.orderIds()).slice(before.length);
}

/** Reports each rejection that says that the buyer canceled, before the shop's page gets it. */
function wrapSdk(): void {
  interface Sdk {
    createSDK(key: string): {
      payment(buyer: object): { requestPayment(order: { orderId: string }): Promise<unknown> };
    };
    isUserCancel(error: unknown): boolean;
  }
  let wrapped: Sdk | undefined;
  const page = window as unknown as { readonly reportedCanceled: (orderId: string) => Promise<void> };
  Object.defineProperty(window, "PaymentsSDK", {
    get: () => wrapped,
    set: (sdk: Sdk) => {
      const requestPayment = async (key: string, buyer: object, order: { orderId: string }) => {
        try {
          return await sdk.createSDK(key).payment(buyer).requestPayment(order);
        } catch (error) {
          if (sdk.isUserCancel(error)) await page.reportedCanceled(order.orderId);
          throw error;
        }
      };
      const createSDK = (key: string) => ({
        payment: (buyer: object) => ({
          requestPayment: (order: { orderId: string }) => requestPayment(key, buyer, order),
        }),
      });
      wrapped = { ...sdk, createSDK };
    },
  });
}

const desktop = { viewport: { width: 1280, height: 800 } } as const;

/** The middle of the window's × on the desktop. */
const closeButton = { x: 854, y: 50 } as const;

async function startScene(seed: number): Promise<Scene> {
  const random = randomBy(seed);
  const locale = random() < 0.5 ? "ko-KR" : "en-US";
  const context = await browser.newContext({ ...(random() < 0.3 ? phone : desktop), locale });
  const canceled = new Set<string>();
  await context.exposeBinding("reportedCanceled", async (_, orderId: string) => {
    const key = await currentKey(orderId);
    if (key !== undefined) canceled.add(key);
  });
  await context.addInitScript(wrapSdk);
  const scene: Scene = { context, random, canceled, page: await context.newPage() };
  await openTab(scene, scene.page);
  return scene;
}

async function openTab(scene: Scene, page: Page): Promise<void> {
  scene.page = page;
  page.on("framenavigated", (frame) => {
    const { pathname, searchParams } = new URL(frame.url(), "http://none");
    if (frame !== page.mainFrame() || pathname !== "/fail") return;
    if (searchParams.get("code") === "PAY_PROCESS_CANCELED") scene.canceled.add(searchParams.get("intentKey") ?? "");
  });
  await soon(page.goto(servers.shop, { waitUntil: "commit" }));
}

/** Presses the element at a selector, if present. */
async function press(place: Page | Frame | undefined, selector: string, times = 1): Promise<void> {
  const work = place?.evaluate(
    ({ wanted, count }) => {
      const target = document.querySelector<HTMLElement>(wanted);
      for (let n = 0; n < count; n += 1) target?.click();
    },
    { wanted: selector, count: times },
  );
  if (work !== undefined) await soon(work);
}

function checkoutOf({ page }: Scene): Frame | undefined {
  return page.frames().findLast((frame) => frame.url().startsWith(`${servers.service}/checkout`));
}

/** The buyer wants to pay, whatever was reported before. */
async function wantToPay(scene: Scene, orders: readonly string[]): Promise<void> {
  for (const orderId of orders) scene.canceled.delete((await currentKey(orderId)) ?? "");
}

async function sendCard(scene: Scene): Promise<void> {
  const work = checkoutOf(scene)?.evaluate((number) => {
    const values = { number, expiry: "12/39", passwordFront2: "12", registNo: "900101" };
    for (const [name, value] of Object.entries(values)) {
      const input = document.querySelector<HTMLInputElement>(`#card [name=${name}]`);
      if (input === null) return;
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    document.querySelector<HTMLElement>("#card #pay")?.click();
  }, testCardNumber("kb"));
  if (work !== undefined) await soon(work);
}

/** A press of a method's button, which leads to the gateway's window. */
const openWindow = (method: string): Action => {
  return async (scene, orders) => {
    await wantToPay(scene, orders);
    await press(checkoutOf(scene), `#card button[value=window-${method}]`);
  };
};

const isInWindow = ({ page }: Scene) => new URL(page.url(), "http://none").pathname === "/sandbox/window";

type Action = (scene: Scene, orders: readonly string[]) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  pay: ({ page }) => press(page, "form#order #pay"),
  "pay twice": ({ page }) => press(page, "form#order #pay", 2),
  "another way": ({ page }) => press(page, "form#order #window"),
  "Kakao Pay": openWindow("KAKAOPAY"),
  "card in the window": openWindow("CARD"),
  "open the window again": (scene) => press(checkoutOf(scene), "#reopen"),
  "choose another method": (scene) => press(checkoutOf(scene), "#choose"),
  "pay again": async (scene, orders) => {
    await wantToPay(scene, orders);
    await press(scene.page, "#again");
  },
  card: async (scene, orders) => {
    await wantToPay(scene, orders);
    await sendCard(scene);
  },
  onward: async (scene, orders) => {
    await wantToPay(scene, orders);
    await press(checkoutOf(scene), "#onward");
  },
  "×": ({ page }) => soon(page.mouse.click(closeButton.x, closeButton.y)),
  Escape: ({ page }) => soon(page.keyboard.press("Escape")),
  leave: (scene) => press(checkoutOf(scene), "#leave"),
  "leave now": (scene) => press(checkoutOf(scene), "#leave-now"),
  "keep paying": (scene) => press(checkoutOf(scene), "#take-back"),
  back: ({ page }) => soon(page.goBack({ waitUntil: "commit" })),
  reload: ({ page }) => soon(page.reload({ waitUntil: "commit" })),
  home: ({ page }) => soon(page.goto(servers.shop, { waitUntil: "commit" })),
  "another tab": async (scene) => {
    const { page } = scene;
    await openTab(scene, await scene.context.newPage());
    await soon(page.close());
  },
};

/** Presses in the window's page, where the buyer may also leave it for another page. */
const choices = [
  "succeed",
  "twice",
  "approval-lost",
  "approval-refused",
  "forged",
  "cancel",
  "refuse-REJECT_CARD_PAYMENT",
];

function actionAt({ page }: Scene, name: string): Action | undefined {
  return choices.includes(name) ? () => press(page, `form button[value=${name}]`) : actions[name];
}

function anyOf(names: readonly string[], { random }: Scene): string {
  return names[Math.floor(random() * names.length)] ?? "pay";
}

function anyPress(scene: Scene): string {
  const { random } = scene;
  return anyOf(isInWindow(scene) && random() < 0.7 ? choices : Object.keys(actions), scene);
}

/** The next press of a buyer who wants to pay. */
async function nextStep(scene: Scene): Promise<string> {
  const has = (place: Page | Frame | undefined, selector: string) =>
    place && soon(place.evaluate((wanted) => document.querySelector(wanted) !== null, selector));
  const { random } = scene;
  const checkout = checkoutOf(scene);
  if (isInWindow(scene)) return "succeed";
  if ((await has(checkout, "#reopen")) === true) return "open the window again";
  if (random() < 0.5 && (await has(checkout, "[value=window-KAKAOPAY]")) === true) {
    return random() < 0.5 ? "Kakao Pay" : "card in the window";
  }
  if ((await has(checkout, "#card")) === true) return "card";
  if ((await has(checkout, "#onward")) === true) return "onward";
  if ((await has(scene.page, "#again")) === true) return "pay again";
  return random() < 0.5 ? "pay" : "another way";
}

/** What an order's page says about its payment. */
async function shownStatus(orderId: string): Promise<string | undefined> {
  const response = await fetch(`${servers.shop}/orders/${orderId}`);
  return /data-status="(\w+)"/.exec(await response.text())?.[1];
}

const pressesPerScene = 10;

interface Played {
  readonly paid: number;
  readonly presses: number;
  readonly trace: string;
}

async function play(seed: number): Promise<Played> {
  const before = await servers.orderIds();
  const scene = await startScene(seed);
  const { random, canceled } = scene;
  const trace: string[] = [];
  for (let n = 0; n < pressesPerScene; n += 1) {
    const approveMs = random() < 0.3 ? 4_000 : random() * 1_000;
    const authenticateMs = random() * 500;
    Object.assign(servers.before, {
      authenticate: () => setTimeout(authenticateMs),
      approve: () => setTimeout(approveMs),
    });
    // A buyer waits for the checkout, most of the time.
    await setTimeout(random() < 0.7 ? 250 + random() * 350 : random() * 60);
    const name = random() < 0.5 ? await nextStep(scene) : anyPress(scene);
    trace.push(name);
    await actionAt(scene, name)?.(scene, await ordersSince(before));
    const isPaid = await soon(
      scene.page.evaluate(() => document.querySelector("[data-status=DONE], #last[data-under-way=false]") !== null),
    );
    if (isPaid === true) break;
  }
  await scene.context.close();
  // Requests in flight arrive, and confirms end.
  await setTimeout(500);
  await expect.poll(() => servers.approving()).toBe(0);
  const orders = await ordersSince(before);
  const statuses = await Promise.all(orders.map((orderId) => statusOf(servers, orderId)));
  const shown = await Promise.all(orders.map((orderId) => shownStatus(orderId)));
  const paid = statuses.filter((status) => status === "DONE").length;
  const text = `seed ${seed}: ${trace.join(", ")}; ${statuses.join(", ")}`;
  expect(paid, text).toBeLessThanOrEqual(1);
  expect(shown, text).toEqual(statuses);
  for (const intentKey of canceled) {
    const found = await servers.payments.intents.lookUp(tenant, { intentKey });
    expect(found.ok ? found.value.approvedAt : undefined, `${text}; reported ${intentKey}`).toBeUndefined();
  }
  return { paid, presses: trace.length, trace: text };
}

/** A long run presses what no run before it has pressed. */
const first = isLong ? Date.now() % 1_000_000 : 1;

test("random presses pay no cart twice, and no abandoned payment", async () => {
  let [paid, presses] = [0, 0];
  for (let seed = first; presses < (isLong ? 1_000 : 40); seed += 1) {
    const played = await play(seed);
    if (process.env["TRACE"] !== undefined) console.log(played.trace);
    paid += played.paid;
    presses += played.presses;
  }
  // Presses that never pay would show nothing.
  expect(paid).toBeGreaterThan(1);
});
