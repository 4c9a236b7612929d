import type { TenantId } from "@wonflow/core";
import { attempts, subjectOfAttempt } from "../attempt/records.ts";
import { cardKeyOf } from "../billing/records.ts";
import { merchants } from "../merchant/invariants.ts";
import type { CardCall } from "../observation/event.ts";
import { firstProblem, type Invariant, type Projection } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import { countOnce, type Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { approvedMethods, intents } from "../payment/records.ts";
import type { GatewayName } from "../ports/named-gateways.ts";

/** By key: the gateway that was called first. */
const gateways: Projection<Map<string, GatewayName>> = {
  start: () => new Map(),
  onEvent(all, event) {
    if (event.kind !== "called") return;
    const { gateway } = event.call;
    const name = nameOf(event.call);
    if (!all.has(name)) all.set(name, gateway);
  },
};

function gatewayOf(observed: Observed, tenant: TenantId, key: string): GatewayName | undefined {
  return observed.of(gateways).get(nameOf({ tenant, key }));
}

const oneGateway: Invariant = {
  name: "a key goes to one gateway",
  ofEvent(event, observed) {
    if (event.kind !== "called") return undefined;
    const { operation, tenant, key, gateway } = event.call;
    const before = gatewayOf(observed, tenant, key);
    return before === undefined || before === gateway
      ? undefined
      : `${operation} ${key} goes to the gateway ${gateway}; ${before} was called about it before`;
  },
};

const staysWithCard: Invariant = {
  name: "a payment stays at the gateway of its card",
  ofEvent(event, observed) {
    if (event.kind !== "called") return undefined;
    const { call } = event;
    return firstProblem(madeBefore(call, observed), (key) => {
      const at = gatewayOf(observed, call.tenant, key);
      return at === undefined || at === call.gateway
        ? undefined
        : `${call.operation} ${call.key} goes to the gateway ${call.gateway}; ${key} went to ${at}`;
    });
  },
};

/** The keys of the calls that this one relies on: its card's check or issue, its approval. */
function madeBefore({ tenant, key, approval, card }: CardCall, observed: Observed): readonly string[] {
  const approvalKey = approval?.key ?? key;
  return [approval?.key, card?.key, cardOf(observed, tenant, approvalKey)].filter((each) => each != null);
}

function cardOf(observed: Observed, tenant: TenantId, approvalKey: string): string | null {
  const method = methodOf(observed, tenant, approvalKey);
  return method === undefined ? null : cardKeyOf(method);
}

function methodOf(observed: Observed, tenant: TenantId, approvalKey: string) {
  if (observed.of(attempts).get(tenant, approvalKey)?.kind !== "approval") return undefined;
  const intent = observed.of(intents).get(tenant, subjectOfAttempt(approvalKey) ?? "");
  return intent && approvedMethods(intent).find((each) => each.approvalKey === approvalKey);
}

/** At most a third of what a thousand seeds reach; less if few seeds reach most of it. */
const leastPerThousand: Readonly<Record<string, number>> = {
  "moved: card approved": 4,
  "moved: billing key charged": 4,
  "moved: canceled": 9,
  "moved: undone": 4,
  "moved: looked up": 20,
  "moved: card released": 50,
};

/** Calls to another gateway than that of their merchant's new cards. */
const coverage: Projection<Set<string>> = {
  start: () => new Set(),
  onEvent(counted, event, observed) {
    if (event.kind !== "called") return;
    const { tenant, key, gateway } = event.call;
    const now = observed.of(merchants).get(tenant, "self")?.gateway ?? "default";
    const what = gateway === now ? undefined : whatStays(event.call, observed);
    if (what !== undefined) countOnce(counted, { name: nameOf({ tenant, key }), what: `moved: ${what}` }, observed);
  },
};

function whatStays({ operation, tenant, key }: CardCall, observed: Observed): string | undefined {
  if (operation !== "approve") return stays[operation];
  return methodOf(observed, tenant, key)?.billkey === null ? "card approved" : "billing key charged";
}

const stays: Readonly<Partial<Record<CardCall["operation"], string>>> = {
  cancel: "canceled",
  reverse: "undone",
  lookUp: "looked up",
  releaseToken: "card released",
};

export const part: Part = {
  projections: [gateways, coverage],
  invariants: [oneGateway, staysWithCard],
  leastPerThousand,
};
