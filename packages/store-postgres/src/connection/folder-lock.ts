import { statSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { DataFolderInUse, StoreUnavailable } from "../errors.ts";
import { isCode, listClaims, makeClaim, readClaim, stateOf, type Claim, startHeartbeat } from "./folder-claim.ts";

export interface FolderLock {
  /** False as soon as the folder may belong to another; then nothing may be written any more. */
  isOurs(): boolean;
  /** Throws `StoreUnavailable` when this process no longer owns the folder. */
  check(): void;
  release(): Promise<void>;
}

/** How often an owner shows that it lives, and after how long without a beat its claim is stale. */
interface LockTimes {
  readonly beatMs: number;
  readonly staleMs: number;
}

export interface LockOptions {
  readonly times?: LockTimes;
  /** Called once when the folder is lost; it is never regained. By default, a warning of the process. */
  readonly onLost?: ((error: StoreUnavailable) => void) | undefined;
}

function warn({ message }: StoreUnavailable): void {
  process.emitWarning(message, "DataFolderLost");
}

/** How often the claims of others are looked at, and how long a claim later than ours has to withdraw. */
const pollMs = 100;
const withdrawMs = 3_000;

/**
 * Makes this process the owner of a folder. Throws `DataFolderInUse` when it has a living owner.
 *
 * A process that wants the folder first makes a claim, a file of its own, and then looks at the other claims. Of any two
 * processes one at least sees the other, so that both can't own the folder; the one that sees an older living claim
 * withdraws. Only stale claims are deleted. No name is used twice, so a claim that was made since is never deleted.
 *
 * Neither process ids nor clocks mean anything across containers and machines. So a claim is stale when its process is
 * surely dead, or when we have watched it for `staleMs` without a beat. A start after a crash waits for that long where
 * the owner ran in another container, or before a restart of the machine.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const { times = { beatMs: 1_000, staleMs: 10_000 }, onLost = warn } = options;
  const claim = await makeClaim(folder);
  const message =
    `The data folder ${folder} was removed, or taken over by another process, as this one was suspended for more than ` +
    `${times.staleMs / 1000} seconds: its file ${claim.path} is gone. Nothing more is written; stop this process, ` +
    "put the folder back or restore a copy, and see that one process at a time uses it";
  let lost = false;
  const lose = () => {
    if (lost) return;
    lost = true;
    // Not within a statement, which must fail with the store's own error.
    queueMicrotask(() => onLost(new StoreUnavailable(message)));
  };
  const isOurs = () => {
    if (statSync(claim.path, { throwIfNoEntry: false }) === undefined) lose();
    return !lost;
  };
  const check = () => {
    if (!isOurs()) throw new StoreUnavailable(message);
  };
  let stopHeartbeat = async () => {};
  const release = async () => {
    await stopHeartbeat();
    await rm(claim.path, { force: true });
  };
  try {
    stopHeartbeat = await startHeartbeat({ path: claim.path, everyMs: times.beatMs, onGone: lose });
    await outlastOthers(folder, claim, times.staleMs);
    check();
    return { isOurs, check, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function outlastOthers(folder: string, own: Claim, staleMs: number): Promise<void> {
  const watched = new Map<string, Watched>();
  for (;;) {
    let others = 0;
    for (const path of await listClaims(folder)) {
      if (path === own.path) continue;
      const claim = await readClaim(path);
      const seen = await watch(path, watched.get(path));
      if (claim === undefined || seen === undefined) continue;
      watched.set(path, seen);
      const state = await stateOf(claim);
      const stale = seen.looksWithoutBeat * pollMs >= staleMs;
      if (state === "dead" || (state === "unknown" && stale)) {
        await rm(path, { force: true });
        continue;
      }
      const withdraws = path > own.path && seen.looks * pollMs < withdrawMs;
      if ((state === "living" || seen.hasBeaten) && !withdraws) throw new DataFolderInUse({ folder, ...claim });
      others += 1;
    }
    if (others === 0) return;
    await pause(pollMs);
  }
}

/** What was seen of a claim. Looks are counted instead of time: our clock may jump, and we may have slept ourselves. */
interface Watched {
  readonly beatAt: number;
  readonly hasBeaten: boolean;
  readonly looks: number;
  readonly looksWithoutBeat: number;
}

/** Checks the claim again; undefined if it is gone. */
async function watch(path: string, before: Watched | undefined): Promise<Watched | undefined> {
  try {
    const beatAt = (await stat(path)).mtimeMs;
    if (before === undefined) return { beatAt, hasBeaten: false, looks: 0, looksWithoutBeat: 0 };
    const beat = beatAt !== before.beatAt;
    return {
      beatAt,
      hasBeaten: before.hasBeaten || beat,
      looks: before.looks + 1,
      looksWithoutBeat: beat ? 0 : before.looksWithoutBeat + 1,
    };
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
