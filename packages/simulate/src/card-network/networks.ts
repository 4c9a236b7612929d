import type { CardNetwork, Clock, Ids, ReversalRequest, TenantId } from "@wonflow/core";
import { sandboxCardNetwork, type ApprovalRecord, type SandboxCardNetwork } from "@wonflow/sandbox";
import { createOutage, type Outage } from "../engine/outage.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { NetworkBooks } from "../observation/observed.ts";

const byPeople = "people.";

export function isByPeople(key: string): boolean {
  return key.startsWith(byPeople);
}

interface CardNetworksOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tenants: readonly TenantId[];
}

export type CardNetworks = ReturnType<typeof createCardNetworks>;

export function createCardNetworks({ clock, ids, tenants }: CardNetworksOptions) {
  const test = sandboxCardNetwork({ clock, ids });
  const live = sandboxCardNetwork({ clock, ids });
  const ofTenant = (tenant: TenantId) => (tenant.endsWith(":live") ? live : test);
  const paidBack = new Map<string, ApprovalRecord>();
  const outage = createOutage(clock, "the card network");

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

  const books: NetworkBooks = {
    record: (tenant, key) => paidBack.get(nameOf({ tenant, key })) ?? ofTenant(tenant).record(tenant, key),
    records: () => [...test.records(), ...live.records()].map((record) => paidBack.get(nameOf(record)) ?? record),
    held: (tenant) => {
      const own = [...paidBack.values()].filter((record) => record.tenant === tenant);
      return own.reduce((held, { amount }) => held - amount, ofTenant(tenant).held(tenant));
    },
    recordsOf: (mode) => (mode === "live" ? live : test).records(),
  };
  return {
    books,
    tokens: { records: () => tenants.flatMap((tenant) => ofTenant(tenant).tokens(tenant)) },
    test: { name: "cards", network: reachable(test, outage), cancelByHand },
    // A sandbox too: it says that it is none, or core would refuse it.
    live: { name: "live-cards", network: { ...reachable(live, outage), sandbox: false }, cancelByHand },
    outage,
    giveBackRest: (tenant: TenantId, approvalKey: string) => cancelByHand({ tenant, approvalKey }, 0),
    /** For a card that takes no refunds. Once it is too late for that, the network pays the buyer back. */
    async undoByHand(tenant: TenantId, approvalKey: string): Promise<void> {
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

function reachable(network: SandboxCardNetwork, { reach }: Outage): CardNetwork {
  return {
    sandbox: network.sandbox,
    authenticate: (request) => reach(() => network.authenticate(request)),
    issueToken: (request) => reach(() => network.issueToken(request)),
    releaseToken: (request) => reach(() => network.releaseToken(request)),
    approve: (request) => reach(() => network.approve(request)),
    cancel: (request) => reach(() => network.cancel(request)),
    reverse: (request) => reach(() => network.reverse(request)),
    lookUpApproval: (question) => reach(() => network.lookUpApproval(question)),
    lookUpCancellation: (question) => reach(() => network.lookUpCancellation(question)),
  };
}
