import { expect, test } from "vitest";
import { z } from "zod";
import { validate } from "./validate.ts";

const schema = z.object({
  name: z.string(),
  days: z.number(),
  items: z.array(z.string()),
  isDaily: z.boolean(),
  type: z.enum(["CORPORATE", "INDIVIDUAL"]),
  account: z.object({ holderName: z.string() }),
  labels: z.record(z.string(), z.string()),
});

const good = {
  name: "Kim",
  days: 3,
  items: [],
  isDaily: true,
  type: "CORPORATE",
  account: { holderName: "Kim" },
  labels: {},
};

test.each([
  ["name", undefined, "name", "must be given"],
  ["name", 7, "name", "must be a text"],
  ["name", null, "name", "must be a text"],
  ["days", "3", "days", "must be a number"],
  ["items", {}, "items", "must be a list"],
  ["items", [7], "items.0", "must be a text"],
  ["isDaily", "yes", "isDaily", "must be true or false"],
  ["type", "PERSON", "type", "must be CORPORATE or INDIVIDUAL"],
  ["type", undefined, "type", "must be CORPORATE or INDIVIDUAL"],
  ["account", undefined, "account", "must be given"],
  ["account", [], "account", "must be an object"],
  ["account", {}, "account.holderName", "must be given"],
  ["labels", "red", "labels", "must be an object"],
])("%s as %j: %s %s", (name, value, field, problem) => {
  expect(validate(schema, { ...good, [name]: value })).toMatchObject({
    error: { code: "INVALID_REQUEST", details: [{ field, problem }] },
  });
});

test("a field's own words come before the general ones", () => {
  expect(validate(z.object({ name: z.string("must be the name of a seller") }), {})).toMatchObject({
    error: { details: [{ field: "name", problem: "must be the name of a seller" }] },
  });
});
