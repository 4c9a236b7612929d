import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import type { Work } from "../../engine/due-work/work.ts";
import { ok } from "../../result.ts";
import { endpointLane, endpointRecord, endpointRef, endpointWrite, formerSecretsAt, storedFormer } from "./endpoint.ts";

/**
 * Reseals the secrets of an endpoint every day, and drops those whose time is over. So the service's own secret can be
 * rotated, and nothing that signs is left behind under the old one.
 */
export const endpointWork: Work<Context> = {
  kind: endpointRecord.name,
  limit: 10,
  upkeep: true,
  run: (context, tenant) =>
    decideAndCommit(context, {
      tenant,
      lane: endpointLane,
      async load(read) {
        const [endpoint] = await read(endpointRef);
        if (endpoint === undefined) return undefined;
        const live = formerSecretsAt(endpoint, context.clock.now());
        const [secret, former] = await Promise.all([
          sealedAnew(context, endpoint.secret),
          Promise.all(live.map(async (each) => ({ ...each, secret: await sealedAnew(context, each.secret) }))),
        ]);
        return { ...endpoint, secret, ...storedFormer(former) };
      },
      decide: (endpoint, now) => {
        const answer = ok(undefined);
        return endpoint === undefined ? { answer } : { answer, changes: { writes: [endpointWrite(endpoint, now)] } };
      },
    }),
};

async function sealedAnew({ vault }: Context, sealed: string): Promise<string> {
  return vault.seal(await vault.open(sealed));
}
