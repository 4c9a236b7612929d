import type {
  CardApprovalRequest,
  CancellationRequest,
  GatewayPromises,
  Gateway,
  AuthenticatedCard,
  KeyIn,
  StoredCardDetails,
  TenantId,
  TokenRequest,
  WindowReference,
} from "@wonflow/core";
import { expect } from "vitest";

import { cardCaller, type Brief, type CardCaller } from "./card-caller.ts";
import { cardMemory, nameOf, type CardMemory } from "./card-memory.ts";
import type { CallFault } from "../heard.ts";
import type { BookedApproval, BreakableCall, GatewayFixture, Oddity } from "./fixture.ts";
import { windowBuyer, type WindowBuyer } from "./window-buyer.ts";
import { callerInWindow, windowCards, type WindowPayments } from "./window-payments.ts";

/** Expects names that core can keep, each of which identifies one thing; or none at all. */
export function expectNames(names: readonly (string | null | undefined)[]): void {
  if (names.every((name) => name === null)) return;
  for (const name of names) expect(name).toMatch(/^[\x21-\x7e]{1,200}$/);
  expect(new Set(names).size).toBe(names.length);
}

interface CardAnswer {
  readonly key: string;
  readonly token: string;
  readonly maskedNumber: string;
  readonly issuerCode: string;
}

/** Expects a card of which no more is shown than may be kept: the first eight digits and the last four. */
export function expectCard(
  answer: CardAnswer | undefined,
  { key, number }: { readonly key: string; readonly number: string },
): void {
  expect(answer).toHaveProperty("key", key);
  expect(answer).toHaveProperty("token", expect.stringMatching(/^[\x21-\x7e]{1,200}$/));
  expect(answer).toHaveProperty("issuerCode", expect.stringMatching(/^[0-9A-Z]{2}$/));
  const masked = answer?.maskedNumber ?? "";
  expect(masked).toMatch(/^(?=.{1,20}$)\d{0,8}\*+\d{0,4}$/);
  const [start = "", end = ""] = masked.split(/\*+/);
  expect(number.startsWith(start) && number.endsWith(end)).toBe(true);
}

/** A fixture with an authenticated card, and defaults for what a test does not care about. */
export interface CaseContext {
  readonly gateway: CardCaller;
  /** The gateway itself, for what it may leave out. */
  readonly bound: Gateway;
  readonly promises: GatewayPromises;
  readonly card: StoredCardDetails;
  /** Skipped without one. */
  readonly refusedCard: () => StoredCardDetails;
  /** The buyer in the gateway's window; skipped without one. */
  readonly inWindow: () => WindowBuyer;
  /** The key of the approval that a list of a day names: by its own key, or by what was authenticated for it. */
  readonly approvalKeyOf: (listed: string | null) => string | null;
  readonly repeatsCalls: boolean;
  readonly skip: Skip;
  readonly breakNext: (call: BreakableCall, fault: CallFault) => Promise<void>;
  readonly oddNext: (call: BreakableCall, oddity: Oddity) => Promise<void>;
  readonly latestEffectMs: () => number;
  readonly addCredentials: () => Promise<void>;
  readonly advance: (ms: number) => Promise<void>;
  /** Advances time where the fixture can, beside the machine's own time. */
  readonly wait: (ms: number) => Promise<void>;
  /** Advances time until no call can take effect any more that was sent until now. */
  readonly settle: () => Promise<void>;
  readonly book: (approvalKey: string) => Promise<BookedApproval>;
  readonly refundByHand: (approvalKey: string, amount: number) => Promise<string | null>;
  readonly now: () => number;
  readonly tenant: TenantId;
  readonly otherTenant: TenantId;
  readonly newKey: () => string;
  readonly deadline: () => number;
  /** A request to approve 10,000 won under this key. */
  readonly approval: (key: string, change?: Partial<CardApprovalRequest>) => Brief<CardApprovalRequest, never>;
  /** Approves 10,000 won under a new key and answers the key. */
  readonly approved: () => Promise<string>;
  readonly cancel: (of: Cancel) => ReturnType<Gateway["cancel"]>;
  readonly reverse: (approvalKey: string, key?: string) => ReturnType<Gateway["reverse"]>;
  readonly token: (key: string) => Brief<TokenRequest, never>;
  /** Stores the card under a new key, and answers the key and the token. */
  readonly issued: () => Promise<Pick<AuthenticatedCard, "key" | "token">>;
  readonly release: (tokenKey: string, key?: string) => ReturnType<KeyIn["releaseToken"]>;
  /** Whether 1,000 won are approved with a token; throws if the outcome is unknown. */
  readonly isGood: (token: string) => Promise<boolean>;
  readonly foundApproval: (key: string) => ReturnType<Gateway["lookUpApproval"]>;
  readonly foundCancellation: (key: string) => ReturnType<Gateway["lookUpCancellation"]>;
  /** The context of the gateway after a restart; this one if the fixture can't restart. */
  readonly reopen: () => Promise<CaseContext>;
}

