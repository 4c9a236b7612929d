import * as requests from "./requests.ts";
import { passDays } from "../calendar/calendar.ts";
import { type Client, send, type Command, sending, sendingAbout } from "../client/client.ts";
import type { Part } from "../part.ts";
import { createSeller, removeSeller } from "../seller/seller.ts";
import { readBalances } from "../settlement/commands.ts";
import { askedBatches, type Item, knownAvailable, knownPayouts, nextPage } from "./requests.ts";

async function sendItems(client: Client, items: readonly Item[]): Promise<void> {
  if (items.length > 0) await send(client, requests.createBatch(client, items));
  else await createSeller.run(client);
}

export const payOut: Command = {
  name: "pay-out",
  async run(client) {
    const { random } = client;
    const share = random.pick([0, 0, 0, 0, 0, 0.3, 0.9, 1.2]);
    await sendItems(client, requests.newItems(client, { count: random.between(1, 3), share }));
  },
};

const payOutTwice: Command = {
  name: "pay-out-twice",
  async run(client) {
    const one = () => sendItems(client, requests.newItems(client, { count: client.random.between(1, 2), share: 0 }));
    await Promise.all([one(), one()]);
  },
};

/** The balance covers each batch alone, but not two. */
export const payOutTooMuch: Command = {
  name: "pay-out-too-much",
  async run(client) {
    const missing = () => requests.freshPayees(client).length < 3;
    for (let tries = 0; tries < 6 && missing(); tries += 1) await createSeller.run(client);
    await readBalances.run(client);
    const items = requests.newItems(client, { count: 3, share: 1.8 });
    await Promise.all(items.map((item) => sendItems(client, [item])));
  },
};

function asBefore({ random }: Client, items: readonly Item[]): readonly Item[] {
  const kind = random.below(10);
  if (kind < 6) return items.toReversed();
  if (kind < 8) return items.length > 1 ? items.slice(1) : items;
  return items.map((item, index) => (index > 0 ? item : { ...item, amount: { value: 7, currency: "KRW" } }));
}

const repeatBatch = sendingAbout("repeat-batch", askedBatches, (client, items) =>
  requests.createBatch(client, asBefore(client, items)),
);

const payOutAndRemove: Command = {
  name: "pay-out-and-remove",
  async run(client) {
    await Promise.all([payOut.run(client), removeSeller.run(client)]);
  },
};

const lookUp = sending("look-up-payout", requests.lookUpPayout);

const list: Command = {
  name: "list-payouts",
  async run(client) {
    const filters = requests.listFilters(client);
    await send(client, requests.listPayouts(client, filters));
    const more = client.random.below(3);
    for (let page = 0; page < more; page += 1) await send(client, requests.nextPayouts(client, filters));
  },
};

const minuteMs = 60_000;

const passHours: Command = {
  name: "wait-for-hours",
  run: async (client) => client.letTimePass(client.random.pick([5, 31, 65, 180, 300]) * minuteMs),
};

export const part: Part = {
  knowledge: [askedBatches, knownPayouts, knownAvailable, nextPage],
  backOffice: [
    [payOut, 5],
    [payOutTwice, 2],
    [payOutTooMuch, 2],
    [repeatBatch, 3],
    [payOutAndRemove, 1],
    [lookUp, 2],
    [list, 2],
    [readBalances, 2],
    [passHours, 2],
    [passDays, 1],
  ],
};
