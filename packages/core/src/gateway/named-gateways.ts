import { arePlans, longestPlan } from "./plan-limits.ts";
import type { Mode, TenantId } from "../engine/tenant/tenant.ts";
import type { Gateway, KeyIn } from "./gateway.ts";
import type { PaymentWindow } from "./window.ts";
import { gatewayNameSchema, unnamedGateway } from "../engine/attempt/sending.ts";

/** The gateways of a mode, by name. */
export type NamedGateways = ReadonlyMap<string, Gateway>;

/** One gateway, or several by name. */
export type GivenGateways = Gateway | Readonly<Record<string, Gateway>>;

function isOne(given: GivenGateways): given is Gateway {
  return typeof given["approve"] === "function";
}

/**
 * The gateways of a mode by name; one that was given without a name is called `default`. Throws for an
 * invalid name, unsafe timing promises, or invalid installment months.
 */
export function namedGateways(mode: Mode, given: GivenGateways | undefined): NamedGateways {
  if (given === undefined) return new Map();
  const named = Object.entries(isOne(given) ? { [unnamedGateway]: given } : given);
  for (const [name, gateway] of named) {
    const valid = gatewayNameSchema.safeParse(name);
    if (!valid.success) throw new TypeError(`the name of the gateway ${name} ${valid.error.issues[0]?.message}`);
    checkGateway(isOne(given) ? `of ${mode} mode` : `${name} of ${mode} mode`, mode, gateway);
  }
  return new Map(named);
}

/** Where money moves, the pages on which providers' scripts run must have an origin of their own. */
export function checkLiveWindows(gateways: NamedGateways, windowUrl: string | null): void {
  const [name] = [...gateways].find(([, { window }]) => window !== undefined) ?? [];
  if (name === undefined || windowUrl !== null) return;
  throw new TypeError(
    `the gateway ${name} of live mode has a window: set settings.windowUrl (WONFLOW_WINDOW_URL) to the address, on a host of its own, of the pages that open it`,
  );
}

/** Every gateway takes payments somehow. */
function checkParts(which: string, { keyIn, window }: Gateway): void {
  if (keyIn === undefined && window === undefined) {
    throw new TypeError(`the gateway ${which} must have keyIn, or window, or both`);
  }
  if (window === undefined) return;
  checkTime(which, "window.approvableForMs", window.approvableForMs);
  if (window.approvableForMs >= 1) return;
  throw new TypeError(
    `the gateway ${which} must say its window.approvableForMs, at least 1: with 0 no payment is ever approved`,
  );
}

function checkTime(which: string, name: string, promised: number): void {
  if (Number.isSafeInteger(promised) && promised >= 0) return;
  throw new TypeError(`the gateway ${which} must say its ${name}, in whole milliseconds: ${String(promised)}`);
}

/** Text such as "false" would count as a promise to repeat, and money would move twice. */
function checkRepeats(which: string, gateway: Gateway): void {
  for (const name of ["repeatsApprovals", "repeatsCancellations"] as const) {
    const promised: unknown = gateway[name];
    if (typeof promised === "boolean") continue;
    throw new TypeError(`the gateway ${which} must say its ${name}, true or false: ${JSON.stringify(promised)}`);
  }
}

function checkPlans(which: string, { keyIn }: Gateway): void {
  const installmentMonths = keyIn?.installmentMonths;
  if (installmentMonths === undefined || (Array.isArray(installmentMonths) && arePlans(installmentMonths))) return;
  throw new TypeError(
    `the gateway ${which} must declare its keyIn.installmentMonths from 2 to ${longestPlan}, the shortest first: ${JSON.stringify(installmentMonths)}`,
  );
}

