import type { Clock, ErrorCode, Ids, PayoutBank, TenantId } from "@wonflow/core";
import { type Journal, sandboxPayoutBank, type PayoutRecord, type SandboxPayoutBank } from "@wonflow/sandbox";
import { createOutage, type Outage } from "../engine/outage.ts";
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
  const atTheDoor: TurnedAway = new Map();
  const registered = new Map<string, string>();
  const known = new Map<string, PayoutRecord>();
  const outage = createOutage(clock, "the bank");
  let recordsAt = -Infinity;
  let records: readonly PayoutRecord[] = [];

  /** As of a second ago at most, as records are asked for after every step. */
  function recent(): readonly PayoutRecord[] {
    if (clock.now() < recordsAt + 1000) return records;
    recordsAt = clock.now();
    records = [...test.records(), ...live.records()].map(same);
    return records;
  }

  /** Keeps the object until something becomes of it, so that a change shows by identity. */
  function same(record: PayoutRecord): PayoutRecord {
    const name = nameOf(record);
    const before = known.get(name);
    if (before !== undefined && before.steps.length === record.steps.length) return before;
    known.set(name, record);
    return record;
  }

  const lookAnew = () => void (recordsAt = -Infinity);

  function behindWire(name: string, bank: SandboxPayoutBank, sandbox: boolean): PayoutBankBehindWire {
    return {
      name,
      bank: { ...reachable(turningAway(noting(bank, registered, lookAnew), atTheDoor), outage), sandbox },
      turnAway: (request, code) => void atTheDoor.set(nameOf(request), code),
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
    isTurnedAway: (tenant, key) => atTheDoor.has(nameOf({ tenant, key })),
    outageUntil: outage.until,
    sellerOf: (tenant, key) => registered.get(nameOf({ tenant, key })),
  };
  // In live mode too it is a sandbox, which says that it is none, or core would refuse it.
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

/** A payout is sent once anyway. */
function turningAway(bank: PayoutBank, atTheDoor: TurnedAway): PayoutBank {
  const away = { outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" } as const;
  return {
    ...bank,
    registerSeller: async (request) => (atTheDoor.has(nameOf(request)) ? away : bank.registerSeller(request)),
    lookUpSeller: async (question) => (atTheDoor.has(nameOf(question)) ? away : bank.lookUpSeller(question)),
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
