import { schemaName } from "./schema-name.ts";

/** A page of a merchant's entries reads no more than the page. */
export const entriesByPosition = [`create index entries_position on ${schemaName}.entries (tenant, position)`];
