import { bankMagic } from "@wonflow/sandbox";
import type { Client, Knowledge } from "../client/client.ts";
import { sending, sendingAbout } from "../client/command.ts";
import { merchantGet, merchantPath, merchantPost } from "../client/merchant-request.ts";
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

export const createSeller = sending("create-seller", sellerRequest);

export const removeSeller = sendingAbout("remove-seller", knownSellers, (client, sellerId) => ({
  ...merchantGet(client, "remove-seller", `sellers/${sellerId}`),
  method: "DELETE",
}));

const lookUpSeller = sendingAbout("look-up-seller", knownSellers, (client, sellerId) =>
  merchantGet(client, "look-up-seller", `sellers/${sellerId}`),
);

const listSellers = sending("list-sellers", (client) =>
  merchantGet(client, "list-sellers", client.random.chance(0.7) ? "sellers" : "sellers?limit=2"),
);

export const part: Part = {
  knowledge: [knownSellers, registeredSellers],
  backOffice: [
    [createSeller, 1],
    [removeSeller, 1],
    [lookUpSeller, 1],
    [listSellers, 1],
  ],
};
