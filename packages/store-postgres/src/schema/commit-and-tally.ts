import { byIndex, rowsOf, schemaName } from "./sql.ts";
import { changeSetParameters } from "./commit-change-sets.ts";

/** The parameters behind those of the change sets. */
export const tallyParameters = [
  "tally_owners integer[], tally_tenants text[], tally_names text[], tally_days text[]",
  "tally_amounts bigint[], tally_counts bigint[]",
];

const changeSetNames = changeSetParameters
  .flatMap((line) => line.split(", "))
  .map((parameter) => parameter.split(" ")[0]);

const tallied = rowsOf({
  owner: "tally_owners",
  tenant: "tally_tenants",
  name: "tally_names",
  day: "tally_days",
  amount: "tally_amounts",
  count: "tally_counts",
});

/**
 * Commits change sets by `commit_change_sets_1`, and adds the tallies of those that it commits, in the same transaction.
 * Each counter is locked once, after all accounts and in the order of its key, so that no process waits in a circle.
 */
export const commitAndTally = `
create function ${schemaName}.commit_change_sets_3(
  ${changeSetParameters.join(",\n  ")},
  ${tallyParameters.join(",\n  ")},
  out versions bigint[], out committed_now boolean[], out verdicts jsonb[]
) language plpgsql ${byIndex} as $$
begin
  select c.versions, c.committed_now, c.verdicts into versions, committed_now, verdicts
    from ${schemaName}.commit_change_sets_1(${changeSetNames.join(", ")}) as c;
  if cardinality(tally_owners) > 0 then
    insert into ${schemaName}.tallies as known (tenant, name, day, amount, count)
      select tenant, name, day, sum(amount), sum(count) -- @tally-sum
      from ${tallied} as t
      where committed_now is null or committed_now[owner] -- @tally-of-committed
      group by tenant, name, day
      order by tenant collate "C", name collate "C", day collate "C" -- @tally-order
      on conflict (tenant, name, day) do update
        set amount = known.amount + excluded.amount, count = known.count + excluded.count; -- @tally-adds
  end if;
end $$`;
