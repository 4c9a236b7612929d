import { askCardNetwork, type CardNetworkContext } from "../card-network/context.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { ReleaseAttempt } from "./token-release-attempt.ts";

export function giveBackToken(context: CardNetworkContext, tenant: Tenant, { key, tokenKey }: ReleaseAttempt) {
  return askCardNetwork(context, { tenant, key }, (network, question) =>
    network.releaseToken({ ...question, tokenKey }),
  );
}
