import {
  accounts,
  isStorable,
  storableJson,
  type Account,
  type ChangeSet,
  type Posting,
  type RecordKey,
  type Write,
} from "@wonflow/core";
import { binaryArray, type Elements, type ElementType } from "./binary-array.ts";
import { nameIn, recordName } from "./name-in.ts";

/** How a change set uses a record: it writes the record, or relies on its version, or on its absence. */
export type Use = "written" | "read" | "absent";

interface Part {
  /** As `recordName` makes it. */
  readonly name: string;
  readonly key: RecordKey;
  readonly version: number | "absent";
  readonly write: Write | undefined;
  /** The written body as JSON; null for a removal, and without a write. */
  readonly body: string | null;
}

/** A change set that waits for its batch. */
export interface WaitingCommit {
  readonly changeSet: ChangeSet;
  /** Whether an earlier try was lost, and may still arrive. */
  readonly inDoubt: boolean;
  /** In the order of their names: of several unexpected records the refusal names the first. */
  readonly parts: readonly Part[];
  /** The names of the written parts, in the order of the change set's writes. */
  readonly written: readonly string[];
  /** The length of all bodies together. */
  readonly characters: number;
  /** How it uses each record, and its own id. */
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
  const uses = new Map<string, Use>([[commit, "written"]]);
  const parts = expect.map(({ key, version }): Part => {
    const name = recordName(tenant, key);
    const write = writesByName.get(name);
    assertStorable(name);
    if (write?.place != null) assertStorable(write.place.position);
    uses.set(name, write !== undefined ? "written" : version === "absent" ? "absent" : "read");
    return { name, key, version, write, body: write?.body == null ? null : storableJson(write.body) };
  });
  parts.sort((one, other) => (one.name < other.name ? -1 : 1));
  const characters = parts.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
  return { changeSet, inDoubt: false, parts, written, characters, uses };
}

function assertStorable(text: string): void {
  if (!isStorable(text)) throw new RangeError("text must not contain a NUL or half of a surrogate pair");
}

class Column<Type extends ElementType> {
  readonly #type: Type;
  readonly #values: (Elements[Type] | null)[] = [];

  constructor(type: Type) {
    this.#type = type;
  }

  /** Answers the number of the row, from 1. */
  push(value: Elements[Type] | null): number {
    return this.#values.push(value);
  }

