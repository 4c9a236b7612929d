import { expect, test } from "vitest";

import { codeOf, createWorld, shop, valueOf } from "../../../test/world.ts";
import type { EvidenceInput } from "../../index.ts";
import { approvalRecord } from "../../payment/intent/approval-attempt.ts";

const done: EvidenceInput = { outcome: "done", at: "2026-11-20T10:00:30+09:00", note: "statement of 20 November" };
const notDone: EvidenceInput = { outcome: "not-done", note: "the gateway has no record of it" };

/** A world whose gateway does nothing and answers nothing any more, with a payment in the given state. */
async function silent(state: "confirming" | "canceling", beforeEvidence = async () => {}) {
  const world = await createWorld({
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        if (changeSet.writes.some(({ body }) => body?.["evidence"] != null)) await beforeEvidence();
        return store.commit(changeSet);
      },
    }),
  });
  const silence = () => world.gateway.faults.schedule(() => "refused-connection");
  const payment = await world.authenticated();
  if (state === "confirming") silence();
  await world.payments.intents.confirm(shop, payment);
  if (state === "canceling") {
    silence();
    await world.cancel(payment.intentKey, 3000);
  }
  const { intentKey } = payment;
  const resolve = (key: string, evidence: EvidenceInput, idempotencyKey?: string) =>
    world.payments.attempts.resolve(shop, key, evidence, { ...(idempotencyKey !== undefined && { idempotencyKey }) });
  const payments = () => world.payments.intents.lookUp(shop, { intentKey });
  const balances = () => world.payments.ledger.balances(shop);
  return { world, payment, intentKey, resolve, payments, balances };
}

test("evidence that an approval was made makes the payment, and books it", async () => {
  const { intentKey, resolve, payments, balances } = await silent("confirming");
  expect(valueOf(await resolve(`approval-${intentKey}`, done)).status).toBe("DONE");
  expect(valueOf(await payments())).toMatchObject({ status: "DONE", approvedAt: "2026-11-20T10:00:30+09:00" });
  expect((await balances()).receivable).toBe(10_000);
});

test("evidence that no approval took effect aborts the payment, and its confirm is refused from then on", async () => {
  const { world, payment, intentKey, resolve, payments, balances } = await silent("confirming");
  expect(valueOf(await resolve(`approval-${intentKey}`, notDone)).status).toBe("REFUSED");
  expect(valueOf(await payments())).toMatchObject({ status: "ABORTED", failure: [{ code: "PROVIDER_ERROR" }] });
  expect(codeOf(await world.payments.intents.confirm(shop, payment))).toBe("PROVIDER_ERROR");
  expect((await balances()).receivable).toBe(0);
});

test.each([
  [done, { status: "PARTIAL_CANCELED", cancel: { canceledAmount: 3000, inProgress: false } }, 7000],
  [notDone, { status: "DONE" }, 10_000],
])("evidence of an operator ends a cancellation: %o", async (evidence, payment, receivable) => {
  const { intentKey, resolve, payments, balances } = await silent("canceling");
  valueOf(await resolve(`cancellation-${intentKey}-1`, evidence));
  expect(valueOf(await payments())).toMatchObject(payment);
  expect((await balances()).receivable).toBe(receivable);
});

test("evidence of a reversal ends its approval; evidence of no reversal leaves it open for the operator", async () => {
  const { world, intentKey, resolve, payments } = await silent("confirming");
  world.gateway.faults.schedule(({ operation }) => (operation === "lookUp" ? undefined : "refused-connection"));
  await world.pass(32);
  expect(valueOf(await resolve(`reversal-${intentKey}`, notDone)).status).toBe("UNKNOWN");
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toMatchObject([{ key: `reversal-${intentKey}` }]);
  expect(valueOf(await payments()).status).toBe("IN_PROGRESS");
  expect(valueOf(await resolve(`reversal-${intentKey}`, done)).status).toBe("DONE");
  expect(valueOf(await payments()).status).toBe("ABORTED");
  expect(valueOf(await world.payments.attempts.flagged(shop)).items).toEqual([]);
});

test.each([
  ["one character", "x"],
  ["500 characters", "🍜".repeat(500)],
  ["several lines", "명세서\n3쪽\r\n\n아래"],
])("a note may have %s", async (_what, note) => {
  const { intentKey, resolve } = await silent("confirming");
  expect(codeOf(await resolve(`approval-${intentKey}`, { ...done, note }))).toBe("ok");
});

test.each(["\u0001", "\u001b[2J", "3\t000", "seen\rnot seen", "\u007f", "\u0085"])(
  "a note with a control character is refused by its name: %j",
  async (note) => {
    const { intentKey, resolve, payments } = await silent("confirming");
    const problem = "must not contain control characters other than line breaks";
    const details = [{ field: "note", code: "INVALID_REQUEST", problem }];
    expect(await resolve(`approval-${intentKey}`, { ...done, note })).toEqual({
      ok: false,
      error: { code: "INVALID_REQUEST", details },
    });
    expect(valueOf(await payments()).status).toBe("IN_PROGRESS");
  },
);

test.each([
  [done, Date.UTC(2026, 10, 20, 1, 0, 30)],
  [notDone, Date.UTC(2026, 10, 20, 1, 0, 0)],
])("the evidence is kept with the attempt, with its time: that of the effect, or of the finding", async (found, at) => {
  const { world, intentKey, resolve } = await silent("confirming");
  await resolve(`approval-${intentKey}`, found);
  const { records } = await world.memory.read("7:test", { keys: [approvalRecord.ref(`approval-${intentKey}`)] });
  expect(records[0]?.body["evidence"]).toEqual({ outcome: found.outcome, note: found.note, at });
});