/** A gateway whose late effects may outlive the time to undo them can't be used safely. */
function checkGateway(which: string, mode: Mode, gateway: Gateway): void {
  if (mode === "live" && gateway.sandbox) throw new Error("live mode refuses a sandbox gateway");
  const { settlesWithinMs, reversibleForMs } = gateway;
  checkTime(which, "settlesWithinMs", settlesWithinMs);
  checkTime(which, "reversibleForMs", reversibleForMs);
  checkRepeats(which, gateway);
  checkParts(which, gateway);
  checkPlans(which, gateway);
  if (settlesWithinMs * 2 < reversibleForMs) return;
  throw new RangeError(
    `the gateway ${which} settles within ${settlesWithinMs} ms: it must be below half of the ${reversibleForMs} ms in which an approval can be reversed`,
  );
}

/** The calls of a gateway that go to its provider. */
export type GatewayCall =
  | keyof Pick<KeyIn, "authenticate" | "issueToken" | "releaseToken">
  | keyof Pick<PaymentWindow, "begin" | "finish" | "lookUpAuthentication">
  | keyof Pick<Gateway, "approve" | "cancel" | "reverse" | "lookUpApproval" | "lookUpCancellation" | "statement">;

interface Asked {
  readonly tenant: TenantId;
  readonly deadline: number;
  readonly key?: string;
}

/** Puts something around a call: `ask` makes it. */
export type AroundCall = <Request extends Asked, Answer extends { readonly outcome: string }>(
  call: GatewayCall,
  ask: (request: Request) => Promise<Answer>,
) => (request: Request) => Promise<Answer>;

/**
 * The same gateway with something around each call to its provider. Every wrapper is made by this table, so that a call
 * which the port gains is wrapped everywhere.
 */
export function wrappedGateway(gateway: Gateway, around: AroundCall): Gateway {
  const { sandbox, settlesWithinMs, reversibleForMs, repeatsApprovals, repeatsCancellations, keyIn, window } = gateway;
  const credentials = gateway.credentials?.bind(gateway);
  const statement = gateway.statement?.bind(gateway);
  const readNotification = gateway.readNotification?.bind(gateway);
  return {
    sandbox,
    settlesWithinMs,
    reversibleForMs,
    repeatsApprovals,
    repeatsCancellations,
    ...(keyIn && { keyIn: wrappedKeyIn(keyIn, around) }),
    ...(window && { window: wrappedWindow(window, around) }),
    ...(credentials && { credentials }),
    approve: around("approve", async (request) => gateway.approve(request)),
    cancel: around("cancel", async (request) => gateway.cancel(request)),
    reverse: around("reverse", async (request) => gateway.reverse(request)),
    lookUpApproval: around("lookUpApproval", async (question) => gateway.lookUpApproval(question)),
    lookUpCancellation: around("lookUpCancellation", async (question) => gateway.lookUpCancellation(question)),
    ...(statement && { statement: around("statement", async (question) => statement(question)) }),
    ...(readNotification && { readNotification }),
  };
}

function wrappedKeyIn(keyIn: KeyIn, around: AroundCall): KeyIn {
  const { storesCheckedCards, installmentMonths } = keyIn;
  return {
    storesCheckedCards,
    ...(installmentMonths && { installmentMonths }),
    authenticate: around("authenticate", async (request) => keyIn.authenticate(request)),
    issueToken: around("issueToken", async (request) => keyIn.issueToken(request)),
    releaseToken: around("releaseToken", async (request) => keyIn.releaseToken(request)),
  };
}

function wrappedWindow(window: PaymentWindow, around: AroundCall): PaymentWindow {
  const lookUpAuthentication = window.lookUpAuthentication?.bind(window);
  return {
    approvableForMs: window.approvableForMs,
    methods: async (tenant) => window.methods(tenant),
    begin: around("begin", async (request) => window.begin(request)),
    finish: around("finish", async (request) => window.finish(request)),
    ...(lookUpAuthentication && {
      lookUpAuthentication: around("lookUpAuthentication", async (question) => lookUpAuthentication(question)),
    }),
  };
}
