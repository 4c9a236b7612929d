import type { Clock, ErrorCode, Ids, PayoutBank, TenantId } from "@wonflow/core";
import { sandboxPayoutBank, type PayoutRecord, type SandboxPayoutBank } from "@wonflow/sandbox";
import { Unreachable } from "../engine/wire.ts";
import type { BankBooks } from "../observation/observed.ts";
import type { PayoutBankBehindWire } from "../ports/payout-bank.ts";

/** In live mode too the bank is a sandbox; it says that it is none, or core would refuse it. */
export interface PayoutBanks {
  readonly books: BankBooks;
  readonly test: PayoutBankBehindWire;
  readonly live: PayoutBankBehindWire;
  beginOutage(ms: number): void;
  /** Milliseconds since 1970. */
  outageUntil(): number;
}

export function createPayoutBanks({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): PayoutBanks {
  const test = sandboxPayoutBank({ clock, ids });
  const live = sandboxPayoutBank({ clock, ids });
  const ofTenant = (tenant: TenantId) => (tenant.endsWith(":live") ? live : test);
  const atTheDoor: TurnedAway = new Map();
  const registered = new Map<string, string>();
  const known = new Map<string, PayoutRecord>();
  let outageUntil = 0;
  const isOut = () => clock.now() < outageUntil;

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
    const name = nameOf(record.tenant, record.key);
    const before = known.get(name);
    if (before !== undefined && before.steps.length === record.steps.length) return before;
    known.set(name, record);
    return record;
  }

  const lookAnew = () => void (recordsAt = -Infinity);

  function behindWire(name: string, bank: SandboxPayoutBank, sandbox: boolean): PayoutBankBehindWire {
    return {
      name,
      bank: { ...reachable(turningAway(noting(bank, registered, lookAnew), atTheDoor), isOut), sandbox },
      turnAway: ({ tenant, key }, code) => void atTheDoor.set(nameOf(tenant, key), code),
      keyOf: (tenant, slot) => bank.record(tenant, slot)?.key,
    };
  }

  return {
    books: {
      record: (tenant, slot) => {
        const record = ofTenant(tenant).record(tenant, slot);
        return record && same(record);
      },
      records: recent,
      recordsOf: (mode) => (mode === "live" ? live : test).records(),
      paid: (tenant) => ofTenant(tenant).paid(tenant),
      isTurnedAway: (tenant, key) => atTheDoor.has(nameOf(tenant, key)),
      outageUntil: () => outageUntil,
      sellerOf: (tenant, key) => registered.get(nameOf(tenant, key)),
    },
    test: behindWire("bank", test, true),
    live: behindWire("live-bank", live, false),
    beginOutage(ms) {
      outageUntil = Math.max(outageUntil, clock.now() + ms);
    },
    outageUntil: () => outageUntil,
  };
}

type TurnedAway = Map<string, ErrorCode>;

function nameOf(tenant: TenantId, key: string): string {
  return `${tenant} ${key}`;
}

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
        if (found.outcome === "done") registered.set(nameOf(request.tenant, request.key), found.value.externalSellerId);
      }
    },
    async lookUpSeller(question) {
      const found = await bank.lookUpSeller(question);
      if (found.outcome === "done") registered.set(nameOf(question.tenant, question.key), found.value.externalSellerId);
      return found;
    },
  };
}

/** A payout is sent once anyway. */
function turningAway(bank: PayoutBank, atTheDoor: TurnedAway): PayoutBank {
  const isAway = (tenant: TenantId, key: string) => atTheDoor.has(nameOf(tenant, key));
  const away = { outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" } as const;
  return {
    ...bank,
    registerSeller: async (request) => (isAway(request.tenant, request.key) ? away : bank.registerSeller(request)),
    lookUpSeller: async (question) => (isAway(question.tenant, question.key) ? away : bank.lookUpSeller(question)),
  };
}

function reachable(bank: PayoutBank, isOut: () => boolean): PayoutBank {
  async function reach<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (isOut()) throw new Unreachable("the bank is out of reach");
    return call();
  }
  return {
    registerSeller: (request) => reach(() => bank.registerSeller(request)),
    lookUpSeller: (question) => reach(() => bank.lookUpSeller(question)),
    submit: (request) => reach(() => bank.submit(request)),
    lookUp: (question) => reach(() => bank.lookUp(question)),
    statement: (question) => reach(() => bank.statement(question)),
  };
}
