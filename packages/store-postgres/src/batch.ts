import {
  accounts,
  isStorable,
  storableJson,
  type Account,
  type ChangeSet,
  type RecordKey,
  type Write,
} from "@wonflow/core";
import { binaryArray, type Elements, type ElementType } from "./binary-array.ts";
import { nameIn, recordName } from "./name-in.ts";

/** How a change set uses a record: it writes the record, or relies on its version, or on its absence. */
export type Use = "written" | "read" | "absent";

interface Part {
  readonly name: string;
  readonly key: RecordKey;
  readonly version: number | "absent";
  readonly write: Write | undefined;
  /** The written body as JSON; null for a removal, and without a write. */
  readonly body: string | null;
}

export interface WaitingCommit {
  readonly changeSet: ChangeSet;
  /** Only change sets of one place go in one batch: a shard of Citus. Empty for all on a single server. */
  readonly place: string;
  /** Whether an earlier try was lost, and may still arrive. */
  readonly inDoubt: boolean;
  /** In the order of their names: of several unexpected records the refusal names the first. */
  readonly parts: readonly Part[];
  readonly written: readonly string[];
  readonly characters: number;
  readonly uses: ReadonlyMap<string, Use>;
}

/** Throws a `RangeError` where a text can't be stored. */
export function waitingCommit(changeSet: ChangeSet): WaitingCommit {
  const { tenant, id, expect, writes, reference } = changeSet;
  const commit = nameIn(tenant, id);
  assertStorable(commit);
  assertStorable(reference);
  const written = writes.map(({ key }) => recordName(tenant, key));
  const writesByName = new Map(writes.map((write, index) => [written[index], write]));
  const uses = new Map<string, Use>([[commit, "written"]]); // @id-used
  const parts = expect.map(({ key, version }): Part => {
    const name = recordName(tenant, key);
    const write = writesByName.get(name);
    assertStorable(name);
    if (write?.place != null) assertStorable(write.place.position);
    uses.set(name, write !== undefined ? "written" : version === "absent" ? "absent" : "read"); // @use
    return { name, key, version, write, body: write?.body == null ? null : storableJson(write.body) };
  });
  parts.sort((one, other) => (one.name < other.name ? -1 : 1));
  const characters = parts.reduce((sum, { body }) => sum + (body?.length ?? 0), 0); // @characters
  return { changeSet, place: "", inDoubt: false, parts, written, characters, uses };
}

function assertStorable(text: string): void {
  if (!isStorable(text)) throw new RangeError("text must not contain a NUL or half of a surrogate pair");
}

type Types = Readonly<Record<string, ElementType>>;

/** Rows that the function takes as one array for each column. */
class Table<Columns extends Types> {
  readonly #types: Columns;
  readonly #rows: { readonly [Name in keyof Columns]: Elements[Columns[Name]] | null }[] = [];

  constructor(types: Columns) {
    this.#types = types;
  }

  /** Answers the number of the row, from 1. */
  push(row: { readonly [Name in keyof Columns]: Elements[Columns[Name]] | null }): number {
    return this.#rows.push(row);
  }

