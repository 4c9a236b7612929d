import type { Clock, Ids, PayoutBank, PayoutSlot, TenantId } from "@wonflow/core";
import { openBook, type Book } from "../calls/book.ts";
import { createConnection, distortFound, distortOutcome, type Connection } from "../calls/connection.ts";
import { recordKey } from "../calls/decision.ts";
import {
  anyCall,
  anyWrite,
  createFaults,
  type Fault,
  type FaultKind,
  type Faults,
  type FaultSchedule,
} from "../calls/faults.ts";
import { memoryJournal, type Journal } from "../journal/journal.ts";
import { numberedIds } from "../numbered-ids.ts";
import { decidePayout, decideRegistration, findPayout, findSeller, statementOf } from "./decisions.ts";
import type { JournalEntry } from "./journal-entry.ts";
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

/** The calls of the bank port. */
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
  /** Where the random part of sellers' ids comes from; without it they are numbered. */
  readonly ids?: Ids;
  /** Where the bank remembers what it did; in memory unless told otherwise. */
  readonly journal?: Journal;
  /** Makes calls go wrong by a rule; see also {@link SandboxPayoutBank.faults}. Only registrations and payouts have keys. */
  readonly faults?: FaultSchedule<BankOperation>;
}

/** A simulated payout bank, with what a test or an operator needs to look inside. */
export interface SandboxPayoutBank extends PayoutBank {
  readonly sandbox: true;
  /** Makes calls go wrong on demand. */
  readonly faults: Faults<BankOperation>;
  /** Lets every call that `arrives-late` arrive now; resolves to how many there were. */
  deliverDelayed(): Promise<number>;
  /**
   * The request that has this slot, and what has become of it by now; undefined when none arrived. As of the last
   * call that this process made, or of opening it: what other processes did since is not in it.
   */
  record(tenant: TenantId, slot: PayoutSlot): PayoutRecord | undefined;
  /** Every request for a payout that arrived, of all tenants, oldest first; as of the last call, like `record`. */
  records(): readonly PayoutRecord[];
  /** Won that have left for a tenant by now, less what came back; as of the last call, like `record`. */
  paid(tenant: TenantId): number;
  /** Loses the calls that are still on their way, and closes the journal. */
  close(): Promise<void>;
}

/**
 * A payout bank that moves no money: the bank port of core for development and tests. A seller is registered at
 * once. A payout is accepted until 16:00 in Seoul of its payout date (`cutOff`), and paid 30 minutes later by the
 * clock (`payAfterMs`), on its payout date, from 09:00 on. The first request for a slot has it for good, also when
 * it was refused; any other is refused with `PAYOUT_REJECTED`.
 *
 * What it decided is in its journal before it answers, with all that will become of it: where that lasts the bank
 * survives being killed, and banks over one journal are one bank, in however many processes. A call whose journal
 * fails rejects: an unknown outcome.
 *
 * Magic names and amounts, and what they do: docs/test-bank.md. Throws a RangeError for a `cutOff` that is not
 * `HH:mm`, and a JournalError when the journal holds something that this bank did not write.
 *
 * @example
 * const bank = sandboxPayoutBank({ clock, ids, journal: fileJournal(".wonflow/payouts.jsonl") });
 * bank.faults.next("submit", "answer-lost"); // the next payout is accepted, its answer is lost
 */
export function sandboxPayoutBank(options: SandboxPayoutBankOptions): SandboxPayoutBank {
  const { clock, ids = numberedIds(), journal = memoryJournal() } = options;
  const times = {
    payAfterMs: options.payAfterMs ?? defaultTimes.payAfterMs,
    cutOff: options.cutOff ?? defaultTimes.cutOff,
  };
  checkTimes(times);
  const book = openBook(journal, bookkeeping);
  const faults = createFaults(faultsOf, options.faults);
  const connection = createConnection(clock);
  const records = () => payoutEntries(book.records()).map((entry) => recordOf(entry, clock.now()));
  return {
    ...bankCalls({ clock, ids, times, book, faults, connection }),
    faults,
    deliverDelayed: () => connection.deliverDelayed(),
    record(tenant, slot) {
      const entry = book.records().slots.get(slotKey({ tenant, ...slot }));
      return entry && recordOf(entry, clock.now());
    },
    records,
    paid: (tenant) => records().reduce((total, record) => total + (record.tenant === tenant ? paidOf(record) : 0), 0),
    async close() {
      connection.close();
      await book.close();
    },
  };
}

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly times: BankTimes;
  readonly book: Book<JournalEntry, BankRecords>;
  readonly faults: ReturnType<typeof createFaults<BankOperation>>;
  readonly connection: Connection;
}

/** The calls of the bank port: each is decided, recorded, and sent over a connection that may be faulty. */
function bankCalls({ clock, ids, times, book, faults, connection }: Parts): PayoutBank & { readonly sandbox: true } {
  /** The fault that this call was asked to have, or, unless its key is on record, the one of its magic value. */
  async function faultOf(
    operation: BankOperation,
    { tenant, key }: { readonly tenant: TenantId; readonly key: string },
    magic: { readonly fault?: Fault } | undefined,
  ): Promise<Fault | undefined> {
    const asked = faults.take({ operation, tenant, key });
    if (asked !== undefined || magic?.fault === undefined) return asked;
    const { fault } = magic;
    return book.decide(({ calls }) => ({ answer: calls.has(recordKey(tenant, key)) ? undefined : fault }));
  }

  return {
    sandbox: true,
    async registerSeller(request) {
      const fault = await faultOf("registerSeller", request, magicHolder(request.account.holderName));
      const random = ids.random(16);
      const deliver = () =>
        book.decide((records) => decideRegistration(records, request, { now: clock.now(), random }));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async lookUpSeller(question) {
      const { tenant, key, deadline } = question;
      const fault = faults.take({ operation: "lookUpSeller", tenant, key });
      const deliver = () => book.decide((records) => ({ answer: findSeller(records, question, clock.now()) }));
      return connection.send({ deadline, deliver, distort: distortFound }, fault);
    },
    async submit(request) {
      const fault = await faultOf("submit", request, magicAmount(request.amount));
      const deliver = () => book.decide((records) => decidePayout(records, request, { now: clock.now(), times }));
      return connection.send({ deadline: request.deadline, deliver, distort: distortOutcome }, fault);
    },
    async lookUp(question) {
      const { tenant, deadline } = question;
      const fault = faults.take({ operation: "lookUp", tenant, key: null });
      const deliver = () => book.decide((records) => ({ answer: findPayout(records, question, clock.now()) }));
      return connection.send({ deadline, deliver, distort: distortFound }, fault);
    },
    async statement(question) {
      const { tenant, deadline } = question;
      const fault = faults.take({ operation: "statement", tenant, key: null });
      const deliver = () => book.decide((records) => ({ answer: statementOf(records, question, clock.now()) }));
      return connection.send({ deadline, deliver, distort: (answer) => answer }, fault);
    },
  };
}
