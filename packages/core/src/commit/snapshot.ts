import { emptyBalances, type Account, type Balances } from "../ledger/accounts.ts";
import type { Posting } from "../ledger/posting.ts";
import { tenantId, type Owner } from "../tenant/tenant.ts";
import { keyText } from "./change-set.ts";
import { readBody, type Change, type RecordRef } from "./record.ts";
import type { ChangeSet, Expectation, Floor, RecordBody, Store } from "./store.ts";

type BodyOf<Ref> = Ref extends RecordRef<infer Body> ? Body : never;

/**
 * Reads records, all from one snapshot together with everything read before by the same load;
 * undefined where absent, and where the ref is undefined. Whatever is read becomes an expectation
 * of the commit. A read that asks for nothing new costs nothing.
 */
export type Read = <const Refs extends readonly (RecordRef<unknown> | undefined)[]>(
  ...refs: Refs
) => Promise<{ [Index in keyof Refs]: BodyOf<Refs[Index]> | undefined }>;

/** What a decision wants to be committed. */
export interface Changes {
  readonly writes: readonly Change[];
  /** What the postings are for; needed where there are postings. */
  readonly reference?: string;
  readonly postings?: readonly Posting[];
  readonly floors?: readonly Floor[];
}

/** A record as a load saw it. */
export interface Seen extends Expectation {
  readonly body: RecordBody | undefined;
}

/** Records as a commit has just left them, for the decision that follows it. */
export type Written = readonly Seen[];

/** Thrown by a read whose earlier reads are out of date; caught where the load began. */
export class StaleRead extends Error {}

/** A body as its kind has it, and the schema by which it was read. */
interface ReadBody {
  readonly schema: unknown;
  readonly body: unknown;
}

interface SnapshotOptions {
  readonly accounts?: readonly Account[] | undefined;
  /** Taken in place of a read, where it is asked for. */
  readonly following?: Written;
}

/** Reads for one decision and remembers each version seen. A later read repeats the earlier keys, so all is one snapshot. */
export class SnapshotReader {
  readonly #store: Store;
  readonly #owner: Owner;
  readonly #accounts: readonly Account[];
  readonly #seen = new Map<string, Seen>();
  /** Each body is parsed once a load, however often it is asked for. */
  readonly #bodies = new Map<Seen, ReadBody>();
  readonly #following: ReadonlyMap<string, Seen>;
  /** As of the last read, which repeats all the others. */
  balances: Balances = emptyBalances;

  constructor(store: Store, owner: Owner, { accounts = [], following = [] }: SnapshotOptions = {}) {
    this.#store = store;
    this.#owner = owner;
    this.#accounts = accounts;
    this.#following = new Map(following.map((written) => [keyText(written.key), written]));
  }

  /**
   * The changes, guarded by everything that was read, and by the absence of what they make. Throws where a
   * decision writes what it has not read, or makes what it has read as there: both are bugs.
   */
  guard(changes: Changes): Omit<ChangeSet, "id" | "at"> {
    const { reference = "", postings = [], floors = [] } = changes;
    const made = changes.writes.filter((change) => this.#isMade(change));
    const expect = [
      ...[...this.#seen.values()].map(({ key, version }) => ({ key, version })),
      ...made.map(({ key }) => ({ key, version: "absent" as const })),
    ];
    const writes = changes.writes.map(({ how: _how, ...write }) => write);
    return { tenant: tenantId(this.#owner), expect, writes, reference, postings, floors };
  }

  /** Whether a change makes a record of which nothing was read. */
  #isMade({ how, key }: Change): boolean {
    const seen = this.#seen.get(keyText(key));
    if (how === "write" && seen === undefined) throw new Error(`${key.kind} ${key.id} is written without being read`);
    if (how === "make" && typeof seen?.version === "number") {
      throw new Error(`${key.kind} ${key.id} is made, and was read as there`);
    }
    return seen === undefined;
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
    const { records, balances } = await this.#store.read(tenantId(this.#owner), asking);
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
