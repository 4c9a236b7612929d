import { expect, test } from "vitest";

import { createWorld, shop, valueOf, type World } from "../../../test/world.ts";
import type { ProviderKeysInput } from "../../index.ts";

const both = [
  { name: "new", secret: "secret-new" },
  { name: "old", secret: "secret-old" },
];

const opened = ({ payments }: World, gateway = "default") => payments.providerKeys.open(shop, gateway);

/** The stored record of the merchant's keys, as it is. */
async function stored({ memory }: World) {
  const { records } = await memory.read("7:test", { keys: [{ kind: "providerKeys", id: "default" }] });
  return records[0];
}

test("keys come back to the adapter in their order, and secrets are shown nowhere else", async () => {
  const world = await createWorld();
  expect(await opened(world)).toEqual([]);
  const { providerKeys } = world.payments;
  const view = { gateway: "default", names: ["new", "old"] };
  expect(valueOf(await providerKeys.set(shop, { keys: both }))).toEqual(view);
  expect(valueOf(await providerKeys.get(shop, "default"))).toEqual(view);
  expect(await opened(world)).toEqual(both);
  expect(JSON.stringify(await stored(world))).not.toContain("secret-");
});

test("a key that is named without its secret keeps it; one that is not named goes; an empty list takes all away", async () => {
  const world = await createWorld();
  const { providerKeys } = world.payments;
  valueOf(await providerKeys.set(shop, { keys: [{ name: "old", secret: "secret-old" }] }));
  valueOf(await providerKeys.set(shop, { keys: [{ name: "new", secret: "secret-new" }, { name: "old" }] }));
  expect(await opened(world)).toEqual(both);
  valueOf(await providerKeys.set(shop, { keys: [{ name: "new" }] }));
  expect(await opened(world)).toEqual([{ name: "new", secret: "secret-new" }]);
  valueOf(await providerKeys.set(shop, { keys: [] }));
  expect([await opened(world), await stored(world)]).toEqual([[], undefined]);
  expect(valueOf(await providerKeys.set(shop, { keys: [] })).names).toEqual([]);
});

test("a key that is named with another secret gets it", async () => {
  const world = await createWorld();
  const { providerKeys } = world.payments;
  valueOf(await providerKeys.set(shop, { keys: both }));
  valueOf(await providerKeys.set(shop, { keys: [{ name: "new", secret: "another" }, { name: "old" }] }));
  expect(await opened(world)).toEqual([
    { name: "new", secret: "another" },
    { name: "old", secret: "secret-old" },
  ]);
});

test("each gateway and merchant has keys of its own", async () => {
  const world = await createWorld();
  const { merchants, providerKeys } = world.payments;
  const other = { mId: 8, mode: "test" } as const;
  valueOf(await merchants.register({ ...other, name: "Other", feeRate: "1" }));
  valueOf(await providerKeys.set(shop, { keys: [{ name: "a", secret: "1" }] }));
  valueOf(await providerKeys.set(shop, { gateway: "gateway", keys: [{ name: "b", secret: "2" }] }));
  expect(await opened(world)).toEqual([{ name: "a", secret: "1" }]);
  expect(await opened(world, "gateway")).toEqual([{ name: "b", secret: "2" }]);
  expect(await providerKeys.open(other, "default")).toEqual([]);
});

const many = Array.from({ length: 6 }, (_, index) => ({ name: `key-${index}`, secret: "s" }));

test.each<[string, ProviderKeysInput, string]>([
  ["a key without a secret that is not stored", { keys: [{ name: "a", secret: "1" }, { name: "b" }] }, "keys.1.secret"],
  ["an empty name", { keys: [{ name: "", secret: "1" }] }, "keys.0.name"],
  ["a name with a blank", { keys: [{ name: "a b", secret: "1" }] }, "keys.0.name"],
  ["a name of 65", { keys: [{ name: "n".repeat(65), secret: "1" }] }, "keys.0.name"],
  ["an empty secret", { keys: [{ name: "a", secret: "" }] }, "keys.0.secret"],
  ["a secret with a line break", { keys: [{ name: "a", secret: "1\n" }] }, "keys.0.secret"],
  ["a secret of 501", { keys: [{ name: "a", secret: "s".repeat(501) }] }, "keys.0.secret"],
  ["one name twice", { keys: [both[0], both[0]].flatMap((key) => key ?? []) }, "keys"],
  ["six keys", { keys: many }, "keys"],
  ["a gateway that has no name", { gateway: "Not A Name", keys: [] }, "gateway"],
])("%s is refused by its field, and nothing changes", async (_what, input, field) => {
  const world = await createWorld();
  const { providerKeys } = world.payments;
  valueOf(await providerKeys.set(shop, { keys: both }));
  expect(await providerKeys.set(shop, input)).toMatchObject({
    error: { code: "INVALID_REQUEST", details: [{ field }] },
  });
  expect(await opened(world)).toEqual(both);
});

test("an invalid gateway name is refused", async () => {
  const { payments } = await createWorld();
  const refused = { error: { code: "INVALID_REQUEST", details: [{ field: "gateway" }] } };
  expect(await payments.providerKeys.get(shop, "Not A Name")).toMatchObject(refused);
});

test("a merchant that is not registered has no keys", async () => {
  const { payments } = await createWorld();
  expect(await payments.providerKeys.set({ mId: 9, mode: "live" }, { keys: both })).toMatchObject({
    error: { code: "FORBIDDEN_REQUEST", details: [{ field: "merchant" }] },
  });
});

test("keys are resealed a week after they were written, and every week", async () => {
  const world = await createWorld();
  const { providerKeys } = world.payments;
  valueOf(await providerKeys.set(shop, { keys: both }));
  const versions = [(await stored(world))?.version];
  const day = 24 * 60 * 60 * 1000;
  for (const ms of [7 * day - 1, 1, 7 * day]) {
    await world.clock.advance(ms);
    await world.payments.work.runDue();
    versions.push((await stored(world))?.version);
  }
  expect(versions.map((version, index) => index > 0 && version !== versions[index - 1])).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(await opened(world)).toEqual(both);
});
