import { reportAccountRefusal, type WatchingContext } from "../engine/attempt/account-refusal.ts";
import type { Attempt } from "../engine/attempt/attempt.ts";
import { callProvider, type KeyedCall, type Unanswered } from "../engine/attempt/call.ts";
import { undeclaredPlans } from "./plan-limits.ts";
import { refuseField } from "../result.ts";
import { tenantId, type Mode, type Tenant } from "../engine/tenant/tenant.ts";
import { isCredentialsName } from "./answers.ts";
import type { Gateway, GatewayPromises, KeyIn } from "./gateway.ts";
import type { PaymentWindow } from "./window.ts";
import { windowMethods, type WindowMethod } from "../merchant/payment-methods.ts";
import { wrappedGateway, type AroundCall, type NamedGateways } from "./named-gateways.ts";
import { unnamedGateway, type Route, type Routes } from "../engine/attempt/sending.ts";
import { scrubbedAnswer } from "../engine/attempt/scrub.ts";

export interface GatewayContext extends WatchingContext {
  /** A mode without a gateway takes no payments. */
  readonly gateways: Readonly<Record<Mode, NamedGateways>>;
}

type Gateways = Pick<GatewayContext, "gateways">;

/** The settings that bind a gateway: an option of `createPayments`, and variables of the command. */
const bindingSettings: Readonly<Record<Mode, string>> = {
  live: "gateways.live of createPayments, or WONFLOW_NICE_CLIENT_KEY and WONFLOW_NICE_SECRET_KEY of wonflow start",
  test: "gateways.test of createPayments, or WONFLOW_SANDBOX=on of wonflow start",
};

/** Refuses a mode without a gateway, and a gateway that is not bound here. */
export function refuseWithoutGateway({ gateways }: Gateways, { mode }: Tenant, gateway?: string) {
  const bound = gateways[mode];
  if (bound.size === 0) {
    const problem = `takes no payments here: it has no gateway; the service's operator sets ${bindingSettings[mode]}`;
    return refuseField("FORBIDDEN_REQUEST", "mode", problem);
  }
  if (gateway === undefined || bound.has(gateway)) return undefined;
  const problem = `is ${gateway}, which is not bound here; bound are: ${[...bound.keys()].join(", ")}`;
  return refuseField("FORBIDDEN_REQUEST", "gateway", problem);
}

/** The gateway of a merchant's new cards: the one that it names, the one without a name, or else the only one. */
export function gatewayOf(
  { gateways }: Gateways,
  { mode }: Tenant,
  { gateway }: { readonly gateway: string | null },
): string {
  if (gateway !== null) return gateway;
  const [only, ...others] = gateways[mode].keys();
  return others.length === 0 && only !== undefined ? only : unnamedGateway;
}

interface Call {
  readonly tenant: Tenant;
  /** The attempt that is sent or looked up. */
  readonly attempt: Route & Pick<Attempt, "key" | "openedAt">;
  /** Milliseconds since 1970. The committed deadline of a call that is sent; a look-up has a request's whole time. */
  readonly until?: number;
}

export function promisesOf({ gateways }: Gateways, { mode }: Tenant, { gateway }: Pick<Route, "gateway">) {
  return gateways[mode].get(gateway) ?? promisesOfNone;
}

/** Whether a card that was checked is left at its gateway. */
export function storesCheckedCards({ gateways }: Gateways, { mode }: Tenant, { gateway }: Pick<Route, "gateway">) {
  return gateways[mode].get(gateway)?.keyIn?.storesCheckedCards ?? false;
}

/** The plans that a merchant's new cards may be paid in, in months from 2: what its gateway declares. */
export function plansAtCheckout(
  context: Gateways,
  tenant: Tenant,
  merchant: { readonly gateway: string | null },
): readonly number[] {
  const gateway = context.gateways[tenant.mode].get(gatewayOf(context, tenant, merchant));
  return gateway?.keyIn?.installmentMonths ?? undeclaredPlans;
}

/** Without a gateway no answer is trusted, and nothing is sent. */
const promisesOfNone: GatewayPromises = {
  settlesWithinMs: Infinity,
  reversibleForMs: Infinity,
  repeatsApprovals: false,
  repeatsCancellations: false,
};

/** The routes of a tenant's new calls, each with the credentials that its gateway now sends with. */
export async function newRoutes(context: Gateways, tenant: Tenant): Promise<Routes> {
  const gateways = [...context.gateways[tenant.mode]];
  const answers = await Promise.allSettled(gateways.map(([name, gateway]) => credentialsOf(name, gateway, tenant)));
  const named = new Map(gateways.map(([name], index) => [name, answers[index]]));
  return {
    to(gateway) {
      const credentials = named.get(gateway);
      // Only the gateway of this call matters: the tenant may have no account at another.
      if (credentials?.status === "rejected") throw credentials.reason;
      return { gateway, credentials: credentials?.value ?? null };
    },
    refusal(gateway) {
      const unbound = refuseWithoutGateway(context, tenant, gateway);
      if (unbound !== undefined) return unbound;
      const credentials = named.get(gateway);
      return credentials?.status === "fulfilled" && credentials.value === null ? withoutAccount(gateway) : undefined;
    },
  };
}

