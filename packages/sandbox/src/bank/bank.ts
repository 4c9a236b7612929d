import { masked, type Clock, type Ids, type PayoutBank, type PayoutSlot, type TenantId } from "@wonflow/core";
import {
  distortFound,
  distortOutcome,
  anyCall,
  anyWrite,
  type Fault,
  type FaultKind,
  type Faults,
  type FaultSchedule,
} from "../calls/faults.ts";
import { openProvider, type Provider, numberedIds } from "../calls/provider.ts";
import { memoryJournal, type Journal } from "../journal/journal.ts";
import { decideLate, decidePayout, decideRegistration, findPayout, findSeller, statementOf } from "./decisions.ts";
import type { CallEntry, LateCall } from "./journal-entry.ts";
import { magicAmount, magicHolder } from "./magic.ts";
import {
  bookkeeping,
  paidOf,
  payoutEntries,
  recordOf,
  slotKey,
  type BankRecords,
  type PayoutRecord,
} from "./records.ts";
import { checkTimes, defaultTimes, type BankTimes } from "./times.ts";

export type BankOperation = "registerSeller" | "lookUpSeller" | "submit" | "lookUp" | "statement";

const faultsOf: Readonly<Record<BankOperation, readonly FaultKind[]>> = {
  registerSeller: [...anyWrite, "wrong-key"],
  lookUpSeller: [...anyCall, "wrong-key"],
  submit: [...anyWrite, "wrong-amount", "wrong-key"],
  lookUp: [...anyCall, "wrong-amount", "wrong-key"],
  statement: anyCall,
};

export interface SandboxPayoutBankOptions extends Partial<BankTimes> {
  readonly clock: Clock;
  /** Makes the random part of sellers' ids; numbers by default. */
  readonly ids?: Ids;
  /** Where the bank keeps its record; in memory by default. */
  readonly journal?: Journal;
  /** Causes faults by a rule; see also {@link SandboxPayoutBank.faults}. Only registrations and payouts have keys. */
  readonly faults?: FaultSchedule<BankOperation>;
}

/** A simulated payout bank that tests and operators can look into. */
export interface SandboxPayoutBank extends PayoutBank {
  readonly sandbox: true;
  /** Causes faults on demand. */
  readonly faults: Faults<BankOperation>;
  /** Delivers every call that `arrives-late` now; resolves to how many there were. */
  deliverDelayed(): Promise<number>;
  /** The request that has this slot, with its steps by now; as of this process's last call. */
  record(tenant: TenantId, slot: PayoutSlot): PayoutRecord | undefined;
  /** Every request for a payout that arrived, of all tenants, oldest first; as of the last call, like `record`. */
  records(): readonly PayoutRecord[];
  /** Won paid out for a tenant by now, less what was returned; as of the last call, like `record`. */
  paid(tenant: TenantId): number;
  /** Closes the journal. Calls that are on their way arrive when another bank opens it. */
  close(): Promise<void>;
}

/**
 * A payout bank that moves no money: the bank port of core for development and tests. A seller is registered at once. A
 * payout is accepted until 16:00 in Seoul of its payout date (`cutOff`), and paid 30 minutes later by the clock
 * (`payAfterMs`), on its payout date, from 09:00 on. The first request for a slot keeps it, also if it was refused; any
 * other is refused with `PAYOUT_REJECTED`.
 *
 * It records every decision, with all later steps, in its journal before it answers. With a durable journal the bank
 * survives being killed, and all processes with the same journal are one bank. A call rejects, with an unknown outcome,
 * when its journal fails.
 *
 * Magic names and amounts: docs/test-bank.md. Throws a RangeError for a `cutOff` that is not `HH:mm`, and a
 * JournalError for a journal of another provider.
 *
 * @example
 * const bank = sandboxPayoutBank({ clock, ids, journal: fileJournal(".wonflow/payouts.jsonl") });
 * bank.faults.next("submit", "answer-lost"); // the next payout is accepted, its answer is lost
 */
export function sandboxPayoutBank(options: SandboxPayoutBankOptions): SandboxPayoutBank {
  const { clock, ids = numberedIds(), journal = memoryJournal(), faults: schedule } = options;
  const times = {
    payAfterMs: options.payAfterMs ?? defaultTimes.payAfterMs,
    cutOff: options.cutOff ?? defaultTimes.cutOff,
  };
  checkTimes(times);
  const provider = openProvider({
    clock,
    journal,
    bookkeeping,
    faultsOf,
    schedule,
    decideLate: (known: BankRecords, call: LateCall, now) => decideLate(known, call, { now, times }),
  });
  const { faults, deliverDelayed, close } = provider;
  const records = () => payoutEntries(provider.records()).map((entry) => recordOf(entry, clock.now()));
  return {
    ...bankCalls({ clock, ids, times, provider }),
    faults,
    deliverDelayed,
    record(tenant, slot) {
      const entry = provider.records().slots.get(slotKey({ tenant, ...slot }));
      return entry && recordOf(entry, clock.now());
    },
    records,
    paid: (tenant) => records().reduce((total, record) => total + (record.tenant === tenant ? paidOf(record) : 0), 0),
    close,
  };
}

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly times: BankTimes;
  readonly provider: Provider<BankOperation, CallEntry, LateCall, BankRecords>;
}

function bankCalls({ clock, ids, times, provider }: Parts): PayoutBank & { readonly sandbox: true } {
  const { send, deciding } = provider;
  const magicOf = (magic: { readonly fault?: Fault } | undefined) => magic?.fault && (() => magic.fault);
  return {
    sandbox: true,
    async registerSeller(request) {
      const random = ids.random(16);
      const deliver = deciding((records) => decideRegistration(records, request, { now: clock.now(), random }));
      const magic = magicOf(magicHolder(request.account.holderName));
      const late = () => ({ op: "register", ...request, random, account: masked(request.account) }) as const;
      return send("registerSeller", request, { deliver, distort: distortOutcome, magic, late });
    },
    async lookUpSeller(question) {
      const deliver = deciding((records) => ({ answer: findSeller(records, question, clock.now()) }));
      return send("lookUpSeller", question, { deliver, distort: distortFound });
    },
    async submit(request) {
      const deliver = deciding((records) => decidePayout(records, request, { now: clock.now(), times }));
      const magic = magicOf(magicAmount(request.amount));
      const { account, ...rest } = request;
      const late = () => ({ op: "submit", ...rest, ...(account && { account: masked(account) }) }) as const;
      return send("submit", request, { deliver, distort: distortOutcome, magic, late });
    },
    async lookUp(question) {
      const deliver = deciding((records) => ({ answer: findPayout(records, question, clock.now()) }));
      return send("lookUp", { ...question, key: null }, { deliver, distort: distortFound });
    },
    async statement(question) {
      const deliver = deciding((records) => ({ answer: statementOf(records, question, clock.now()) }));
      return send("statement", { ...question, key: null }, { deliver });
    },
  };
}
