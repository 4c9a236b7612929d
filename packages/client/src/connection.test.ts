import { errorCatalog, isErrorCode } from "@wonflow/core";
import { fakeClock } from "@wonflow/testkit";
import { describe, expect, test, vi } from "vitest";

import { createClient, isWonflowError, type Client, type ClientOptions } from "./index.ts";
import { WonflowError } from "./wonflow-error.ts";

/** The outcome of a try: an answer, a broken connection, or no answer. */
type Fate = { readonly status: number; readonly body?: unknown; readonly retryAfter?: string } | "broken" | "silent";

interface SentRequest {
  readonly at: number;
  readonly url: string;
  readonly init: RequestInit;
  readonly key: string | null;
}

const startMs = Date.UTC(2026, 10, 20, 1);

/** A client whose tries have these fates, one after the other, and the last one from then on. */
function clientOf(fates: readonly Fate[], options: Partial<ClientOptions> = {}) {
  const clock = fakeClock(startMs);
  const sent: SentRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const fate = fates[Math.min(sent.length, fates.length - 1)] ?? "broken";
    sent.push({ at: clock.now() - startMs, url, init, key: new Headers(init.headers).get("Idempotency-Key") });
    if (fate === "broken") throw new TypeError("fetch failed");
    if (fate === "silent") return new Promise(() => undefined);
    const headers = fate.retryAfter === undefined ? {} : { "Retry-After": fate.retryAfter };
    const body = typeof fate.body === "string" ? fate.body : JSON.stringify(fate.body ?? {});
    return new Response(body, { status: fate.status, headers });
  };
  const account = { url: "https://pay.example/", secretKey: "test_sk_docs", mId: 1 };
  const wonflow = createClient({ ...account, fetch, clock, random: () => 0, ...options });
  /** The result or error of a call, however long it takes. */
  const outcomeOf = async (call: (client: Client) => Promise<unknown>): Promise<unknown> => {
    const outcome = call(wonflow).catch((error: unknown) => error);
    await clock.advance(3_600_000);
    return outcome;
  };
  const failureOf = async (call: (client: Client) => Promise<unknown>): Promise<WonflowError> => {
    const error = await outcomeOf(call);
    if (isWonflowError(error)) return error;
    throw new Error(`it did not fail as it should: ${String(error)}`);
  };
  return { sent, outcomeOf, failureOf };
}

