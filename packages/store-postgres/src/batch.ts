import {
  accounts,
  keyText,
  storableJson,
  type Account,
  type ChangeSet,
  type Expectation,
  type Posting,
  type Write,
} from "@wonflow/core";
import { arrayLiteral } from "./array-literal.ts";

/** How a change set uses a record: it writes it, or relies on its being there as it is, or on its absence. */
export type Use = "written" | "read" | "absent";

/** A change set on its way, as it waits for its turn. */
export interface WaitingCommit {
  readonly changeSet: ChangeSet;
  /** Whether an earlier try was lost, and may still arrive. */
  readonly inDoubt: boolean;
  /** What is written to each record, as JSON, null for a removal. */
  readonly bodies: readonly (string | null)[];
  /** How many characters that is. */
  readonly characters: number;
  /** What it touches of its tenant's, its own id among that. */
  readonly uses: ReadonlyMap<string, Use>;
}

/** Throws a `RangeError` where a text can't be stored. */
export function waitingCommit(changeSet: ChangeSet): WaitingCommit {
  const { tenant, id, expect, writes, reference } = changeSet;
  const bodies = writes.map(({ body }) => (body === null ? null : storableJson(body)));
  storableJson([expect, writes.map(({ place }) => place), reference, id]);
  const written = new Set(writes.map(({ key }) => keyText(key)));
  const uses = new Map<string, Use>([[`${tenant}\n${id}`, "written"]]);
  for (const { key, version } of expect) {
    const text = keyText(key);
    uses.set(`${tenant}\n${text}`, written.has(text) ? "written" : version === "absent" ? "absent" : "read");
  }
  const characters = bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
  return { changeSet, inDoubt: false, bodies, characters, uses };
}

/** Columns of a table, each as an array of its values. */
type Columns<Names extends string> = Readonly<Record<Names, (string | number | boolean | null)[]>>;

function columns<const Names extends string>(...names: readonly Names[]): Columns<Names> {
  // TypeScript does not follow the names through `fromEntries`.
  return Object.fromEntries(names.map((name) => [name, []])) as unknown as Columns<Names>;
}

function useOfPresent(write: Write | undefined, body: string | null): "read" | "removed" | "written" {
  if (write === undefined) return "read";
  return body === null ? "removed" : "written";
}

/** Change sets as the columns that `commit_change_sets_6` takes, see `schema/commit-change-sets.ts`. */
export class Batch {
  readonly #changes = columns("tenant", "id", "at", "reference", "postings", "inDoubt");
  readonly #keys = columns("tenant", "kind", "id", "owner", "use", "body", "dueAt", "list", "position");
  readonly #guards = columns("owner", "key", "version");
  readonly #accounts = columns("tenant", "name", "sum");
  readonly #deltas = columns("owner", "tenant", "name", "amount");
  readonly #steps = columns("owner", "account", "tenant", "name", "sign", "min", "amount");
  /** What is added to each account, beyond 2^53 too where that is taken off again. */
  readonly #sums: bigint[] = [];
  readonly #keyNumbers = new Map<string, number>();
  readonly #accountNumbers = new Map<string, number>();

  constructor(commits: readonly WaitingCommit[]) {
    for (const commit of commits) this.#add(commit);
  }

  /** The number of a record's key, by its tenant, kind and id in lines. */
  numberOf(name: string): number {
    return this.#keyNumbers.get(name) ?? 0;
  }

  /** The arguments of the function, of which `patient` is the first. */
  get columns(): readonly (string | null)[] {
    this.#accounts.sum.push(...this.#sums.splice(0).map(String));
    const tables = [this.#changes, this.#keys, this.#guards, this.#accounts, this.#deltas, this.#steps];
    return tables.flatMap((table) => Object.values(table).map(arrayLiteral));
  }

  #add({ changeSet, inDoubt, bodies }: WaitingCommit): void {
    const { tenant, id, at, reference, expect, writes, postings, floors } = changeSet;
    const owner = this.#changes.id.push(id);
    this.#changes.tenant.push(tenant);
    this.#changes.at.push(at);
    this.#changes.reference.push(reference);
    this.#changes.postings.push(postings.length === 0 ? null : JSON.stringify(postings));
    this.#changes.inDoubt.push(inDoubt);
    const written = new Map(writes.map((write, index) => [keyText(write.key), { write, body: bodies[index] ?? null }]));
    // Of several guards that do not hold the first by its key is named.
    const ordered =
      expect.length < 2 ? expect : expect.toSorted((one, other) => (keyText(one.key) < keyText(other.key) ? -1 : 1));
    for (const expectation of ordered) {
      this.#guard(changeSet, owner, { ...expectation, ...written.get(keyText(expectation.key)) });
    }
    if (postings.length > 0 || floors.length > 0) this.#book(changeSet, owner);
  }

  #guard(
    { tenant }: ChangeSet,
    owner: number,
    { key, version, write, body = null }: Expectation & { readonly write?: Write; readonly body?: string | null },
  ): void {
    const text = `${tenant}\n${keyText(key)}`;
    let number = this.#keyNumbers.get(text);
    const isAbsent = version === "absent";
    if (number === undefined) {
      const writes = write !== undefined && !(isAbsent && body === null);
      const use = isAbsent ? (writes ? "absent" : "reserved") : useOfPresent(write, body);
      number = this.#keys.id.push(key.id);
      this.#keyNumbers.set(text, number);
      this.#keys.tenant.push(tenant);
      this.#keys.kind.push(key.kind);
      this.#keys.owner.push(writes ? owner : 0);
      this.#keys.use.push(use);
      this.#keys.body.push(body);
      this.#keys.dueAt.push(write?.dueAt ?? null);
      this.#keys.list.push(write?.place?.list ?? null);
      this.#keys.position.push(write?.place?.position ?? null);
    }
    this.#guards.owner.push(owner);
    this.#guards.key.push(number);
    this.#guards.version.push(isAbsent ? 0 : version);
  }

  /** What is posted to an account is summed; where there are floors, they are looked at before. */
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
    const text = `${tenant}\n${name}`;
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
