import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

import { attemptRecord, bankAttemptRecord } from "../attempt/attempt.ts";
import { binReference } from "../bin/bin.ts";
import { closedDaysRecord } from "../calendar/calendar.ts";
import { catalogReference } from "../catalog/catalog.ts";
import { earningRecord } from "../earning/earning.ts";
import { settlementScheduleRecord } from "../earning/next-settlement.ts";
import { settlementRecord } from "../settlement/settlement.ts";
import { commitIdsRecord } from "../retention/commit-ids.ts";
import { idempotencyRecord } from "../idempotency/idempotency.ts";
import { feedRecord } from "../installment/feed.ts";
import { apiKeyRecord } from "../api-key/api-key.ts";
import { logoRecord } from "../merchant/logo.ts";
import { merchantIndexRecord, merchantRecord } from "../merchant/merchant.ts";
import { operatorRecord } from "../operator/operator.ts";
import { operatorSessionRecord } from "../operator/operator-session.ts";
import { operatorTriesRecord } from "../operator/password-tries.ts";
import { approvalRecord } from "../payment/approval-attempt.ts";
import { reversalRecord } from "../payment/reversal-attempt.ts";
import { cancellationRecord } from "../payment/cancellation-attempt.ts";
import { intentRecord } from "../payment/intent.ts";
import { orderRecord } from "../payment/order.ts";
import { identityWalkRecord } from "../payer-identity/find.ts";
import { payerIdentityRecord } from "../payer-identity/payer-identity.ts";
import { payoutAttemptRecord } from "../payout/payout-attempt.ts";
import { payoutBatchRecord, payoutRecord, payoutRefRecord, payoutSlotRecord } from "../payout/payout.ts";
import { statementRecord } from "../payout/next-statement.ts";
import { transferAccountRecord } from "../payout/transfer-account.ts";
import { billingKeyRecord } from "../billing/billing-key.ts";
import { issueRecord } from "../billing/token-issue-attempt.ts";
import { releaseRecord } from "../billing/token-release-attempt.ts";
import { registrationRecord } from "../seller/registration-attempt.ts";
import { externalSellerRecord, sellerRecord, sellerRefRecord } from "../seller/seller.ts";
import { MalformedRecord, type RecordKind } from "./record.ts";
import { headRecord, partKind } from "../reference-table/reference-table.ts";
import { retentionRecord } from "../retention/retention.ts";
import { secretCheckRecord } from "../secret/check-secret.ts";
import { sessionRecord } from "../session/session.ts";
import { deliveryRecord } from "../webhook-delivery/delivery.ts";
import { endpointRecord } from "../webhook/endpoint.ts";
import { createWorld, shop } from "../../test/world.ts";

/** The schema of each kind's stored records; a second name tells attempts and earnings apart. */
const kinds: Readonly<Record<string, Pick<RecordKind<never>, "name"> & { readonly schema: z.ZodType }>> = {
  merchant: merchantRecord,
  merchantIndex: merchantIndexRecord,
  merchantLogo: logoRecord,
  apiKey: apiKeyRecord,
  closedDays: closedDaysRecord,
  earning: earningRecord,
  settlement: settlementRecord,
  settlementSchedule: settlementScheduleRecord,
  session: sessionRecord,
  intent: intentRecord,
  order: orderRecord,
  attempt: attemptRecord,
  "attempt approval": approvalRecord,
  "attempt reversal": reversalRecord,
  "attempt cancellation": cancellationRecord,
  bankAttempt: bankAttemptRecord,
  "attempt token-issue": issueRecord,
  "attempt token-release": releaseRecord,
  billingKey: billingKeyRecord,
  "bankAttempt seller-registration": registrationRecord,
  "bankAttempt payout": payoutAttemptRecord,
  seller: sellerRecord,
  sellerRef: sellerRefRecord,
  externalSeller: externalSellerRecord,
  payout: payoutRecord,
  payoutRef: payoutRefRecord,
  payoutSlot: payoutSlotRecord,
  payoutBatch: payoutBatchRecord,
  payoutStatement: statementRecord,
  transferAccount: transferAccountRecord,
  idempotency: idempotencyRecord,
  cardTable: headRecord,
  "cardTablePart bins": partKind(binReference),
  "cardTablePart catalog": partKind(catalogReference),
  installmentFeed: feedRecord,
  commitIds: commitIdsRecord,
  secretCheck: secretCheckRecord,
  webhookEndpoint: endpointRecord,
  webhookDelivery: deliveryRecord,
  retention: retentionRecord,
  identityWalk: identityWalkRecord,
  payerIdentity: payerIdentityRecord,
  operator: operatorRecord,
  operatorSession: operatorSessionRecord,
  operatorTries: operatorTriesRecord,
};

const releasedSchema = z.array(z.object({ kind: z.string(), id: z.string(), body: z.record(z.string(), z.unknown()) }));

const folder = join(import.meta.dirname, "../../test/released-records");
const released = readdirSync(folder).flatMap((file) =>
  releasedSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))).map((record) => ({ file, ...record })),
);

function namesOf({ kind, id, body }: (typeof released)[number]): readonly string[] {
  if (kind === "attempt" || kind === "bankAttempt") return [kind, `${kind} ${String(body["kind"])}`];
  return [kind === "cardTablePart" ? `${kind} ${id.split(".")[0] ?? ""}` : kind];
}

test.each(released.map((record) => [`${record.kind} ${record.id}`, record.file, record] as const))(
  "%s of %s can still be read, and loses nothing",
  (_name, _file, record) => {
    for (const name of namesOf(record)) {
      const kind = kinds[name];
      if (kind === undefined) throw new Error(`there is no kind ${name} any more`);
      const read = kind.schema.parse(record.body);
      expect(read).toMatchObject(record.body);
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
  for (const record of released) {
    const [name = ""] = namesOf(record).slice(-1);
    for (const [field, body] of disturbed(record.body)) {
      if (kinds[name]?.schema.safeParse(body).success === true) taken.add(`${name} ${field}`);
    }
  }
  expect([...taken]).toEqual([]);
});

test("the released bodies cover every kind and every status of the machines", () => {
  const names = new Set(released.flatMap(namesOf));
  expect(Object.keys(kinds).filter((name) => !names.has(name))).toEqual([]);
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
  });
  await world.payments.merchants.register({ ...shop, name: "Renamed", feeRate: "3.3" });
  const after = await world.memory.read("7:test", { keys: [key] });
  expect(after.records[0]?.body).toMatchObject({
    name: "Renamed",
    account: "sealed",
    contracts: { refunds: true, kyc: false },
  });
});