test.each<[string, string, EvidenceInput, string, string | undefined]>([
  ["a key that does not exist", "approval-none", done, "NOT_FOUND_ATTEMPT", undefined],
  ["done without a time", "approval", { outcome: "done", note: "x" }, "INVALID_REQUEST", "at"],
  ["a time without an offset", "approval", { ...done, at: "2026-11-20T10:00:30" }, "INVALID_REQUEST", "at"],
  ["no note", "approval", { ...done, note: "" }, "INVALID_REQUEST", "note"],
  ["a note of 501 characters", "approval", { ...done, note: "x".repeat(501) }, "INVALID_REQUEST", "note"],
])("refused: %s", async (_what, key, evidence, code, field) => {
  const { intentKey, resolve, payments } = await silent("confirming");
  const answer = await resolve(key === "approval" ? `approval-${intentKey}` : key, evidence);
  expect(answer).toMatchObject({ ok: false, error: { code, ...(field && { details: [{ field }] }) } });
  expect(valueOf(await payments()).status).toBe("IN_PROGRESS");
});

test.each([
  [done, done, "DONE"],
  [done, notDone, "DONE"],
  [notDone, notDone, "ABORTED"],
])("evidence does not change an attempt whose outcome is known", async (first, second, status) => {
  const { intentKey, resolve, payments } = await silent("confirming");
  await resolve(`approval-${intentKey}`, first);
  expect(codeOf(await resolve(`approval-${intentKey}`, second))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  expect(valueOf(await payments()).status).toBe(status);
});

test("evidence of an attempt that another process ends meanwhile is refused, and kept nowhere", async () => {
  let meanwhile = async (): Promise<unknown> => undefined;
  const { world, intentKey, payments } = await silent("confirming", async () => {
    const happens = meanwhile;
    meanwhile = async () => undefined;
    await happens();
  });
  const key = `approval-${intentKey}`;
  const other = await createWorld({ sharing: world });
  meanwhile = async () => valueOf(await other.payments.attempts.resolve(shop, key, done));
  expect(codeOf(await world.payments.attempts.resolve(shop, key, notDone))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  const { records } = await world.memory.read("7:test", { keys: [approvalRecord.ref(key)] });
  expect(records[0]?.body["evidence"]).toMatchObject({ outcome: "done" });
  expect(valueOf(await payments()).status).toBe("DONE");
});

test.each(["2026-11-18T10:00:00+09:00", "2026-11-20T09:54:59+09:00", "2026-11-20T10:05:01+09:00"])(
  "an approval at %s is not the one of this call: it is refused with the range, and the payment continues",
  async (at) => {
    const { intentKey, resolve, payments } = await silent("confirming");
    const range = "2026-11-20T10:00:00+09:00, when it was requested, and now, 2026-11-20T10:00:00+09:00";
    for (const outcome of ["done", "not-done"] as const) {
      expect(await resolve(`approval-${intentKey}`, { ...done, outcome, at })).toMatchObject({
        error: { code: "INVALID_REQUEST", details: [{ field: "at", problem: `must be between ${range}` }] },
      });
    }
    expect(valueOf(await payments()).status).toBe("IN_PROGRESS");
    expect(valueOf(await resolve(`approval-${intentKey}`, { ...done, at: "2026-11-20T10:00+09:00" })).status).toBe(
      "DONE",
    );
    expect(valueOf(await payments()).status).toBe("DONE");
  },
);

test("a cancellation before its call, or in the future, is refused too", async () => {
  const { intentKey, resolve, balances } = await silent("canceling");
  for (const at of ["2026-11-19T10:00:00+09:00", "2026-11-21T10:00:00+09:00"]) {
    const answer = await resolve(`cancellation-${intentKey}-1`, { ...done, at });
    expect(answer).toMatchObject({ error: { details: [{ field: "at" }] } });
  }
  expect((await balances()).receivable).toBe(10_000);
});

test("an idempotency key answers as it did, once the attempt has ended too, and belongs to one evidence", async () => {
  const { intentKey, resolve } = await silent("confirming");
  const key = `approval-${intentKey}`;
  expect(valueOf(await resolve(key, done, "k")).status).toBe("DONE");
  expect(valueOf(await resolve(key, done, "k"))).toMatchObject({ status: "DONE", entered: null });
  expect(codeOf(await resolve(key, notDone, "k"))).toBe("IDEMPOTENCY_KEY_REUSED");
  expect(codeOf(await resolve(key, done, "l"))).toBe("ALREADY_CONCLUDED_ATTEMPT");
  expect(codeOf(await resolve(key, done, "x".repeat(301)))).toBe("INVALID_IDEMPOTENCY_KEY");
});

test("evidence whose process stopped once it was kept ends the attempt when it is repeated with its key", async () => {
  const { world, intentKey, payments } = await silent("confirming");
  const key = `approval-${intentKey}`;
  let isKept = false;
  const stopping = await createWorld({
    sharing: world,
    store: (store) => ({
      ...store,
      async commit(changeSet) {
        if (isKept) throw new RangeError("the process has stopped");
        isKept = true;
        return store.commit(changeSet);
      },
    }),
  });
  const options = { idempotencyKey: "k" };
  await expect(stopping.payments.attempts.resolve(shop, key, done, options)).rejects.toThrow("has stopped");
  expect(valueOf(await payments()).status).toBe("IN_PROGRESS");
  expect(valueOf(await world.payments.attempts.resolve(shop, key, done, options)).status).toBe("DONE");
  expect(valueOf(await payments()).status).toBe("DONE");
});
