/** What goes wrong, a text that stands once in a file, and what takes its place. */
export type Row = readonly [name: string, text: string, replacement: string];

/** Wrong changes of `commit_change_sets_7`. */
export const commit: readonly Row[] = [
  [
    "a change set that was committed is committed again",
    "      alive[loser.no] := false;\n      verdicts[loser.no] := loser.refusal;",
    "      verdicts[loser.no] := null;",
  ],
  [
    "a refusal that was recorded is told as committed",
    "verdicts[loser.no] := loser.refusal;",
    "verdicts[loser.no] := null;",
  ],
  ["who commits an id that is under way elsewhere does not look", "if id_count < size then", "if false then"],
  [
    "a change set whose id was forgotten is committed again",
    "entries.tenant = c.tenant and entries.commit_id = c.id\n      where c.postings is not null",
    "false\n      where c.postings is not null",
  ],
  [
    "a change set whose id was forgotten is told as refused",
    "entries.tenant = c.tenant and entries.commit_id = c.id\n      where not c.alive",
    "false\n      where not c.alive",
  ],
  [
    "a record that is only read is not locked",
    '${locked("read", "\'read\'", "share")}',
    "left join ${records} as read on k.use = 'read' and read.tenant = k.tenant and read.kind = k.kind and read.id = k.id",
  ],
  [
    "who reads a record keeps everybody else who reads it away",
    '${locked("read", "\'read\'", "share")}',
    '${locked("read", "\'read\'", "update")}',
  ],
  ["a record that is removed is not locked", "\"'written', 'removed'\"", "\"'written'\""],
  ["versions are not looked at", "where seen[key] <> version and alive[owner]", "where false"],
  [
    "that a version differs is not noticed",
    "bool_or(coalesce(changed.version, read.version, 0) is distinct from k.version)",
    "false",
  ],
  [
    "of several versions that are expected of one record only one is looked at",
    "bool_or(coalesce(changed.version, read.version, 0) is distinct from k.version)",
    "bool_or(coalesce(changed.version, read.version, 0) <> k.version)",
  ],
  ["a record is written where another is", "array_agg(changed.ctid)", "array_agg(changed.ctid order by k.no desc)"],
  [
    "only what is not there is a conflict",
    "where seen[key] <> version and alive[owner]",
    "where seen[key] = 0 and version <> 0 and alive[owner]",
  ],
  [
    "what others hold is a conflict at once",
    "case when seen[loser.key] = 0 and not patient then",
    "case when false then",
  ],
  ["the key that is named is the last one", "order by owner, key\n      loop", "order by owner, key desc\n      loop"],
  [
    "the key that is named is another",
    "'kind', key_kinds[loser.key], 'id', key_ids[loser.key])) end;",
    "'kind', key_ids[loser.key], 'id', key_kinds[loser.key])) end;",
  ],
  [
    "a record that is expected absent takes the place of one that is there",
    "      on conflict do nothing;\n    get diagnostics made_count",
    "      on conflict (tenant, kind, id) do update set body = excluded.body;\n    get diagnostics made_count",
  ],
  ["a new record is never due", "coalesce(body::json, '{}'), due_at, list", "coalesce(body::json, '{}'), null, list"],
  [
    "a new record stands in no list",
    "due_at, list, position from ${keys}\n      where ${isMade}",
    "due_at, null, null from ${keys}\n      where ${isMade}",
  ],
  [
    "what is made for a change set that is refused already stays",
    "where ${isMade} and (owner = 0 or alive[owner])",
    "where ${isMade}",
  ],
  [
    "a key that another has just made is passed over",
    "if made_count < absent_keys",
    "if false and made_count < absent_keys",
  ],
  [
    "a key that must stay absent may be made by another",
    "made_count < absent_keys + reserved_keys",
    "made_count < absent_keys",
  ],
  [
    "who could not make one key is refused with all who could",
    " and not exists (select from ${records} where ${isKey} and ${isOurs})",
    "",
  ],
  ["a new record may have a version that was there before", "<> removals_before then", "< removals_before then"],
  [
    "an amount that a neighbour posts is forgotten where there are floors",
    "${addToBalances(`${posted} union all",
    "${addToBalances(`${posted} and false union all",
  ],
  [
    "what a refused change set posts counts where there are floors",
    "${rowsOf(deltas)} as d where alive[owner]`",
    "${rowsOf(deltas)} as d where true`",
  ],
  [
    "a floor does not see what the change sets before it take",
    "balances[step.account] := balances[step.account] + step.amount;",
    "null;",
  ],
  [
    "a floor does not see what its own change set takes",
    "step.sign * (balances[step.account] + step.amount) < step.min",
    "step.sign * balances[step.account] < step.min",
  ],
  [
    "floors are not looked at",
    "elsif step.sign * (balances[step.account] + step.amount) < step.min then",
    "elsif false then",
  ],
  ["a floor may not be reached", "+ step.amount) < step.min", "+ step.amount) <= step.min"],
  ["a floor looks at the wrong side of an account", "elsif step.sign * (", "elsif ("],
  ["who is below a floor posts all the same", "      continue when not alive[step.owner];", "      null;"],
  ["what is posted under a floor is not added", "where min is null and alive[owner]`", "where false`"],
  ["what is refused by a floor is added", "where min is null and alive[owner]`", "where min is null`"],
  ["what only looks at a floor is added", "where min is null and alive[owner]`", "where alive[owner]`"],
  ["a written record keeps its due time", "body = k.body::json, due_at = k.due_at,", "body = k.body::json,"],
  ["a written record keeps its version", "set version = versions[k.no], body", "set body"],
  ["a version may be the one that older functions would give", ", changed.version + 2)", ")"],
  ["another version is told than the record has", "        versions[made.no] := made.version;", "        null;"],
  ["one that was committed before is told as committed now", "committed_now := alive;", "committed_now := null;"],
  ["a written record keeps its place", ", list = k.list, position = k.position\n", "\n"],
  ["a loser's record is written", "where k.use = 'written' and alive[k.owner]", "where k.use = 'written'"],
  ["a loser's record is removed", "where k.use = 'removed' and alive[k.owner]", "where k.use = 'removed'"],
  ["a record is not removed", "where k.use = 'removed' and alive[k.owner]", "where false"],
  ["a key that must stay absent is left with an empty record", "(any_refused or reserved_keys > 0)", "any_refused"],
  [
    "a record that a loser made stays",
    "(k.owner = 0 or not alive[k.owner]) and ${isKey} and ${isOurs}",
    "k.owner = 0 and ${isKey} and ${isOurs}",
  ],
  [
    "new records are taken away with the keys that must stay absent",
    "(k.owner = 0 or not alive[k.owner]) and ${isKey} and ${isOurs}",
    "${isKey} and ${isOurs}",
  ],
  [
    "what is not balanced is booked",
    "if (select sum(amount) from unnest(delta_amounts) as amount) <> 0 then",
    "if false then",
  ],
  [
    "an entry says nothing of what it is for",
    "select tenant, id, at, reference, postings::jsonb",
    "select tenant, id, at, '', postings::jsonb",
  ],
  [
    "an entry has another time",
    "select tenant, id, at, reference, postings::jsonb",
    "select tenant, id, 0, reference, postings::jsonb",
  ],
  ["a loser's entry is booked", "where postings is not null and alive[no]", "where postings is not null"],
  ["a change set without postings has an entry", "where postings is not null and alive[no]", "where alive[no]"],
  [
    "a balance forgets what it was",
    '        order by tenant collate "C", name collate "C"\n        on conflict (tenant, account) do update set balance = known.balance + excluded.balance',
    '        order by tenant collate "C", name collate "C"\n        on conflict (tenant, account) do update set balance = excluded.balance',
  ],
  ["what a loser posts is added to the balances", "elsif not false = any(alive) then", "elsif true then"],
  [
    "what is added beside a loser is forgotten",
    "set balance = known.balance + excluded.balance`;",
    "set balance = known.balance`;",
  ],
  [
    "a refusal in doubt is not recorded",
    "where c.in_doubt and not c.alive and c.verdict ->> 'status' <> 'busy'",
    "where false",
  ],
  [
    "the id of a refused change set stays",
    "where not c.alive and (not c.in_doubt or",
    "where false and (not c.in_doubt or",
  ],
  [
    "the id of one that others hold up stays",
    "where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy')",
    "where not c.alive and not c.in_doubt",
  ],
  [
    "the id of one that was committed before is forgotten",
    "where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy')\n        and commits.tenant = c.tenant and commits.id = c.id and commits.xmin = pg_current_xact_id()::xid;",
    "where not c.alive and (not c.in_doubt or c.verdict ->> 'status' = 'busy')\n        and commits.tenant = c.tenant and commits.id = c.id;",
  ],
];
