import type { Clock } from "./clock.ts";
import { addresses, keyless } from "./interface.generated.ts";
import type { Operations } from "./operations.generated.ts";
import { nextActionAfter, WonflowError, type ErrorCode, type ErrorDetail, type Failure } from "./wonflow-error.ts";

/** The service, and how calls are made. */
export interface Connection {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly language: "ko" | "en";
  /** The longest time of a try until its answer is read, in milliseconds. */
  readonly timeoutMs: number;
  /** The most retries of a call. */
  readonly retries: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** From 0 to 1, for waits. */
  readonly random: () => number;
}

/** Options of a call that changes something. */
export interface KeyOptions {
  /**
   * 1 to 300 printable ASCII characters without a comma: the same key and request give the same answer for 15 days.
   * Throws a `TypeError` for `null`, which may be a lost key: leave it out if there is none.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call whose refusals can be tried out. */
export interface TestOptions extends KeyOptions {
  /** With a test key only: an error code to be answered, and nothing happens. */
  readonly testCode?: ErrorCode | undefined;
}

type Name = keyof Operations;
type Values = Readonly<Record<string, string | number | null | undefined>>;

export type Asked<One extends Name> = Omit<Operations[One], "answer"> & { readonly options?: TestOptions | undefined };

interface Sent {
  readonly url: string;
  /** The address that the client was made with. */
  readonly base: string;
  readonly init: RequestInit;
  readonly idempotencyKey: string | undefined;
  readonly writes: boolean;
}

type Try<Answer> = { readonly answer: Answer } | { readonly error: WonflowError; readonly again: boolean };

/** The longest wait before a retry, in milliseconds; after a longer `retryAfterMs` the caller decides. */
const longestWaitMs = 10_000;

/**
 * Calls an operation. After a failure that may pass it retries calls that change nothing, and calls with an idempotency
 * key, always under the same key. Creating a session has a key only if the caller gives one; a few operations take none.
 */
export async function call<One extends Name>(
  connection: Connection,
  name: One,
  asked: Asked<One>,
): Promise<Operations[One]["answer"]> {
  const { retries, clock } = connection;
  const sent = requestOf(connection, name, asked);
  const isRepeatable = !sent.writes || sent.idempotencyKey !== undefined;
  let isLost = false;
  for (let retried = 0; ; retried += 1) {
    const tried = await tryOnce<Operations[One]["answer"]>(connection, sent);
    if ("answer" in tried) return tried.answer;
    const { error, again } = tried;
    const waitMs = waitBefore(connection, error.retryAfterMs, retried);
    if (!again || !isRepeatable || retried >= retries || waitMs > longestWaitMs) {
      throw isLost && !saysWhatHappened(error) ? toLookUp(error) : error;
    }
    isLost ||= error.nextAction === "look-up";
    await clock.after(waitMs).elapsed;
  }
}

function requestOf<One extends Name>(connection: Connection, name: One, asked: Asked<One>): Sent {
  const [method = "", template = ""] = addresses[name].split(" ");
  const {
    path = {},
    query = {},
    body,
    options = {},
  } = asked as {
    readonly path?: Values;
    readonly query?: Values;
    readonly body?: unknown;
    readonly options?: TestOptions;
  };
  const address = template.replace(/\{(\w+)\}/g, (_, part: string) => segment(part, path[part]));
  refuseUnwritable(body, []);
  const texts = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, textOf(key, value)]],
  );
  const search = texts.length === 0 ? "" : `?${new URLSearchParams(texts).toString()}`;
  const makesKey = method === "POST" && name !== "createSession" && !keyless.includes(name);
  const { idempotencyKey = makesKey ? crypto.randomUUID() : undefined } = options;
  // A pattern would take null for the text of that name.
  const fits = typeof idempotencyKey === "string" && /^[ -+\--~]{1,300}$/.test(idempotencyKey);
  if (idempotencyKey !== undefined && !fits) {
    throw new TypeError("idempotencyKey must be 1 to 300 printable ASCII characters without a comma");
  }
  const headers = {
    Authorization: `Basic ${btoa(`${connection.key}:`)}`,
    "Accept-Language": connection.language,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    ...(options.testCode === undefined ? {} : { "Payments-Test-Code": options.testCode }),
  };
  // Following a redirect would send the key to an unknown address.
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body), redirect: "manual" } as const;
  return {
    url: connection.url + address + search,
    base: connection.url,
    init,
    idempotencyKey,
    writes: method !== "GET",
  };
}

/** null is refused: it may be an amount that got lost, and leaving an amount out means all of it. */
function textOf(name: string, value: unknown): string {
  if (typeof value === "string" || Number.isFinite(value)) return String(value);
  throw new TypeError(`${name} must be a string or a finite number, or left out; it is ${String(value)}`);
}

/** JSON writes NaN, Infinity and an invalid date as null, and so what has no value inside of a list. */
function refuseUnwritable(value: unknown, path: readonly string[]): void {
  const isLost =
    (typeof value === "number" && !Number.isFinite(value)) ||
    ["bigint", "function", "symbol"].includes(typeof value) ||
    (value instanceof Date && Number.isNaN(value.getTime()));
  if (isLost) throw new TypeError(`${path.join(".")} must be a value that JSON can write; it is ${String(value)}`);
  if (Array.isArray(value) && value.includes(undefined)) {
    throw new TypeError(`${[...path, value.indexOf(undefined)].join(".")} must be given; it is undefined`);
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) refuseUnwritable(member, [...path, name]);
}

