import type { ChangeSet } from "@wonflow/core";
import { codeOf } from "../client/request.ts";
import { type Arrival, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "./records.ts";
import { sessionIdOf, sessions } from "../checkout/records.ts";

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

const authenticated: Projection<WeakMap<Arrival, string>> = {
  start: () => new WeakMap(),
  onArrival(payments, arrival, observed) {
    const intent = paymentOf(arrival, observed);
    if (intent?.status === "IN_PROGRESS") payments.set(arrival, intent.intentKey);
  },
};

function paymentOf({ tenant, request }: Arrival, observed: Observed) {
  if (request.name !== "give-up") return undefined;
  const token = request.authorization?.replace("Bearer ", "") ?? "";
  const session = observed.of(sessions).get(tenant, sessionIdOf(token));
  return session === undefined ? undefined : observed.of(intents).get(tenant, session.intentKey);
}

const givenUpIsNotCharged: Invariant = {
  name: "a payment given up is not charged",
  ofAnswer({ arrival, answer }, observed) {
    const intentKey = observed.of(authenticated).get(arrival);
    const intent = paymentOf(arrival, observed);
    if (intent === undefined) return undefined;
    if (codeOf(answer) === "ALREADY_PROCESSED_PAYMENT" && intent.approvalKey === null) {
      return `a buyer was told that it is too late to give up payment ${intent.intentKey}, which nobody has confirmed`;
    }
    const isCharged = intent.status === "IN_PROGRESS" || intent.approvedAt !== null;
    return answer.status === 200 && intentKey !== undefined && isCharged
      ? `a buyer was told that payment ${intentKey} is given up, and it is ${intent.status}`
      : undefined;
  },
};

export const part: Part = {
  projections: [takenPlaces, authenticated],
  invariants: [noProblemIn("a page replaces no checkout of the server", takenPlaces), givenUpIsNotCharged],
};
