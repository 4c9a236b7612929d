import {
  accountNames,
  assertWellFormed,
  isStoreUnavailable,
  type ChangeSet,
  type CommitResult,
  type TenantId,
} from "@wonflow/core";
import { CompiledQuery, type Kysely } from "kysely";
import { z } from "zod";
import { Batch, waitingCommit, type WaitingCommit, type Use } from "./batch.ts";
import { isElsewhere, serverError } from "./errors.ts";
import { inGroups } from "./group.ts";
import { nameIn } from "./name-in.ts";
import type { ObservedBatches } from "./observed-batches.ts";
import { withRetries } from "./retry.ts";
import type { Tables } from "./schema/tables.ts";

/** The largest batch, in change sets and in characters of their bodies. */
const mostChangeSets = 500;
const mostCharacters = 2_000_000;

/**
 * Chooses as many as may go together, the longest waiting first. Change sets that meet on a record or an id, also with
 * one that runs, go one after the other in their order, unless all of them only read it.
 */
export function chooseTogether(
  waiting: readonly WaitingCommit[],
  underWay: ReadonlySet<WaitingCommit>,
): ReadonlySet<WaitingCommit> {
  const chosen = new Set<WaitingCommit>();
  /** The uses of all earlier change sets. A skipped one counts too, so that no later one overtakes it. */
  const touched = new Map<string, Use>();
  const conflictsWithEarlier = ({ uses }: WaitingCommit): boolean => {
    let meets = false;
    for (const [what, use] of uses) {
      const before = touched.get(what);
      meets ||= before !== undefined && (before === "written" || before !== use); // @meets
      if (before !== "written") touched.set(what, before === undefined || before === use ? use : "written"); // @touched
    }
    return meets;
  };
  for (const commit of underWay) conflictsWithEarlier(commit); // @under-way
  let characters = 0;
  let place: string | undefined;
  for (const commit of waiting) {
    if (chosen.size === mostChangeSets || characters > mostCharacters) break; // @largest
    if (place !== undefined && commit.place !== place) continue;
    if (conflictsWithEarlier(commit)) continue; // @skipped
    ({ place } = commit);
    chosen.add(commit);
    characters += commit.characters; // @length
  }
  return chosen;
}

const verdictSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("conflict"), key: z.object({ kind: z.string(), id: z.string() }) }),
  z.object({ status: z.literal("below-floor"), account: z.enum(accountNames) }),
  z.object({ status: z.literal("busy") }),
]);

/** The one row that the function answers. Drivers differ in how they give a bigint within an array. */
const answerSchema = z.tuple([
  z.object({
    versions: z.array(z.coerce.number<unknown>()),
    committed_now: z.array(z.boolean()).nullable(),
    verdicts: z.array(verdictSchema.nullable()).nullable(),
  }),
]);

/** A verdict of the database; `busy` for a change set that has to be committed alone. */
type Verdict = CommitResult | { readonly status: "busy" };

/** The most change sets that are remembered as in doubt: an outage must not fill the memory. */
const maxDoubts = 100_000;

/** One batch writes while the others wait for the disk, for a merchant's balances, or for this process. */
const groupsAtOnce = 3;

/** The most change sets that are committed alone at once. The other connections stay free for all other calls. */
const aloneAtOnce = 3;

/**
 * The commit of the store port. Change sets that arrive while others run are committed together, in one statement. A
 * change set is in doubt from a lost try until an answer comes. Its refusal is recorded in the database, because the lost
 * try may still arrive and would otherwise commit it.
 */
export function createCommit(
  db: Kysely<Tables>,
  batches: ObservedBatches,
): (changeSet: ChangeSet) => Promise<CommitResult> {
  const call: CallCommit = async (values) => (await db.executeQuery(CompiledQuery.raw(statement, [...values]))).rows;
  const lane = createCommitLane({ call, batches, doubts: new Set() });
  batches.watch(lane.waiting);
  return async (changeSet) => {
    assertWellFormed(changeSet);
    batches.arrived(changeSet);
    return lane.commit(waitingCommit(changeSet));
  };
}

/** Calls the commit function with these arguments, and answers its rows. Given is the tenant of one change set, too. */
type CallCommit = (values: readonly unknown[], oneOf: TenantId) => Promise<readonly unknown[]>;

interface CommitLaneOptions {
  readonly call: CallCommit;
  readonly batches: ObservedBatches;
  /** Names of change sets of which a try was lost, of all lanes. */
  readonly doubts: Set<string>;
}

export interface CommitLane {
  commit(waiting: WaitingCommit): Promise<CommitResult>;
  readonly waiting: { readonly together: () => number; readonly alone: () => number };
}

