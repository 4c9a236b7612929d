import { schemaName } from "./schema-name.ts";

/**
 * A page of a merchant's entries reads no more than the page. An index of this name that was created earlier,
 * concurrently, is kept.
 */
export const entriesByPosition = [
  `create index if not exists entries_position on ${schemaName}.entries (tenant, position)`,
];
