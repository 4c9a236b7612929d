import type { CardNetwork, Clock, Ids, KeyedCall, TenantId } from "@wonflow/core";
import { type Journal, sandboxCardNetwork, type ApprovalRecord, type SandboxCardNetwork } from "@wonflow/sandbox";
import { createOutage, type Outage } from "../engine/outage.ts";
import { seededRandom } from "../engine/random.ts";
import { Unreachable } from "../engine/wire.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { NetworkBooks } from "../observation/observed.ts";
import { dayListOf } from "./day-list.ts";
import { peopleAt } from "./people.ts";
import type { CardNetworkBehindWire } from "../ports/card-network.ts";
import { arrivesBy, drawPromises, isBeyond, toldPromises, type DrawnPromises } from "../ports/card-promises.ts";
import { eachNetwork, networksBy, type NamedNetworks, type NetworkPlace } from "../ports/named-networks.ts";

interface CardNetworksOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tenants: readonly TenantId[];
  readonly promises: NetworkPromises;
  readonly newJournal: () => Journal;
}

/** Of each mode. */
export type NetworkPromises = Readonly<Record<"test" | "live", DrawnPromises>>;

export function promisesBySeed(seed: number): NetworkPromises {
  return {
    test: drawPromises(seededRandom(seed, "promises of the card network")),
    live: drawPromises(seededRandom(seed, "promises of the live card network")),
  };
}

export type CardNetworks = ReturnType<typeof createCardNetworks>;

/** The networks of a mode promise the same; each has a book of its own. */
export function createCardNetworks({ seed, clock, ids, tenants, promises, newJournal }: CardNetworksOptions) {
  const networks = networksBy(({ mode }) => {
    return sandboxCardNetwork({ clock, ids, promises: promises[mode], journal: newJournal() });
  });
  const beyond = new Set<string>();
  const outage = createOutage(clock, "the card network");
  const { books, hands } = openBooks({ networks, clock, promises, beyond });
  const behindWire = eachNetwork(networks, (network, { mode, name }): CardNetworkBehindWire => {
    const promised = promises[mode];
    const reached = reachable(keepingWord(network, { promised, clock, beyond }), outage);
    return {
      name: nameInTraces({ mode, name }),
      // That of live mode is a sandbox too: it says that it is none, or core would refuse it.
      network: { ...reached, sandbox: mode === "test" },
      promised,
      cancelByHand: (approval, part) => hands.cancel({ approval, part }),
    };
  });
  const keepsLists = seededRandom(seed, "day lists of the card networks").chance(0.5);
  return {
    books,
    promises,
    tokens: {
      records: () => tenants.flatMap((tenant) => ofTenant(networks, tenant).flatMap((at) => at.tokens(tenant))),
    },
    behindWire,
    outage,
    /** As the operator asks them, without a wire. */
    asked: eachNetwork(networks, (network, { mode }): CardNetwork => {
      const records = () => network.records().map((record) => books.record(record.tenant, record.key) ?? record);
      return {
        ...askedAbout(network, books),
        sandbox: mode === "test",
        ...(keepsLists && { statement: dayListOf(records) }),
      };
    }),
    keepsLists,
    hands,
    typeIn: (place: NetworkPlace, typed: Parameters<typeof hands.approve>[1]) =>
      hands.approve(networks[place.mode][place.name], typed),
    giveBackRest: (tenant: TenantId, approvalKey: string) =>
      hands.cancel({ approval: { tenant, approvalKey }, part: 0 }),
    undoByHand: (tenant: TenantId, approvalKey: string) => hands.undo(tenant, approvalKey),
  };
}

/** What a network has paid back by itself, it no longer holds. */
function askedAbout(network: SandboxCardNetwork, books: NetworkBooks): CardNetwork {
  return {
    ...network,
    async lookUpApproval(question) {
      const found = await network.lookUpApproval(question);
      const record = books.record(question.tenant, question.key);
      if (found.outcome !== "done" || record === undefined) return found;
      return { ...found, value: { ...found.value, remainingAmount: record.amount - record.canceledAmount } };
    },
  };
}

/** Each ends with `cards`, by which the faults of calls to card networks are drawn. */
function nameInTraces({ mode, name }: NetworkPlace): string {
  return [name === "default" ? "" : name, mode === "test" ? "" : mode, "cards"].filter((part) => part !== "").join("-");
}

type Sandboxes = NamedNetworks<SandboxCardNetwork>;

const modeOf = (tenant: TenantId) => (tenant.endsWith(":live") ? "live" : "test");

function ofTenant(networks: Sandboxes, tenant: TenantId): readonly SandboxCardNetwork[] {
  return Object.values(networks[modeOf(tenant)]);
}

interface BooksOptions {
  readonly networks: Sandboxes;
  readonly clock: Clock;
  readonly promises: NetworkPromises;
  readonly beyond: ReadonlySet<string>;
}

/** The books of all networks together, and the hands of those who may write in them. */
function openBooks({ networks, clock, promises, beyond }: BooksOptions) {
  const paidBack = new Map<string, ApprovalRecord>();
  const excesses = new Map<string, ApprovalRecord["cancellations"]>();
  // The same object where nothing was added: by that the observer knows that nothing changed.
  const asTaken = (record: ApprovalRecord): ApprovalRecord => {
    const taken = excesses.get(nameOf(record));
    return taken === undefined ? record : { ...record, cancellations: [...record.cancellations, ...taken] };
  };
  const withApproval = (tenant: TenantId, key: string) =>
    ofTenant(networks, tenant).find((network) => network.record(tenant, key) !== undefined);
  const recordsOf = (mode: "test" | "live") => Object.values(networks[mode]).flatMap((network) => network.records());
  const books: NetworkBooks = {
    record(tenant, key) {
      const found = paidBack.get(nameOf({ tenant, key })) ?? withApproval(tenant, key)?.record(tenant, key);
      return found && asTaken(found);
    },
    records: () =>
      [...recordsOf("test"), ...recordsOf("live")].map((record) => asTaken(paidBack.get(nameOf(record)) ?? record)),
    held: (tenant) => {
      const own = [...paidBack.values()].filter((record) => record.tenant === tenant);
      const held = ofTenant(networks, tenant).reduce((sum, network) => sum + network.held(tenant), 0);
      const taken = [...excesses].flatMap(([name, all]) => (name.startsWith(`${tenant} `) ? all : []));
      return [...own, ...taken].reduce((left, { amount }) => left - amount, held);
    },
    recordsOf,
    promisesTo: (tenant) => promises[modeOf(tenant)],
    tookEffectBeyond: (tenant, key) => beyond.has(nameOf({ tenant, key })),
  };
  return { books, hands: peopleAt({ withApproval, clock, paidBack, excesses }) };
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
