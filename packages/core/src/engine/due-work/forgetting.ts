import { changeRecord } from "../commit/change-record.ts";
import type { RecordKind } from "../commit/record.ts";
import type { Context } from "../../context.ts";
import type { Work } from "./work.ts";

interface Lifetime<Body> {
  readonly kind: RecordKind<Body>;
  readonly laneOf?: (id: string) => string;
  readonly isOver: (record: Body, now: number) => boolean;
}

/** Purges records whose time is over. A record whose time was extended meanwhile stays. */
export function forgetting<Body>({ kind, laneOf = (id) => id, isOver }: Lifetime<Body>): Work<Context> {
  return {
    kind: kind.name,
    limit: 100,
    upkeep: true,
    runForOwner: (context, owner, id) =>
      changeRecord(context, owner, {
        ref: kind.ref(id),
        lane: laneOf(id),
        change: (record, now) => (record === undefined || !isOver(record, now) ? [] : [kind.remove(id)]),
      }),
  };
}
