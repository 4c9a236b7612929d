import {
  dayInSeoul,
  type BankMovement,
  type BankPayout,
  type CreateSellerInput,
  type PayoutBank,
  type PayoutRequest,
  type RegistrationRequest,
} from "../src/index.ts";
import { createWorld, sessionInput, shop, valueOf } from "./world.ts";

/** A bank that records its calls and answers as a test sets it: by default it registers and accepts. */
export interface FakeBank extends PayoutBank {
  readonly registrations: RegistrationRequest[];
  readonly submissions: PayoutRequest[];
  /** Its record of payouts, by key. */
  readonly payouts: Map<string, BankPayout>;
  /** The movements of every day's statement. */
  readonly movements: BankMovement[];
  onRegister: PayoutBank["registerSeller"];
  onLookUpSeller: PayoutBank["lookUpSeller"];
  onSubmit: PayoutBank["submit"];
  onLookUp: PayoutBank["lookUp"];
  onStatement: PayoutBank["statement"];
}

function fakeBank(now: () => number): FakeBank {
  const keysOfSlots = new Map<string, string>();
  const bank: FakeBank = {
    registrations: [],
    submissions: [],
    payouts: new Map(),
    movements: [],
    onRegister: async ({ key }) => ({ outcome: "done", value: { key, externalSellerId: `ext-${key}` } }),
    onLookUpSeller: async () => ({ outcome: "not-found" }),
    async onSubmit({ key, amount, payee, payoutDate }) {
      const payout: BankPayout = { key, amount, status: "ACCEPTED", at: now(), reason: null };
      bank.payouts.set(key, payout);
      keysOfSlots.set(JSON.stringify([payee, payoutDate]), key);
      return { outcome: "done", value: payout };
    },
    async onLookUp({ payee, payoutDate }) {
      const payout = bank.payouts.get(keysOfSlots.get(JSON.stringify([payee, payoutDate])) ?? "");
      return payout === undefined ? { outcome: "not-found" } : { outcome: "done", value: payout };
    },
    onStatement: async ({ day }) => ({
      outcome: "done",
      value: bank.movements.filter(({ at }) => dayInSeoul(at) === day),
    }),
    registerSeller: (request) => (bank.registrations.push(request), bank.onRegister(request)),
    lookUpSeller: (question) => bank.onLookUpSeller(question),
    submit: (request) => (bank.submissions.push(request), bank.onSubmit(request)),
    lookUp: (question) => bank.onLookUp(question),
    statement: (question) => bank.onStatement(question),
  };
  return bank;
}

export const sellerInput: CreateSellerInput = {
  refSellerId: "kim-001",
  name: "Kim's Ceramics",
  businessType: "INDIVIDUAL",
  account: { bankCode: "004", accountNumber: "110-123-456789", holderName: "김상인" },
};

/** One item of a batch. */
export function item(refPayoutId: string, destination: string, value = 10_000) {
  return { refPayoutId, destination, amount: { currency: "KRW", value } as const };
}

export type PayoutWorld = Awaited<ReturnType<typeof createPayoutWorld>>;

/**
 * A world whose merchant may pay out and has `available` won, on Wednesday 25 November 2026 at 10:00 in Seoul. It pays
 * no fee, so that the settled amount is the amount that buyers paid.
 */
export async function createPayoutWorld({
  available = 1_000_000,
  ...options
}: Parameters<typeof createWorld>[0] & { readonly available?: number } = {}) {
  let now = (): number => 0;
  const bank = fakeBank(() => now());
  const world = await createWorld({
    payoutBanks: { test: bank },
    ...options,
    merchant: { feeRate: "0", contracts: { payouts: true }, ...options.merchant },
  });
  now = world.clock.now;
  const { payments, clock } = world;
  const run = async (kind: string) => Promise.all(await payments.work.start(kind, 100));

  if (available > 0) await world.paid({ ...sessionInput, amount: { value: available } });
  await clock.advance(Date.parse("2026-11-25T10:00:00+09:00") - clock.now());
  await run("settlementSchedule");

  return {
    ...world,
    bank,
    /** Runs the due work of one kind. */
    run,
    /** A seller that the bank has registered. */
    seller: async (change: Partial<CreateSellerInput> = {}) =>
      valueOf(await payments.sellers.create(shop, { ...sellerInput, ...change })),
    batch: (...items: readonly ReturnType<typeof item>[]) => payments.payouts.createBatch(shop, [...items]),
    payout: async (id: string) => valueOf(await payments.payouts.lookUp(shop, id)),
    balances: () => payments.ledger.balances(shop),
    /** Moves the clock to a moment in Seoul. */
    moveTo: (time: string) => clock.advance(Date.parse(`${time}+09:00`) - clock.now()),
  };
}
