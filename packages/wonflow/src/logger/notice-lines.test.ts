import { StoreUnavailable, type Notice } from "@wonflow/core";
import { expect, test } from "vitest";
import { recordingLogger } from "../../test/recording-logger.ts";
import { noticeLog, requestLog, onceAMinute } from "./notice-lines.ts";
import { maskedError } from "./masked.ts";

/** The lines that tell a notice. */
function lineOf(notice: Notice) {
  const { logger, lines } = recordingLogger();
  noticeLog(logger)(notice);
  return lines;
}

test.each<[Notice, string, object]>([
  [
    { kind: "attempt-flagged", tenant: "7:live", attempt: "token-billkey_0123456789abcdefghij", reason: "r 1234567" },
    "warn",
    { tenant: "7:live", attempt: "token-billkey_0123…", reason: "r …" },
  ],
  [
    { kind: "attempt-flagged", tenant: "7:live", attempt: "approval-x", reason: 'the answer {"pin":"12"}' },
    "warn",
    { tenant: "7:live", attempt: "approval-x", reason: undefined },
  ],
  [
    { kind: "chargeback-excess", tenant: "7:live", payment: "intent_1", amount: 10_000, excessAmount: 4_000 },
    "warn",
    { tenant: "7:live", payment: "intent_1", amount: 10_000, excessAmount: 4_000 },
  ],
  [
    {
      kind: "payment-differs",
      tenant: "7:live",
      payment: "intent_1",
      day: "2026-11-29",
      ledger: 10_000,
      provider: 7_000,
    },
    "warn",
    { tenant: "7:live", payment: "intent_1", day: "2026-11-29", ledger: 10_000, provider: 7_000 },
  ],
  [
    { kind: "earnings-not-dated", tenant: "7:live", lastDay: "2027-12-31" },
    "warn",
    { tenant: "7:live", lastDay: "2027-12-31" },
  ],
  [{ kind: "calendar-ends", lastDay: "2027-12-31" }, "warn", { lastDay: "2027-12-31" }],
  [
    { kind: "bank-movement-unknown", tenant: "7:live", key: "110-123-456789", day: "2026-11-25" },
    "error",
    { tenant: "7:live", key: "…", day: "2026-11-25" },
  ],
  [
    { kind: "work-failed", work: "session", id: "s-1", error: "text" },
    "error",
    { work: "session", id: "s-1", err: { type: "string" } },
  ],
  [
    { kind: "work-failed", work: "idempotency", id: "of a merchant", error: "text" },
    "error",
    { work: "idempotency", err: { type: "string" } },
  ],
  [{ kind: "card-table-not-read", table: "bins", error: 1 }, "error", { table: "bins", err: { type: "number" } }],
  [
    { kind: "installment-feed-failed", feed: "PG_A", problem: "it did not come in time" },
    "warn",
    { feed: "PG_A", problem: "it did not come in time" },
  ],
  [
    { kind: "installment-feed-doubtful", feed: "PG_A", problems: { "a row can't be read": 2 } },
    "warn",
    { feed: "PG_A", problems: { "a row can't be read": 2 } },
  ],
  [
    { kind: "provider-threw", attempt: "approval-x", error: null },
    "error",
    { attempt: "approval-x", err: { type: "object" } },
  ],
  [
    { kind: "provider-not-reached", attempt: "token-billkey_0123456789abcdefghij", cause: "ECONNRESET" },
    "warn",
    { attempt: "token-billkey_0123…", cause: "ECONNRESET" },
  ],
  [
    {
      kind: "provider-account-refused",
      tenant: "7:live",
      attempt: "approval-x",
      gateway: "default",
      code: "UNAUTHORIZED_PROVIDER_KEY",
      count: 3,
      provider: { code: "U104", message: "키가 만료됐어요: test_sk_abc, 1234567" },
    },
    "error",
    {
      tenant: "7:live",
      attempt: "approval-x",
      gateway: "default",
      code: "UNAUTHORIZED_PROVIDER_KEY",
      count: 3,
      providerCode: "U104",
      providerMessage: "키가 만료됐어요: …, …",
    },
  ],
  [
    {
      kind: "attempt-flagged",
      tenant: "7:live",
      attempt: "approval-x",
      reason: "r",
      provider: { code: "no 1234567", message: "of billkey_0123456789abcdefghij" },
    },
    "warn",
    {
      tenant: "7:live",
      attempt: "approval-x",
      reason: "r",
      providerCode: "_OTHER",
      providerMessage: "of billkey_0123…",
    },
  ],
  [
    {
      kind: "webhook-exhausted",
      tenant: "7:live",
      delivery: "msg_1",
      event: "settlement.created",
      about: "st_1",
      reason: "no connection: ECONNREFUSED",
    },
    "warn",
    {
      tenant: "7:live",
      delivery: "msg_1",
      event: "settlement.created",
      about: "st_1",
      reason: "no connection: ECONNREFUSED",
    },
  ],
])("%j is logged", (notice, level, fields) => {
  expect(lineOf(notice)).toEqual([{ level, message: expect.any(String), fields: { notice: notice.kind, ...fields } }]);
});