interface Cancel extends Partial<
  Pick<CancellationRequest, "key" | "reason" | "taxFreeAmount" | "credentials" | "deadline">
> {
  readonly approvalKey: string;
  readonly amount: number;
}

export type Skip = (reason: string) => never;

export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

export async function runCase(
  open: () => Promise<GatewayFixture>,
  run: (context: CaseContext) => Promise<void>,
  skip: Skip,
): Promise<void> {
  const fixture = await open();
  try {
    const memory = cardMemory();
    const bound = fixture.gateway;
    const called = { bound, memory, payments: new Map(), skip };
    const cardToken = await authenticatedToken(fixture, callerOf(fixture, called));
    await run(contextOf(fixture, { ...called, cardToken }));
  } finally {
    await fixture.close?.();
  }
}

/** A gateway, what its calls returned, which outlives its process, and the card's token. */
interface Called {
  readonly bound: Gateway;
  readonly memory: CardMemory;
  readonly payments: WindowPayments;
  readonly cardToken: string;
  readonly skip: Skip;
}

function timeOf(fixture: GatewayFixture): number {
  return fixture.now?.() ?? Date.now();
}

/** A gateway that takes no typed cards is paid in its window. */
function callerOf(fixture: GatewayFixture, called: Omit<Called, "cardToken">): CardCaller {
  const { bound, memory, payments, skip } = called;
  const caller = cardCaller(bound, () => timeOf(fixture), memory);
  if (bound.keyIn !== undefined) return caller;
  return callerInWindow(caller, { fixture, buyer: windowBuyer(fixture, bound, skip), memory, payments, skip });
}

/** The card of a fixture; of a gateway that has only a window, what represents it. */
function cardOf({ card, gateway }: GatewayFixture): StoredCardDetails {
  if (gateway.keyIn === undefined) return windowCards.good;
  if (card === undefined) throw new Error("A fixture of a gateway that takes typed cards (keyIn) needs a card.");
  return card;
}

function refusedCardOf({ refusedCard, gateway }: GatewayFixture, skip: Skip): StoredCardDetails {
  if (gateway.keyIn === undefined) return windowCards.refused;
  return refusedCard ?? skip("the fixture has no card whose approvals are refused");
}

function contextOf(fixture: GatewayFixture, called: Called): CaseContext {
  const { bound, memory, cardToken, skip } = called;
  const gateway = callerOf(fixture, called);
  const [tenant, otherTenant] = fixture.tenants;
  const approval: CaseContext["approval"] = (key, change = {}) => ({
    key,
    tenant,
    deadline: fixture.deadline(),
    cardToken,
    amount: 10_000,
    askedAt: timeOf(fixture),
    authentication: null,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    orderName: "Contract of the card port",
    ...change,
  });
  const context: CaseContext = {
    gateway,
    bound,
    promises: fixture.gateway,
    repeatsCalls: fixture.repeatsCalls === true,
    card: cardOf(fixture),
    refusedCard: () => refusedCardOf(fixture, skip),
    inWindow: () => windowBuyer(fixture, bound, skip),
    approvalKeyOf: (listed) => approvalKeyOf(memory, listed),
    skip,
    ...powersOf(fixture, skip, memory),
    now: () => timeOf(fixture),
    tenant,
    otherTenant,
    newKey: () => fixture.newKey(),
    deadline: () => fixture.deadline(),
    approval,
    async approved() {
      const key = fixture.newKey();
      const answer = await gateway.approve(approval(key));
      if (answer.outcome !== "done")
        throw new Error(`The card of the fixture was not approved: ${JSON.stringify(answer)}`);
      return key;
    },
    cancel: (of) => gateway.cancel({ key: fixture.newKey(), tenant, deadline: fixture.deadline(), ...of }),
    reverse: (approvalKey, key = fixture.newKey()) =>
      gateway.reverse({ key, tenant, deadline: fixture.deadline(), approvalKey }),
    ...tokenCalls(fixture, gateway, approval),
    foundApproval: (key) => gateway.lookUpApproval({ key, tenant, deadline: fixture.deadline() }),
    foundCancellation: (key) => gateway.lookUpCancellation({ key, tenant, deadline: fixture.deadline() }),
    reopen: async () => {
      if (fixture.reopen === undefined) return context;
      return contextOf(fixture, { ...called, bound: await fixture.reopen() });
    },
  };
  return context;
}

