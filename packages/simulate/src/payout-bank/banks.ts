import type { Clock, ErrorCode, Ids, PayoutBank, TenantId } from "@wonflow/core";
import { type Journal, sandboxPayoutBank, type PayoutRecord, type SandboxPayoutBank } from "@wonflow/sandbox";
import { createOutage, type Outage } from "../engine/wire.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { BankBooks } from "../observation/observed.ts";
import type { PayoutBankBehindWire } from "../ports/payout-bank.ts";

export type PayoutBanks = ReturnType<typeof createPayoutBanks>;

interface PayoutBanksOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly newJournal: () => Journal;
}

export function createPayoutBanks({ clock, ids, newJournal }: PayoutBanksOptions) {
  const test = sandboxPayoutBank({ clock, ids, journal: newJournal() });
  const live = sandboxPayoutBank({ clock, ids, journal: newJournal() });
  const ofTenant = (tenant: TenantId) => (tenant.endsWith(":live") ? live : test);
  const turnedAway: TurnedAway = new Map();
  const registered = new Map<string, string>();
  const known = new Map<string, PayoutRecord>();
  const outage = createOutage(clock, "the bank");
  let recordsAt = -Infinity;
  let records: readonly PayoutRecord[] = [];

  /** At most a second old, as records are read after every step. */
  function recent(): readonly PayoutRecord[] {
    if (clock.now() < recordsAt + 1000) return records;
    recordsAt = clock.now();
    records = [...test.records(), ...live.records()].map(same);
    return records;
  }

  /** Returns the same object until the payout changes, so that a change shows by identity. */
  function same(record: PayoutRecord): PayoutRecord {
    const name = nameOf(record);
    const before = known.get(name);
    if (before !== undefined && before.steps.length === record.steps.length) return before;
    known.set(name, record);
    return record;
  }

  const refresh = () => void (recordsAt = -Infinity);

  function behindWire(name: string, bank: SandboxPayoutBank, sandbox: boolean): PayoutBankBehindWire {
    return {
      name,
      bank: { ...reachable(turningAway(noting(bank, registered, refresh), turnedAway), outage), sandbox },
      turnAway: (request, code) => void turnedAway.set(nameOf(request), code),
      keyOf: (tenant, slot) => bank.record(tenant, slot)?.key,
    };
  }

  const books: BankBooks = {
    record: (tenant, slot) => {
      const record = ofTenant(tenant).record(tenant, slot);
      return record && same(record);
    },
    records: recent,
    recordsOf: (mode) => (mode === "live" ? live : test).records(),
    paid: (tenant) => ofTenant(tenant).paid(tenant),
    isTurnedAway: (tenant, key) => turnedAway.has(nameOf({ tenant, key })),
    outageUntil: outage.until,
    sellerOf: (tenant, key) => registered.get(nameOf({ tenant, key })),
  };
  // The bank of live mode is a sandbox too. It denies that, or core would refuse it.
  return { books, test: behindWire("bank", test, true), live: behindWire("live-bank", live, false), outage };
}

type TurnedAway = Map<string, ErrorCode>;

function noting(bank: PayoutBank, registered: Map<string, string>, onSubmitted: () => void): PayoutBank {
  return {
    ...bank,
    submit: (request) => bank.submit(request).finally(onSubmitted),
    async registerSeller(request) {
      try {
        return await bank.registerSeller(request);
      } finally {
        // A later look-up names the same seller.
        const found = await bank.lookUpSeller(request);
        if (found.outcome === "done") registered.set(nameOf(request), found.value.externalSellerId);
      }
    },
    async lookUpSeller(question) {
      const found = await bank.lookUpSeller(question);
      if (found.outcome === "done") registered.set(nameOf(question), found.value.externalSellerId);
      return found;
    },
  };
}

/** Payouts need no such wrapper, as each is sent once. */
function turningAway(bank: PayoutBank, turnedAway: TurnedAway): PayoutBank {
  const away = { outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" } as const;
  return {
    ...bank,
    registerSeller: async (request) => (turnedAway.has(nameOf(request)) ? away : bank.registerSeller(request)),
    lookUpSeller: async (question) => (turnedAway.has(nameOf(question)) ? away : bank.lookUpSeller(question)),
  };
}

function reachable(bank: PayoutBank, { reach }: Outage): PayoutBank {
  return {
    registerSeller: (request) => reach(() => bank.registerSeller(request)),
    lookUpSeller: (question) => reach(() => bank.lookUpSeller(question)),
    submit: (request) => reach(() => bank.submit(request)),
    lookUp: (question) => reach(() => bank.lookUp(question)),
    statement: (question) => reach(() => bank.statement(question)),
  };
}
