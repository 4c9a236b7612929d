import { windowMethods } from "@wonflow/core";
import { windowChoices } from "@wonflow/sandbox";
import { authenticate, createSession, openLink, pageRequest, tokens } from "../checkout/checkout.ts";
import {
  pickKnown,
  send,
  sendingAbout,
  type Client,
  type ClientRequest,
  type Command,
  type Knowledge,
  type WeightedCommand,
} from "../client/client.ts";
import type { Part } from "../part.ts";
import { cancelRequest, knownPayments } from "../payment/commands.ts";

/** What a browser brings back from the window. */
type Fields = Readonly<Record<string, string>>;

interface KnownOpening {
  /** In the addresses of the launch page and of the return. */
  readonly windowToken: string;
  /** The order id that the window shows; null before its page was loaded. */
  key: string | null;
  /** What the window sent this buyer's browser back with, the last one last. */
  readonly brought: Fields[];
}

const knownOpenings: Knowledge<KnownOpening[]> = {
  start: () => [],
  onSuccess(known, { body: { windowUrl, url } }, { path }) {
    if (typeof windowUrl === "string") {
      const windowToken = windowUrl.split("/").at(-1) ?? "";
      if (known.every((each) => each.windowToken !== windowToken)) known.push({ windowToken, key: null, brought: [] });
    }
    if (typeof url !== "string") return;
    const loaded = known.find(({ windowToken }) => path === launchPath(windowToken));
    if (loaded !== undefined) loaded.key = new URL(url).searchParams.get("key");
  },
};

/** The methods that the order's page offered last. */
const offeredMethods: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { methods } }, { name }) {
    if (name === "open-link" && Array.isArray(methods)) known.splice(0, known.length, ...methods.map(String));
  },
};

function launchPath(windowToken: string): string {
  return `/windows/${windowToken}`;
}

/** A browser's request without a cookie or a key. */
const anonymous = "Bearer none";

function openRequest({ random, order }: Client, token: string): ClientRequest {
  const offered = order.known.of(offeredMethods).filter((method) => method !== "KEYIN");
  const isOnPage = offered.length > 0 && random.chance(0.95);
  const body = {
    method: random.pick<string>(isOnPage ? offered : windowMethods),
    device: random.chance(0.5) ? "PC" : "MOBILE",
  };
  return pageRequest("open-window", token, { method: "POST", path: "/checkout/session/window", body });
}

function launchRequest({ windowToken }: KnownOpening): ClientRequest {
  return { name: "launch-window", method: "GET", path: launchPath(windowToken), authorization: anonymous };
}

/** Of a browser that knows the link, or of another one. Without fields it only looks where its buyer goes. */
function returnRequest({ random, order }: Client, { windowToken }: KnownOpening, body?: Fields): ClientRequest {
  const path = `${launchPath(windowToken)}/return`;
  const link = random.chance(0.5) ? order.known.of(tokens).at(-1) : undefined;
  const authorization = link === undefined ? anonymous : `Bearer ${link}`;
  if (body === undefined) return { name: "look-after-window", method: "GET", path, authorization };
  return { name: "return-from-window", method: "POST", path, authorization, body };
}

/** The choices with which the gateway refuses. */
const refusals = windowChoices.filter(({ refuse }) => refuse !== undefined).map(({ name }) => name);

function choiceOf({ random }: Client): string {
  if (random.chance(0.6)) return "succeed";
  const others = ["discount", "months", "slow", "twice", "forged", "approval-lost", "approval-refused", "cancel"];
  return random.pick([...others, random.pick(refusals)]);
}

/** Chooses in the window. The browser has brought nothing if the opening or the choice does not exist. */
async function choose(client: Client, opening: KnownOpening): Promise<{ fields: Fields; times: number } | undefined> {
  if (opening.key === null) await send(client, launchRequest(opening));
  if (opening.key === null) return undefined;
  const { tenant } = client.order.merchant;
  const back = await client.windows.choose(tenant, opening.key, choiceOf(client));
  if (back === undefined) return undefined;
  opening.brought.push(back.fields);
  return back;
}

