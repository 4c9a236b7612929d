import { parseTenantId, type Gateway, type Clock, type InstallmentFeed, type Payments } from "@wonflow/core";
import type { NiceAccount } from "@wonflow/nice-payments";

import type { NiceSettings } from "../settings/nice-setting.ts";

/** The name of the gateway that each merchant reaches with the keys of its own contract. */
export const ownGateway = "own";

export interface LiveGateways {
  readonly gateways: Readonly<Record<string, Gateway>>;
  /** The months of the service's own contract; none without one. */
  readonly feed: InstallmentFeed | undefined;
}

interface Beside {
  readonly clock: Clock;
  readonly payments: { readonly providerKeys: Pick<Payments["providerKeys"], "open"> };
}

/**
 * NICE Payments as the gateways of live mode. The service's own contract and those of merchants are gateways of
 * their own, as no contract knows the payments of another: a merchant that moves keeps its earlier payments.
 */
export async function liveGateways(nice: NiceSettings, { clock, payments }: Beside): Promise<LiveGateways> {
  // Most processes need no gateway.
  const { nicePayments, niceInstallmentFeed } = await import("@wonflow/nice-payments");
  const { url, settlesWithinMs } = nice;
  const accounts = nice.keys.map(accountOf);
  const own = nicePayments({
    url,
    settlesWithinMs,
    clock,
    async accountsOf(id) {
      const tenant = parseTenantId(id);
      return tenant && (await payments.providerKeys.open(tenant, ownGateway)).map(accountOf);
    },
  });
  if (accounts.length === 0) return { gateways: { [ownGateway]: own }, feed: undefined };
  const shared = nicePayments({ url, settlesWithinMs, clock, accountsOf: () => accounts });
  return {
    gateways: { default: shared, [ownGateway]: own },
    feed: niceInstallmentFeed({ url, clock, accounts: () => accounts }),
  };
}

function accountOf({ name, secret }: { readonly name: string; readonly secret: string }): NiceAccount {
  return { clientKey: name, secretKey: secret };
}
