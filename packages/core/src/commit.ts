import { keyText } from "./change-set.ts";
import type { Context } from "./context.ts";
import { emptyBalances, type Account, type Balances } from "./ledger/accounts.ts";
import type { Posting } from "./ledger/posting.ts";
import { readBody, type RecordRef } from "./record.ts";
import { refuse, type Refused } from "./result.ts";
import type { ChangeSet, CommitResult, Expectation, Floor, RecordBody, Write } from "./store.ts";
import { isStoreUnavailable, StoreUnavailable } from "./store-unavailable.ts";
import type { TenantId } from "./tenant.ts";

type BodyOf<Ref> = Ref extends RecordRef<infer Body> ? Body : never;

/**
 * Reads records, all from one snapshot together with everything read before by the same load;
 * undefined where absent, and where the ref is undefined. Whatever is read becomes an expectation
 * of the commit. What was read before is not read again when nothing new is asked for.
 */
export type Read = <const Refs extends readonly (RecordRef<unknown> | undefined)[]>(
  ...refs: Refs
) => Promise<{ [Index in keyof Refs]: BodyOf<Refs[Index]> | undefined }>;

/** What a decision wants to be written. */
export interface Changes {
  /** A record that was not read is a new one: it is expected to be absent. */
  readonly writes: readonly Write[];
  /** What the postings are for; needed where there are postings. */
  readonly reference?: string;
  readonly postings?: readonly Posting[];
  readonly floors?: readonly Floor[];
}

/** What a pure decision says: the answer, and the changes that must be committed before it is true. */
export interface Decision<Answer> {
  readonly answer: Answer;
  readonly changes?: Changes;
}

/** How something is decided: load what it needs, decide purely, commit once. */
interface DecisionSteps<Loaded, Decided extends Decision<unknown>> {
  readonly tenant: TenantId;
  /** The hot record that decisions of this process wait in line for, such as an order. */
  readonly lane: string;
  readonly load: (read: Read) => Promise<Loaded>;
  /** The accounts whose balances are read in the same snapshot as the records; none by default. */
  readonly accounts?: readonly Account[];
  /**
   * Pure: the same records at the same moment give the same decision. `now` is in milliseconds since 1970. What a
   * balance must not fall below is a floor of the changes: the balances here are for refusals.
   */
  readonly decide: (loaded: Loaded, now: number, balances: Balances) => Decided;
  /**
   * What an earlier decision has just written, which is not read again. Whatever others have written since fails a guard,
   * and is read then; and who would change nothing decides anew by what is read.
   */
  readonly following?: Written | undefined;
}

/** Records as a commit has just left them, for the decision that follows it. */
export type Written = readonly Seen[];

/** How often a decision is made anew when a guard failed, and a commit repeated when its outcome is unknown. */
const decideTries = 12;
const commitTries = 4;

/**
 * A commit is repeated by its id within this time or never: stores keep ids for much longer, and a process
 * that was suspended for days does not repeat what they have forgotten.
 */
export const repeatedWithinMs = 60 * 60 * 1000;

/**
 * Loads, decides and commits. A failed guard is never an answer, only a reason to load and decide again;
 * after a bounded number of tries it is `CONCURRENT_REQUEST`, and nothing has changed.
 */
export async function decideAndCommit<Loaded, Decided extends Decision<unknown>>(
  context: Context,
  steps: DecisionSteps<Loaded, Decided>,
): Promise<Decided["answer"] | Refused<"CONCURRENT_REQUEST">> {
  return (await decideAndKeep(context, steps)).answer;
}

/** Like `decideAndCommit`, and answers what was written too: none where nothing was, or where it is not known. */
export function decideAndKeep<Loaded, Decided extends Decision<unknown>>(
  context: Context,
  steps: DecisionSteps<Loaded, Decided>,
): Promise<{ readonly answer: Decided["answer"] | Refused<"CONCURRENT_REQUEST">; readonly written?: Written }> {
  return context.lanes.run(`${steps.tenant}/${steps.lane}`, async () => {
    for (let attempt = 0; attempt < decideTries; attempt += 1) {
      // Before it is read: what others did in time while the answer was on its way is not over meanwhile.
      const now = context.clock.now();
      const following = attempt === 0 ? (steps.following ?? []) : [];
      const snapshot = new SnapshotReader(context, steps.tenant, { accounts: steps.accounts, following });
      const loaded = await loadOrStale(steps.load, snapshot);
      // Who was suspended over its load decides anew: stores forget a commit's id by when it was decided.
      if (loaded === stale || context.clock.now() - now > repeatedWithinMs) continue;
      const { answer, changes } = steps.decide(loaded, now, snapshot.balances);
      if (changes === undefined && following.length > 0) continue;
      if (changes === undefined) return { answer };
      const guarded = snapshot.guard(changes);
      const result = await commitSurely(context, { id: context.ids.random(24), at: now, ...guarded });
      if (result.status === "committed") return { answer, written: writtenBy(guarded, result) };
      if (context.clock.now() - now > repeatedWithinMs) throw answeredTooLate();
    }
    return { answer: refuse("CONCURRENT_REQUEST") };
  });
}

function writtenBy({ writes }: Pick<ChangeSet, "writes">, { versions = [] }: Committed): Written {
  return writes.flatMap(({ key, body }, index) => {
    const version = versions[index];
    return version === undefined || body === null ? [] : [{ key, version, body }];
  });
}

type Committed = Extract<CommitResult, { readonly status: "committed" }>;