function refusal(code: string, retryAfter?: string): Fate {
  if (!isErrorCode(code)) throw new Error(`there is no ${code}`);
  const { status, ko } = errorCatalog[code];
  const body = { statusCode: status, code, message: ko, traceId: "trace-1" };
  return { status, body, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

const paid = { status: 200, body: { status: "DONE" } };
const order = { orderId: "order-20261120-0001" };
const confirm = (client: Client) =>
  client.intents.confirm({ ...order, intentKey: "ik_0123456789abcdefgh", amount: 10_000 });
const lookUp = (client: Client) => client.intents.lookUp(order);
const createSession = (client: Client) =>
  client.sessions.create({
    ...order,
    customerId: "2b7d1f0c-buyer",
    orderName: "Tea",
    amount: { value: 10_000 },
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
  });

describe("a call is sent again", () => {
  test.each([
    ["after a broken connection", "broken", [0, 125]],
    ["after a time-out", "silent", [0, 40_125]],
    ["after a 502 of something in between", { status: 502, body: "<h1>Bad gateway</h1>" }, [0, 125]],
    ["after a 502 of a proxy that speaks JSON", { status: 502, body: { code: 502, message: "Bad gateway" } }, [0, 125]],
    ["after an answer that was cut off", { status: 200, body: '{"status":"DO' }, [0, 125]],
    ["after a 429, when it says", refusal("TOO_MANY_REQUESTS", "2"), [0, 2_000]],
    ["after a 429 of something in between", { status: 429, body: "slow down", retryAfter: "1" }, [0, 1_000]],
    ["after a 503, when it says", refusal("STORE_UNAVAILABLE", "5"), [0, 5_000]],
    [
      "after a 503, at the time that it says",
      refusal("STORE_UNAVAILABLE", new Date(startMs + 7_000).toUTCString()),
      [0, 7_000],
    ],
    [
      "after a 503 at a time that has passed",
      refusal("STORE_UNAVAILABLE", new Date(startMs - 9_000).toUTCString()),
      [0, 0],
    ],
    ["after a 409, when it says", refusal("CONCURRENT_REQUEST", "1"), [0, 1_000]],
    ["while the first one is still running", refusal("IDEMPOTENT_REQUEST_PROCESSING", "3"), [0, 3_000]],
    ["after a 500 whose outcome is not known", refusal("UNKNOWN_PAYMENT_ERROR"), [0, 125]],
    [
      "after a 500 of a newer service",
      { status: 500, body: { code: "BRAND_NEW", message: "?", traceId: "t" } },
      [0, 125],
    ],
  ] as const)("%s", async (_, fate, times) => {
    for (const call of [confirm, lookUp]) {
      const { sent, outcomeOf } = clientOf([fate, paid]);
      expect(await outcomeOf(call)).toEqual(paid.body);
      expect(sent.map(({ at }) => at)).toEqual(times);
      const keys = new Set(sent.map(({ key }) => key));
      expect([...keys]).toEqual([call === confirm ? expect.stringMatching(/^[\da-f-]{36}$/) : null]);
      expect(new Set(sent.map(({ init }) => init.body)).size).toBe(1);
    }
  });

  test("twice at most, each time later, unless `retries` is set", async () => {
    const three = clientOf(["broken"]);
    expect((await three.failureOf(confirm)).code).toBe("CONNECTION_FAILED");
    expect(three.sent.map(({ at }) => at)).toEqual([0, 125, 375]);
    const one = clientOf(["broken"], { retries: 0 });
    await one.failureOf(confirm);
    expect(one.sent).toHaveLength(1);
  });

  test("at another time each, so that many don't come back together", async () => {
    const late = clientOf(["broken", refusal("TOO_MANY_REQUESTS", "2"), paid], { random: () => 0.999 });
    await late.outcomeOf(confirm);
    expect(late.sent.map(({ at }) => Math.round(at))).toEqual([0, 375, 2_874]);
  });
});

describe("a call is not sent again", () => {
  test.each([
    ["REJECT_CARD_PAYMENT", "another-card"],
    ["INVALID_AMOUNT", "correct"],
    ["UNAUTHORIZED_KEY", "correct"],
    ["NOT_FOUND_PAYMENT", "correct"],
    ["DUPLICATE_REF_PAYOUT_ID", "correct"],
    ["PAYOUT_PROVIDER_SLOT_CONFLICT", "correct"],
    ["IDEMPOTENCY_KEY_REUSED", "correct"],
    ["CALENDAR_ENDED", "correct"],
    ["PROVIDER_ERROR", "look-up"],
    ["ALREADY_PROCESSED_PAYMENT", "look-up"],
    ["FORBIDDEN_CONSECUTIVE_REQUEST", "look-up"],
    ["FAILED_BILL_KEY_AUTH_CREATION", "retry"],
  ])("after %s: %s", async (code, nextAction) => {
    const { sent, failureOf } = clientOf([refusal(code), paid]);
    const error = await failureOf(confirm);
    expect([error.code, error.nextAction, error.retryable]).toEqual([code, nextAction, nextAction === "retry"]);
    expect([error.traceId, error.idempotencyKey]).toEqual(["trace-1", sent[0]?.key]);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["a redirect", { status: 302 }],
    ["an error of a proxy that speaks JSON", { status: 403, body: { code: "FORBIDDEN", message: "No" } }],
    ["a page of something in between", { status: 404, body: "<h1>Not found</h1>" }],
  ])("after %s, which did not come from the service", async (_, fate) => {
    const { sent, failureOf } = clientOf([fate, paid]);
    expect(await failureOf(confirm)).toMatchObject({ code: "UNEXPECTED_ANSWER", nextAction: "correct" });
    expect([sent.length, sent[0]?.init.redirect]).toEqual([1, "manual"]);
  });

  test("when it would have to wait for more than ten seconds", async () => {
    const { sent, failureOf } = clientOf([refusal("TOO_MANY_REQUESTS", "60"), paid]);
    const error = await failureOf(confirm);
    expect([error.retryable, error.retryAfterMs, sent.length]).toEqual([true, 60_000, 1]);
  });

  test.each<Fate>(["broken", "silent", refusal("TOO_MANY_REQUESTS", "1"), refusal("STORE_UNAVAILABLE", "1")])(
    "where it creates a session without a key: %j",
    async (fate) => {
      const { sent, failureOf } = clientOf([fate, paid]);
      await failureOf(createSession);
      expect(sent.map(({ key }) => key)).toEqual([null]);
    },
  );

  test.each([(client: Client) => client.billing.remove("bk_1"), (client: Client) => client.sellers.remove("sl_1")])(
    "where it deletes something, which takes no key",
    async (remove) => {
      const { sent, failureOf } = clientOf(["broken", paid]);
      expect((await failureOf(remove)).nextAction).toBe("look-up");
      expect([sent.length, sent[0]?.key]).toEqual([1, null]);
    },
  );
});

describe("an error", () => {
  test("of what may have been done says to look it up; of what only reads, that it may be read again", async () => {
    for (const fate of ["broken", "silent", { status: 504, body: "" }, refusal("UNKNOWN_PAYMENT_ERROR")] as const) {
      expect(await clientOf([fate]).failureOf(confirm)).toMatchObject({ nextAction: "look-up", retryable: false });
      expect(await clientOf([fate]).failureOf(lookUp)).toMatchObject({ nextAction: "retry", retryable: true });
    }
  });

  test("of a time-out differs from one of a broken connection, and has the thrown error as its cause", async () => {
    const late = await clientOf(["silent"]).failureOf(confirm);
    expect([late.code, late.status]).toEqual(["REQUEST_TIMED_OUT", undefined]);
    const broken = await clientOf(["broken"]).failureOf(confirm);
    expect([broken.code, broken.cause]).toEqual(["CONNECTION_FAILED", new TypeError("fetch failed")]);
  });

  test.each([
    ["the key was revoked meanwhile", refusal("UNAUTHORIZED_KEY")],
    ["too many requests", refusal("TOO_MANY_REQUESTS", "60")],
    ["something in between", { status: 404, body: "" }],
  ])("after a try whose answer got lost says to look up, whatever refused the repeat: %s", async (_, fate) => {
    const { sent, failureOf } = clientOf(["silent", fate]);
    expect(await failureOf(confirm)).toMatchObject({ nextAction: "look-up", retryable: false });
    expect(sent).toHaveLength(2);
    expect((await clientOf([fate]).failureOf(confirm)).nextAction).not.toBe("look-up");
  });

  test("after a lost answer is a refusal if the retry's refusal is final", async () => {
    const error = await clientOf(["silent", refusal("REJECT_CARD_COMPANY")]).failureOf(confirm);
    expect([error.code, error.nextAction]).toEqual(["REJECT_CARD_COMPANY", "another-card"]);
  });
});

test("a time-out ends the request, also while the body is read", async () => {
  let signal: AbortSignal | null | undefined;
  const fetch = async (_: string, init: RequestInit) => {
    ({ signal } = init);
    return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
  };
  const { failureOf } = clientOf([], { fetch, timeoutMs: 500, retries: 0 });
  expect((await failureOf(confirm)).code).toBe("REQUEST_TIMED_OUT");
  expect(signal?.aborted).toBe(true);
});

test("without a time-out an answer is waited for, and not given up at once", async () => {
  vi.useFakeTimers();
  try {
    const fetch = async () =>
      new Promise<Response>((resolve) => void setTimeout(() => resolve(Response.json(paid.body)), 60_000));
    const account = { url: "https://pay.example", secretKey: "test_sk_docs" };
    const payment = confirm(createClient({ ...account, fetch, timeoutMs: Infinity, retries: 0 }));
    const outcome = payment.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toEqual(paid.body);
  } finally {
    vi.useRealTimers();
  }
});

test("what is sent: the key in Base64, the language, JSON, and names that lead nowhere else", async () => {
  const { sent, outcomeOf } = clientOf([paid], { language: "en" });
  await outcomeOf((client) => client.intents.cancel({ orderId: "a/../b?c" }, { cancelReason: "변심" }));
  expect(sent[0]?.url).toBe("https://pay.example/px/intents/orders/a%2F..%2Fb%3Fc/cancel");
  const headers = new Headers(sent[0]?.init.headers);
  expect(headers.get("Authorization")).toBe(`Basic ${btoa("test_sk_docs:")}`);
  expect([headers.get("Accept-Language"), headers.get("Content-Type")]).toEqual(["en", "application/json"]);
  expect(sent[0]?.init.body).toBe('{"cancelReason":"변심"}');
});

describe("wrong use throws at once and sends nothing", () => {
  const account = { url: "https://pay.example", secretKey: "test_sk_docs" };

  test.each([
    { secretKey: "test_ck_docs" },
    { secretKey: "" },
    { secretKey: "live_sk_\n" },
    { url: "pay.example" },
    { url: "ftp://pay.example" },
  ])("%j", (wrong) => {
    expect(() => createClient({ ...account, ...wrong })).toThrow(TypeError);
  });

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ["an invalid order id", (client) => client.intents.lookUp({ orderId: ".." })],
    ["an empty name", (client) => client.sellers.remove("")],
    [
      "a key of other characters",
      (client) => client.intents.cancel(order, { cancelReason: "x" }, { idempotencyKey: "열쇠" }),
    ],
    ["an empty key", (client) => client.intents.cancel(order, { cancelReason: "x" }, { idempotencyKey: "" })],
    [
      "a key that got lost",
      async (client) => {
        const options: object = { idempotencyKey: null };
        return client.intents.cancel(order, { cancelReason: "x" }, options);
      },
    ],
    ["no merchant's number", (client) => client.ledger.balances()],
    ["no client key", (client) => client.installments.interestFreeMonths({ pg: "PG_A" })],
  ])("%s", async (_, call) => {
    const { sent, outcomeOf } = clientOf([paid], { mId: undefined });
    expect(await outcomeOf(call)).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });
});

