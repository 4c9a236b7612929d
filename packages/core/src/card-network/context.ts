import { callProvider } from "../attempt/call.ts";
import type { Context } from "../context.ts";
import { refuseField } from "../result.ts";
import { tenantId, type Mode, type Tenant, type TenantId } from "../tenant/tenant.ts";
import type { CardNetwork } from "./card-network.ts";

/** What a use case that calls card networks reaches. */
export interface CardNetworkContext extends Context {
  /** The card network of each mode; a mode without one takes no payments. */
  readonly cardNetworks: Readonly<Partial<Record<Mode, CardNetwork>>>;
}

const outcomeWithoutNetwork = { outcome: "unknown", reason: "no card network in this mode" } as const;

const noNetworkHere = refuseField("FORBIDDEN_REQUEST", "mode", "takes no payments here: it has no card network");

/** Refuses a request where its mode has no card network. */
export function refuseWithoutNetwork({ cardNetworks }: CardNetworkContext, { mode }: Tenant) {
  return cardNetworks[mode] === undefined ? noNetworkHere : undefined;
}

/** What every call of a card network carries. */
export interface CardQuestion {
  readonly key: string;
  readonly tenant: TenantId;
  readonly deadline: number;
}

/** A call's key, and until when it may take; where that is not said, a request's whole time. */
interface Call {
  readonly tenant: Tenant;
  readonly key: string;
  readonly deadline?: number;
}

/** Asks the card network of a tenant's mode; without one the outcome is unknown. */
export async function askCardNetwork<Answer extends { readonly outcome: string }>(
  context: CardNetworkContext,
  { tenant, key, deadline = context.clock.now() + context.settings.requestDeadlineMs }: Call,
  ask: (network: CardNetwork, question: CardQuestion) => Promise<Answer>,
) {
  const network = context.cardNetworks[tenant.mode];
  if (network === undefined) return outcomeWithoutNetwork;
  const question = { key, tenant: tenantId(tenant), deadline };
  return callProvider(context, question, () => ask(network, question));
}
