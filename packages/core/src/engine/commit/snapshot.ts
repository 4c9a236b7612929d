import { emptyBalances, type Account, type Balances, type Posting, movementOf } from "../posting/posting.ts";
import { negated, sumTallies, type Tally } from "../posting/tally.ts";
import { tenantId, type Owner } from "../tenant/tenant.ts";
import { keyText, type ChangeSet, type Expectation, type Floor, type RecordBody, type Store } from "./store.ts";
import { readBody, type Change, type RecordRef } from "./record.ts";

type BodyOf<Ref> = Ref extends RecordRef<infer Body> ? Body : never;

/**
 * Reads records from one snapshot, together with everything that the same load has read before. An absent record and an
 * undefined ref give undefined. Every read becomes an expectation of the commit; a repeated one costs nothing.
 */
export type Read = <const Refs extends readonly (RecordRef<unknown> | undefined)[]>(
  ...refs: Refs
) => Promise<{ [Index in keyof Refs]: BodyOf<Refs[Index]> | undefined }>;

export interface Changes {
  readonly writes: readonly Change[];
  /** An intent key or payout id; required with postings. */
  readonly reference?: string;
  readonly postings?: readonly Posting[];
  readonly floors?: readonly Floor[];
  /** Beside those of the records and postings. */
  readonly tallies?: readonly Tally[];
}

export interface Seen extends Expectation {
  readonly body: RecordBody | undefined;
}

/** Records as a commit has written them, or has seen them stand, for the decision that follows it. */
export type Written = readonly Seen[];

/** Thrown where a read finds an earlier one out of date; caught where the load began. */
export class StaleRead extends Error {}

/** Remembers each version that it read. A later read repeats the earlier keys, so that all reads are one snapshot. */
export class SnapshotReader {
  readonly #store: Store;
  readonly #owner: Owner;
  readonly #accounts: readonly Account[];
  readonly #seen = new Map<string, Seen>();
  /** Each body is parsed once per load. */
  readonly #bodies = new Map<Seen, { readonly schema: unknown; readonly body: unknown }>();
  readonly #following: ReadonlyMap<string, Seen>;
  /** As of the last read, which repeats all earlier ones. */
  balances: Balances = emptyBalances;

  /** `following` is used in place of reads. */
  constructor(
    store: Store,
    owner: Owner,
    {
      accounts = [],
      following = [],
    }: { readonly accounts?: readonly Account[] | undefined; readonly following?: Written } = {},
  ) {
    this.#store = store;
    this.#owner = owner;
    this.#accounts = accounts;
    this.#following = new Map(following.map((written) => [keyText(written.key), written]));
  }

  /**
   * Guards changes by every version read, and by the absence of every record made, and tallies them. Throws where a
   * decision writes an unread record, or makes one that it has read as present: both are bugs.
   */
  guard(changes: Changes, at: number): Omit<ChangeSet, "id"> {
    const { reference = "", postings = [], floors = [] } = changes;
    const made = changes.writes.filter((change) => this.#isMade(change));
    const expect = [
      ...[...this.#seen.values()].map(({ key, version }) => ({ key, version })),
      ...made.map(({ key }) => ({ key, version: "absent" as const })),
    ];
    const writes = changes.writes.map(({ how: _how, tallied: _tallied, ...write }) => write);
    const tallies = sumTallies([
      ...(changes.tallies ?? []),
      ...changes.writes.flatMap((change) => this.#tallied(change)),
      ...movementOf(postings, at),
    ]);
    return { tenant: tenantId(this.#owner), at, expect, writes, reference, postings, floors, tallies };
  }

  /** A record's part in the tallies after a change, less its part before. */
  #tallied({ tallied }: Change): readonly Tally[] {
    if (tallied === undefined) return [];
    return [...negated(tallied.before((ref) => this.#bodyOf(ref))), ...tallied.after];
  }

  /** The records that were read, and are as they were after a commit of these changes. */
  unwritten(changes: Changes): Written {
    const written = new Set(changes.writes.map(({ key }) => keyText(key)));
    return [...this.#seen].filter(([text]) => !written.has(text)).map(([, seen]) => seen);
  }

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

  #bodyOf<Body>(ref: RecordRef<Body>): Body | undefined {
    const seen = this.#seen.get(keyText(ref));
    if (seen?.body === undefined) return undefined;
    const before = this.#bodies.get(seen);
    // It was parsed by this schema.
    if (before?.schema === ref.schema) return before.body as Body;
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
