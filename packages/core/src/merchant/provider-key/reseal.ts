import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok } from "../../result.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { nextSealing, providerKeysLane, providerKeysRecord } from "./provider-key.ts";

/** Reseals a merchant's keys at a gateway every week, so that the service's secret can be rotated. */
export const providerKeysWork: Work<Context> = {
  kind: providerKeysRecord.name,
  limit: 10,
  upkeep: true,
  run: (context, tenant, gateway) =>
    decideAndCommit(context, {
      tenant,
      lane: providerKeysLane,
      async load(read) {
        const [stored] = await read(providerKeysRecord.ref(gateway));
        if (stored === undefined) return undefined;
        const { vault } = context;
        const keys = stored.keys.map(async (key) => ({
          ...key,
          sealed: await vault.seal(await vault.open(key.sealed)),
        }));
        return { ...stored, keys: await Promise.all(keys) };
      },
      decide(stored, now) {
        const answer = ok(undefined);
        if (stored === undefined) return { answer };
        return { answer, changes: { writes: [providerKeysRecord.write(gateway, stored, nextSealing(now))] } };
      },
    }),
};