/** A segment of a path, which can't lead to another path. */
function segment(name: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${name} must be a non-empty string other than "." and ".."`);
}

async function tryOnce<Answer>(connection: Connection, sent: Sent): Promise<Try<Answer>> {
  const { clock, timeoutMs } = connection;
  const abort = new AbortController();
  const timer = clock.after(timeoutMs);
  let code: ErrorCode = "CONNECTION_FAILED";
  const late = timer.elapsed.then(() => {
    code = "REQUEST_TIMED_OUT";
    abort.abort();
    throw new Error(`no answer within ${timeoutMs} ms`);
  });
  let received: Received;
  try {
    received = await Promise.race([receive(connection, sent, abort.signal), late]);
  } catch (cause) {
    const message = "No answer came: the connection failed, or the answer was too late";
    return { error: noAnswer(sent, code, { message, cause }), again: true };
  } finally {
    timer.cancel();
  }
  return judge(sent, received);
}

interface Received {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** An object, a list, or the text of a CSV file; undefined for any other body. */
  readonly body: unknown;
}

async function receive({ fetch, clock }: Connection, { url, init }: Sent, signal: AbortSignal): Promise<Received> {
  const response = await fetch(url, { ...init, signal });
  const retryAfterMs = waitIn(response.headers.get("Retry-After"), clock.now());
  const isFile = response.headers.get("Content-Type")?.startsWith("text/csv") === true;
  const body = isFile ? wholeText(await response.arrayBuffer()) : parsed(await response.text());
  return { status: response.status, retryAfterMs, body };
}

/** With its byte order mark, which `text()` drops: a spreadsheet needs it. */
function wholeText(bytes: ArrayBuffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function judge<Answer>(sent: Sent, { status, retryAfterMs, body }: Received): Try<Answer> {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && body !== undefined) return { answer: body as Answer };
  const { writes, idempotencyKey, base } = sent;
  if (isSuccess || !isErrorObject(body)) {
    const mount = `: url is ${base}, and must be the service's whole address, with the path of its mount, such as https://shop.example/pay`;
    const text = `What answered with ${status} is not the service, or its answer was cut off${status === 404 ? mount : ""}`;
    const error = noAnswer(sent, "UNEXPECTED_ANSWER", { message: text, status, retryAfterMs });
    return { error, again: error.nextAction !== "correct" };
  }
  const { code, message, traceId, details } = body;
  const afterWrite = nextActionAfter(code, status);
  const nextAction = afterWrite === "look-up" && !writes ? "retry" : afterWrite;
  const error = new WonflowError(code, message, {
    nextAction,
    status,
    details,
    traceId,
    retryAfterMs,
    idempotencyKey,
  });
  return { error, again: retryAfterMs !== undefined || (status >= 500 && afterWrite === "look-up") };
}

interface ErrorObject {
  readonly code: ErrorCode;
  readonly message: string;
  readonly traceId: string;
  readonly details?: readonly ErrorDetail[];
}

/** Whether the service sent the error: a proxy may also answer JSON with a code and a message. */
function isErrorObject(body: unknown): body is ErrorObject {
  const { code, message, traceId } = (body ?? {}) as Partial<ErrorObject>;
  return [code, message, traceId].every((text) => typeof text === "string");
}

/** An error without an answer of the service: the call may have taken effect, unless a proxy has refused it. */
function noAnswer(
  { writes, idempotencyKey }: Sent,
  code: ErrorCode,
  { message, ...known }: Omit<Failure, "nextAction"> & { readonly message: string },
): WonflowError {
  const { status = 500 } = known;
  const isRefused = status < 200 || (status >= 300 && status < 500);
  const nextAction = status === 429 ? "retry" : isRefused ? "correct" : writes ? "look-up" : "retry";
  return new WonflowError(code, message, { ...known, nextAction, idempotencyKey });
}

/** Whether an error is also true of the earlier tries, one of which may have taken effect. */
function saysWhatHappened({ code, status, nextAction }: WonflowError): boolean {
  return nextAction !== "retry" && status !== 401 && (code !== "UNEXPECTED_ANSWER" || nextAction === "look-up");
}

function toLookUp(error: WonflowError): WonflowError {
  const { code, message, status, traceId, retryAfterMs, idempotencyKey } = error;
  return new WonflowError(code, message, { nextAction: "look-up", status, traceId, retryAfterMs, idempotencyKey });
}

/** The milliseconds of a Retry-After header, which has seconds or a date. */
function waitIn(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** At least the time that the service asks for, plus a random part, so that clients that failed together retry apart. */
function waitBefore({ random }: Connection, retryAfterMs: number | undefined, retried: number): number {
  const usualMs = 250 * 2 ** retried;
  return retryAfterMs === undefined ? usualMs * (0.5 + random()) : retryAfterMs + usualMs * random();
}
