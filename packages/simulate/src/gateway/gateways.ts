import { wrappedGateway, type Clock, type Gateway, type GatewayCall, type Ids, type TenantId } from "@wonflow/core";
import { type Journal, sandboxGateway, type ApprovalRecord, type SandboxGateway } from "@wonflow/sandbox";
import { createOutage, type Outage, Unreachable } from "../engine/wire.ts";
import { seededRandom } from "../engine/random.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { GatewayBooks } from "../observation/observed.ts";
import { dayListOf, staffAt } from "./console.ts";
import type { DrawnWindow } from "../ports/drawn-window.ts";
import { readNotification, usedReferenceAt, windowsAt, windowUrl, withDrawnWindow } from "../ports/gateway-window.ts";
import {
  type GatewayBehindWire,
  arrivesBy,
  drawPromises,
  isBeyond,
  type DrawnPromises,
  eachGateway,
  gatewaysBy,
  type NamedGateways,
  type GatewayPlace,
} from "../ports/gateway.ts";

interface GatewaysOptions {
  readonly window: DrawnWindow | null;
  readonly seed: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tenants: readonly TenantId[];
  readonly promises: GatewayPromises;
  readonly newJournal: () => Journal;
}

/** Of each mode. */
export type GatewayPromises = Readonly<Record<"test" | "live", DrawnPromises>>;

export function promisesBySeed(seed: number): GatewayPromises {
  return {
    test: drawPromises(seededRandom(seed, "promises of the gateway")),
    live: drawPromises(seededRandom(seed, "promises of the live gateway")),
  };
}

export type Gateways = ReturnType<typeof createGateways>;

/** The gateways of a mode make the same promises; each keeps its own records. */
export function createGateways({ seed, clock, ids, tenants, promises, window, newJournal }: GatewaysOptions) {
  const gateways = gatewaysBy(({ mode, name }) => {
    const windows = window?.gateways.includes(name) === true ? { windowUrl } : {};
    return sandboxGateway({ clock, ids, promises: promises[mode], journal: newJournal(), ...windows });
  });
  const beyond = new Set<string>();
  const outage = createOutage(clock, "the gateway");
  const { books, hands } = openBooks({
    gateways,
    clock,
    promises,
    beyond,
    approvableForMs: window?.approvableForMs ?? 0,
  });
  const behindWire = eachGateway(gateways, (gateway, { mode, name }): GatewayBehindWire => {
    const promised = promises[mode];
    const shown = window === null ? gateway : withDrawnWindow(gateway, window);
    const reached = reachable(keepingWord(shown, { promised, clock, beyond }), outage);
    return {
      name: nameInTraces({ mode, name }),
      // The gateway of live mode is a sandbox too. It denies that, or core would refuse it.
      gateway: { ...reached, sandbox: mode === "test" },
      promised,
      usedReference: usedReferenceAt(gateway),
      cancelByHand: (approval, part) => hands.cancel({ approval, part }),
    };
  });
  const keepsLists = seededRandom(seed, "day lists of the gateways").chance(0.5);
  return {
    books,
    promises,
    tokens: {
      records: () => tenants.flatMap((tenant) => ofTenant(gateways, tenant).flatMap((at) => at.tokens(tenant))),
    },
    behindWire,
    windows: windowsAt((tenant) => ofTenant(gateways, tenant)),
    outage,
    /** As the operator calls them, without a wire. */
    asked: eachGateway(gateways, (gateway, { mode }): Gateway => {
      const records = () => gateway.records().map((record) => books.record(record.tenant, record.key) ?? record);
      return {
        ...askedAbout(gateway, books),
        ...(gateway.window && { readNotification }),
        sandbox: mode === "test",
        ...(keepsLists && { statement: dayListOf(records) }),
      };
    }),
    keepsLists,
    hands,
    typeIn: (place: GatewayPlace, typed: Parameters<typeof hands.approve>[1]) =>
      hands.approve(gateways[place.mode][place.name], typed),
    giveBackRest: (tenant: TenantId, approvalKey: string) =>
      hands.cancel({ approval: { tenant, approvalKey }, part: 0 }),
    undoByHand: (tenant: TenantId, approvalKey: string) => hands.undo(tenant, approvalKey),
  };
}

