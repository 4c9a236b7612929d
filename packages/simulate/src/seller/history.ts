import type { Seller } from "@wonflow/core";
import type { Projection } from "../observation/projection.ts";
import { createStands, type Stands } from "../observation/stands.ts";
import { commitsSoFar } from "../payment/history.ts";
import { sellers } from "./records.ts";

/** Everything that the books ever said of sellers. */
export const sellerStands: Projection<Stands<Seller>> = {
  start: createStands,
  onCommit(stands, { tenant, writes }, observed) {
    for (const { key } of writes) {
      const seller = key.kind === sellers.kind ? observed.of(sellers).get(tenant, key.id) : undefined;
      if (seller === undefined) continue;
      stands.enter(`${tenant} ${key.id}`, seller, { now: observed.now, commits: commitsSoFar(observed) });
    }
  },
};