/** Commits change sets that may go together, in batches of their own. */
export function createCommitLane({ call, batches, doubts }: CommitLaneOptions): CommitLane {
  function doubt(commits: readonly WaitingCommit[]): void {
    for (const { changeSet } of commits) doubts.add(nameOf(changeSet));
    for (const oldest of doubts) {
      if (doubts.size <= maxDoubts) return;
      doubts.delete(oldest);
    }
  }

  async function commit(commits: readonly WaitingCommit[], patient: boolean): Promise<readonly Verdict[]> {
    const verdicts = await withRetries(
      () => {
        const tried = commits.map((each) => ({ ...each, inDoubt: doubts.has(nameOf(each.changeSet)) })); // @in-doubt
        return execute(call, patient, tried);
      },
      { onLost: () => doubt(commits), undone: patient }, // @lost-try
    );
    for (const [index, { changeSet }] of commits.entries()) {
      if (verdicts[index]?.status !== "busy") doubts.delete(nameOf(changeSet)); // @doubt-ends
    }
    return verdicts;
  }

  const commitAlone = inGroups<WaitingCommit, CommitResult>({
    atOnce: aloneAtOnce,
    choose: ([first]) => new Set(first === undefined ? [] : [first]), // @alone
    run: (commits) => batches.run("alone", commits, async () => (await commit(commits, true)).map(decided)),
  });

  const underWay = new Set<WaitingCommit>();

  const commitInCompany = inGroups<WaitingCommit, Verdict>({
    atOnce: groupsAtOnce,
    choose: (waiting) => chooseTogether(waiting, underWay), // @apart
    async run(commits) {
      for (const each of commits) underWay.add(each);
      try {
        return await batches.run("together", commits, () => commit(commits, false)); // @impatient
      } catch (error) {
        if (isStoreUnavailable(error) || isElsewhere(error)) throw error; // @unavailable
        // Nothing was done, because of one change set or of another session: each is tried alone, and fails alone.
        return commits.map(() => busy); // @each-alone
      } finally {
        for (const each of commits) underWay.delete(each); // @answered
      }
    },
  });

  return {
    async commit(waiting) {
      try {
        const verdict = await commitInCompany(waiting);
        return verdict.status === "busy" ? await commitAlone(waiting) : verdict; // @busy
      } catch (error) {
        throw asRangeError(error) ?? error;
      }
    },
    waiting: { together: commitInCompany.waiting, alone: commitAlone.waiting },
  };
}

const busy = { status: "busy" } as const;

function nameOf({ tenant, id }: ChangeSet): string {
  return nameIn(tenant, id);
}

/** The number of values that the commit function takes. */
export const valuesOfCommit = 1 + new Batch([]).columns.length;

const parameters = Array.from({ length: valuesOfCommit }, (_, index) => `$${index + 1}`);
const statement = `select * from wonflow.commit_change_sets_3(${parameters.join(", ")})`;

async function execute(
  call: CallCommit,
  patient: boolean,
  commits: readonly WaitingCommit[],
): Promise<readonly Verdict[]> {
  const [first] = commits;
  if (first === undefined) return [];
  const batch = new Batch(commits);
  const rows = await call([patient, ...batch.columns], first.changeSet.tenant);
  const [{ versions, committed_now: committedNow, verdicts }] = answerSchema.parse(rows);
  return commits.map(({ changeSet: { writes }, written }, index) => {
    const verdict = verdicts?.[index] ?? null;
    if (verdict !== null) return verdict;
    // A change set that was committed before has written nothing now.
    if (committedNow?.[index] === false) return { status: "committed" }; // @committed-before
    const versionOf = (name: string) => versions[batch.numberOf(name) - 1] ?? 0; // @version-of
    return {
      status: "committed",
      versions: written.map((name, no) => (writes[no]?.body === null ? 0 : versionOf(name))), // @versions
    };
  });
}

function decided(verdict: Verdict): CommitResult {
  if (verdict.status === "busy") throw new Error("a patient commit was answered with busy");
  return verdict;
}

/** SQLSTATEs of a number that is too large for its column. Only a balance can be, by its sum. */
const outOfRange = new Set(["22003", "23514"]);

function asRangeError(error: unknown): RangeError | undefined {
  const code = serverError(error)?.code ?? "";
  if (code === "WF002") return new RangeError("postings are not balanced", { cause: error });
  if (!outOfRange.has(code)) return undefined; // @out-of-range
  return new RangeError("an amount, time or balance lies beyond the whole numbers up to 2^53", { cause: error });
}