  get arrays(): readonly (Buffer | null)[] {
    const valuesOf = (name: keyof Columns) => this.#rows.map((row) => row[name]);
    return Object.entries<ElementType>(this.#types).map(([name, type]) => binaryArray(type, valuesOf(name)));
  }
}

function useOf({ version, write, body }: Part): "absent" | "reserved" | "read" | "removed" | "written" {
  if (version === "absent") return write === undefined || body === null ? "reserved" : "absent"; // @made
  if (write === undefined) return "read"; // @read
  return body === null ? "removed" : "written";
}

/** A record that change sets of a batch use. Only one of them may write it. */
interface Used {
  readonly tenant: string;
  readonly owner: number;
  readonly part: Part;
  differs: boolean;
}

function versionNumber(version: Part["version"]): number {
  return version === "absent" ? 0 : version;
}

/** Change sets as the columns that `commit_change_sets_3` takes, see `schema/commit-change-sets.ts`. */
export class Batch {
  readonly #changes = new Table({
    tenant: "text",
    id: "text",
    at: "bigint",
    reference: "text",
    postings: "text",
    inDoubt: "boolean",
  });
  readonly #keys = new Table({
    tenant: "text",
    kind: "text",
    id: "text",
    version: "bigint",
    owner: "integer",
    use: "text",
    body: "text",
    dueAt: "bigint",
    list: "text",
    position: "text",
  });
  readonly #guards = new Table({ owner: "integer", key: "integer", version: "bigint" });
  readonly #accounts = new Table({ tenant: "text", name: "text", sum: "bigint" });
  readonly #deltas = new Table({ owner: "integer", tenant: "text", name: "text", amount: "bigint" });
  readonly #steps = new Table({
    owner: "integer",
    account: "integer",
    tenant: "text",
    name: "text",
    sign: "integer",
    min: "bigint",
    amount: "bigint",
  });
  readonly #tallies = new Table({
    owner: "integer",
    tenant: "text",
    name: "text",
    day: "text",
    amount: "bigint",
    count: "bigint",
  });
  readonly #uses = { absent: 0, reserved: 0, written: 0, removed: 0, read: 0 };
  readonly #keyNumbers = new Map<string, number>();
  /** An intermediate sum may pass 2^53, if later postings reduce it. */
  readonly #accountRows = new Map<string, { readonly number: number; readonly row: { sum: bigint } }>();

  constructor(commits: readonly WaitingCommit[]) {
    const used = new Map<string, Used>();
    for (const [index, { changeSet, parts }] of commits.entries()) {
      for (const part of parts) {
        const before = used.get(part.name);
        if (before === undefined) {
          used.set(part.name, { tenant: changeSet.tenant, owner: index + 1, part, differs: false });
        } else {
          before.differs ||= before.part.version !== part.version; // @differs
        }
      }
    }
    // Every process locks records in this order, so that none waits in a circle.
    const inOrder = [...used.values()].sort((one, other) => (one.part.name < other.part.name ? -1 : 1)); // @locks-in-order
    for (const key of inOrder) this.#key(key);
    for (const commit of commits) this.#add(commit);
  }

  numberOf(name: string): number {
    return this.#keyNumbers.get(name) ?? 0;
  }

  /** The arguments of the function after `patient`. */
  get columns(): readonly (Buffer | number | null)[] {
    const { absent, reserved, written, removed } = this.#uses;
    const tables = [this.#changes, this.#keys, this.#guards, this.#accounts, this.#deltas, this.#steps, this.#tallies];
    return [absent, reserved, written, removed, ...tables.flatMap(({ arrays }) => arrays)];
  }

  #add({ changeSet, inDoubt, parts }: WaitingCommit): void {
    const { tenant, id, at, reference, postings, floors, tallies } = changeSet;
    const booked = postings.length === 0 ? null : JSON.stringify(postings);
    const owner = this.#changes.push({ tenant, id, at, reference, postings: booked, inDoubt });
    for (const { name, version } of parts) {
      this.#guards.push({ owner, key: this.numberOf(name), version: versionNumber(version) }); // @guard
    }
    for (const tally of tallies) this.#tallies.push({ owner, tenant, ...tally }); // @tally
    if (postings.length > 0 || floors.length > 0) this.#book(changeSet, owner);
  }

  #key({ tenant, owner, part, differs }: Used): void {
    const { name, key, version, write, body } = part;
    const use = useOf(part);
    this.#uses[use] += 1;
    const number = this.#keys.push({
      tenant,
      ...key,
      version: differs ? null : versionNumber(version),
      owner: use === "read" || use === "reserved" ? 0 : owner,
      use,
      body,
      dueAt: write?.dueAt ?? null,
      list: write?.place?.list ?? null,
      position: write?.place?.position ?? null,
    });
    this.#keyNumbers.set(name, number);
  }

  /** Sums the postings to each account. A change set with floors becomes steps, which the database takes one by one. */
  #book({ tenant, postings, floors }: ChangeSet, owner: number): void {
    const sums = new Map<Account, number>();
    for (const { account, amount } of postings) sums.set(account, (sums.get(account) ?? 0) + amount); // @sums
    const stepOf = (name: Account) => ({ owner, account: this.#account(tenant, name).number, tenant, name });
    for (const { account, min } of floors) {
      const sign = accounts[account] === "debit" ? 1 : -1; // @sign
      this.#steps.push({ ...stepOf(account), sign, min, amount: sums.get(account) ?? 0 });
    }
    for (const [name, amount] of sums) {
      if (floors.length > 0) {
        this.#steps.push({ ...stepOf(name), sign: null, min: null, amount }); // @step
      } else {
        this.#account(tenant, name).row.sum += BigInt(amount); // @sum-of-batch
        this.#deltas.push({ owner, tenant, name, amount });
      }
    }
  }

  #account(tenant: string, name: Account) {
    const text = nameIn(tenant, name); // @account-of-tenant
    const known = this.#accountRows.get(text);
    if (known !== undefined) return known;
    const row = { tenant, name, sum: 0n };
    const account = { number: this.#accounts.push(row), row };
    this.#accountRows.set(text, account);
    return account;
  }
}
