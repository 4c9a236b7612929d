import { letDaysPass } from "../calendar/commands.ts";
import { type Client, pickKnown, send } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";
import { cancelPart, cancelRest } from "../payment/commands.ts";
import { scheduledAt, settlementIds } from "./knowledge.ts";
import * as requests from "./requests.ts";

function asking(name: string, requestOf: (client: Client) => ClientRequest): Command {
  return { name, run: (client) => send(client, requestOf(client)) };
}

const lookUp = asking("look-up-settlement", (client) => {
  const known = client.random.chance(0.4) ? pickKnown(client, client.order.known.of(settlementIds)) : undefined;
  return requests.lookUpSettlement(client, known);
});
const list = asking("list-settlements", requests.listSettlements);
const balances = asking("read-balances", requests.readBalances);

/** Who cancels mostly wants to know afterwards what came of it. */
async function cancel(client: Client): Promise<void> {
  const { random } = client;
  await (random.chance(0.7) ? cancelPart : cancelRest).run(client);
  if (random.chance(0.5)) await (random.chance(0.5) ? lookUp : balances).run(client);
}

/** A merchant cancels when days have passed: before the payment is settled or afterwards. */
const cancelAfterDays: Command = {
  name: "cancel-after-days",
  async run(client) {
    await letDaysPass(client);
    await cancel(client);
  },
};

/** A merchant cancels at the moment at which the payment is settled, or just before. */
const cancelAtSettlement: Command = {
  name: "cancel-at-settlement",
  async run(client) {
    const { random, clock, order } = client;
    await send(client, requests.lookUpSettlement(client, undefined));
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
    [balances, 1],
  ],
};