test.each<[unknown, string]>([
  [undefined, "secretKey is not set: the word for a missing value is sent in its place"],
  ["", "secretKey is empty: set it to the key"],
  ["test_sk_docs:", "secretKey ends with a colon: take it out, as one is appended where the key is encoded"],
  ["test_sk_docs\n", "secretKey has white space or a line break around it: take it out"],
  ["Basic test_sk_docs", "secretKey has the scheme before it: set it to the key alone"],
  ["test_ck_docs", "secretKey is a client key: use the secret key, test_sk_… or live_sk_…"],
])("a secret key of %j is refused for what is wrong with it", (secretKey, problem) => {
  const options = { url: "https://pay.example", secretKey } as Parameters<typeof createClient>[0];
  expect(() => createClient(options)).toThrow(new TypeError(`createClient: ${problem}`));
});

test("an error in a log has its code, its fields and the trace", () => {
  const detail = { field: "cancelAmount", code: "INVALID_AMOUNT", problem: "must be a whole number" };
  const failure = { nextAction: "correct", details: [detail, detail], traceId: "trace-1" } as const;
  const error = new WonflowError("INVALID_AMOUNT", "The amount is wrong.", failure);
  expect(`${error}`).toBe("WonflowError: INVALID_AMOUNT (cancelAmount): The amount is wrong. [traceId trace-1]");
  const bare = new WonflowError("CONNECTION_FAILED", "No answer came.", { nextAction: "retry" });
  expect(String(bare)).toBe("WonflowError: CONNECTION_FAILED: No answer came.");
});

