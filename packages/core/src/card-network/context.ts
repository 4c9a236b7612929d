import { tellAccountRefusal, type WatchingContext } from "../attempt/account-refusal.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import { undeclaredPlans } from "./plan-limits.ts";
import { refuseField } from "../result.ts";
import { tenantId, type Mode, type Tenant } from "../tenant/tenant.ts";
import { isCredentialsName } from "./answers.ts";
import type { CardNetwork, CardNetworkPromises, KeyedCall } from "./card-network.ts";
import type { NamedCardNetworks } from "./named-networks.ts";
import { unnamedNetwork, type Route, type Routes } from "./route.ts";
import { scrubbedNetwork } from "./scrubbed-network.ts";

export interface CardNetworkContext extends WatchingContext {
  /** A mode without a card network takes no payments. */
  readonly cardNetworks: Readonly<Record<Mode, NamedCardNetworks>>;
}

type Networks = Pick<CardNetworkContext, "cardNetworks">;

/** The settings that bind a card network: an option of `createPayments`, and variables of the command. */
const bindingSettings: Readonly<Record<Mode, string>> = {
  live: "cardNetworks.live of createPayments, or WONFLOW_NICE_CLIENT_KEY and WONFLOW_NICE_SECRET_KEY of wonflow start",
  test: "cardNetworks.test of createPayments, or WONFLOW_SANDBOX=on of wonflow start",
};

/** Refuses a mode without a card network, and a network that is not bound here. */
export function refuseWithoutNetwork({ cardNetworks }: Networks, { mode }: Tenant, network?: string) {
  const bound = cardNetworks[mode];
  if (bound.size === 0) {
    const problem = `takes no payments here: it has no card network; the service's operator sets ${bindingSettings[mode]}`;
    return refuseField("FORBIDDEN_REQUEST", "mode", problem);
  }
  if (network === undefined || bound.has(network)) return undefined;
  const problem = `is ${network}, which is not bound here; bound are: ${[...bound.keys()].join(", ")}`;
  return refuseField("FORBIDDEN_REQUEST", "cardNetwork", problem);
}

/** The network of a merchant's new cards: the one that it names, the one without a name, or else the only one. */
export function networkOf(
  { cardNetworks }: Networks,
  { mode }: Tenant,
  { cardNetwork }: { readonly cardNetwork: string | null },
): string {
  if (cardNetwork !== null) return cardNetwork;
  const [only, ...others] = cardNetworks[mode].keys();
  return others.length === 0 && only !== undefined ? only : unnamedNetwork;
}

interface Call {
  readonly tenant: Tenant;
  /** The attempt that is sent, or asked about. */
  readonly attempt: Route & Pick<Attempt, "key" | "openedAt">;
  /** Milliseconds since 1970. The committed deadline of a call that is sent; a look-up has a request's whole time. */
  readonly until?: number;
}

/** What a card network promises. */
export function promisesOf({ cardNetworks }: Networks, { mode }: Tenant, { network }: Pick<Route, "network">) {
  return cardNetworks[mode].get(network) ?? promisesOfNone;
}

/** The plans that a merchant's new cards may be paid in, in months from 2: what its network declares. */
export function plansAtCheckout(
  context: Networks,
  tenant: Tenant,
  merchant: { readonly cardNetwork: string | null },
): readonly number[] {
  const network = context.cardNetworks[tenant.mode].get(networkOf(context, tenant, merchant));
  return network?.installmentMonths ?? undeclaredPlans;
}

/** Without a network nothing is believed, and nothing is sent. */
const promisesOfNone: CardNetworkPromises = {
  settlesWithinMs: Infinity,
  reversibleForMs: Infinity,
  storesCheckedCards: false,
  repeatsCancellations: false,
};

/** The routes of a tenant's new calls, each with the credentials that its network now sends with. */
export async function newRoutes(context: Networks, tenant: Tenant): Promise<Routes> {
  const networks = [...context.cardNetworks[tenant.mode]];
  const told = await Promise.allSettled(networks.map(([name, network]) => credentialsOf(name, network, tenant)));
  const named = new Map(networks.map(([name], index) => [name, told[index]]));
  return {
    to(network) {
      const credentials = named.get(network);
      // Only the network of this call matters: the tenant may have no account at another.
      if (credentials?.status === "rejected") throw credentials.reason;
      return { network, credentials: credentials?.value ?? null };
    },
    refusal(network) {
      const unbound = refuseWithoutNetwork(context, tenant, network);
      if (unbound !== undefined) return unbound;
      const credentials = named.get(network);
      return credentials?.status === "fulfilled" && credentials.value === null ? withoutAccount(network) : undefined;
    },
  };
}

/** What changes of a route where its call is sent, or sent again, later than it was opened. */
export async function renewedRoute(
  { cardNetworks }: Networks,
  tenant: Tenant,
  { network: name }: Pick<Route, "network">,
) {
  const network = cardNetworks[tenant.mode].get(name);
  const credentials = network && (await credentialsOf(name, network, tenant));
  return { credentials: credentials ?? null };
}

function withoutAccount(network: string) {
  const problem = `is ${network}, where this merchant has no account: give it keys by wonflow merchants provider-keys, or payments.providerKeys.set`;
  return refuseField("FORBIDDEN_REQUEST", "cardNetwork", problem);
}

/** The name of a tenant's credentials: null where it has no account at the network, undefined where the network names none. */
async function credentialsOf(name: string, network: CardNetwork, tenant: Tenant): Promise<string | null | undefined> {
  if (network.credentials === undefined) return undefined;
  const credentials = await network.credentials(tenantId(tenant));
  // Not even told: it may be the secret itself.
  if (credentials === null || isCredentialsName(credentials)) return credentials;
  throw new TypeError(`the card network ${name} must name its credentials in 1 to 64 visible ASCII characters`);
}

/** Where the attempt's network is not bound in the tenant's mode, the outcome is unknown. */
export async function askCardNetwork<Answer extends { readonly outcome: string }>(
  context: CardNetworkContext,
  { tenant, attempt, until = context.clock.now() + context.settings.requestDeadlineMs }: Call,
  ask: (network: CardNetwork, question: KeyedCall) => Promise<Answer>,
) {
  const { key, openedAt: askedAt, network: name, credentials } = attempt;
  const network = context.cardNetworks[tenant.mode].get(name);
  if (network === undefined) return { outcome: "unknown", reason: `no card network ${name} in this mode` } as const;
  const question = { key, tenant: tenantId(tenant), askedAt, credentials, deadline: until };
  const answer = await callProvider(context, question, () => ask(scrubbedNetwork(network), question));
  tellAccountRefusal(context, tenant, { key, network: name, answer });
  return answer;
}
