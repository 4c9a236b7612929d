import type {
  BankAccount,
  BankPayout,
  Payee,
  PayoutBank,
  PayoutRequest,
  PayoutSlot,
  RegistrationRequest,
  TenantId,
} from "@wonflow/core";
import type { CallFault } from "../heard.ts";

/** A call of the port that a fixture can break. */
export type BreakableBankCall = Exclude<keyof PayoutBank, "sandbox">;

/** A bank opened for one test, with the values for its calls. */
export interface PayoutBankFixture {
  readonly bank: PayoutBank;
  /** The bank registers this account's holder at once, any number of times, and pays it without a return. */
  readonly account: BankAccount;
  /** Two merchants of the bank that share nothing; neither was itself paid on the payout date or the day after. */
  readonly tenants: readonly [TenantId, TenantId];
  /** A key never used before with this bank, at most 100 characters. */
  newKey(): string;
  /** The bank answers surely before this moment, milliseconds since 1970. */
  deadline(): number;
  /** A day that is not over, for which the bank accepts payouts now, `yyyy-MM-dd` in Seoul. */
  payoutDate(): string;
  /** The bank's time, milliseconds since 1970; this machine's by default. */
  now?(): number;
  /** Breaks the next call of this method; without it, tests of lost and late calls are skipped. */
  breakNext?(call: BreakableBankCall, fault: CallFault): void | Promise<void>;
  /** Advances the bank's time by `ms` milliseconds; without it, tests of paid payouts and past days are skipped. */
  advance?(ms: number): Promise<void>;
  /** The same bank after a restart of this process. Leave it out if a restart can't lose anything. */
  reopen?(): Promise<PayoutBank>;
  /** Runs after each test, also after a failure. */
  close?(): Promise<void>;
}

type TenantSlot = PayoutSlot & { readonly tenant?: TenantId };

type Answer<Method extends "lookUpSeller" | "lookUp" | "statement"> = ReturnType<PayoutBank[Method]>;

/** A fixture, with defaults for what a test does not care about. */
export interface CaseContext {
  readonly bank: PayoutBank;
  readonly now: () => number;
  readonly breakNext: (call: BreakableBankCall, fault: CallFault) => Promise<void>;
  readonly advance: (ms: number) => Promise<void>;
  readonly tenant: TenantId;
  readonly otherTenant: TenantId;
  readonly account: BankAccount;
  readonly newKey: () => string;
  readonly deadline: () => number;
  readonly payoutDate: string;
  /** A request to register a seller under this key. */
  readonly registration: (key: string, change?: Partial<RegistrationRequest>) => RegistrationRequest;
  readonly newSeller: (tenant?: TenantId) => Promise<Extract<Payee, { type: "SELLER" }>>;
  readonly foundSeller: (key: string, tenant?: TenantId) => Answer<"lookUpSeller">;
  /** A request to pay 10,000 won to a payee under a new key. */
  readonly payout: (payee: Payee, change?: Partial<PayoutRequest>) => PayoutRequest;
  /** Submits such a request for a new seller, which the bank must take, and answers it. */
  readonly submitted: () => Promise<PayoutRequest>;
  readonly foundPayout: (slot: TenantSlot) => Answer<"lookUp">;
  readonly statement: (day: string, tenant?: TenantId) => Answer<"statement">;
  /** Advances time until a payout is paid, and answers it as the look-up does. */
  readonly whenPaid: (slot: TenantSlot) => Promise<BankPayout>;
  readonly whenOver: (day: string) => Promise<void>;
  /** The context of the bank after a restart; this one if the fixture can't restart. */
  readonly reopen: () => Promise<CaseContext>;
}

export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

export type Skip = (reason: string) => never;

export async function runCase(
  open: () => Promise<PayoutBankFixture>,
  run: (context: CaseContext) => Promise<void>,
  skip: Skip,
): Promise<void> {
  const fixture = await open();
  try {
    await run(contextOf(fixture, fixture.bank, skip));
  } finally {
    await fixture.close?.();
  }
}

