import { expect, test } from "vitest";

import { deliveryRefs } from "./delivery-events.ts";

test.each([
  [0, 0],
  [3, 3],
  [100, 100],
  [10_000, 100],
])("of an object with %d notified events, the first %d are read", (told, count) => {
  const refs = deliveryRefs({ about: "p", told }, [{ name: "payout.completed" }, { name: "payout.failed" }]);
  expect(refs).toHaveLength(2 * count);
  const ids = [1, count].map((number) => `msg_payout-failed_${number}_p`);
  if (count > 0) expect(refs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});
