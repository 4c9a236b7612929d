import {
  bindPayments,
  documentationMerchant,
  ok,
  type CardData,
  type ChangeSet,
  type Payments,
  type Store,
} from "@wonflow/core";
import { sandboxGateway, sandboxPayoutBank } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testHolidays, testPasswords, testVault } from "@wonflow/testkit";
import { exchangeCheck, type CheckedExchange } from "@wonflow/testkit/openapi";
import { expect } from "vitest";
import { z } from "zod";
import { createHttpHandler, type HttpHandler, type HttpSettings } from "../src/index.ts";
import { documentOf } from "../src/openapi/document.ts";
import { routes } from "../src/routes.ts";
import { developmentRoutes, type MovableClock } from "../src/routes/development.ts";

/** The Authorization header of an API key. */
export function basic(key: string): string {
  return `Basic ${btoa(`${key}:`)}`;
}

export interface Sent {
  readonly body?: unknown;
  /** Sent in place of `body`, as it is. */
  readonly raw?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** The other end of the connection; unknown by default. */
  readonly from?: string;
  /** null leaves a header out that is there otherwise. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** What tests look at in an answer, whatever it is. */
const answerSchema = z.looseObject({
  statusCode: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
  traceId: z.string().optional(),
  details: z.array(z.looseObject({ field: z.string(), code: z.string(), problem: z.string() })).optional(),
  token: z.string().default(""),
  redirectUrl: z.string().default(""),
  // Of a payment or payout; a test of an endpoint has an HTTP status there.
  status: z.string().optional().catch(undefined),
});

/** An answer, read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as it is: a JSON value, or the text of a CSV file. */
  readonly body: unknown;
  /** The fields of the body; empty if there is none. */
  readonly json: z.output<typeof answerSchema>;
}

/** What a merchant's server sends, unless a test says otherwise. */
const usual = { Authorization: basic("test_sk_docs"), "Content-Type": "application/json" };

export function requestOf(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Request {
  const sent = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  const text = raw === undefined ? (body === undefined ? null : JSON.stringify(body)) : raw;
  // Bytes, because a Request adds a Content-Type to a string.
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return new Request(`https://pay.example${path}`, { method, headers: sent, body: bytes, duplex: "half" });
}

/** A clock that records its moves, and never advances. */
export function stillClock(now: number, answer?: Awaited<ReturnType<MovableClock["move"]>>) {
  const moves: unknown[] = [];
  const clock: MovableClock = {
    now: () => now,
    async move(to) {
      moves.push(to);
      return answer ?? ok(now);
    },
  };
  return { clock, moves };
}

/** Checks an exchange against the document, also for operations that exist only in development. */
export const checkExchange = exchangeCheck(documentOf([...routes, ...developmentRoutes(stillClock(0).clock)]));

function expectDocumented(
  { url, method, headers }: Request,
  more: Omit<CheckedExchange, "method" | "path" | "sent"> & { readonly sent?: unknown },
): void {
  const { sent: body, ...answer } = more;
  const path = url.slice(new URL(url).origin.length);
  expect(checkExchange({ method, path, sent: { headers, body }, ...answer })).toEqual([]);
}

/** The same handler, whose answers must have a status and headers that the document speaks of. */
function held(handler: HttpHandler): HttpHandler {
  return async (request, peer) => {
    const response = await handler(request, peer);
    expectDocumented(request, { status: response.status, headers: response.headers });
    return response;
  };
}

/** Every answer is one that the document speaks of, field by field, and so is every request that was accepted. */
function keepsPromises(request: Request, { raw, body: sent }: Sent, { status, headers, body, json }: Received): void {
  expectDocumented(request, { status, headers, body, sent: sent ?? valueIn(raw) });
  if (status < 400 || json.code === undefined) return;
  expect(json.statusCode).toBe(status);
  expect(headers.get("Trace-Id")).toBe(json.traceId);
}

function valueIn(raw: Sent["raw"]): unknown {
  try {
    return typeof raw === "string" ? JSON.parse(raw) : undefined;
  } catch {
    return undefined;
  }
}

const namedTrace: HttpSettings = { traceId: () => "trace-1" };

/** A service with the sandbox as its provider, on a stopped clock, and its HTTP interface. */
export async function openService(
  settings: HttpSettings = namedTrace,
  wrap = (payments: Payments) => payments,
  cardData: Partial<CardData> = {},
) {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 5, 3, 7, 250));
  const ids = sequentialIds();
  const gateway = sandboxGateway({ clock, ids });
  const bank = sandboxPayoutBank({ clock, ids });
  const kept = memoryStore();
  const committed: ChangeSet[] = [];
  const store: Store = {
    ...kept,
    commit(changeSet) {
      committed.push(changeSet);
      return kept.commit(changeSet);
    },
  };
  const payments = bindPayments({
    store,
    gateways: { test: gateway, live: { ...gateway, sandbox: false } },
    payoutBanks: { test: bank, live: { ...bank, sandbox: false } },
    cardData,
    clock,
    ids,
    vault: testVault(),
    passwords: testPasswords(),
    webhookSender: { send: async () => ({ outcome: "answered", status: 204, ms: 87, text: "" }) },
    holidays: testHolidays(),
    settings: { signInRefusalMs: 0, documentationKeys: true, checkoutUrl: "https://pay.example/checkout" },
  });
  await payments.merchants.register(documentationMerchant);
  const handler = createHttpHandler(wrap(payments), { rateLimits: "off", platform: true, ...settings });
  const call = async (method: string, path: string, sent: Sent = {}) => {
    const peer = sent.from === undefined ? {} : { remoteAddress: sent.from };
    const request = requestOf(method, path, sent);
    const received = await read(await handler(request, peer));
    keepsPromises(request, sent, received);
    return received;
  };
  return { call, handler: held(handler), payments, gateway, clock, committed, ...shopOf(call) };
}

