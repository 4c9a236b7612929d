import type { ChangeSet } from "@wonflow/core";
import { codeOf } from "../client/client.ts";
import { type Arrival, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "./records.ts";
import { sessionIdOf, sessions } from "../checkout/checkout.ts";

/** Anyone can make a page, so a page replaces no session of the server and no payment that a buyer has authenticated. */
const replacements: Projection<{ problem: string | undefined }> = {
  start: () => ({ problem: undefined }),
  onCommit(value, changeSet, observed) {
    if (!isOpenedByPage(changeSet)) return;
    const { at } = changeSet;
    for (const { id, record: session } of writtenIn(sessions, changeSet, observed)) {
      const paid = observed.of(intents).get(session.tenant, session.intentKey);
      const isReplaced = session.status === "SUPERSEDED" && session.openedBy === "server" && session.expiresAt > at;
      // An authenticated payment is checked below, by the end of its time to be confirmed.
      if (isReplaced && paid?.confirmBy === null) {
        value.problem ??= `a page replaced session ${id} of the merchant's server`;
      }
    }
    for (const { id, record: intent } of writtenIn(intents, changeSet, observed)) {
      if (intent.superseded && intent.confirmBy !== null && intent.confirmBy > at) {
        value.problem ??= `a page replaced payment ${id}, which its buyer had authenticated`;
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
      return `a buyer could not give up payment ${intent.intentKey}, which is not confirmed`;
    }
    const isCharged = intent.status === "IN_PROGRESS" || intent.approvedAt !== null;
    return answer.status === 200 && intentKey !== undefined && isCharged
      ? `a buyer gave up payment ${intentKey}, and it is ${intent.status}`
      : undefined;
  },
};

export const part: Part = {
  projections: [replacements, authenticated],
  invariants: [noProblemIn("a page replaces no checkout of the server", replacements), givenUpIsNotCharged],
};
