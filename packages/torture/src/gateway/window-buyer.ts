import { setTimeout as pause } from "node:timers/promises";
import { chooseInBrowser, launchInBrowser, type WindowChoice } from "@wonflow/nice-emulator";
import { z } from "zod";
import { isSuccess } from "../acknowledged.ts";
import { bodyOf, type Client } from "../clients.ts";
import { confirm, open } from "../habits.ts";
import { orderOf } from "../prepared.ts";

/** The methods that the gateway's window has. */
export const windowMethods = ["CARD", "TRANSFER", "KAKAOPAY", "NAVERPAY", "SAMSUNGPAY", "PAYCO"] as const;

/** The same as merchants' contracts and links list them. */
export const windowChoices = ["CARD", "TRANSFER", "EASY_PAY"] as const;

/** How often buyers did what, by its name. */
export type Tally = Map<string, number>;

/** A buyer with a link to an order. */
interface Buyer {
  readonly client: Client;
  readonly token: string;
  readonly orderId: string;
}

/** What a buyer does after the link is open. Returns the payment's key if it leads to the shop's page of success. */
type Way = (buyer: Buyer) => Promise<string | undefined>;

/** What a browser has in its hands after the window. */
interface Brought {
  /** The path of the address to return to. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

type NamedWay = readonly [name: string, way: Way];

const ways: readonly [NamedWay, ...NamedWay[]] = [
  ["returned", returnOnce],
  ["returned", returnOnce],
  ["returned", returnOnce],
  ["returned", returnOnce],
  ["returned twice at once", returnTwice],
  ["forged a signature", (buyer) => forge(buyer, "forge-signature")],
  ["forged an amount", (buyer) => forge(buyer, "forge-amount")],
  ["canceled in the window", (buyer) => failFirst(buyer, "cancel")],
  ["failed in the window", (buyer) => failFirst(buyer, "fail")],
  ["never returned", neverReturn],
  ["returned after a newer opening", returnLate],
  ["returned after giving up", returnAfterGivingUp],
];

/** A buyer pays in the window, by one of the ways of real buyers and of attackers, and the merchant confirms. */
export function payInWindow(tally: Tally): (client: Client) => Promise<void> {
  return async (client) => {
    const orderId = `torture-window-${client.name}`;
    const token = await open(client, { ...orderOf(orderId), methods: windowChoices });
    if (token === undefined) return;
    const [name, way] = client.chance.pick(ways);
    tally.set(name, (tally.get(name) ?? 0) + 1);
    const intentKey = await way({ client, token, orderId });
    await confirm(client, { token, orderId, intentKey });
  };
}

async function returnOnce(buyer: Buyer): Promise<string | undefined> {
  const brought = await visit(buyer);
  return brought && bringBack(buyer, brought);
}

/** As a page that is loaded again, or an app that returns beside the browser; they may reach two processes. */
async function returnTwice(buyer: Buyer): Promise<string | undefined> {
  const brought = await visit(buyer);
  if (brought === undefined) return undefined;
  const [one, other] = await Promise.all([bringBack(buyer, brought), bringBack(buyer, brought)]);
  return one ?? other;
}

async function forge(buyer: Buyer, act: "forge-signature" | "forge-amount"): Promise<string | undefined> {
  const brought = await visit(buyer, { act });
  if (brought !== undefined) await expectRefused(buyer, brought, "a forged return");
  return buyer.client.chance.of(0.5) ? returnOnce(buyer) : undefined;
}

async function failFirst(buyer: Buyer, act: "cancel" | "fail"): Promise<string | undefined> {
  const brought = await visit(buyer, { act });
  if (brought !== undefined) await expectRefused(buyer, brought, "a return without an authentication");
  return buyer.client.chance.of(0.7) ? returnOnce(buyer) : undefined;
}

/** The buyer authenticates, or closes the window, and is seen no more. */
async function neverReturn(buyer: Buyer): Promise<undefined> {
  await visit(buyer, buyer.client.chance.of(0.5) ? { act: "close" } : {});
}

async function returnLate(buyer: Buyer): Promise<string | undefined> {
  const former = await visit(buyer);
  const newer = await visit(buyer);
  if (former !== undefined && newer !== undefined) await expectRefused(buyer, former, "a return of an ended opening");
  return newer && bringBack(buyer, newer);
}

async function returnAfterGivingUp(buyer: Buyer): Promise<string | undefined> {
  const brought = await visit(buyer);
  const { client, token } = buyer;
  const left = await client.ask("/checkout/session/give-up", { body: {}, authorization: `Bearer ${token}` });
  if (brought === undefined || left === undefined || !isSuccess(left)) return undefined;
  await expectRefused(buyer, brought, "a return after giving up");
  // The link is still good.
  return client.chance.of(0.5) ? returnOnce(buyer) : undefined;
}

/** Without an address the buyer has authenticated already. */
const openedSchema = z.object({ windowUrl: z.string().optional() });

/** Cards that the window's approval accepts, refuses, and answers by a code of no table. */
const cards = [
  "9410110000000001",
  "9410410000000001",
  "9410510000000001",
  "9410610000000001",
  "9490000000000101",
  "9490000000000999",
] as const;

/**
 * Opens the window by any method, and does there what the buyer chooses: by default authenticates. Undefined if the
 * window could not be opened, or nothing comes back.
 */
async function visit({ client, token }: Buyer, choice: WindowChoice = {}): Promise<Brought | undefined> {
  const authorization = `Bearer ${token}`;
  const method = client.chance.pick(windowMethods);
  const answer = await client.ask("/checkout/session/window", { body: { method, device: "PC" }, authorization });
  const { windowUrl } = bodyOf(answer, openedSchema) ?? {};
  if (windowUrl === undefined) return undefined;
  const launch = await client.browse(new URL(windowUrl).pathname, { host: "localhost" });
  const [, url, script] =
    /<script nonce="[^"]*" src="([^"]*)"><\/script>\s*<script nonce="[^"]*">([^]*?)<\/script>/.exec(
      launch?.text ?? "",
    ) ?? [];
  if (url === undefined || script === undefined) return undefined;
  const form = await launchInBrowser({ url, script });
  const back = form && (await chooseInBrowser(form, { card: client.chance.pick(cards), ...choice }));
  return back && { path: new URL(back.url).pathname, fields: back.fields };
}

/**
 * Posts a return, and follows where it leads, looking at the page that waits for the gateway so often. Returns the
 * payment's key if that is the shop's page of success.
 */
async function bringBack(
  { client }: Buyer,
  { path, fields }: Brought,
  { mostLooks = 6 } = {},
): Promise<string | undefined> {
  let page = await client.browse(path, { form: fields });
  for (let looks = 1; page !== undefined; looks += 1) {
    const { location, status } = page;
    const isWaiting = status === 200;
    if (location !== null && location !== "returned") {
      return location.startsWith(successUrl)
        ? (new URL(location).searchParams.get("intentKey") ?? undefined)
        : undefined;
    }
    if ((location === null && !isWaiting) || looks === mostLooks) return undefined;
    // The page asks again by itself while the gateway has not answered.
    if (isWaiting) await pause(client.chance.between(200, 1_000));
    page = await client.browse(`${path}ed`);
  }
  return undefined;
}

const { successUrl } = orderOf("");

/** Brings a return that must not lead to the shop's page of success. */
async function expectRefused(buyer: Buyer, brought: Brought, what: string): Promise<void> {
  const intentKey = await bringBack(buyer, brought, { mostLooks: 2 });
  if (intentKey !== undefined) {
    buyer.client.acknowledged.contradictions.push(`${what} of ${buyer.orderId} led to the page of success`);
  }
}