test("an error of Wonflow or Node.js is logged with its message, any other with where it was thrown", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  const ours = new StoreUnavailable("The database did not answer: check postgres://kim:pass@db", { cause: refused });
  const stack = expect.stringMatching(/^ {4}at .*notice-lines\.test\.ts:\d+:\d+\)?(\n {4}at .*)*$/);
  expect(maskedError(ours)).toEqual({
    type: "StoreUnavailable",
    message: "The database did not answer: check postgres…db",
    stack,
    cause: { type: "Error", code: "ECONNREFUSED", message: "connect ECONNREFUSED 127.0.0.1:5432", stack },
  });
  const theirs = Object.assign(new TypeError("card 4000001100090009\n    at card (4000001100090009.js:1:1)"), {
    code: "42P01",
  });
  expect(maskedError(theirs)).toEqual({ type: "TypeError", code: "42P01", stack });
  expect(JSON.stringify(maskedError(theirs))).not.toContain("4000001100090009");
});

test("a logger that throws fails nothing", () => {
  const broken = () => {
    throw new Error("the disk is full");
  };
  const logger = { debug: broken, info: broken, warn: broken, error: broken };
  noticeLog(logger)({ kind: "calendar-ends", lastDay: "2027-12-31" });
  requestLog(logger).report(new Error("x"), "trace-1");
});

test("a failed request is logged with its traceId, an answered one with its route", () => {
  const { logger, lines } = recordingLogger({ requests: true });
  const { answered, report } = requestLog(logger);
  report("x", "trace-1");
  answered({
    method: "GET",
    route: "/px/intents/{intentKey}",
    status: 404,
    code: "NOT_FOUND_PAYMENT",
    traceId: "t",
    ms: 1.6,
  });
  expect(lines).toEqual([
    {
      level: "error",
      message: "a request failed",
      fields: { notice: "request-failed", traceId: "trace-1", err: { type: "string" } },
    },
    {
      level: "debug",
      message: "a request was answered",
      fields: {
        method: "GET",
        route: "/px/intents/{intentKey}",
        status: 404,
        code: "NOT_FOUND_PAYMENT",
        traceId: "t",
        ms: 2,
      },
    },
  ]);
});

test("an error that repeats by itself gets one line for its cause, whatever work it meets", () => {
  const { logger, lines } = recordingLogger();
  const notify = noticeLog(logger);
  const { report } = requestLog(logger);
  for (let time = 0; time < 500; time += 1) {
    const error = new StoreUnavailable("The database did not answer");
    notify({ kind: "work-failed", work: `work-${time % 30}`, id: "", error });
    report(error, `trace-${time}`);
  }
  notify({ kind: "work-failed", work: "session", id: "", error: new StoreUnavailable("Another cause") });
  expect(lines.map(({ fields }) => fields["notice"])).toEqual(["work-failed", "request-failed", "work-failed"]);
});

test("the next line of a cause comes a minute later, and says how often it came since", () => {
  let now = 0;
  const timesOf = onceAMinute(() => now);
  expect([timesOf("a"), timesOf("a"), timesOf("b"), timesOf("a")]).toEqual([1, undefined, 1, undefined]);
  now = 59_999;
  expect(timesOf("a")).toBeUndefined();
  now = 60_000;
  expect([timesOf("a"), timesOf("b")]).toEqual([4, 1]);
});
