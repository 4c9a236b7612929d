import type { Clock, TenantId } from "@wonflow/core";
import type { Journal } from "../journal/journal.ts";
import { openBook, type Bookkeeping } from "./book.ts";
import { createConnection, type Call } from "./connection.ts";
import { recordKey, type Decision } from "./decision.ts";
import { createFaults, type Fault, type FaultKind, type FaultSchedule } from "./faults.ts";

interface WithCalls {
  readonly calls: ReadonlyMap<string, unknown>;
}

interface ProviderOptions<Operation extends string, Entry extends object, Records extends WithCalls> {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly bookkeeping: Bookkeeping<Entry, Records>;
  readonly faultsOf: Readonly<Record<Operation, readonly FaultKind[]>>;
  readonly schedule: FaultSchedule<Operation> | undefined;
}

interface Asked {
  readonly tenant: TenantId;
  readonly key: string | null;
  readonly deadline: number;
}

interface Way<Records, Answer> extends Pick<Call<Answer>, "deliver">, Partial<Pick<Call<Answer>, "distort">> {
  /** The fault of the call's magic value. It happens once: a call whose key is on record has none. */
  readonly magic?: ((records: Records) => Fault | undefined) | undefined;
}

/** What the simulated providers have in common: a book, and a connection with faults. */
export function openProvider<Operation extends string, Entry extends object, Records extends WithCalls>(
  options: ProviderOptions<Operation, Entry, Records>,
) {
  const { clock, journal, bookkeeping, faultsOf, schedule } = options;
  const book = openBook(journal, bookkeeping);
  const faults = createFaults(faultsOf, schedule);
  const connection = createConnection(clock);

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
    send: async <Answer>(operation: Operation, asked: Asked, way: Way<Records, Answer>): Promise<Answer> => {
      const { tenant, key, deadline } = asked;
      const { deliver, distort = (answer: Answer) => answer, magic } = way;
      // Without magic nothing is awaited, so that calls arrive in the order of sending.
      const fault = faults.take({ operation, tenant, key }) ?? (magic && (await magicFault(asked, magic)));
      return connection.send({ deadline, deliver, distort }, fault);
    },
    deliverDelayed: () => connection.deliverDelayed(),
    close: async () => {
      connection.close();
      await book.close();
    },
  };
}

export type Provider<Operation extends string, Entry extends object, Records extends WithCalls> = ReturnType<
  typeof openProvider<Operation, Entry, Records>
>;
