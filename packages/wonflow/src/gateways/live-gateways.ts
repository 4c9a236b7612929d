import { parseTenantId, type Clock, type Gateway, type InstallmentFeed, type Payments } from "@wonflow/core";
import type { LiveGateway } from "./gateway-settings.ts";

export interface LiveGateways {
  readonly gateways: Readonly<Record<string, Gateway>>;
  /** The months of the service's own accounts; none without one. */
  readonly feeds: Readonly<Record<string, InstallmentFeed>>;
}

interface Beside {
  readonly clock: Clock;
  readonly payments: { readonly providerKeys: Pick<Payments["providerKeys"], "open"> };
}

/** The gateways of live mode, as the settings name them; undefined without any. */
export async function liveGateways(live: readonly LiveGateway[], beside: Beside): Promise<LiveGateways | undefined> {
  if (live.length === 0) return undefined;
  const all = await Promise.all(live.map(async (each) => gatewaysOf(each, beside)));
  return {
    gateways: Object.fromEntries(all.flatMap(({ gateways }) => Object.entries(gateways))),
    feeds: Object.fromEntries(all.flatMap(({ feeds }) => Object.entries(feeds))),
  };
}

async function gatewaysOf({ definition, keys, ...settings }: LiveGateway, { clock, payments }: Beside) {
  const { names } = definition;
  const own = await definition.gateway({
    ...settings,
    clock,
    async keysOf(id) {
      const tenant = parseTenantId(id);
      return tenant === undefined ? [] : await payments.providerKeys.open(tenant, names.own);
    },
  });
  if (keys.length === 0) return { gateways: { [names.own]: own }, feeds: {} };
  const service = await definition.gateway({ ...settings, clock, keysOf: async () => keys });
  return {
    gateways: { [names.service]: service, [names.own]: own },
    feeds: (await definition.feeds?.({ ...settings, clock, keys })) ?? {},
  };
}
