import { expect, test } from "vitest";

import { createLanes } from "./lanes.ts";
import { StoreUnavailable } from "./store.ts";

const fails = (error: Error) => async () => {
  throw error;
};

test("work behind failed work is still done", async () => {
  const lanes = createLanes();
  const first = lanes.run("order", fails(new Error("a bug")));
  const second = lanes.run("order", async () => "done");
  await expect(first).rejects.toThrow("a bug");
  expect(await second).toBe("done");
});

test("all work in a lane fails with a store that is unavailable, and later work starts afresh", async () => {
  const lanes = createLanes();
  let begun = 0;
  const work = async () => (begun += 1);
  const down = new StoreUnavailable("The database did not answer");
  const waiting = [lanes.run("order", fails(down)), lanes.run("order", work), lanes.run("order", work)];
  const elsewhere = lanes.run("another order", work);
  for (const outcome of await Promise.allSettled(waiting))
    expect(outcome).toEqual({ status: "rejected", reason: down });
  expect([await elsewhere, await lanes.run("order", work)]).toEqual([1, 2]);
});
