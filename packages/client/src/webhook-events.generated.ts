// Printed from the OpenAPI document and the catalog of errors by `pnpm print:client`.

import type { Settlement } from "./operations.generated.ts";

/** Every event, with its object as the interface has it. */
export type EventWithObject =
| {
  readonly event: "settlement.completed";
  readonly settlement: Settlement;
};

/** The member that holds an event's object. */
export const objectOfEvent = {
  "settlement.completed": "settlement",
} as const;
