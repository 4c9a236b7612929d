import { callProvider } from "../attempt/call.ts";
import type { Context } from "../context.ts";
import { refuseField } from "../result.ts";
import { tenantId, type Mode, type Tenant } from "../tenant/tenant.ts";
import { tellAccountRefusal, type AccountWatch } from "./account-watch.ts";
import type { CardNetwork, CardNetworkPromises, KeyedCall } from "./card-network.ts";
import { scrubbedNetwork } from "./scrubbed-network.ts";

export interface CardNetworkContext extends Context {
  /** A mode without a card network takes no payments. */
  readonly cardNetworks: Readonly<Partial<Record<Mode, CardNetwork>>>;
  readonly accountWatch: AccountWatch;
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
  readonly openedAt: number;
  readonly deadline?: number;
}

/** What the tenant's card network promises. */
export function promisesOf({ cardNetworks }: CardNetworkContext, { mode }: Tenant): CardNetworkPromises {
  return cardNetworks[mode] ?? promisesOfNone;
}

/** Without a network nothing is believed, and nothing is sent. */
const promisesOfNone: CardNetworkPromises = {
  settlesWithinMs: Infinity,
  reversibleForMs: Infinity,
  storesCheckedCards: false,
  repeatsCancellations: false,
};

/** Without a card network in the tenant's mode the outcome is unknown. */
export async function askCardNetwork<Answer extends { readonly outcome: string }>(
  context: CardNetworkContext,
  { tenant, key, openedAt, deadline = context.clock.now() + context.settings.requestDeadlineMs }: Call,
  ask: (network: CardNetwork, question: KeyedCall) => Promise<Answer>,
) {
  const network = context.cardNetworks[tenant.mode];
  if (network === undefined) return outcomeWithoutNetwork;
  const question = { key, tenant: tenantId(tenant), askedAt: openedAt, deadline };
  const answer = await callProvider(context, question, () => ask(scrubbedNetwork(network), question));
  tellAccountRefusal(context, tenant, { key, answer });
  return answer;
}
