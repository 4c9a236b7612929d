import { commitAndTally } from "./commit-and-tally.ts";
import { schemaName } from "./schema-name.ts";

/** JavaScript holds whole numbers exactly up to 2^53. */
const safe = `between -9007199254740991 and 9007199254740991`;

/**
 * Half of each page stays free for the next versions of its rows: the counters of today change with every commit.
 * A counter that is back at zero keeps its row.
 */
export const tallies = [
  `create table ${schemaName}.tallies (
    tenant text collate "C" not null,
    name text collate "C" not null,
    day text collate "C" not null,
    amount bigint not null check (amount ${safe}),
    count bigint not null check (count ${safe}),
    primary key (tenant, name, day)
  ) with (fillfactor = 50)`,
  commitAndTally,
];
