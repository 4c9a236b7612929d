import { z } from "zod";

import { repeatedWithinMs, changeRecord } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { platform } from "../../engine/tenant/tenant.ts";
import type { Work } from "../../engine/due-work/work.ts";

/** Due when commit ids are purged next. */
export const commitIdsRecord = recordKind("commitIds", z.looseObject({ forgottenBefore: z.number() }));

const ref = commitIdsRecord.ref("all");

const hourMs = 60 * 60 * 1000;

/** Much longer than any process repeats a commit. */
const rememberedMs = 24 * repeatedWithinMs;

/** Small batches keep each delete short; the rest is due again at once. */
const batch = 10_000;

/** Purges the ids of commits that no process can repeat any more, every hour. */
export const commitIdsWork: Work<Context> = {
  kind: commitIdsRecord.name,
  limit: 1,
  upkeep: true,
  schedule: (context) =>
    changeRecord(context, platform, {
      ref,
      change: (record, now) =>
        record === undefined ? [commitIdsRecord.make(ref.id, { forgottenBefore: 0 }, { dueAt: now })] : [],
    }),
  async runForPlatform(context) {
    const before = context.clock.now() - rememberedMs;
    const purged = await context.store.purgeCommits({ before, limit: batch });
    await changeRecord(context, platform, {
      ref,
      change: (record, now) => {
        const next = { ...record, forgottenBefore: now - rememberedMs };
        return [commitIdsRecord.write(ref.id, next, { dueAt: purged === batch ? now : now + hourMs })];
      },
    });
  },
};
