import { firstProblem, type Invariant } from "../invariant.ts";

const beginnings: Readonly<Record<string, string>> = { session: "OPEN", intent: "READY", attempt: "OPEN" };

/** No status changes outside of the state tables. */
export const movesOfTheTables: Invariant = {
  name: "moves of the tables",
  ofMove({ machine, id, from, to, event }) {
    if (from === undefined) return to === beginnings[machine] ? undefined : `${machine} ${id} begins as ${to}`;
    return event === undefined ? `${machine} ${id} goes from ${from} to ${to}` : undefined;
  },
};

/** What has a time happens in it: a link is used before it expires, a payment approved before its confirm window ends. */
export const movesInTime: Invariant = {
  name: "moves in time",
  ofMove({ machine, id, event, at }, { books }) {
    if (machine === "session" && event === "authenticate") {
      const session = books.sessions.get(id);
      return session !== undefined && at >= session.expiresAt ? `session ${id} was used after its time` : undefined;
    }
    const intent = machine === "intent" && event === "approve" ? books.intents.get(id) : undefined;
    if (intent === undefined) return undefined;
    const late = (intent.approvedAt ?? 0) > (intent.confirmBy ?? 0);
    return late ? `${id} was approved after its time to be confirmed` : undefined;
  },
};

/** An order has one live link and one live payment, the one that the order names. */
export const oneLivePayment: Invariant = {
  name: "one live payment of an order",
  always: ({ books }) =>
    firstProblem(books.orders.values(), ({ tenant, orderId, intentKey }) => {
      const own = [...books.intents.values()].filter((each) => each.tenant === tenant && each.orderId === orderId);
      const live = own.filter(({ status }) => status === "READY" || status === "IN_PROGRESS");
      if (live.some((each) => each.intentKey !== intentKey))
        return `${orderId} has a live payment that it does not name`;
      const links = own.filter(({ sessionId }) => books.sessions.get(sessionId)?.status === "OPEN");
      return links.length > 1 ? `${orderId} has ${links.length} open links` : undefined;
    }),
};

/** A payment has at most one attempt under way, beside the reversal of its approval. */
export const oneAttempt: Invariant = {
  name: "one attempt at a time",
  always: ({ books }) =>
    firstProblem(books.intents.values(), ({ intentKey, openAttempt }) => {
      const open = [...books.attempts.values()].filter(
        (each) =>
          each.intentKey === intentKey &&
          each.kind !== "reversal" &&
          each.status !== "DONE" &&
          each.status !== "REFUSED",
      );
      const other = open.find(({ key }) => key !== openAttempt);
      return other === undefined ? undefined : `${other.key} is under way, and the payment does not name it`;
    }),
};
