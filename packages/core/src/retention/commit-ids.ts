import { z } from "zod";

import { decideAndCommit, repeatedWithinMs } from "../commit/commit.ts";
import type { Context } from "../context.ts";
import type { Work } from "../work/work.ts";
import { recordKind } from "../commit/record.ts";
import { ok } from "../result.ts";
import { platform } from "../tenant/tenant.ts";

/** Says when commit ids are forgotten next, by being due. */
export const commitIdsRecord = recordKind("commitIds", z.looseObject({ forgottenBefore: z.number() }));

const ref = commitIdsRecord.ref("all");

const hourMs = 60 * 60 * 1000;

/** Long after nobody repeats a commit any more. */
const rememberedMs = 24 * repeatedWithinMs;

/** So many at a time, so that nobody waits long for it; what is left is due again at once. */
const batch = 10_000;

/** Forgets the ids of commits that nobody repeats any more, every hour. */
export const commitIdsWork: Work<Context> = {
  kind: commitIdsRecord.name,
  limit: 1,
  upkeep: true,
  schedule: (context) => setNext(context, "first"),
  async runForPlatform(context) {
    const before = context.clock.now() - rememberedMs;
    const forgotten = await context.store.forgetCommits({ before, limit: batch });
    await setNext(context, forgotten === batch ? "at once" : "later");
  },
};

function setNext(context: Context, time: "first" | "at once" | "later") {
  return decideAndCommit(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: ([record], now) => {
      const answer = ok(undefined);
      if (time === "first" && record !== undefined) return { answer };
      const next = { ...record, forgottenBefore: time === "first" ? 0 : now - rememberedMs };
      const dueAt = time === "later" ? now + hourMs : now;
      return { answer, changes: { writes: [commitIdsRecord.write(ref.id, next, { dueAt })] } };
    },
  });
}