  get array(): Buffer | null {
    return binaryArray(this.#type, this.#values);
  }
}

const text = () => new Column("text");
const bigint = () => new Column("bigint");
const integer = () => new Column("integer");
const boolean = () => new Column("boolean");

/** The use of a key as the function names it, see `schema/commit-change-sets.ts`. */
function useOf({ version, write, body }: Part): "absent" | "reserved" | "read" | "removed" | "written" {
  if (version === "absent") return write === undefined || body === null ? "reserved" : "absent";
  if (write === undefined) return "read";
  return body === null ? "removed" : "written";
}

/** A record that change sets of a batch use. Only one of them may write it. */
interface Used {
  readonly tenant: string;
  readonly owner: number;
  readonly part: Part;
  /** Whether several change sets expect different versions. */
  differs: boolean;
}

function versionNumber(version: Part["version"]): number {
  return version === "absent" ? 0 : version;
}

function byName({ part: one }: Used, { part: other }: Used): number {
  return one.name < other.name ? -1 : 1;
}

/** Change sets as the columns that `commit_change_sets_1` takes, see `schema/commit-change-sets.ts`. */
export class Batch {
  readonly #changes = {
    tenant: text(),
    id: text(),
    at: bigint(),
    reference: text(),
    postings: text(),
    inDoubt: boolean(),
  };
  readonly #keys = {
    tenant: text(),
    kind: text(),
    id: text(),
    version: bigint(),
    owner: integer(),
    use: text(),
    body: text(),
    dueAt: bigint(),
    list: text(),
    position: text(),
  };
  readonly #guards = { owner: integer(), key: integer(), version: bigint() };
  readonly #accounts = { tenant: text(), name: text(), sum: bigint() };
  readonly #deltas = { owner: integer(), tenant: text(), name: text(), amount: bigint() };
  readonly #steps = {
    owner: integer(),
    account: integer(),
    tenant: text(),
    name: text(),
    sign: integer(),
    min: bigint(),
    amount: bigint(),
  };
  /** How many keys are of each use. */
  readonly #uses = { absent: 0, reserved: 0, written: 0, removed: 0, read: 0 };
  /** The sum for each account. It may pass 2^53 on its way, where later postings take it back. */
  readonly #sums: bigint[] = [];
  readonly #keyNumbers = new Map<string, number>();
  readonly #accountNumbers = new Map<string, number>();

  constructor(commits: readonly WaitingCommit[]) {
    const used = new Map<string, Used>();
    for (const [index, { changeSet, parts }] of commits.entries()) {
      for (const part of parts) {
        const before = used.get(part.name);
        if (before === undefined) {
          used.set(part.name, { tenant: changeSet.tenant, owner: index + 1, part, differs: false });
        } else {
          before.differs ||= before.part.version !== part.version;
        }
      }
    }
    // Every process locks records in this order, so that none waits in a circle.
    for (const key of [...used.values()].sort(byName)) this.#key(key);
    for (const commit of commits) this.#add(commit);
  }

  /** The number of a record's key, by the name of its part. */
  numberOf(name: string): number {
    return this.#keyNumbers.get(name) ?? 0;
  }

  /** The arguments of the function after `patient`. */
  get columns(): readonly (Buffer | number | null)[] {
    const { absent, reserved, written, removed } = this.#uses;
    for (const sum of this.#sums.splice(0)) this.#accounts.sum.push(sum);
    const tables: readonly Readonly<Record<string, { readonly array: Buffer | null }>>[] = [
      this.#changes,
      this.#keys,
      this.#guards,
      this.#accounts,
      this.#deltas,
      this.#steps,
    ];
    return [
      absent,
      reserved,
      written,
      removed,
      ...tables.flatMap((table) => Object.values(table).map(({ array }) => array)),
    ];
  }

  #add({ changeSet, inDoubt, parts }: WaitingCommit): void {
    const { tenant, id, at, reference, postings, floors } = changeSet;
    const owner = this.#changes.id.push(id);
    this.#changes.tenant.push(tenant);
    this.#changes.at.push(at);
    this.#changes.reference.push(reference);
    this.#changes.postings.push(postings.length === 0 ? null : JSON.stringify(postings));
    this.#changes.inDoubt.push(inDoubt);
    for (const { name, version } of parts) {
      this.#guards.owner.push(owner);
      this.#guards.key.push(this.numberOf(name));
      this.#guards.version.push(versionNumber(version));
    }
    if (postings.length > 0 || floors.length > 0) this.#book(changeSet, owner);
  }

  #key({ tenant, owner, part, differs }: Used): void {
    const { name, key, version, write, body } = part;
    const use = useOf(part);
    this.#uses[use] += 1;
    this.#keyNumbers.set(name, this.#keys.id.push(key.id));
    this.#keys.tenant.push(tenant);
    this.#keys.kind.push(key.kind);
    this.#keys.version.push(differs ? null : versionNumber(version));
    this.#keys.owner.push(use === "read" || use === "reserved" ? 0 : owner);
    this.#keys.use.push(use);
    this.#keys.body.push(body);
    this.#keys.dueAt.push(write?.dueAt ?? null);
    this.#keys.list.push(write?.place?.list ?? null);
    this.#keys.position.push(write?.place?.position ?? null);
  }

  /** Sums the postings to each account. A change set with floors becomes steps, which the database takes one by one. */
  #book({ tenant, postings, floors }: ChangeSet, owner: number): void {
    const sums = new Map<Account, number>();
    for (const { account, amount } of postings) sums.set(account, (sums.get(account) ?? 0) + amount);
    for (const { account, min } of floors) {
      this.#steps.sign.push(accounts[account] === "debit" ? 1 : -1);
      this.#steps.min.push(min);
      this.#step(tenant, owner, { account, amount: sums.get(account) ?? 0 });
    }
    for (const [account, amount] of sums) {
      if (floors.length > 0) {
        this.#steps.sign.push(null);
        this.#steps.min.push(null);
        this.#step(tenant, owner, { account, amount });
        continue;
      }
      const number = this.#account(tenant, account);
      this.#sums[number - 1] = (this.#sums[number - 1] ?? 0n) + BigInt(amount);
      this.#deltas.owner.push(owner);
      this.#deltas.tenant.push(tenant);
      this.#deltas.name.push(account);
      this.#deltas.amount.push(amount);
    }
  }

  #step(tenant: string, owner: number, { account, amount }: Posting): void {
    this.#steps.owner.push(owner);
    this.#steps.account.push(this.#account(tenant, account));
    this.#steps.tenant.push(tenant);
    this.#steps.name.push(account);
    this.#steps.amount.push(amount);
  }

  #account(tenant: string, name: Account): number {
    const text = nameIn(tenant, name);
    let number = this.#accountNumbers.get(text);
    if (number === undefined) {
      number = this.#accounts.name.push(name);
      this.#accounts.tenant.push(tenant);
      this.#sums.push(0n);
      this.#accountNumbers.set(text, number);
    }
    return number;
  }
}
