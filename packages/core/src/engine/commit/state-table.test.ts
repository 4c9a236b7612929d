import { expect, test } from "vitest";

import { attemptStates } from "../attempt/attempt.ts";
import { sessionStates } from "../../payment/intent/session.ts";
import { intentStates } from "../../payment/intent/intent.ts";
import { deliveryStates } from "../outbox/delivery.ts";
import { advance, nextStatus, type StateTable } from "./state-table.ts";

/** Every move of every machine, written down a second time: an unlisted cell leads nowhere. */
const moves = {
  session: [
    "AUTHENTICATED give-up EXPIRED",
    "AUTHENTICATED supersede SUPERSEDED",
    "IN_WINDOW authenticate AUTHENTICATED",
    "IN_WINDOW close EXPIRED",
    "IN_WINDOW close-window OPEN",
    "IN_WINDOW expire EXPIRED",
    "IN_WINDOW open-window IN_WINDOW",
    "IN_WINDOW supersede SUPERSEDED",
    "OPEN authenticate AUTHENTICATED",
    "OPEN close EXPIRED",
    "OPEN expire EXPIRED",
    "OPEN open-window IN_WINDOW",
    "OPEN supersede SUPERSEDED",
  ],
  intent: [
    "DONE cancel-part PARTIAL_CANCELED",
    "DONE cancel-rest CANCELED",
    "IN_PROGRESS approve DONE",
    "IN_PROGRESS cancel-rest CANCELED",
    "IN_PROGRESS expire EXPIRED",
    "IN_PROGRESS give-up EXPIRED",
    "IN_PROGRESS refuse ABORTED",
    "PARTIAL_CANCELED cancel-part PARTIAL_CANCELED",
    "PARTIAL_CANCELED cancel-rest CANCELED",
    "READY authenticate IN_PROGRESS",
    "READY cancel-rest CANCELED",
    "READY expire EXPIRED",
  ],
  attempt: [
    "OPEN done DONE",
    "OPEN refused REFUSED",
    "OPEN unknown UNKNOWN",
    "UNKNOWN done DONE",
    "UNKNOWN refused REFUSED",
    "UNKNOWN unknown UNKNOWN",
  ],
  delivery: [
    "DELIVERED resend PENDING",
    "EXHAUSTED accept DELIVERED",
    "EXHAUSTED resend PENDING",
    "PENDING accept DELIVERED",
    "PENDING exhaust EXHAUSTED",
    "PENDING fail PENDING",
    "PENDING resend PENDING",
  ],
};

const tables: Readonly<Record<keyof typeof moves, StateTable<string, string>>> = {
  session: sessionStates,
  intent: intentStates,
  attempt: attemptStates,
  delivery: deliveryStates,
};

test.each(["session", "intent", "attempt", "delivery"] as const)("every cell of the %s table", (name) => {
  const table = tables[name];
  const statuses = Object.keys(table);
  const events = [...new Set(statuses.flatMap((status) => Object.keys(table[status] ?? {})))];
  const found: string[] = [];
  for (const status of statuses) {
    for (const event of events) {
      const next = nextStatus(table, status, event);
      if (next === undefined) expect(() => advance(table, status, event)).toThrow(`no move from ${status} by ${event}`);
      else found.push(`${status} ${event} ${next}`);
    }
  }
  expect(found.toSorted()).toEqual(moves[name]);
  for (const move of found) expect(statuses).toContain(move.split(" ")[2]);
});
