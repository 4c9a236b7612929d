import type { ChangeSet } from "@wonflow/core";
import { sessions } from "../checkout/records.ts";
import { noProblemIn, type Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { intents } from "./records.ts";

/** Anybody can make a page, so it takes the place of nothing that the server opened or a buyer has authenticated. */
const takenPlaces: Projection<{ problem: string | undefined }> = {
  start: () => ({ problem: undefined }),
  onCommit(value, changeSet, observed) {
    if (!isOpenedByPage(changeSet)) return;
    const { at } = changeSet;
    for (const { id, record: session } of writtenIn(sessions, changeSet, observed)) {
      const paid = observed.of(intents).get(session.tenant, session.intentKey);
      const isTaken = session.status === "SUPERSEDED" && session.openedBy === "server" && session.expiresAt > at;
      // An authenticated payment is judged below, by its time to be confirmed.
      if (isTaken && paid?.confirmBy === null) {
        value.problem ??= `a page took the place of session ${id}, which the merchant's server opened`;
      }
    }
    for (const { id, record: intent } of writtenIn(intents, changeSet, observed)) {
      if (intent.superseded && intent.confirmBy !== null && intent.confirmBy > at) {
        value.problem ??= `a page took the place of payment ${id}, which its buyer had authenticated`;
      }
    }
  },
};

function isOpenedByPage({ writes }: ChangeSet): boolean {
  return writes.some(
    ({ key, body }) =>
      key.kind === sessions.kind &&
      body?.["openedBy"] === "browser" &&
      body["status"] === "OPEN" &&
      body["tries"] === 0,
  );
}

export const part: Part = {
  projections: [takenPlaces],
  invariants: [noProblemIn("a page replaces no checkout of the server", takenPlaces)],
};