/** Mostly what the window sent; sometimes what a stranger makes up, or takes from another opening, or payment. */
async function fieldsToBring(client: Client, opening: KnownOpening, fields: Fields): Promise<Fields> {
  const { random, order } = client;
  const paid = await client.windows.paidBefore(order.merchant.tenant, opening.key ?? "");
  if (paid !== undefined && random.chance(0.3)) return paid.fields;
  if (random.chance(0.85)) return fields;
  const other = random.pick(order.known.of(knownOpenings));
  const stolen = other.brought.at(-1) ?? fields;
  if (random.chance(0.5)) return random.chance(0.5) ? stolen : { ...stolen, orderId: opening.key ?? "" };
  return { ...fields, result: "done", amount: String(order.amount), reference: "sbx_kb_made-up" };
}

async function comeBack(client: Client, opening: KnownOpening): Promise<void> {
  const { random, clock } = client;
  const back = await choose(client, opening);
  // A buyer who never comes back may look at the checkout again.
  if (random.chance(0.15)) {
    await clock.after(random.below(60_000)).elapsed;
    return openLink.run(client);
  }
  if (random.chance(0.25)) await clock.after(random.below(random.pick([5_000, 60_000, 240_000]))).elapsed;
  const fields = await fieldsToBring(
    client,
    opening,
    back?.fields ?? { orderId: opening.key ?? "", result: "canceled" },
  );
  const once = () => send(client, returnRequest(client, opening, fields));
  if (back?.times === 2 || random.chance(0.1)) await Promise.all([once(), once()]);
  else await once();
  if (random.chance(0.3)) await send(client, returnRequest(client, opening));
}

const openWindow = sendingAbout("open-window", tokens, openRequest);

const launch = sendingAbout("launch-window", knownOpenings, (_, opening) => launchRequest(opening));

const returnFromWindow: Command = {
  name: "return-from-window",
  async run(client) {
    const opening = pickKnown(client, client.order.known.of(knownOpenings));
    if (opening !== undefined) await comeBack(client, opening);
  },
};

/** A return that came before comes again: by Back, by a reload, or by a stranger. */
const returnAgain: Command = {
  name: "return-again",
  async run(client) {
    const returned = client.order.known.of(knownOpenings).filter(({ brought }) => brought.length > 0);
    if (returned.length === 0) return;
    const opening = client.random.pick(returned);
    const fields = await fieldsToBring(client, opening, client.random.pick(opening.brought));
    await send(client, returnRequest(client, opening, fields));
  },
};

/** The shop cancels the order of a buyer who has not paid yet. */
const cancelUnpaid: Command = {
  name: "cancel-unpaid",
  run: (client) => send(client, cancelRequest(client, undefined)),
};

/** The provider's message may be lost, come twice, or be a stranger's. */
const notify: Command = {
  name: "notify",
  async run(client) {
    const { random, order } = client;
    const keys = order.known.of(knownOpenings).flatMap(({ key }) => key ?? []);
    if (keys.length === 0) return;
    const named = random.chance(0.9) ? [random.pick(keys)] : [...keys, "window-unknown"];
    const gateway = random.chance(0.8) ? "default" : "second";
    const request: ClientRequest = {
      name: "notify",
      method: "POST",
      path: `/gateways/${gateway}/notifications`,
      authorization: anonymous,
      body: { signed: random.chance(0.8), keys: named },
    };
    await send(client, request);
  },
};

/** Pays in the window, mostly. */
export const payInWindow: Command = {
  name: "pay-in-window",
  async run(client) {
    if (client.random.chance(0.15)) return authenticate.run(client);
    const { random, order } = client;
    // Who is led to the checkout may choose again.
    for (let tries = 0; tries < 4 && order.known.of(knownPayments).length === 0; tries += 1) {
      const known = order.known.of(knownOpenings).length;
      await openWindow.run(client);
      const isOpen = order.known.of(knownOpenings).length > known;
      // The link may be of a former session, or its time may be over: the shop makes another one.
      if (!isOpen && random.chance(0.7)) {
        await createSession.run(client);
        await openLink.run(client);
        await openWindow.run(client);
      }
      await returnFromWindow.run(client);
      if (random.chance(0.2)) return;
    }
  },
};

export const windowCommands: readonly WeightedCommand[] = [
  [openWindow, 2],
  [openLink, 2],
  [launch, 1],
  [returnFromWindow, 3],
  [returnAgain, 2],
  [notify, 2],
  [payInWindow, 2],
  [cancelUnpaid, 1],
];

export const part: Part = { knowledge: [knownOpenings, offeredMethods] };