function contextOf(fixture: PayoutBankFixture, bank: PayoutBank, skip: Skip): CaseContext {
  const { account, tenants } = fixture;
  const [tenant, otherTenant] = tenants;
  const payoutDate = fixture.payoutDate();
  const asking = (who: TenantId = tenant) => ({ tenant: who, deadline: fixture.deadline() });
  const registration: CaseContext["registration"] = (key, change = {}) => ({
    key,
    ...asking(),
    name: "Contract of the bank port",
    businessType: "INDIVIDUAL",
    businessRegistrationNumber: null,
    account,
    ...change,
  });
  const foundPayout: CaseContext["foundPayout"] = ({ payee, payoutDate: day, tenant: who }) =>
    bank.lookUp({ ...asking(who), payee, payoutDate: day });
  const newSeller: CaseContext["newSeller"] = async (who = tenant) => {
    const answer = await bank.registerSeller(registration(fixture.newKey(), { tenant: who }));
    if (answer.outcome === "done") return { type: "SELLER", externalSellerId: answer.value.externalSellerId };
    throw new Error(`The seller of the fixture was not registered: ${JSON.stringify(answer)}`);
  };
  const payout: CaseContext["payout"] = (payee, change = {}) => ({
    key: fixture.newKey(),
    ...asking(),
    payee,
    payoutDate,
    amount: 10_000,
    ...(payee.type === "MERCHANT" ? { account } : {}),
    ...change,
  });
  const statement: CaseContext["statement"] = (day, who) => bank.statement({ ...asking(who), day });
  const context: CaseContext = {
    bank,
    ...powersOf(fixture, skip),
    tenant,
    otherTenant,
    account,
    payoutDate,
    newKey: () => fixture.newKey(),
    deadline: () => fixture.deadline(),
    registration,
    newSeller,
    foundSeller: (key, who) => bank.lookUpSeller({ ...asking(who), key }),
    payout,
    async submitted() {
      const request = payout(await newSeller());
      const answer = await bank.submit(request);
      if (answer.outcome === "done") return request;
      throw new Error(`A payout of the fixture was not taken: ${JSON.stringify(answer)}`);
    },
    foundPayout,
    statement,
    whenPaid: (slot) =>
      passing(fixture, skip, async () => {
        const found = await foundPayout(slot);
        return found.outcome === "done" && found.value.status === "PAID" ? found.value : undefined;
      }),
    async whenOver(day) {
      await passing(fixture, skip, async () => ((await statement(day)).outcome === "done" ? true : undefined));
    },
    reopen: async () => (fixture.reopen === undefined ? context : contextOf(fixture, await fixture.reopen(), skip)),
  };
  return context;
}

/** What a fixture can do beside calling its bank; a test is skipped that needs something else. */
function powersOf(fixture: PayoutBankFixture, skip: Skip): Pick<CaseContext, "now" | "breakNext" | "advance"> {
  return {
    now: () => fixture.now?.() ?? Date.now(),
    async breakNext(call, fault) {
      if (fixture.breakNext === undefined) return skip("the fixture can't break a call");
      await fixture.breakNext(call, fault);
    },
    async advance(ms) {
      if (fixture.advance === undefined) return skip("the fixture can't let time pass");
      await fixture.advance(ms);
    },
  };
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10);
}

const hourMs = 3_600_000;

/** The longest wait until a payout is paid or a day is over: a payout date may follow a long holiday. */
const longestWaitHours = 20 * 24;

async function passing<Value>(
  fixture: PayoutBankFixture,
  skip: Skip,
  look: () => Promise<Value | undefined>,
): Promise<Value> {
  if (fixture.advance === undefined) return skip("the fixture can't let time pass");
  for (let hours = 0; hours <= longestWaitHours; hours += 1) {
    const value = await look();
    if (value !== undefined) return value;
    await fixture.advance(hourMs);
  }
  throw new Error(`Nothing came of waiting for ${longestWaitHours} hours.`);
}
