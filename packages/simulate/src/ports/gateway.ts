import type {
  Approval,
  AuthenticatedCard,
  Cancellation,
  Gateway,
  ErrorCode,
  Found,
  KeyedCall,
  KeyIn,
  Outcome,
  ReversalRequest,
  GatewayPromises,
  Mode,
  TenantId,
} from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Caller, Wire } from "../engine/wire.ts";
import { askingOver, breaking } from "./port-call.ts";
import type { SandboxPromises } from "@wonflow/sandbox";
import type { Random } from "../engine/random.ts";
import { windowOver } from "./window-over.ts";

const possible = [...breaking, "mismatch", "lie", "sleep"] as const satisfies readonly FaultKind[];

export interface GatewayBehindWire {
  readonly name: string;
  readonly gateway: Gateway;
  readonly promised: DrawnPromises;
  readonly usedReference: (tenant: TenantId, key: string) => string | undefined;
  readonly cancelByHand: (approval: ReversalRequest, part: 0 | 1) => Promise<void>;
}

export function cardsOver(wire: Wire, caller: Caller, behind: GatewayBehindWire): Gateway {
  const { name, gateway, promised, usedReference, cancelByHand } = behind;
  const readNotification = gateway.readNotification?.bind(gateway);
  const ask = askingOver(wire, caller, { name, attempts: "attempt", faultsOf: () => possible });
  // A call that arrives twice has one effect only if calls are idempotent.
  const once = possible.filter((kind) => kind !== "twice");
  const change = askingOver(wire, caller, {
    name,
    attempts: "attempt",
    faultsOf: () => (promised.idempotent ? possible : once),
  });
  /** Of a call that may take effect after its deadline. */
  const travelling = (request: KeyedCall) => ({ arrivesBy: arrivesBy(request, promised) });
  return {
    sandbox: gateway.sandbox,
    ...promisesOf(gateway),
    ...(gateway.keyIn && { keyIn: keyInOver(change, gateway.keyIn, travelling) }),
    ...(gateway.window && { window: windowOver(gateway.window, { ask, change, travelling, usedReference }) }),
    ...(readNotification && { readNotification }),
    lookUpApproval: (question) =>
      ask("lookUp", question, {
        effect: () => gateway.lookUpApproval(question),
        ...faultsOf(question, approved),
      }),
    lookUpCancellation: (question) =>
      ask("lookUp", question, {
        effect: () => gateway.lookUpCancellation(question),
        ...faultsOf(question, canceled),
      }),
    approve: (request) =>
      change("approve", request, {
        effect: () => gateway.approve(request),
        ...travelling(request),
        ...faultsOf(request, approved),
      }),
    cancel: (request) =>
      change("cancel", request, {
        effect: () => gateway.cancel(request),
        ...travelling(request),
        ...faultsOf(request, canceled),
      }),
    reverse: (request) =>
      change("reverse", request, {
        effect: () => gateway.reverse(request),
        ...travelling(request),
        ...answering({ approvalKey: `${request.approvalKey}-other` }),
        async refuse(side) {
          if (side === 0) return { outcome: "refused", code: "PROVIDER_ERROR" };
          await cancelByHand(request, request.deadline % 2 === 0 ? 0 : 1);
          return gateway.reverse(request);
        },
      }),
  };
}

function keyInOver(
  change: ReturnType<typeof askingOver>,
  keyIn: KeyIn,
  travelling: (request: KeyedCall) => { readonly arrivesBy: number },
): KeyIn {
  return {
    storesCheckedCards: keyIn.storesCheckedCards,
    authenticate: (request) =>
      change("authenticate", request, {
        effect: () => keyIn.authenticate(request),
        ...travelling(request),
        ...answering(cardOfAnother(request)),
      }),
    issueToken: (request) =>
      change("issueToken", request, {
        effect: () => keyIn.issueToken(request),
        ...travelling(request),
        ...answering(cardOfAnother(request)),
      }),
    releaseToken: (request) =>
      change("releaseToken", request, {
        effect: () => keyIn.releaseToken(request),
        ...travelling(request),
        ...answering({ tokenKey: `${request.tokenKey}-other` }),
        refuse: async () => ({ outcome: "refused", code: "PROVIDER_ERROR" }),
      }),
  };
}

function cardOfAnother({ key }: KeyedCall): AuthenticatedCard {
  return { key: `${key}-other`, token: "of-another-card", maskedNumber: "400000******0000", issuerCode: "11" };
}

function done<Value>(value: Value): Outcome<Value, never> {
  return { outcome: "done", value };
}

