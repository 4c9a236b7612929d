import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

import type { RecordKey, Store, StoredRecord, Write } from "../index.ts";
import { dayMs, doAllDue } from "../../test/identity-world.ts";
import { createWorld } from "../../test/world.ts";
import { earningRecord } from "../earning/earning.ts";
import { intentRecord } from "../payment/intent.ts";
import { sessionRecord } from "../session/session.ts";
import { deliveryRecord } from "../webhook/delivery.ts";

const releasedSchema = z.array(z.object({ kind: z.string(), id: z.string(), body: z.record(z.string(), z.unknown()) }));

/** The write of a record as a release before there was any forgetting has stored it: nothing waits for it that is over. */
const writes: Readonly<Record<string, (body: unknown) => Write>> = {
  intent: (body) => intentRecord.write(intentRecord.schema.parse(body)),
  session: (body) => sessionRecord.write(sessionRecord.schema.parse(body)),
  earning: (body) => earningRecord.write(earningRecord.schema.parse(body)),
  webhookDelivery: (body) => deliveryRecord.write(deliveryRecord.schema.parse(body)),
};

/** Puts the records of a release into a store, each as it was written last. */
async function load(store: Store, release: string): Promise<readonly RecordKey[]> {
  const file = join(import.meta.dirname, "../../test/released-records", `${release}.json`);
  const released = releasedSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const last = new Map<string, Write>();
  for (const { kind, id, body } of released) {
    const write = writes[kind]?.(body);
    if (write !== undefined) last.set(`${kind} ${id}`, write);
  }
  for (const [name, write] of last) {
    const changes = { expect: [{ key: write.key, version: "absent" as const }], writes: [write] };
    await store.commit({ id: name, tenant: "7:test", at: 0, reference: "", postings: [], floors: [], ...changes });
  }
  return [...last.values()].map(({ key }) => key);
}

/** What stands where, without versions. */
function bodiesOf(records: readonly (StoredRecord | undefined)[]) {
  return Object.fromEntries(records.flatMap((record) => (record ? [[record.key.id, record.body]] : [])));
}

test.each(["2026-11-20", "2026-11-21", "2026-11-22"])(
  "what a release of before has stored (%s) is forgotten like what is new, and all else stays",
  async (release) => {
    const world = await createWorld();
    const keys = await load(world.memory, release);
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
      // What is not settled settles, what waits expires: all as ever.
      else if ("settledAt" in body || goesOn.includes(String(body["status"]))) continue;
      else expect(after[id]).toMatchObject(body);
    }
  },
);
