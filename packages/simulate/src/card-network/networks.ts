import type { CardNetwork, Clock, Ids, KeyedCall, TenantId } from "@wonflow/core";
import { sandboxCardNetwork, type ApprovalRecord, type SandboxCardNetwork } from "@wonflow/sandbox";
import { createOutage, type Outage } from "../engine/outage.ts";
import { seededRandom } from "../engine/random.ts";
import { Unreachable } from "../engine/wire.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { NetworkBooks } from "../observation/observed.ts";
import { peopleAt } from "./people.ts";
import { arrivesBy, drawPromises, isBeyond, toldPromises, type DrawnPromises } from "../ports/card-promises.ts";

interface CardNetworksOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tenants: readonly TenantId[];
}

export type CardNetworks = ReturnType<typeof createCardNetworks>;

export function createCardNetworks({ seed, clock, ids, tenants }: CardNetworksOptions) {
  const promises = {
    test: drawPromises(seededRandom(seed, "promises of the card network")),
    live: drawPromises(seededRandom(seed, "promises of the live card network")),
  };
  const test = sandboxCardNetwork({ clock, ids, promises: promises.test });
  const live = sandboxCardNetwork({ clock, ids, promises: promises.live });
  const modeOf = (tenant: TenantId) => (tenant.endsWith(":live") ? "live" : "test");
  const ofTenant = (tenant: TenantId) => (modeOf(tenant) === "live" ? live : test);
  const paidBack = new Map<string, ApprovalRecord>();
  const beyond = new Set<string>();
  const outage = createOutage(clock, "the card network");

  const hands = peopleAt({ ofTenant, clock, paidBack });
  const books: NetworkBooks = {
    record: (tenant, key) => paidBack.get(nameOf({ tenant, key })) ?? ofTenant(tenant).record(tenant, key),
    records: () => [...test.records(), ...live.records()].map((record) => paidBack.get(nameOf(record)) ?? record),
    held: (tenant) => {
      const own = [...paidBack.values()].filter((record) => record.tenant === tenant);
      return own.reduce((held, { amount }) => held - amount, ofTenant(tenant).held(tenant));
    },
    recordsOf: (mode) => (mode === "live" ? live : test).records(),
    promisesTo: (tenant) => promises[modeOf(tenant)],
    tookEffectBeyond: (tenant, key) => beyond.has(nameOf({ tenant, key })),
  };
  const behindWire = (name: string, network: SandboxCardNetwork, promised: DrawnPromises) => ({
    name,
    network: reachable(keepingWord(network, { promised, clock, beyond }), outage),
    promised,
    cancelByHand: (approval: Parameters<typeof hands.cancel>[0], part: 0 | 1) => hands.cancel(approval, part),
  });
  const liveCards = behindWire("live-cards", live, promises.live);
  return {
    books,
    promises,
    tokens: { records: () => tenants.flatMap((tenant) => ofTenant(tenant).tokens(tenant)) },
    test: behindWire("cards", test, promises.test),
    // A sandbox too: it says that it is none, or core would refuse it.
    live: { ...liveCards, network: { ...liveCards.network, sandbox: false } },
    outage,
    giveBackRest: (tenant: TenantId, approvalKey: string) => hands.cancel({ tenant, approvalKey }, 0),
    undoByHand: (tenant: TenantId, approvalKey: string) => hands.undo(tenant, approvalKey),
  };
}

interface Word {
  readonly promised: DrawnPromises;
  readonly clock: Clock;
  /** The keys of calls that took effect later than promised. */
  readonly beyond: Set<string>;
}

/** A call that arrives too late has no effect, however long it was on its way; a network may exceed its word a little. */
function keepingWord(network: SandboxCardNetwork, { promised, clock, beyond }: Word): CardNetwork {
  const taken = async <Answer>(request: KeyedCall, call: () => Promise<Answer>): Promise<Answer> => {
    const now = clock.now();
    const isTooLate = isBeyond(request, promised, now);
    if (isTooLate && now > arrivesBy(request, promised)) throw new Unreachable("it came too late to take effect");
    if (isTooLate) beyond.add(nameOf(request));
    return call();
  };
  return {
    ...network,
    authenticate: (request) => taken(request, () => network.authenticate(request)),
    issueToken: (request) => taken(request, () => network.issueToken(request)),
    releaseToken: (request) => taken(request, () => network.releaseToken(request)),
    approve: (request) => taken(request, () => network.approve(request)),
    cancel: (request) => taken(request, () => network.cancel(request)),
    reverse: (request) => taken(request, () => network.reverse(request)),
  };
}

function reachable(network: CardNetwork, { reach }: Outage): CardNetwork {
  return {
    sandbox: network.sandbox,
    ...toldPromises(network),
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
