import { expect, test } from "vitest";

import { operations } from "../src/interface/operations.ts";
import { sendMany } from "../src/many-seeds.ts";
import { failureText } from "../src/report/report-text.ts";
import { shrinkSeed } from "../src/run-seed.ts";
import { neverAnswered } from "../src/tally.ts";

const requests = process.env["TESTS"] === "long" ? 100_000 : 12_000;

test(`${requests} requests: nothing is wrong, and each operation is answered with a success`, async () => {
  const tally = await sendMany({ from: 101, requests, workers: 1 });
  const [first] = tally.failed;
  if (first !== undefined) expect.fail(failureText(first.seed, await shrinkSeed(first.seed, first.kind)));
  const operationIds = operations.map(({ operationId }) => operationId);
  expect(neverAnswered(tally, operationIds)).toEqual([]);
  expect(tally.requests).toBeGreaterThanOrEqual(requests);
});
