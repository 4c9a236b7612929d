import type {
  BankAccount,
  BankMovement,
  BankPayout,
  Found,
  Outcome,
  Payee,
  PayoutBank,
  PayoutRefusal,
  PayoutRequest,
  PayoutSlot,
  Registration,
  RegistrationRefusal,
  RegistrationRequest,
  TenantId,
} from "@wonflow/core";

/** A bank opened for one test, with what the contract needs to call it. */
export interface PayoutBankFixture {
  readonly bank: PayoutBank;
  /** An account whose holder the bank registers at once, also several times, and pays without a return. */
  readonly account: BankAccount;
  /** Two merchants of the bank that share nothing, neither of which was itself paid on the payout date or the day after. */
  readonly tenants: readonly [TenantId, TenantId];
  /** A key never used before with this bank, at most 100 characters. */
  newKey(): string;
  /** A moment by which the bank answers surely, milliseconds since 1970. */
  deadline(): number;
  /** A day of which the bank takes payouts now, and which is not over, `yyyy-MM-dd` in Seoul. */
  payoutDate(): string;
  /**
   * Lets so many milliseconds of the bank's time pass. Leave it out where nobody can: the tests that need a payout
   * to be paid, or a day to be over, are then skipped.
   */
  advance?(ms: number): Promise<void>;
  /** The same bank after a restart of this process. Leave it out where nothing can be forgotten. */
  reopen?(): Promise<PayoutBank>;
  /** Runs after the test, whether it passed or not. */
  close?(): Promise<void>;
}

/** A slot of the first merchant, or of the one that it names. */
type TenantSlot = PayoutSlot & { readonly tenant?: TenantId };

/** A fixture with calls filled in as far as a test doesn't care. */
export interface CaseContext {
  readonly bank: PayoutBank;
  readonly tenant: TenantId;
  readonly otherTenant: TenantId;
  readonly account: BankAccount;
  readonly newKey: () => string;
  readonly deadline: () => number;
  readonly payoutDate: string;
  /** A request to register a seller under this key. */
  readonly registration: (key: string, change?: Partial<RegistrationRequest>) => RegistrationRequest;
  /** Registers a new seller and answers it as a payee. */
  readonly newSeller: (tenant?: TenantId) => Promise<Extract<Payee, { type: "SELLER" }>>;
  readonly foundSeller: (key: string, tenant?: TenantId) => Promise<Found<Registration, RegistrationRefusal>>;
  /** A request to pay 10,000 won to a payee under a new key. */
  readonly payout: (payee: Payee, change?: Partial<PayoutRequest>) => PayoutRequest;
  readonly foundPayout: (slot: TenantSlot) => Promise<Found<BankPayout, PayoutRefusal>>;
  readonly statement: (day: string, tenant?: TenantId) => Promise<Outcome<readonly BankMovement[], never>>;
  /** Lets time pass until a payout is paid, and answers it as a look-up does then. */
  readonly whenPaid: (slot: TenantSlot) => Promise<BankPayout>;
  /** Lets time pass until a day is over at the bank. */
  readonly whenOver: (day: string) => Promise<void>;
  /** The context of the same bank after a restart; this one where the fixture can't restart. */
  readonly reopen: () => Promise<CaseContext>;
}

/** Tests of a contract by their titles. */
export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

/** Says that a test can't run with a fixture. */
export type Skip = (reason: string) => never;

/** Opens a fixture and runs a test with it; closes the fixture whatever happens. */
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
  const statement: CaseContext["statement"] = (day, who) => bank.statement({ ...asking(who), day });
  const context: CaseContext = {
    bank,
    tenant,
    otherTenant,
    account,
    payoutDate,
    newKey: () => fixture.newKey(),
    deadline: () => fixture.deadline(),
    registration,
    async newSeller(who = tenant) {
      const answer = await bank.registerSeller(registration(fixture.newKey(), { tenant: who }));
      if (answer.outcome === "done") return { type: "SELLER", externalSellerId: answer.value.externalSellerId };
      throw new Error(`The seller of the fixture was not registered: ${JSON.stringify(answer)}`);
    },
    foundSeller: (key, who) => bank.lookUpSeller({ ...asking(who), key }),
    payout: (payee, change = {}) => ({
      key: fixture.newKey(),
      ...asking(),
      payee,
      payoutDate,
      amount: 10_000,
      ...(payee.type === "MERCHANT" ? { account } : {}),
      ...change,
    }),
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

/** The day after a day, `yyyy-MM-dd`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10);
}

const hourMs = 3_600_000;

/** So long a payout may wait to be paid, and a day to be over: a payout date lies behind a long holiday at most. */
const longestWaitHours = 20 * 24;

/** Lets time pass, an hour at a time, until something is there. */
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