export async function read(response: Response): Promise<Received> {
  // `text()` would drop the byte order mark of a CSV file.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  const isCsv = response.headers.get("Content-Type")?.startsWith("text/csv") === true;
  const body: unknown = text === "" ? undefined : isCsv ? text : JSON.parse(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    json: answerSchema.parse(Array.isArray(body) || isCsv ? {} : (body ?? {})),
  };
}

export const orderId = "order-20261120-0001";

export const order = {
  customerId: "c0a8-11e9-buyer",
  orderId,
  orderName: "녹차 100g",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok?cart=7",
  failUrl: "https://shop.example/fail",
};

export const card = {
  number: "4000 0000 0011 0009",
  expiryMonth: "12",
  expiryYear: "30",
  registNo: "900101",
  passwordFront2: "12",
};

/** The steps of a payment, over HTTP. */
function shopOf(call: (method: string, path: string, sent?: Sent) => Promise<Received>) {
  async function openSession(changes: object = {}): Promise<string> {
    const { status, json } = await call("POST", "/px/payfront/sessions", { body: { ...order, ...changes } });
    expect(status).toBe(201);
    return json.token;
  }
  /** Authenticates a card and answers where the browser goes. */
  async function authenticate(token: string, changes: object = {}): Promise<URL> {
    const headers = { Authorization: `Bearer ${token}` };
    const sent = { headers, body: { ...card, ...changes } };
    const { status, json } = await call("POST", "/checkout/session/authenticate", sent);
    expect(status).toBe(200);
    return new URL(json.redirectUrl);
  }
  /** A payment that waits to be confirmed: what its merchant sends to confirm it. */
  async function authenticated(changes: object = {}, cardChanges: object = {}) {
    const { searchParams } = await authenticate(await openSession(changes), cardChanges);
    return {
      intentKey: searchParams.get("intentKey") ?? "",
      orderId: searchParams.get("orderId") ?? "",
      amount: Number(searchParams.get("amount")),
    };
  }
  /** A payment that is paid. */
  async function paid(changes: object = {}, cardChanges: object = {}) {
    const confirmation = await authenticated(changes, cardChanges);
    const { status } = await call("POST", "/px/intents/confirm", { body: confirmation });
    expect(status).toBe(200);
    return confirmation;
  }
  return { openSession, authenticate, authenticated, paid };
}

export type Service = Awaited<ReturnType<typeof openService>>;

/** The headers of a signed-in operator's page, which has no key. */
export type PageHeaders = Readonly<Record<"Cookie" | "X-CSRF-Token", string> & Record<"Authorization", null>>;

/** Signs an operator in, and answers the headers that the page sends from then on. */
export async function signIn(
  call: Service["call"],
  path: "/operator/session" | "/platform/session",
  credentials: object,
): Promise<{ readonly answer: Received; readonly headers: PageHeaders }> {
  const answer = await call("POST", path, { headers: { Authorization: null }, body: credentials });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const { csrfToken = "" } = answer.body as { readonly csrfToken?: string };
  return { answer, headers: { Authorization: null, Cookie: cookies.join("; "), "X-CSRF-Token": csrfToken } };
}
