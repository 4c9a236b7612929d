import { z } from "zod";

import { characterCount } from "../text/readable-text.ts";
import { optionalOrNull } from "./validate.ts";

const entriesSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ maxProperties: 5, description: "At most 5 entries and 2,000 characters of JSON" })
  .refine((entries) => Object.keys(entries).length <= 5, "must have at most 5 entries")
  .refine((entries) => characterCount(JSON.stringify(entries)) <= 2000, "must be at most 2,000 characters of JSON");

/**
 * A merchant's own data. Refuses the one name that zod would drop in silence, as many programs cannot keep an entry of
 * that name.
 */
export const metadataSchema = z.preprocess((entries: z.input<typeof entriesSchema> | null | undefined, check) => {
  if (typeof entries === "object" && entries !== null && Object.hasOwn(entries, "__proto__")) {
    check.addIssue({ code: "custom", path: ["__proto__"], message: "must have another name" });
  }
  return entries;
}, optionalOrNull(entriesSchema));
