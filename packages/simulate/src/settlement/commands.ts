import { dayAt, dayLater, letDaysPass } from "../calendar/calendar.ts";
import {
  type Client,
  type Knowledge,
  pickKnown,
  send,
  type Command,
  sending,
  get,
  merchantGet,
  type ClientRequest,
} from "../client/client.ts";
import type { Part } from "../part.ts";
import { cancelPart, cancelRest } from "../payment/commands.ts";

const settlementIds: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { settlementId } }) {
    if (typeof settlementId === "string" && !known.includes(settlementId)) known.push(settlementId);
  },
};

/** Milliseconds since 1970, as it was answered last. */
const scheduledAt: Knowledge<{ at: number | undefined }> = {
  start: () => ({ at: undefined }),
  onSuccess(known, { body }) {
    if (typeof body["scheduledAt"] === "string") known.at = Date.parse(body["scheduledAt"]);
  },
};

function lookUpSettlement(client: Client, settlementId: string | undefined): ClientRequest {
  const name = settlementId === undefined ? "order-settlement" : "settlement";
  return get(client, name, `/px/settlements/${settlementId ?? client.order.orderId}`);
}

function listSettlements(client: Client): ClientRequest {
  const { random, clock } = client;
  const to = dayLater(dayAt(clock.now()), random.pick([0, 0, 0, 1, -1, -2]));
  const from = dayLater(to, -random.pick([0, 1, 3, 20]));
  return get(client, "list-settlements", `/px/settlements?from=${from}&to=${to}`);
}

const lookUp = sending("look-up-settlement", (client) => {
  const known = client.random.chance(0.4) ? pickKnown(client, client.order.known.of(settlementIds)) : undefined;
  return lookUpSettlement(client, known);
});
const list = sending("list-settlements", listSettlements);
export const readBalances = sending("read-balances", (client) => merchantGet(client, "balances", "balances"));

async function cancel(client: Client): Promise<void> {
  const { random } = client;
  await (random.chance(0.7) ? cancelPart : cancelRest).run(client);
  if (random.chance(0.5)) await (random.chance(0.5) ? lookUp : readBalances).run(client);
}

const cancelAfterDays: Command = {
  name: "cancel-after-days",
  async run(client) {
    await letDaysPass(client);
    await cancel(client);
  },
};

const cancelAtSettlement: Command = {
  name: "cancel-at-settlement",
  async run(client) {
    const { random, clock, order } = client;
    await send(client, lookUpSettlement(client, undefined));
    const { at } = order.known.of(scheduledAt);
    const wait =
      (at ?? 0) +
      random.pick([-random.below(300), -random.below(2_000), random.below(50), random.below(50)]) -
      clock.now();
    if (wait > 0) client.letTimePass(wait);
    await cancel(client);
    if (random.chance(0.5)) await cancel(client);
  },
};

export const part: Part = {
  knowledge: [settlementIds, scheduledAt],
  commands: [
    [cancelAtSettlement, 4],
    [cancelAfterDays, 2],
    [lookUp, 2],
    [list, 1],
    [readBalances, 1],
  ],
};