/** The part of a route that is renewed when its call is sent, or sent again, after it was opened. */
export async function renewedRoute({ gateways }: Gateways, tenant: Tenant, { gateway: name }: Pick<Route, "gateway">) {
  const gateway = gateways[tenant.mode].get(name);
  const credentials = gateway && (await credentialsOf(name, gateway, tenant));
  return { credentials: credentials ?? null };
}

function withoutAccount(gateway: string) {
  const problem = `is ${gateway}, where this merchant has no account: give it keys by wonflow merchants provider-keys, or payments.providerKeys.set`;
  return refuseField("FORBIDDEN_REQUEST", "gateway", problem);
}

/**
 * The name of a tenant's credentials: null without an account at the gateway, undefined if the gateway doesn't name
 * credentials.
 */
async function credentialsOf(name: string, gateway: Gateway, tenant: Tenant): Promise<string | null | undefined> {
  if (gateway.credentials === undefined) return undefined;
  const credentials = await gateway.credentials(tenantId(tenant));
  // Don't include the value in the error: it may be the secret.
  if (credentials === null || isCredentialsName(credentials)) return credentials;
  throw new TypeError(`the gateway ${name} must name its credentials in 1 to 64 visible ASCII characters`);
}

/** Calls the attempt's gateway. The outcome is unknown if it is not bound in the tenant's mode. */
export async function askGateway<Answer extends { readonly outcome: string }>(
  context: GatewayContext,
  { tenant, attempt, until = context.clock.now() + context.settings.requestDeadlineMs }: Call,
  ask: (gateway: Gateway, question: KeyedCall) => Promise<Answer>,
) {
  const { key, openedAt: askedAt, gateway: name, credentials } = attempt;
  const gateway = context.gateways[tenant.mode].get(name);
  if (gateway === undefined) return { outcome: "unknown", reason: `no gateway ${name} in this mode` } as const;
  const question = { key, tenant: tenantId(tenant), askedAt, credentials, deadline: until };
  const answer = await callProvider(context, question, () => ask(wrappedGateway(gateway, scrubbing), question));
  reportAccountRefusal(context, tenant, { key, gateway: name, answer });
  return answer;
}

/** Calls the part of the attempt's gateway that takes typed cards. The outcome is unknown if it has none any more. */
export function askKeyIn<Answer extends { readonly outcome: string }>(
  context: GatewayContext,
  call: Call,
  ask: (keyIn: KeyIn, question: KeyedCall) => Promise<Answer>,
) {
  return askGateway<Answer | Unanswered>(context, call, async ({ keyIn }, question) =>
    keyIn === undefined ? { outcome: "unknown", reason: "the gateway takes no typed cards" } : ask(keyIn, question),
  );
}

/** Calls the window of the attempt's gateway. The outcome is unknown if it has none any more. */
export function askWindow<Answer extends { readonly outcome: string }>(
  context: GatewayContext,
  call: Call,
  ask: (window: PaymentWindow, question: KeyedCall) => Promise<Answer>,
) {
  return askGateway<Answer | Unanswered>(context, call, async ({ window }, question) =>
    window === undefined ? { outcome: "unknown", reason: "the gateway has no window" } : ask(window, question),
  );
}

/** How long the payments of a gateway's window can be approved, as it promises; 0 without a window. */
export function windowPromise({ gateways }: Gateways, { mode }: Tenant, { gateway }: Pick<Route, "gateway">) {
  return { approvableForMs: gateways[mode].get(gateway)?.window?.approvableForMs ?? 0 };
}

/** What the windows of a mode's gateways offer to a tenant, by the gateway's name; nothing where one does not answer. */
export async function offersOf(
  context: GatewayContext,
  tenant: Tenant,
): Promise<ReadonlyMap<string, readonly WindowMethod[]>> {
  const offers = [...context.gateways[tenant.mode]].flatMap(([name, { window }]) =>
    window === undefined ? [] : [offersOfWindow(context, tenant, { name, window })],
  );
  return new Map(await Promise.all(offers));
}

async function offersOfWindow(
  context: GatewayContext,
  tenant: Tenant,
  { name, window }: { readonly name: string; readonly window: PaymentWindow },
): Promise<readonly [string, readonly WindowMethod[]]> {
  const question = { key: `methods-${name}`, deadline: context.clock.now() + context.settings.requestDeadlineMs };
  const answer = await callProvider(context, question, async () => {
    const methods = await window.methods(tenantId(tenant));
    return { outcome: "done", value: windowMethods.filter((method) => methods.includes(method)) } as const;
  });
  return [name, answer.outcome === "done" ? answer.value : []];
}

/** Removes card data from the texts of answers. */
export const scrubbing: AroundCall = (_, ask) => async (request) => scrubbedAnswer(request, await ask(request));