function answering<Value>(value: Value) {
  return { distort: () => done(value), lie: () => done(value) };
}

interface Asked {
  readonly key: string;
  readonly amount: number;
}

const reference = "of-another-call";

function approved(asked: Asked, now: number): Approval {
  return { ...asked, reference, remainingAmount: asked.amount, approvalNumber: "0", approvedAt: now };
}

function canceled(asked: Asked, now: number): Cancellation {
  return { ...asked, reference, canceledAt: now };
}

/** Such an answer is about another amount or another key. */
function faultsOf<Value extends Asked>(
  { key, amount = 0 }: { readonly key: string; readonly amount?: number },
  valueOf: (asked: Asked, now: number) => Value,
) {
  const other = `${key}-other`;
  return {
    distort: (answer: Found<Value, ErrorCode>, side: 0 | 1, now: number) =>
      answer.outcome === "done" && side === 1
        ? done({ ...answer.value, amount: answer.value.amount + 1 })
        : done(valueOf({ amount: 1, key: other }, now)),
    // No call has an amount of 0 won.
    lie: (side: 0 | 1, now: number) =>
      done(valueOf(side === 0 ? { key: other, amount } : { key, amount: amount === 0 ? 0 : amount + 1 }, now)),
  };
}

const second = 1000;
const minute = 60 * second;

export interface DrawnPromises extends SandboxPromises {
  /** How much later than promised a call may still take effect, in milliseconds; 0 for a gateway that keeps its promise. */
  readonly exceededByMs: number;
}

/** Draws what a gateway promises, from the least to the most that real ones do. */
export function drawPromises(random: Random): DrawnPromises {
  const tombstones = random.chance(0.4);
  const idempotent = random.chance(0.4);
  // Without both, a call that arrives after its look-up would change the outcome.
  const settlesAtOnce = tombstones && idempotent && random.chance(0.6);
  return {
    tombstones,
    idempotent,
    settlesWithinMs: settlesAtOnce ? 0 : random.between(10 * second, 3 * minute),
    reversibleForMs: random.pick([7 * minute, 60 * minute, 60 * minute, 24 * 60 * minute]),
    storesCheckedCards: random.chance(0.6),
    dayList: false,
    exceededByMs: !settlesAtOnce && random.chance(0.1) ? 10 * minute : 0,
  };
}

/** As the port declares them. */
function promisesOf(gateway: GatewayPromises): GatewayPromises {
  const { settlesWithinMs, reversibleForMs, repeatsApprovals, repeatsCancellations } = gateway;
  return { settlesWithinMs, reversibleForMs, repeatsApprovals, repeatsCancellations };
}

interface Sent {
  /** Milliseconds since 1970. */
  readonly deadline: number;
}

/** A gateway that settles at once takes a call at any time: it forbids or repeats what came before. */
const laterThanAny = 3 * minute;

/** The latest time at which a call may arrive and take effect, in milliseconds since 1970. */
export function arrivesBy({ deadline }: Sent, { settlesWithinMs, exceededByMs }: DrawnPromises): number {
  return deadline + (settlesWithinMs === 0 ? laterThanAny : settlesWithinMs + exceededByMs);
}

/** Whether a call that arrives now takes effect later than promised. */
export function isBeyond({ deadline }: Sent, { settlesWithinMs }: DrawnPromises, now: number): boolean {
  return settlesWithinMs > 0 && now > deadline + settlesWithinMs;
}

/** Each mode has a gateway without a name, as core calls it, and another one. */
export const gatewayNames = ["default", "second"] as const;

export type GatewayName = (typeof gatewayNames)[number];

export type NamedGateways<Gateway> = Readonly<Record<Mode, Readonly<Record<GatewayName, Gateway>>>>;

export interface GatewayPlace {
  readonly mode: Mode;
  readonly name: GatewayName;
}

export function gatewaysBy<Gateway>(make: (place: GatewayPlace) => Gateway): NamedGateways<Gateway> {
  const ofMode = (mode: Mode) => ({ default: make({ mode, name: "default" }), second: make({ mode, name: "second" }) });
  return { test: ofMode("test"), live: ofMode("live") };
}

export function eachGateway<Gateway, Made>(
  gateways: NamedGateways<Gateway>,
  make: (gateway: Gateway, place: GatewayPlace) => Made,
): NamedGateways<Made> {
  return gatewaysBy((place) => make(gateways[place.mode][place.name], place));
}

/** The prefix of the key of each call that employees make at a gateway's console. */
export const byStaff = "people.";

export function isByStaff(key: string): boolean {
  return key.startsWith(byStaff);
}