/** What a fixture can do beside calling its gateway; a test is skipped that needs something else. */
function powersOf(
  fixture: GatewayFixture,
  skip: Skip,
  memory: CardMemory,
): Pick<CaseContext, "breakNext" | "advance" | "settle" | "book" | "refundByHand" | keyof OddPowers> {
  const [tenant] = fixture.tenants;
  const advance = async (ms: number) => {
    if (fixture.advance === undefined) return skip("the fixture can't let time pass");
    return fixture.advance(ms);
  };
  return {
    ...oddPowersOf(fixture, skip),
    advance,
    settle: () => advance(fixture.deadline() - timeOf(fixture) + fixture.gateway.settlesWithinMs),
    async breakNext(call, fault) {
      if (fixture.breakNext === undefined) return skip("the fixture can't break a call");
      await fixture.breakNext(call, fault);
    },
    async book(approvalKey) {
      if (fixture.book === undefined) return skip("the fixture does not show the provider's own book");
      const booked = await fixture.book(tenant, approvalKey, authenticationOf(memory, { tenant, key: approvalKey }));
      if (booked === undefined) throw new Error(`The provider's records have no approval ${approvalKey}.`);
      return booked;
    },
    async refundByHand(approvalKey, amount) {
      if (fixture.refundByHand === undefined) return skip("the fixture's provider has no manual refunds");
      const authentication = authenticationOf(memory, { tenant, key: approvalKey });
      return fixture.refundByHand(tenant, approvalKey, amount, authentication);
    },
  };
}

type OddPowers = Pick<CaseContext, "oddNext" | "latestEffectMs" | "addCredentials" | "wait">;

function oddPowersOf(fixture: GatewayFixture, skip: Skip): OddPowers {
  return {
    async oddNext(call, oddity) {
      if (fixture.oddNext === undefined) return skip("the fixture's provider never answers oddly (oddNext)");
      if (!(await fixture.oddNext(call, oddity))) skip(`this can't happen at the provider: ${call}, ${oddity}`);
    },
    latestEffectMs: () => fixture.latestEffectMs ?? skip("the provider does not say how late a call may take effect"),
    async addCredentials() {
      if (fixture.addCredentials === undefined) return skip("the fixture can't add newer credentials");
      await fixture.addCredentials();
    },
    async wait(ms) {
      await new Promise((passed) => setTimeout(passed, ms));
      await fixture.advance?.(ms);
    },
  };
}

interface NamedApproval {
  readonly tenant: TenantId;
  readonly key: string;
}

function authenticationOf({ approvals }: CardMemory, named: NamedApproval): WindowReference | null {
  return approvals.get(nameOf(named))?.authentication ?? null;
}

function approvalKeyOf({ approvals }: CardMemory, listed: string | null): string | null {
  const named = [...approvals].find(([, { authentication }]) => authentication?.key === listed);
  return named?.[0].split(" ")[1] ?? listed;
}

/** The cases, each of which is skipped unless the fixture's gateway is one that they are about. */
export function onlyFor(isOne: (context: CaseContext) => boolean, reason: string, cases: Cases): Cases {
  const run = (each: Cases[string]) => async (context: CaseContext) =>
    isOne(context) ? each(context) : context.skip(reason);
  return Object.fromEntries(Object.entries(cases).map(([title, each]) => [title, run(each)]));
}

function tokenCalls(
  fixture: GatewayFixture,
  gateway: CardCaller,
  approval: CaseContext["approval"],
): Pick<CaseContext, "token" | "issued" | "release" | "isGood"> {
  const { tenants } = fixture;
  const card = cardOf(fixture);
  const [tenant] = tenants;
  const token = (key: string) => ({ key, tenant, askedAt: timeOf(fixture), deadline: fixture.deadline(), card });
  return {
    token,
    async issued() {
      const key = fixture.newKey();
      const answer = await gateway.issueToken(token(key));
      if (answer.outcome === "done") return { key, token: answer.value.token };
      throw new Error(`The card of the fixture was not stored: ${JSON.stringify(answer)}`);
    },
    release: (tokenKey, key = fixture.newKey()) =>
      gateway.releaseToken({ key, tenant, deadline: fixture.deadline(), tokenKey }),
    async isGood(cardToken) {
      const answer = await gateway.approve(approval(fixture.newKey(), { cardToken, amount: 1_000 }));
      if (answer.outcome === "unknown") throw new Error(`The outcome of an approval is unknown: ${answer.reason}`);
      return answer.outcome === "done";
    },
  };
}

/** What is found of an approval, with another amount that remains. */
export function remaining(found: Awaited<ReturnType<Gateway["lookUpApproval"]>>, remainingAmount: number): unknown {
  return found.outcome === "done" ? { ...found, value: { ...found.value, remainingAmount } } : found;
}

async function authenticatedToken(fixture: GatewayFixture, gateway: CardCaller): Promise<string> {
  const { tenants } = fixture;
  const card = cardOf(fixture);
  const key = fixture.newKey();
  const answer = await gateway.authenticate({ tenant: tenants[0], key, card, deadline: fixture.deadline() });
  if (answer.outcome === "done") return answer.value.token;
  throw new Error(`The card of the fixture was not authenticated: ${JSON.stringify(answer)}`);
}