/**
 * A guard that failed so late may have met the very same change set, which arrived before: by then the store has
 * forgotten its id.
 */
function answeredTooLate(): StoreUnavailable {
  return new StoreUnavailable(
    "The database answered a commit after more than an hour: whether it was done is not known",
  );
}

/** Loads without deciding anything, from one snapshot. */
export async function loadOnce<Loaded>(
  context: Context,
  tenant: TenantId,
  load: (read: Read) => Promise<Loaded>,
): Promise<Loaded> {
  for (let attempt = 0; attempt < decideTries; attempt += 1) {
    const loaded = await loadOrStale(load, new SnapshotReader(context, tenant));
    if (loaded !== stale) return loaded;
  }
  throw new Error("records kept changing while they were read");
}

const stale = Symbol("stale");

/** Thrown by a reader whose earlier reads are out of date; caught where the load began. */
class StaleRead extends Error {}

async function loadOrStale<Loaded>(
  load: (read: Read) => Promise<Loaded>,
  snapshot: SnapshotReader,
): Promise<Loaded | typeof stale> {
  try {
    return await load(snapshot.read);
  } catch (error) {
    if (error instanceof StaleRead) return stale;
    throw error;
  }
}

/** A record as a load saw it. */
interface Seen extends Expectation {
  readonly body: RecordBody | undefined;
}

/** A body as its kind has it, and the schema by which it was read. */
interface ReadBody {
  readonly schema: unknown;
  readonly body: unknown;
}

/** Reads for one decision and remembers each version seen. A later read repeats the earlier keys, so all is one snapshot. */
class SnapshotReader {
  readonly #context: Context;
  readonly #tenant: TenantId;
  readonly #accounts: readonly Account[];
  readonly #seen = new Map<string, Seen>();
  /** What is read again and again in a load is parsed once. */
  readonly #bodies = new Map<Seen, ReadBody>();
  /** What need not be read, if it is asked for. */
  readonly #following: ReadonlyMap<string, Seen>;
  /** As of the last read, which repeats all the others. */
  balances: Balances = emptyBalances;

  constructor(
    context: Context,
    tenant: TenantId,
    { accounts = [], following = [] }: { accounts?: readonly Account[] | undefined; following?: Written } = {},
  ) {
    this.#context = context;
    this.#tenant = tenant;
    this.#accounts = accounts;
    this.#following = new Map(following.map((written) => [keyText(written.key), written]));
  }

  /** The changes with everything that was read as their expectations. */
  guard(changes: Changes): Omit<ChangeSet, "id" | "at"> {
    const { writes, reference = "", postings = [], floors = [] } = changes;
    const made = writes.filter(({ key }) => !this.#seen.has(keyText(key)));
    const expect = [
      ...[...this.#seen.values()].map(({ key, version }) => ({ key, version })),
      ...made.map(({ key }) => ({ key, version: "absent" as const })),
    ];
    return { tenant: this.#tenant, expect, writes, reference, postings, floors };
  }

  readonly read: Read = async (...refs) => {
    const asked = refs.filter((ref) => ref !== undefined);
    for (const ref of asked) {
      const written = this.#following.get(keyText(ref));
      if (written !== undefined && !this.#seen.has(keyText(ref))) this.#seen.set(keyText(ref), written);
    }
    if (asked.some((ref) => !this.#seen.has(keyText(ref)))) await this.#look(asked);
    // TypeScript cannot follow a tuple through `map`; each body is parsed by the schema of its own ref.
    return refs.map((ref) => ref && this.#bodyOf(ref)) as {
      [Index in keyof typeof refs]: BodyOf<(typeof refs)[Index]> | undefined;
    };
  };

  #bodyOf(ref: RecordRef<unknown>): unknown {
    const seen = this.#seen.get(keyText(ref));
    if (seen?.body === undefined) return undefined;
    const before = this.#bodies.get(seen);
    if (before?.schema === ref.schema) return before.body;
    const body = readBody(ref, seen.body);
    this.#bodies.set(seen, { schema: ref.schema, body });
    return body;
  }

  async #look(asked: readonly RecordRef<unknown>[]): Promise<void> {
    const keys = new Map([...this.#seen].map(([text, { key }]) => [text, key]));
    for (const ref of asked) keys.set(keyText(ref), { kind: ref.kind, id: ref.id });
    const asking = { keys: [...keys.values()], accounts: this.#accounts };
    const { records, balances } = await this.#context.store.read(this.#tenant, asking);
    this.balances = { ...emptyBalances, ...balances };
    for (const [index, [text, key]] of [...keys].entries()) {
      const record = records[index];
      const version = record?.version ?? "absent";
      const seen = this.#seen.get(text);
      if (seen !== undefined && seen.version !== version) throw new StaleRead();
      this.#seen.set(text, { key, version, body: record?.body });
    }
  }
}

/**
 * Repeats a commit whose outcome is unknown by its id: the store does it at most once. A store that says
 * `StoreUnavailable` has repeated it already, and its caller waits.
 */
async function commitSurely(context: Context, changeSet: ChangeSet): Promise<CommitResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.store.commit(changeSet);
    } catch (error) {
      if (error instanceof RangeError || isStoreUnavailable(error) || attempt === commitTries) throw error;
      await context.clock.after(20 * 4 ** attempt).elapsed;
      if (context.clock.now() - changeSet.at > repeatedWithinMs) throw error;
    }
  }
}
