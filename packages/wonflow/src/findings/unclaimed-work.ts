import type { Payments } from "@wonflow/core";

import type { Logger } from "../logger/logger.ts";
import { overdueMs, workAction } from "./payments.ts";

/** Milliseconds between two reads of the store, however many requests arrive. */
const everyMs = 20_000;

interface Watched {
  readonly logger: Logger;
  /** Milliseconds of the machine's time, as the service's clock may be moved. */
  readonly now?: () => number;
}

export interface UnclaimedWork {
  /** Call it at each request. It only reads, in the background, and never throws. */
  look(): void;
  /** Whether the last two reads found the same record due for a minute, which no process has claimed. */
  isWaiting(): boolean;
}

/**
 * Detects, while a service answers requests, that no process does due work, for example because an embedding program
 * does not call `startWork`. It reads the store, so work of any process counts. Logs one warning, and another one only
 * after work was claimed in between. Upkeep does not count: a moved clock leaves it to the end.
 */
export function unclaimedWork({ work }: Pick<Payments, "work">, { logger, now = Date.now }: Watched): UnclaimedWork {
  let lookedAt = now();
  let late: ReadonlyMap<string, number> = new Map();
  let waiting = false;

  async function compare(): Promise<void> {
    const before = late;
    const found = (await work.overdue()).filter(({ upkeep, lateMs }) => !upkeep && lateMs > overdueMs);
    late = new Map(found.map(({ kind, dueSince }) => [kind, dueSince ?? 0]));
    // A process that is behind has claimed the oldest record meanwhile.
    const kinds = [...late].filter(([kind, since]) => before.get(kind) === since).map(([kind]) => kind);
    const isNew = kinds.length > 0 && !waiting;
    waiting = kinds.length > 0;
    if (isNew) logger.warn({ notice: "work-unclaimed", kinds }, `no process claims due work: ${workAction}`);
  }

  return {
    look() {
      if (now() - lookedAt < everyMs) return;
      lookedAt = now();
      // The request itself reports an unavailable store.
      compare().catch(() => undefined);
    },
    isWaiting: () => waiting,
  };
}
