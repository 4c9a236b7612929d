import { type Client, pickKnown, send } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";
import { knownSellers, registeredSellers } from "./knowledge.ts";
import * as requests from "./requests.ts";

export const createSeller: Command = {
  name: "create-seller",
  run: (client) => send(client, requests.createSeller(client)),
};

function withSeller(name: string, requestOf: (client: Client, sellerId: string) => ClientRequest): Command {
  return {
    name,
    async run(client) {
      const sellerId = pickKnown(client, client.order.known.of(knownSellers));
      if (sellerId !== undefined) await send(client, requestOf(client, sellerId));
    },
  };
}

export const removeSeller = withSeller("remove-seller", requests.removeSeller);

const lookUpSeller = withSeller("look-up-seller", (client, sellerId) =>
  requests.merchantGet(client, "look-up-seller", `sellers/${sellerId}`),
);

const listSellers: Command = {
  name: "list-sellers",
  async run(client) {
    const rest = client.random.chance(0.7) ? "sellers" : "sellers?limit=2";
    await send(client, requests.merchantGet(client, "list-sellers", rest));
  },
};

export const part: Part = {
  knowledge: [knownSellers, registeredSellers],
  backOffice: [
    [createSeller, 1],
    [removeSeller, 1],
    [lookUpSeller, 1],
    [listSellers, 1],
  ],
};
