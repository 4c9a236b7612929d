import { schemaName } from "./schema-name.ts";

/** A page of a merchant's entries reads no more than the page. Whoever made the index before, concurrently, keeps it. */
export const entriesByPosition = [
  `create index if not exists entries_position on ${schemaName}.entries (tenant, position)`,
];