/** A gateway no longer holds what it has refunded on its own. */
function askedAbout(gateway: SandboxGateway, books: GatewayBooks): Gateway {
  return {
    ...gateway,
    async lookUpApproval(question) {
      const found = await gateway.lookUpApproval(question);
      const record = books.record(question.tenant, question.key);
      if (found.outcome !== "done" || record === undefined) return found;
      return { ...found, value: { ...found.value, remainingAmount: record.amount - record.canceledAmount } };
    },
  };
}

/** Each ends with `cards`, by which the faults of calls to gateways are drawn. */
function nameInTraces({ mode, name }: GatewayPlace): string {
  return [name === "default" ? "" : name, mode === "test" ? "" : mode, "cards"].filter((part) => part !== "").join("-");
}

type Sandboxes = NamedGateways<SandboxGateway>;

const modeOf = (tenant: TenantId) => (tenant.endsWith(":live") ? "live" : "test");

function ofTenant(gateways: Sandboxes, tenant: TenantId): readonly SandboxGateway[] {
  return Object.values(gateways[modeOf(tenant)]);
}

interface BooksOptions {
  readonly gateways: Sandboxes;
  readonly clock: Clock;
  readonly promises: GatewayPromises;
  readonly beyond: ReadonlySet<string>;
  readonly approvableForMs: number;
}

/** The records of all gateways, and what their employees may change in them. */
function openBooks({ gateways, clock, promises, beyond, approvableForMs }: BooksOptions) {
  const paidBack = new Map<string, ApprovalRecord>();
  const excesses = new Map<string, ApprovalRecord["cancellations"]>();
  // The same object if nothing was added: that shows the observer that nothing changed.
  const asTaken = (record: ApprovalRecord): ApprovalRecord => {
    const taken = excesses.get(nameOf(record));
    return taken === undefined ? record : { ...record, cancellations: [...record.cancellations, ...taken] };
  };
  const withApproval = (tenant: TenantId, key: string) =>
    ofTenant(gateways, tenant).find((gateway) => gateway.record(tenant, key) !== undefined);
  const recordsOf = (mode: "test" | "live") => Object.values(gateways[mode]).flatMap((gateway) => gateway.records());
  const windows = windowsAt((tenant) => ofTenant(gateways, tenant));
  const books: GatewayBooks = {
    opening: (tenant, key) => windows.opening(tenant, key),
    approvableForMs,
    record(tenant, key) {
      const found = paidBack.get(nameOf({ tenant, key })) ?? withApproval(tenant, key)?.record(tenant, key);
      return found && asTaken(found);
    },
    records: () =>
      [...recordsOf("test"), ...recordsOf("live")].map((record) => asTaken(paidBack.get(nameOf(record)) ?? record)),
    held: (tenant) => {
      const own = [...paidBack.values()].filter((record) => record.tenant === tenant);
      const held = ofTenant(gateways, tenant).reduce((sum, gateway) => sum + gateway.held(tenant), 0);
      const taken = [...excesses].flatMap(([name, all]) => (name.startsWith(`${tenant} `) ? all : []));
      return [...own, ...taken].reduce((left, { amount }) => left - amount, held);
    },
    recordsOf,
    promisesTo: (tenant) => promises[modeOf(tenant)],
    tookEffectBeyond: (tenant, key) => beyond.has(nameOf({ tenant, key })),
  };
  return { books, hands: staffAt({ withApproval, clock, paidBack, excesses }) };
}

interface Promised {
  readonly promised: DrawnPromises;
  readonly clock: Clock;
  /** The keys of calls that took effect later than promised. */
  readonly beyond: Set<string>;
}

const questions: readonly GatewayCall[] = ["lookUpApproval", "lookUpCancellation", "lookUpAuthentication", "statement"];

/** A call that arrives too late has no effect. A gateway may exceed its promise a little. */
function keepingWord(gateway: Gateway, { promised, clock, beyond }: Promised): Gateway {
  return wrappedGateway(gateway, (call, ask) => async (request) => {
    const now = clock.now();
    const isTooLate = !questions.includes(call) && isBeyond(request, promised, now);
    if (isTooLate && now > arrivesBy(request, promised)) throw new Unreachable("it came too late to take effect");
    if (isTooLate) beyond.add(nameOf({ tenant: request.tenant, key: request.key ?? "" }));
    return ask(request);
  });
}

function reachable(gateway: Gateway, { reach }: Outage): Gateway {
  return wrappedGateway(gateway, (_, ask) => async (request) => reach(() => ask(request)));
}
