import fc from "fast-check";
import { expect, test } from "vitest";
import { newDatabase, session } from "../test/test-database.ts";
import { binaryArray, type ElementType } from "./binary-array.ts";

/** Values as the database understands them, through the arrays that it is sent. */
async function echo() {
  const database = await session(await newDatabase());
  return async (type: ElementType, values: Parameters<typeof binaryArray>[1]): Promise<unknown> => {
    const text = `select to_json($1::${type}[]::text[]) as values`;
    const { rows } = await database.query<{ readonly values: unknown }>(text, [binaryArray(type, values)]);
    return rows[0]?.values;
  };
}

const whole = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 53 - 1, 1 - 2 ** 53));
const kinds = {
  text: fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
  bigint: fc.oneof(whole, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  integer: fc.integer(),
  boolean: fc.boolean(),
} as const;

test.each(Object.keys(kinds) as (keyof typeof kinds)[])("arrays arrive as they are sent: %s", async (type) => {
  const told = await echo();
  const values = fc.array(fc.option<string | number | bigint | boolean>(kinds[type]), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(values, async (sent) => {
      expect(await told(type, sent)).toEqual(sent.map((value) => (value === null ? null : String(value))));
    }),
    { numRuns: 60 },
  );
});

test("an empty array is not a binary array", () => {
  expect(binaryArray("text", [])).toBeNull();
});
