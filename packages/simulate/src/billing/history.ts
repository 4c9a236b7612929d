import type { BillingKey } from "@wonflow/core";
import type { Projection } from "../observation/projection.ts";
import { createStands, type Stands } from "../observation/stands.ts";
import { commitsSoFar } from "../payment/history.ts";
import { billingKeys } from "./records.ts";

/** Everything that the books ever said of billing keys. */
export const keyStands: Projection<Stands<BillingKey>> = {
  start: createStands,
  onCommit(stands, { tenant, writes }, observed) {
    for (const { key } of writes) {
      const billingKey = key.kind === billingKeys.kind ? observed.of(billingKeys).get(tenant, key.id) : undefined;
      if (billingKey === undefined) continue;
      stands.enter(`${tenant} ${key.id}`, billingKey, { now: observed.now, commits: commitsSoFar(observed) });
    }
  },
};
