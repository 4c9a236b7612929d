import type { CardNetwork, Clock, Ids, ReversalRequest, TenantId } from "@wonflow/core";
import { sandboxCardNetwork, type ApprovalRecord, type SandboxCardNetwork } from "@wonflow/sandbox";
import { Unreachable } from "../engine/wire.ts";
import type { NetworkBooks, Providers } from "../observation/observed.ts";
import { lookUpBy, type CardNetworkBehindWire } from "../ports/card-network.ts";

/** In live mode too the network is a sandbox; it says that it is none, or core would refuse it. */
export interface CardNetworks {
  readonly books: NetworkBooks;
  readonly tokens: Providers["cardTokens"];
  readonly test: CardNetworkBehindWire;
  readonly live: CardNetworkBehindWire;
  beginOutage(ms: number): void;
  /** Milliseconds since 1970. */
  outageUntil(): number;
  giveBackRest(tenant: TenantId, approvalKey: string): Promise<void>;
  /** For a card that takes no refunds. Once it is too late for that, the network pays the buyer back. */
  undoByHand(tenant: TenantId, approvalKey: string): Promise<void>;
}

const byPeople = "people.";

export function isByPeople(key: string): boolean {
  return key.startsWith(byPeople);
}

interface CardNetworksOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tenants: readonly TenantId[];
}

export function createCardNetworks({ clock, ids, tenants }: CardNetworksOptions): CardNetworks {
  const test = sandboxCardNetwork({ clock, ids });
  const live = sandboxCardNetwork({ clock, ids });
  const ofTenant = (tenant: TenantId) => (tenant.endsWith(":live") ? live : test);
  const paidBack = new Map<string, ApprovalRecord>();
  let outageUntil = 0;
  const isOut = () => clock.now() < outageUntil;

  async function cancelByHand({ tenant, approvalKey }: Pick<ReversalRequest, "tenant" | "approvalKey">, part: 0 | 1) {
    const network = ofTenant(tenant);
    const record = network.record(tenant, approvalKey);
    const held = record?.state === "APPROVED" ? record.amount - record.canceledAmount : 0;
    if (record === undefined || held === 0) return;
    const amount = part === 0 ? held : Math.ceil(held / 2);
    const key = `${byPeople}${approvalKey}.${record.cancellations.length + 1}`;
    // A card whose refunds go wrong on purpose stays as it is.
    await network.cancel({ tenant, key, approvalKey, amount, deadline: clock.now() }).catch(() => undefined);
  }

  return {
    books: {
      record: (tenant, key) => paidBack.get(nameOf({ tenant, key })) ?? ofTenant(tenant).record(tenant, key),
      records: () => [...test.records(), ...live.records()].map((record) => paidBack.get(nameOf(record)) ?? record),
      held: (tenant) => {
        const own = [...paidBack.values()].filter((record) => record.tenant === tenant);
        return own.reduce((held, { amount }) => held - amount, ofTenant(tenant).held(tenant));
      },
      recordsOf: (mode) => (mode === "live" ? live : test).records(),
    },
    tokens: { records: () => tenants.flatMap((tenant) => ofTenant(tenant).tokens(tenant)) },
    test: { name: "cards", network: reachable(test, isOut), cancelByHand },
    live: { name: "live-cards", network: { ...reachable(live, isOut), sandbox: false }, cancelByHand },
    beginOutage(ms) {
      outageUntil = Math.max(outageUntil, clock.now() + ms);
    },
    outageUntil: () => outageUntil,
    giveBackRest: (tenant, approvalKey) => cancelByHand({ tenant, approvalKey }, 0),
    async undoByHand(tenant, approvalKey) {
      const key = `${byPeople}reversal.${approvalKey}`;
      const network = ofTenant(tenant);
      const at = clock.now();
      const undone = await network.reverse({ tenant, key, approvalKey, deadline: at }).catch(() => undefined);
      const record = network.record(tenant, approvalKey);
      if (undone?.outcome !== "refused" || record?.state !== "APPROVED" || record.canceledAmount > 0) return;
      const { amount } = record;
      const cancellations = [{ key, amount, canceledAt: at }];
      paidBack.set(nameOf(record), { ...record, canceledAmount: amount, cancellations });
    },
  };
}

function nameOf({ tenant, key }: Pick<ApprovalRecord, "tenant" | "key">): string {
  return `${tenant} ${key}`;
}

function reachable(network: SandboxCardNetwork, isOut: () => boolean): CardNetwork {
  async function reach<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (isOut()) throw new Unreachable("the card network is out of reach");
    return call();
  }
  return {
    sandbox: network.sandbox,
    authenticate: (request) => reach(() => network.authenticate(request)),
    issueToken: (request) => reach(() => network.issueToken(request)),
    releaseToken: (request) => reach(() => network.releaseToken(request)),
    approve: (request) => reach(() => network.approve(request)),
    cancel: (request) => reach(() => network.cancel(request)),
    reverse: (request) => reach(() => network.reverse(request)),
    lookUp: lookUpBy({
      approval: (request) => reach(() => network.lookUp(request)),
      cancellation: (request) => reach(() => network.lookUp(request)),
    }),
  };
}
