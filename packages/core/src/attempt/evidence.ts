import { z } from "zod";

/** What people have found out about an attempt whose provider does not tell. */
export const evidenceSchema = z.object({
  /** Whether the call took effect at the provider. */
  outcome: z.enum(["done", "not-done"], "must be done or not-done"),
  /** When it took effect; required for `done`. */
  at: z.iso.datetime({ offset: true, error: "must be an ISO 8601 time with its offset" }).optional(),
  /** Where this is known from, such as a statement of the provider: kept with the attempt. */
  note: z.string().min(1, "must say where this is known from").max(500, "must be at most 500 characters"),
});

export type EvidenceInput = z.input<typeof evidenceSchema>;

/** Evidence with its time, milliseconds since 1970. */
export interface Evidence {
  readonly outcome: "done" | "not-done";
  readonly at: number;
  readonly note: string;
}
