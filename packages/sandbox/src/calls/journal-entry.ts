import { parseTenantId, type TenantId } from "@wonflow/core";
import { z } from "zod";
import { JournalError, type JournalLine } from "../journal/journal.ts";

const tenant = z.custom<TenantId>(
  (value) => typeof value === "string" && (value === "platform" || parseTenantId(value) !== undefined),
  "not a tenant",
);

export const won = z.int().min(1);

/** The fields of every entry; `at` is the time of the decision, in milliseconds since 1970. */
export const decided = { tenant, key: z.string().min(1), at: z.int() };

/** The fields of every late call. */
export const asked = { tenant, key: z.string(), askedAt: z.number(), deadline: z.number() };

/** Reads recorded lines; throws a {@link JournalError} that names the place of a line that is not an entry of this provider. */
export function entryReader<Entry>(schema: z.ZodType<Entry>, provider: string): (line: JournalLine) => Entry {
  return ({ where, value }) => {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    throw new JournalError(`${where}: this entry was not written by ${provider}: ${z.prettifyError(read.error)}`);
  };
}
