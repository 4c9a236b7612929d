import type { Clock, TenantId, Ids } from "@wonflow/core";
import type { Journal } from "../journal/journal.ts";
import { openBook, type Bookkeeping, recordKey, type Decision } from "./book.ts";
import { sendCall, type Call, createFaults, type Fault, type FaultKind, type FaultSchedule } from "./faults.ts";
import { dueArrival, lateSending, type DecideLate, type WithLate, type WithLateCalls } from "./late-calls.ts";

export function numberedIds(): Ids {
  let count = 0;
  return { random: (length) => String((count += 1)).padStart(length, "0") };
}

interface ProviderRecords<Late> extends WithLateCalls<Late> {
  readonly calls: ReadonlyMap<string, unknown>;
}

interface ProviderOptions<Operation extends string, Entry extends object, Late, Records extends ProviderRecords<Late>> {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly bookkeeping: Bookkeeping<WithLate<Entry, Late>, Records>;
  readonly faultsOf: Readonly<Record<Operation, readonly FaultKind[]>>;
  readonly schedule: FaultSchedule<Operation> | undefined;
  readonly decideLate: DecideLate<Entry, Late, Records>;
}

interface Asked {
  readonly tenant: TenantId;
  readonly key: string | null;
  readonly deadline: number;
}

interface Way<Records, Late, Answer> extends Pick<Call<Answer>, "deliver">, Partial<Pick<Call<Answer>, "distort">> {
  /** The fault of the call's magic value. It happens once: a call whose key is on record has none. */
  readonly magic?: ((records: Records) => Fault | undefined) | undefined;
  /** The call as it is put on record when it arrives late. A call without it can't. */
  readonly late?: () => Late;
}

/** What the simulated providers have in common: a book, a connection with faults, and late calls. */
export function openProvider<
  Operation extends string,
  Entry extends object,
  Late,
  Records extends ProviderRecords<Late>,
>(options: ProviderOptions<Operation, Entry, Late, Records>) {
  const { clock, journal, bookkeeping, faultsOf, schedule, decideLate } = options;
  const book = openBook(journal, bookkeeping, (records) => dueArrival(records, decideLate, clock.now()));
  const faults = createFaults(faultsOf, schedule);
  const sending = lateSending(book, clock, decideLate);

  function magicFault({ tenant, key }: Asked, magic: (records: Records) => Fault | undefined) {
    const isRecorded = ({ calls }: Records) => key !== null && calls.has(recordKey(tenant, key));
    return book.decide((records) => ({ answer: isRecorded(records) ? undefined : magic(records) }));
  }

  return {
    faults,
    records: () => book.records(),
    deciding:
      <Answer>(decide: (records: Records) => Decision<Answer, Entry>) =>
      () =>
        book.decide(decide),
    send: async <Answer>(operation: Operation, asked: Asked, way: Way<Records, Late, Answer>): Promise<Answer> => {
      const { tenant, key, deadline } = asked;
      const { deliver, distort = (answer: Answer) => answer, magic, late } = way;
      // Without magic nothing is awaited, so that calls arrive in the order of sending.
      const fault = faults.take({ operation, tenant, key }) ?? (magic && (await magicFault(asked, magic)));
      const call = {
        deadline,
        deliver,
        distort,
        sendLate: async (ms?: number) => late && sending.sendLate(late(), ms),
      };
      return sendCall(clock, call, fault);
    },
    deliverDelayed: sending.deliverDelayed,
    close: async () => {
      sending.stop();
      await book.close();
    },
  };
}

export type Provider<
  Operation extends string,
  Entry extends object,
  Late,
  Records extends ProviderRecords<Late>,
> = ReturnType<typeof openProvider<Operation, Entry, Late, Records>>;
