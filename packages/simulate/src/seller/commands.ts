import { bankMagic } from "@wonflow/sandbox";
import { type Client, type Knowledge, pickKnown, send } from "../client/client.ts";
import type { Command } from "../client/command.ts";
import { merchantPost } from "../client/merchant-request.ts";
import type { ClientRequest } from "../client/request.ts";
import type { Part } from "../part.ts";

export const registeredSellers: Knowledge<Set<string>> = {
  start: () => new Set(),
  onSuccess(known, { body: { id, externalSellerId } }) {
    if (typeof id === "string" && typeof externalSellerId === "string") known.add(id);
  },
};

export const knownSellers: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { id } }) {
    if (typeof id === "string" && id.startsWith("seller_") && !known.includes(id)) known.push(id);
  },
};

export function merchantPath({ order }: Pick<Client, "order">, rest: string): string {
  const [mId] = order.merchant.tenant.split(":");
  return `/merchants/${mId}/${rest}`;
}

export function merchantGet(client: Client, name: string, rest: string): ClientRequest {
  const { authorization } = client.order.merchant;
  return { name, method: "GET", path: merchantPath(client, rest), authorization };
}

function sellerRequest(client: Client): ClientRequest {
  const { random } = client;
  const { ownerMismatch, lateRegistration, answerLost } = bankMagic.holders;
  const magic = random.pick([ownerMismatch, lateRegistration, answerLost]);
  const holderName = random.chance(0.85) ? "김상인" : magic.holderNames[0];
  const refSellerId = `seller-${random.below(60)}`;
  const account = { bankCode: "004", accountNumber: `110-${random.between(100_000, 999_999)}`, holderName };
  return merchantPost(client, {
    name: "create-seller",
    path: merchantPath(client, "sellers"),
    bodyWith: (mark) => ({ refSellerId, name: `Kim${mark}`, businessType: "INDIVIDUAL", account }),
  });
}

export const createSeller: Command = {
  name: "create-seller",
  run: (client) => send(client, sellerRequest(client)),
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

export const removeSeller = withSeller("remove-seller", (client, sellerId) => ({
  ...merchantGet(client, "remove-seller", `sellers/${sellerId}`),
  method: "DELETE",
}));

const lookUpSeller = withSeller("look-up-seller", (client, sellerId) =>
  merchantGet(client, "look-up-seller", `sellers/${sellerId}`),
);

const listSellers: Command = {
  name: "list-sellers",
  async run(client) {
    const rest = client.random.chance(0.7) ? "sellers" : "sellers?limit=2";
    await send(client, merchantGet(client, "list-sellers", rest));
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
