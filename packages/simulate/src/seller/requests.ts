import { bankMagic } from "@wonflow/sandbox";
import type { Client } from "../client/client.ts";
import { merchantPost } from "../client/merchant-request.ts";
import type { ClientRequest } from "../client/request.ts";

/** A path of the merchant that a client belongs to. */
export function merchantPath({ order }: Pick<Client, "order">, rest: string): string {
  const [mId] = order.merchant.tenant.split(":");
  return `/merchants/${mId}/${rest}`;
}

/** A request that reads something of the merchant's own. */
export function merchantGet(client: Client, name: string, rest: string): ClientRequest {
  const { authorization } = client.order.merchant;
  return { name, method: "GET", path: merchantPath(client, rest), authorization };
}

export function createSeller(client: Client): ClientRequest {
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

export function removeSeller(client: Client, sellerId: string): ClientRequest {
  const { authorization } = client.order.merchant;
  return { name: "remove-seller", method: "DELETE", path: merchantPath(client, `sellers/${sellerId}`), authorization };
}
