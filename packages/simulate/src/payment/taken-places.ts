import type { ChangeSet } from "@wonflow/core";
import { sessions } from "../checkout/records.ts";
import type { Invariant, Projection } from "../observation/invariant.ts";
import type { Part } from "../part.ts";
import { intents } from "./records.ts";

/** The first session of the merchant's server, or authenticated payment, whose place a page took. */
const takenPlaces: Projection<{ problem: string | undefined }> = {
  start: () => ({ problem: undefined }),
  onCommit(value, changeSet, observed) {
    if (!isOpenedByPage(changeSet)) return;
    const { tenant, at, writes } = changeSet;
    for (const { key } of writes) {
      const session = key.kind === sessions.kind ? observed.of(sessions).get(tenant, key.id) : undefined;
      const paid = session === undefined ? undefined : observed.of(intents).get(tenant, session.intentKey);
      const isTaken = session?.status === "SUPERSEDED" && session.openedBy === "server" && session.expiresAt > at;
      // What was authenticated is looked at below: its time to be confirmed counts.
      if (isTaken && paid?.confirmBy === null) {
        value.problem ??= `a page took the place of session ${key.id}, which the merchant's server opened`;
      }
      const intent = key.kind === intents.kind ? observed.of(intents).get(tenant, key.id) : undefined;
      if (intent?.superseded === true && intent.confirmBy !== null && intent.confirmBy > at) {
        value.problem ??= `a page took the place of payment ${key.id}, which its buyer had authenticated`;
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

/** A page, which anybody can make, takes the place of nothing that the server opened or a buyer has authenticated. */
const pageTakesNothing: Invariant = {
  name: "a page takes nobody's place",
  always: (observed) => observed.of(takenPlaces).problem,
};

export const part: Part = { projections: [takenPlaces], invariants: [pageTakesNothing] };
