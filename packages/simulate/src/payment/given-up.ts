import { sessionIdOf, sessions } from "../checkout/records.ts";
import { codeOf } from "../client/request.ts";
import type { Arrival, Invariant, Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { intents } from "./records.ts";

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

export const part: Part = { projections: [authenticated], invariants: [givenUpIsNotCharged] };
