import type { Concept } from "../concept.ts";
import { commands } from "./commands.ts";
import { invariants } from "./invariants.ts";
import { idempotencyKeys } from "./keys.ts";
import { requestsUnderKey } from "./knowledge.ts";

export const idempotency: Concept = {
  projections: [idempotencyKeys],
  knowledge: [requestsUnderKey],
  commands,
  invariants,
};
