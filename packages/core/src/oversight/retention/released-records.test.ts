import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

import type { RecordKey, Store, StoredRecord, Write } from "../../index.ts";
import { dayMs, doAllDue } from "../../../test/identity-world.ts";
import { createWorld } from "../../../test/world.ts";
import { earningRecord } from "../../ledger/earning/earning.ts";
import { intentRecord } from "../../payment/intent/intent.ts";
import { sessionRecord } from "../../payment/intent/session.ts";
import { deliveryRecord } from "../../engine/outbox/delivery.ts";

const releasedSchema = z.array(z.object({ kind: z.string(), id: z.string(), body: z.record(z.string(), z.unknown()) }));

/** The write of a record of a release. */
const writes: Readonly<Record<string, (body: unknown) => Write>> = {
  intent: (body) => intentRecord.write(intentRecord.schema.parse(body)),
  session: (body) => sessionRecord.write(sessionRecord.schema.parse(body)),
  earning: (body) => earningRecord.write(earningRecord.schema.parse(body)),
  webhookDelivery: (body) => deliveryRecord.write(deliveryRecord.schema.parse(body)),
};

const folder = join(import.meta.dirname, "../../../test/released-records");

/** Stores the records of a release, each as last written before its identity data were purged. */
async function load(store: Store, file: string): Promise<readonly RecordKey[]> {
  const released = releasedSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
  const bodies = new Map<string, (typeof released)[number]>();
  for (const record of released) {
    const name = `${record.kind} ${record.id}`;
    const isPurged = record.body["kyc"] === null && typeof bodies.get(name)?.body["kyc"] === "string";
    if (!isPurged) bodies.set(name, record);
  }
  const last = new Map<string, Write>();
  for (const [name, { kind, body }] of bodies) {
    const write = writes[kind]?.(body);
    if (write !== undefined) last.set(name, write);
  }
  for (const [name, write] of last) {
    const changes = { expect: [{ key: write.key, version: "absent" as const }], writes: [write] };
    await store.commit({
      id: name,
      tenant: "7:test",
      at: 0,
      reference: "",
      postings: [],
      floors: [],
      tallies: [],
      ...changes,
    });
  }
  return [...last.values()].map(({ key }) => key);
}

/** The bodies by their ids. */
function bodiesOf(records: readonly (StoredRecord | undefined)[]) {
  return Object.fromEntries(records.flatMap((record) => (record ? [[record.key.id, record.body]] : [])));
}

test.each(readdirSync(folder))(
  "identity data and deliveries of a release (%s) are purged like new ones, and all else stays",
  async (file) => {
    const world = await createWorld();
    const keys = await load(world.memory, file);
    const before = (await world.memory.read("7:test", { keys })).records;
    const identified = before
      .filter((record) => typeof record?.body["kyc"] === "string")
      .map((record) => record?.key.id);
    expect(identified.length).toBeGreaterThan(0);
    for (let day = 0; day < 200; day += 1) {
      await world.clock.advance(dayMs);
      await doAllDue(world);
    }
    const after = bodiesOf((await world.memory.read("7:test", { keys })).records);
    const goesOn = ["OPEN", "READY", "IN_PROGRESS"];
    for (const [id, body] of Object.entries(bodiesOf(before))) {
      if (id.startsWith("msg_")) expect(after[id]).toBe(undefined);
      else if (identified.includes(id)) expect(after[id]).toEqual({ ...body, kyc: null });
      // An earning settles, and a payment or session that waits expires.
      else if ("settledAt" in body || goesOn.includes(String(body["status"]))) continue;
      else expect(after[id]).toMatchObject(body);
    }
  },
);
