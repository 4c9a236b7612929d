import { z } from "zod";

import { decideAndCommit, type CommitContext } from "../engine/commit/commit.ts";
import { recordKind } from "../engine/commit/record.ts";
import { StoreUnavailable } from "../engine/commit/store.ts";
import { ok } from "../result.ts";
import { platform } from "../engine/tenant/tenant.ts";

/**
 * Whether requests can be served. `unreachable`: the store answers no read. `refuses-writes`: it answers reads, and a
 * write failed or got no answer, as on a full disk or a server that became read-only; `error` says why.
 */
export type Readiness =
  | { readonly store: "ready" }
  | { readonly store: "unreachable" | "refuses-writes"; readonly error: unknown };

/** For operators of the service: whether this process can serve requests now. */
export interface ReadinessOperations {
  /**
   * Reads from the store, and answers within 1.5 seconds. It writes nothing as long as writes succeed. After a write of
   * this process failed, it writes a small record, once in 3 seconds at most, until that succeeds: so recovery is
   * noticed without requests. A guard that failed or a refused request is no failed write. `GET /readyz` calls it.
   *
   * @example
   * const { store } = await payments.readiness.check();
   * if (store === "refuses-writes") console.error("make room on the database's disk");
   */
  check(): Promise<Readiness>;
}

/** Load balancers wait some seconds, and ask every few seconds. */
const patienceMs = 1_500;
const trialEveryMs = 3_000;

/** One record of the database, which each trial overwrites. */
export const writeTrialRecord = recordKind("writeTrial", z.looseObject({ filling: z.string() }));

const trial = writeTrialRecord.ref("newest");

/** No record has this key: an answer is enough. */
const nothing = { kind: trial.kind, id: "none" };

/** Characters that no compression shortens: a full disk still has room for a few bytes, in pages that it has. */
const fillingLength = 32_768;

export function readinessOperations(context: CommitContext): ReadinessOperations {
  const { clock, store, writeDoubt } = context;
  let reading: Promise<unknown> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let isWriting = false;
  let triedAt = Number.NEGATIVE_INFINITY;

  /** Calls at once share one read, so that they never take all connections to a database that hangs. */
  function read(): Promise<unknown> {
    reading ??= store.read(platform, { keys: [nothing] }).finally(() => (reading = undefined));
    return reading;
  }

  /** The last trial, or a new one where that is due. It rejects as long as writes fail. */
  function lastWrite(): Promise<unknown> {
    if (!writeDoubt.isRaised || isWriting || Math.abs(clock.now() - triedAt) < trialEveryMs) return writing;
    writeDoubt.isRaised = false;
    isWriting = true;
    writing = tryWrite(context).finally(() => {
      isWriting = false;
      triedAt = clock.now();
    });
    writing.catch(() => (writeDoubt.isRaised = true));
    return writing;
  }

  return {
    async check() {
      const deadline = clock.after(patienceMs);
      const late = deadline.elapsed.then(() => {
        throw new StoreUnavailable(`The database did not answer within ${patienceMs} ms: check that it runs`);
      });
      try {
        const problem = await problemOf([read(), late]);
        if (problem !== undefined) return { store: "unreachable", ...problem };
        const refusal = await problemOf([lastWrite(), late]);
        return refusal === undefined ? { store: "ready" } : { store: "refuses-writes", ...refusal };
      } finally {
        deadline.cancel();
      }
    },
  };
}

async function problemOf(first: readonly Promise<unknown>[]): Promise<{ readonly error: unknown } | undefined> {
  try {
    await Promise.race(first);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** A conflict is no failure: another process has just written the same record. */
function tryWrite(context: CommitContext): Promise<unknown> {
  return decideAndCommit(context, {
    tenant: platform,
    lane: trial.kind,
    load: (read) => read(trial),
    decide: ([before]) => {
      const filled = { ...before, filling: context.ids.random(fillingLength) };
      return { answer: ok("written"), changes: { writes: [writeTrialRecord.write(trial.id, filled)] } };
    },
    tries: 1,
  });
}
