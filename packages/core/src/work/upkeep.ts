import { decideAndCommit } from "../commit/commit.ts";
import type { Change, RecordKind, RecordRef } from "../commit/record.ts";
import type { Context } from "../context.ts";
import { ok } from "../result.ts";
import type { Owner } from "../tenant/tenant.ts";
import type { Work } from "./work.ts";

interface RecordChange<Body> {
  readonly ref: RecordRef<Body>;
  readonly lane?: string;
  readonly change: (record: Body | undefined, now: number) => readonly Change[];
}

/** Commits the changes that follow from one record alone; commits nothing without any. */
export function changeRecord<Body>(
  context: Context,
  owner: Owner,
  { ref, lane = ref.id, change }: RecordChange<Body>,
): Promise<unknown> {
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

interface Lifetime<Body> {
  readonly kind: RecordKind<Body>;
  readonly laneOf?: (id: string) => string;
  readonly isOver: (record: Body, now: number) => boolean;
}

/** Forgets records whose time is over. A record whose time was extended meanwhile stays. */
export function forgetting<Body>({ kind, laneOf = (id) => id, isOver }: Lifetime<Body>): Work<Context> {
  return {
    kind: kind.name,
    limit: 100,
    upkeep: true,
    run: (context, tenant, id) =>
      changeRecord(context, tenant, {
        ref: kind.ref(id),
        lane: laneOf(id),
        change: (record, now) => (record === undefined || !isOver(record, now) ? [] : [kind.remove(id)]),
      }),
  };
}
