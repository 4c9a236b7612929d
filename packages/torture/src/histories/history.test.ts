import { expect, test } from "vitest";

import { judgeOrder } from "./history.ts";
import type { OrderRequest } from "./order-model.ts";
import type { RecordedCall } from "./recording.ts";

const intentKey = "key-of-the-payment-00";
let numbers = 0;

function called(request: OrderRequest, says: string, begin: number): RecordedCall<OrderRequest> {
  numbers += 1;
  const reply = { says, ...(says !== "opened" && !says.startsWith("NOT_") && { intentKey }) };
  return { number: numbers, client: "1", request, begin, end: begin + 1, reply };
}

test("a stale look-up is reduced to the calls that show it", () => {
  const lookUp = { what: "look up", of: "order" } as const;
  const slow = { ...called(lookUp, "CANCELED 10000", 35), end: 95 };
  numbers = 0;
  const calls = [
    slow,
    called(lookUp, "NOT_FOUND_PAYMENT", 0),
    called({ what: "open a session" }, "opened", 10),
    called(lookUp, "READY 0", 20),
    called({ what: "authenticate", session: 2 }, "authenticated", 30),
    called(lookUp, "IN_PROGRESS 0", 40),
    called({ what: "confirm", intentKey }, "DONE 0", 50),
    called(lookUp, "DONE 0", 60),
    called(lookUp, "IN_PROGRESS 0", 70),
    called(lookUp, "DONE 0", 80),
    called({ what: "cancel", of: "order" }, "CANCELED 10000", 90),
  ];
  const { timeline, judgement, open } = judgeOrder("order", calls);
  expect(judgement.verdict).toBe("not linearizable");
  expect(open).toBe(0);
  expect(timeline).toBe(
    [
      "     0.000 –     1.000  client 1     call 2: open a session → opened",
      '    20.000 –    21.000  client 1     call 4: authenticate {"session":2} → authenticated (key-of-the-payment-00)',
      '    40.000 –    41.000  client 1     call 6: confirm {"intentKey":"key-of-the-payment-00"} → DONE 0 (key-of-the-payment-00)',
      '    60.000 –    61.000  client 1     call 8: look up {"of":"order"} → IN_PROGRESS 0 (key-of-the-payment-00)',
    ].join("\n"),
  );
});
