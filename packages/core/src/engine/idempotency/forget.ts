import { forgetting } from "../due-work/forgetting.ts";
import { idempotencyRecord } from "./idempotency.ts";

/** A key that is used again meanwhile has a newer version, which fails the removal's guard. */
export const idempotencyWork = forgetting({
  kind: idempotencyRecord,
  laneOf: (key) => `idempotency ${key}`,
  isOver: ({ forgetAt }, now) => forgetAt <= now,
});
