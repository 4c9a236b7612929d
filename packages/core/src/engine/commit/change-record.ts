import { ok, type Ok, type Refused } from "../../result.ts";
import type { Owner } from "../tenant/tenant.ts";
import { decideAndCommit, type CommitContext } from "./commit.ts";
import type { Change, RecordRef } from "./record.ts";

interface RecordChange<Body> {
  readonly ref: RecordRef<Body>;
  /** The record's id by default. */
  readonly lane?: string;
  readonly change: (record: Body | undefined, now: number) => readonly Change[];
}

/** Commits the changes that follow from one record alone; commits nothing without any. */
export function changeRecord<Body>(
  context: CommitContext,
  owner: Owner,
  { ref, lane = ref.id, change }: RecordChange<Body>,
): Promise<Ok<undefined> | Refused<"CONCURRENT_REQUEST">> {
  return decideAndCommit(context, {
    tenant: owner,
    lane,
    load: (read) => read(ref),
    decide: ([record], now) => {
      const writes = change(record, now);
      return { answer: ok(undefined), ...(writes.length > 0 && { changes: { writes } }) };
    },
  });
}
