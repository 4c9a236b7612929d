import type { Store } from "@wonflow/core";
import { CompiledQuery } from "kysely";
import { isElsewhere } from "../failure.ts";
import { withRetries } from "../retry.ts";
import { schemaName } from "../schema/schema-name.ts";
import type { Node } from "./nodes.ts";
import { isAddressed, type Addressed, type Places } from "./places.ts";

/** Small batches keep each delete short, so that no commit waits for one. */
const batchSize = 10_000;

const forget = `select ${schemaName}.forget_on_shard_1($1, $2, $3) as forgotten`;

/** The store port's `forgetCommits`, shard after shard. A shard that moves meanwhile is left to the next time. */
export function createForgetOnShards(places: Places, nodeOf: (shard: Addressed) => Node): Store["forgetCommits"] {
  return async ({ before, limit }) => {
    let forgotten = 0;
    for (const shard of places.shards().filter(isAddressed)) {
      while (forgotten < limit) {
        const most = Math.min(batchSize, limit - forgotten);
        const deleted = await withRetries(() => forgetOnShard(nodeOf(shard), shard, { before, most }));
        forgotten += deleted;
        if (deleted < most) break;
      }
    }
    return forgotten;
  };
}

async function forgetOnShard(
  { db }: Node,
  { address }: Addressed,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<number> {
  try {
    const { rows } = await db.executeQuery<{ readonly forgotten: number }>(
      CompiledQuery.raw(forget, [address, before, most]),
    );
    return rows[0]?.forgotten ?? 0;
  } catch (error) {
    if (isElsewhere(error)) return 0;
    throw error;
  }
}
