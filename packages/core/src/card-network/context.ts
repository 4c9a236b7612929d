import { callProvider } from "../attempt/call.ts";
import type { Context } from "../context.ts";
import { refuseField } from "../result.ts";
import { tenantId, type Mode, type Tenant } from "../tenant/tenant.ts";
import type { CardNetwork, KeyedCall } from "./card-network.ts";

export interface CardNetworkContext extends Context {
  /** A mode without a card network takes no payments. */
  readonly cardNetworks: Readonly<Partial<Record<Mode, CardNetwork>>>;
}

const outcomeWithoutNetwork = { outcome: "unknown", reason: "no card network in this mode" } as const;

const noNetworkHere = refuseField("FORBIDDEN_REQUEST", "mode", "takes no payments here: it has no card network");

export function refuseWithoutNetwork({ cardNetworks }: CardNetworkContext, { mode }: Tenant) {
  return cardNetworks[mode] === undefined ? noNetworkHere : undefined;
}

/** `deadline` is a request's whole time by default. */
interface Call {
  readonly tenant: Tenant;
  readonly key: string;
  readonly deadline?: number;
}

/** Without a card network in the tenant's mode the outcome is unknown. */
export async function askCardNetwork<Answer extends { readonly outcome: string }>(
  context: CardNetworkContext,
  { tenant, key, deadline = context.clock.now() + context.settings.requestDeadlineMs }: Call,
  ask: (network: CardNetwork, question: KeyedCall) => Promise<Answer>,
) {
  const network = context.cardNetworks[tenant.mode];
  if (network === undefined) return outcomeWithoutNetwork;
  const question = { key, tenant: tenantId(tenant), deadline };
  return callProvider(context, question, () => ask(network, question));
}
