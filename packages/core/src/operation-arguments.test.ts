import { describe, expect, test } from "vitest";

import { createWorld, shop } from "../test/world.ts";
import { operationArguments, reconciliationArguments } from "./operation-arguments.ts";
import type { Argument, Rejecting } from "./operation-arguments.ts";

const rows = [...Object.entries(operationArguments), ["", reconciliationArguments] as const].flatMap(([group, table]) =>
  Object.entries<readonly Argument[] | Rejecting>(table).map(([name, of]) => {
    const expected = "rejects" in of ? of.rejects : of;
    return { group, name, title: [group, name].join("."), expected, rejects: "rejects" in of };
  }),
);

/** The first of these that passes. What it names need not exist. */
const right = ({ fits }: Argument) => [undefined, shop, "x", "secret", [], 1].find(fits);

const odd: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  Number.NaN,
  7n,
  true,
  "",
  "x",
  "\0",
  [],
  [null],
  {},
  () => {},
  Symbol("x"),
  new Date(0),
];

const noTenants: readonly unknown[] = [
  ...odd,
  "7:test",
  "platform",
  { mId: 7 },
  { mode: "test" },
  { mId: 7, mode: "production" },
  { mId: 7, mode: ["test"] },
  ...[0, -7, 7.5, "7", null, Number.NaN, Infinity, 1e15].map((mId) => ({ mId, mode: "test" })),
];

async function operationOf({ group, name }: { readonly group: string; readonly name: string }) {
  const { payments } = await createWorld();
  const operations: unknown = group === "" ? payments : Reflect.get(payments, group);
  const operation: unknown = Reflect.get(Object(operations), name);
  if (typeof operation !== "function") throw new TypeError(`there is no operation ${group}.${name}`);
  return async (...given: readonly unknown[]): Promise<unknown> => operation(...given);
}

test("every operation that answers a promise has a row", async () => {
  const { payments } = await createWorld();
  const groups = Object.entries(payments).flatMap(([group, operations]: [string, unknown]) =>
    typeof operations === "function"
      ? [`.${group}`]
      : Object.keys(Object(operations)).map((name) => `${group}.${name}`),
  );
  const others = ["bins.enums", "checkout.address", "checkout.windowAddress", "work.kinds"];
  expect(groups.filter((name) => !others.includes(name)).toSorted()).toEqual(rows.map(({ title }) => title).toSorted());
});

describe.each(rows.filter(({ expected }) => expected.some(({ name }) => name === "tenant")))("$title", (row) => {
  test("refuses an invalid tenant, and names it", async () => {
    const ask = await operationOf(row);
    const rest = row.expected.slice(1).map(right);
    // Operators may be the platform's.
    const takesPlatform = row.group === "operators";
    for (const tenant of noTenants.filter((one) => !takesPlatform || one !== "platform")) {
      const asked = ask(tenant, ...rest);
      if (row.rejects) await expect(asked).rejects.toThrow(/^tenant must be a merchant in a mode: /);
      else
        expect(await asked).toMatchObject({
          ok: false,
          error: { code: "INVALID_REQUEST", details: [{ field: "tenant", problem: expect.stringContaining("mId") }] },
        });
    }
  });
});

describe.each(rows.filter(({ expected }) => expected.length > 0))("$title", (row) => {
  test("answers a refusal to arguments of any type", async () => {
    const ask = await operationOf(row);
    for (const [index, argument] of row.expected.entries()) {
      const given: unknown[] = row.expected.map(right);
      for (const value of argument.name === "tenant" ? noTenants : odd) {
        const outcome = await ask(...given.toSpliced(index, 1, value)).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ error }),
        );
        const told = { argument: argument.name, value, ...outcome };
        if (argument.fits(value)) {
          if (!row.rejects) expect(told).toMatchObject({ answer: { ok: expect.any(Boolean) } });
        } else if (row.rejects) {
          const message = expect.stringMatching(new RegExp(`^${argument.name} must be `));
          expect(told).toMatchObject({ error: { name: "TypeError", message } });
        } else {
          const named = expect.objectContaining({ field: argument.name });
          expect(told).toMatchObject({ answer: { ok: false, error: { code: "INVALID_REQUEST", details: [named] } } });
        }
      }
    }
  });
});
