import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { sequentialIds } from "@wonflow/testkit";

import { merchantRecord } from "../../merchant/merchant.ts";
import { intentRecord } from "../../payment/intent/intent.ts";
import { withPresentNames, MalformedRecord, orderedId } from "./record.ts";
import { everyShape } from "../../../test/every-shape.ts";
import { recordKinds } from "../../../test/record-kinds.ts";
import { createWorld, shop } from "../../../test/world.ts";

const releasedSchema = z.array(z.object({ kind: z.string(), id: z.string(), body: z.record(z.string(), z.unknown()) }));

const folder = join(import.meta.dirname, "../../../test/released-records");
const released = readdirSync(folder).flatMap((file) =>
  releasedSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))).map((record) => ({ file, ...record })),
);
/** With those of this version: a kind that no release has written is held too. */
const stored = [...released, ...(await everyShape()).map((record) => ({ file: "this version", ...record }))];

function namesOf({ kind, id, body }: (typeof stored)[number]): readonly string[] {
  if (kind === "attempt" || kind === "bankAttempt") return [kind, `${kind} ${String(body["kind"])}`];
  return [kind === "cardTablePart" ? `${kind} ${id.split(".")[0] ?? ""}` : kind];
}

test.each(stored.map((record) => [`${record.kind} ${record.id}`, record.file, record] as const))(
  "%s of %s can still be read, and loses nothing",
  (_name, _file, record) => {
    for (const name of namesOf(record)) {
      const kind = recordKinds[name];
      if (kind === undefined) throw new Error(`there is no kind ${name} any more`);
      const read = kind.schema.parse(record.body);
      expect(read).toMatchObject(Object(withPresentNames(record.body)));
    }
  },
);

/** A body with each value in turn, at any depth, replaced by one that fits no field. */
function* disturbed(value: unknown, path: readonly string[] = []): Generator<readonly [field: string, body: unknown]> {
  if (path.length > 0) yield [path.join("."), [[7]]];
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const [field, changed] of disturbed(member, [...path, name])) {
      yield [field, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }];
    }
  }
}

test("a field of another type is refused", () => {
  const taken = new Set<string>();
  for (const record of stored) {
    const [name = ""] = namesOf(record).slice(-1);
    for (const [field, body] of disturbed(record.body)) {
      if (recordKinds[name]?.schema.safeParse(body).success === true) taken.add(`${name} ${field}`);
    }
  }
  expect([...taken]).toEqual([]);
});

test("the bodies cover every kind and every status of the machines", () => {
  const names = new Set(stored.flatMap(namesOf));
  expect(Object.keys(recordKinds).filter((name) => !names.has(name))).toEqual([]);
});

test("a record that does not fit its schema is an error that names it", async () => {
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async read(tenant, request) {
        const snapshot = await store.read(tenant, request);
        const records = snapshot.records.map(
          (record) => record && { ...record, body: record.key.kind === "intent" ? { status: "PAID" } : record.body },
        );
        return { ...snapshot, records };
      },
    }),
  });
  const { token } = await world.session();
  await expect(world.payments.checkout.read(token)).rejects.toThrow(MalformedRecord);
  await expect(world.payments.checkout.read(token)).rejects.toThrow(
    /^The stored intent \S{21} cannot be read: .*status/,
  );
});

test("a field of a newer release survives a write of this one", async () => {
  const world = await createWorld({
    store: (store) => ({
      ...store,
      commit: (changeSet) =>
        store.commit({
          ...changeSet,
          writes: changeSet.writes.map((write) =>
            write.body === null || changeSet.id.endsWith("x")
              ? write
              : { ...write, body: { fromLater: 1, ...write.body } },
          ),
        }),
    }),
  });
  const { intentKey } = await world.paid();
  const { records } = await world.memory.read("7:test", { keys: [intentRecord.ref(intentKey)] });
  expect(records[0]?.body).toMatchObject({ status: "DONE", fromLater: 1 });
});

test("a merchant that is registered again keeps the fields of a newer release", async () => {
  const world = await createWorld();
  const key = { kind: merchantRecord.name, id: "self" };
  const { records } = await world.memory.read("7:test", { keys: [key] });
  await world.memory.commit({
    id: "newer release",
    tenant: "7:test",
    at: 0,
    expect: [{ key, version: records[0]?.version ?? "absent" }],
    writes: [
      { key, body: { ...records[0]?.body, account: "sealed", contracts: { refunds: true } }, dueAt: null, place: null },
    ],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
  await world.payments.merchants.register({ ...shop, name: "Renamed", feeRate: "3.3" });
  const after = await world.memory.read("7:test", { keys: [key] });
  expect(after.records[0]?.body).toMatchObject({
    name: "Renamed",
    account: "sealed",
    contracts: { refunds: true, kyc: false },
  });
});

test("a record with former names of fields is read under the present ones", async () => {
  const contracts = { gateways: ["PG_B"], payouts: true };
  const merchant = { mId: 7, mode: "test", name: "Shop", feeRate: "3.3", cardNetwork: "nice", contracts };
  expect(merchantRecord.schema.parse(merchant)).toMatchObject({
    gateway: "nice",
    contracts: { installmentFeeds: ["PG_B"], payouts: true },
  });
  // An older process that runs beside a newer one passes on a name that it does not know.
  expect(merchantRecord.schema.parse({ ...merchant, gateway: "toss" })).toMatchObject({ gateway: "toss" });
  const stored = (await everyShape()).find(({ kind, body }) => kind === "intent" && body["approvalKey"] !== null)?.body;
  const former: unknown = JSON.parse(JSON.stringify(stored).replaceAll('"gateway":"default"', '"network":"nice"'));
  expect(intentRecord.schema.parse(former).methods).toMatchObject([{ gateway: "nice" }]);
});

test("ids sort by their times, also where a time has fewer digits", () => {
  const ids = sequentialIds();
  const times = [0, 35, 36, 36 ** 7, Date.UTC(2026, 10, 20), Date.UTC(2059, 4, 25), Date.UTC(2059, 4, 26)];
  const made = times.map((now) => orderedId(ids, now, 24));
  expect(made.toReversed().toSorted()).toEqual(made);
  expect(made.map((id) => id.length)).toEqual(times.map(() => 24));
});

test("two ids with equal timestamps differ in their random part", () => {
  const ids = sequentialIds();
  expect([orderedId(ids, 36, 24), orderedId(ids, 36, 24)]).toEqual([
    "000000010000000000000001",
    "000000010000000000000002",
  ]);
});