describe("a value that would get lost on its way is refused before anything is sent", () => {
  const about = { intentKey: "ik_0123456789abcdefgh" };
  const cancel = (amounts: object) => async (client: Client) =>
    client.intents.cancel(about, { cancelReason: "a part", ...amounts });
  test.each<readonly [field: string, call: (client: Client) => Promise<unknown>]>([
    ["cancelAmount", cancel({ cancelAmount: Number.NaN })],
    ["cancelAmount", cancel({ cancelAmount: Number.POSITIVE_INFINITY })],
    ["cancelAmount", cancel({ cancelAmount: 3_000n })],
    ["cancelAmount", cancel({ cancelAmount: new Date(Number.NaN) })],
    ["metadata.count", cancel({ metadata: { count: Number.NaN } })],
    ["items.1", cancel({ items: [1, undefined] })],
    [
      "cancelAmount",
      async (client) => client.intents.previewCancellation(about.intentKey, { cancelAmount: Number.NaN }),
    ],
    [
      "cancelAmount",
      async (client) => client.intents.previewCancellation(about.intentKey, { cancelAmount: null } as object),
    ],
  ])("%s", async (field, call) => {
    const { sent, outcomeOf } = clientOf([paid]);
    const outcome = await outcomeOf(call);
    expect(outcome).toBeInstanceOf(TypeError);
    expect(String(outcome)).toContain(field);
    expect(sent).toEqual([]);
  });
});
