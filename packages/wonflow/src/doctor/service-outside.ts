import { keyTypeOf, type ErrorCode } from "@wonflow/core";
import { z } from "zod";
import { systemClock, randomIds } from "../machine.ts";
import { whyNoAnswer } from "../why-no-answer.ts";
import { duration, look, well, wrong, type Finding } from "../findings/finding.ts";
import { workAction } from "../findings/payments.ts";
import { checkSkew } from "../findings/skew.ts";

export interface Keys {
  readonly secret?: string | undefined;
  readonly client?: string | undefined;
}

const answerTimeoutMs = 10_000;

/**
 * Checks a service as its users see it: whether it answers, serves requests, has the right time and accepts a merchant's
 * keys. With a secret key of test mode it creates a session, which stays unpaid, to see where links lead.
 */
export async function checkServiceAt(url: string, keys: Keys): Promise<readonly Finding[]> {
  const form = checkForm(keys);
  const asked = systemClock.now();
  const health = await ask(`${url}/healthz`);
  const answered = systemClock.now();
  if (!isAlive(health)) return [await notAlive(url, health), ...form];
  // The Date header has no milliseconds.
  const now = Date.parse(health.headers.get("Date") ?? "");
  return [
    well("service", `${url} answers`),
    await checkReady(url),
    ...(Number.isNaN(now) ? [] : [checkSkew("clock", { of: "the service", now: now + 500, asked, answered })]),
    ...(await checkDevelopmentClock(url)),
    ...form,
    ...(await checkKeys(url, keys)),
  ];
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function ask(url: string, init: RequestInit = {}): Promise<Answer | string> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerTimeoutMs) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    return whyNoAnswer(error);
  }
}

function isAlive(answer: Answer | string): answer is Answer {
  return typeof answer !== "string" && answer.status === 200 && answer.text.includes('"alive"');
}

/** Explains why the service does not answer; the most common mistake is the path of its mount. */
async function notAlive(url: string, answer: Answer | string): Promise<Finding> {
  const { origin, pathname } = new URL(url);
  const elsewhere = pathname === "/" ? "" : origin;
  if (elsewhere !== "" && isAlive(await ask(`${elsewhere}/healthz`))) {
    const action =
      "leave that path off; or mount it there, and set WONFLOW_URL or settings.checkoutUrl to that address";
    return wrong("service", `it answers at ${elsewhere}, not below ${pathname}`, action);
  }
  if (typeof answer === "string") {
    return wrong("service", `${url} can't be reached (${answer})`, "start it, or correct the address");
  }
  const found = `${url}/healthz was answered ${answer.status} by something else than this service`;
  return wrong("service", found, "give the address of its mount, with its path");
}

async function checkReady(url: string): Promise<Finding> {
  const answer = await ask(`${url}/readyz`);
  const text = typeof answer === "string" ? "" : answer.text;
  if (typeof answer !== "string" && answer.status === 200) {
    if (!text.includes('"waiting"')) return well("ready", "it serves requests");
    return wrong("work", "it serves requests, and no process claims due work", workAction);
  }
  const [, found, action] = notReady.find(([word]) => text.includes(word)) ?? notKnown;
  return wrong("ready", `it serves no requests: ${found}`, action);
}

/** The words of `/readyz`, each with what it means and the remedy. */
const notReady = [
  [
    '"refuses-writes"',
    "its database answers reads and refuses writes, as on a full disk or a server that became read-only",
    "make room on the database's disk, or lead DATABASE_URL to the server that takes writes; no restart is needed",
  ],
  [
    '"unreachable"',
    "it does not reach its database",
    "bring the database back; no restart is needed; with DATABASE_URL, wonflow doctor looks at the database itself",
  ],
  ['"stopping"', "it is about to stop", "ask another process, or start it again"],
] as const;

const notKnown = [
  "",
  "it does not say why",
  "look at its log; with DATABASE_URL, wonflow doctor looks at the database itself",
] as const;

async function checkDevelopmentClock(url: string): Promise<readonly Finding[]> {
  const answer = await ask(`${url}/development/clock`);
  if (typeof answer === "string" || answer.status !== 200) return [];
  const now = /"now":"([^"]+)"/.exec(answer.text)?.[1] ?? "";
  const ahead = Date.parse(now) - systemClock.now();
  if (ahead < 2_000) return [well("development clock", "anyone can move it; it shows this machine's time")];
  return [well("development clock", `anyone can move it; it is ${duration(ahead)} ahead, at ${now}`)];
}

function checkForm({ secret, client }: Keys): readonly Finding[] {
  const types = { secret: secret && keyTypeOf(secret), client: client && keyTypeOf(client) };
  if (types.secret === "client" && types.client === "secret") {
    const action = "swap them; issue another secret key if a page had it";
    return [wrong("keys", "the secret key and the client key are swapped", action)];
  }
  const findings: Finding[] = [];
  if (types.secret === "client") {
    findings.push(wrong("secret key", "this is a client key (…_ck_…)", "give the one with _sk_ to the server"));
  }
  if (types.client === "secret") {
    const action = "revoke it if a page has it, and give the page the one with _ck_";
    findings.push(wrong("client key", "this is a secret key (…_sk_…)", action));
  }
  if (secret !== undefined && types.secret === undefined) findings.push(noKey("secret key"));
  if (client !== undefined && types.client === undefined) findings.push(noKey("client key"));
  const modes = [modeOf(secret), modeOf(client)];
  if (types.secret && types.client && modes[0] !== modes[1]) {
    const found = `the secret key is of ${modes[0]} mode, the client key of ${modes[1]} mode`;
    findings.push(wrong("keys", found, "take both of one mode"));
  }
  return findings;
}

function noKey(check: string): Finding {
  return wrong(check, "this is not an API key", "copy it whole: test_ or live_, then sk_ or ck_, then the rest");
}

function modeOf(key = ""): string {
  return key.slice(0, key.indexOf("_"));
}

async function checkKeys(url: string, { secret = "", client = "" }: Keys): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (keyTypeOf(secret) === "secret") {
    const answer = await ask(`${url}/px/settlements/${unknownOrder}`, withKey(secret));
    findings.push(checkKey("secret key", secret, { answer, ifTaken: "NOT_FOUND_SETTLEMENT" }));
    if (modeOf(secret) === "test") findings.push(...(await checkLinks(url, secret)));
  }
  if (keyTypeOf(client) === "client") {
    const answer = await ask(`${url}/checkout/sessions`, withKey(client, {}));
    findings.push(checkKey("client key", client, { answer, ifTaken: "INVALID_REQUEST" }));
  }
  return findings;
}

/** No order has this id, because order ids have no dots. */
const unknownOrder = "no.such.order";

function withKey(key: string, body?: unknown): RequestInit {
  const headers = { Authorization: `Basic ${btoa(`${key}:`)}`, "Content-Type": "application/json" };
  return body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
}

/** Characters of an issued key: `test_sk_` and 32 more. */
const issuedLength = 40;

type KeyAnswer = Readonly<{ answer: Answer | string; ifTaken: ErrorCode }>;

function checkKey(check: string, key: string, { answer, ifTaken }: KeyAnswer): Finding {
  const shown = `${key.slice(0, 8)}…${key.slice(-4)}`;
  if (typeof answer === "string") return wrong(check, `no answer came (${answer})`, "check again");
  if (answer.text.includes(`"${ifTaken}"`)) return well(check, `${shown} is accepted, in ${modeOf(key)} mode`);
  if (answer.status === 401) {
    const why = key.length < issuedLength ? "copy it whole, as it is too short; or it" : "it";
    return wrong(
      check,
      `${shown} is refused`,
      `${why} was revoked, or is of another service: see wonflow keys list, or payments.keys.list in a program`,
    );
  }
  if (answer.status === 429) return look(check, "there were too many requests", "check again in a minute");
  const found = `it was answered ${answer.status} by something else than this service`;
  return wrong(check, found, "look at what is before it");
}

const createdSchema = z.object({ checkoutUrl: z.string() });

async function checkLinks(url: string, secret: string): Promise<readonly Finding[]> {
  const session = {
    customerId: "wonflow-doctor",
    orderId: `doctor-${randomIds.random(21)}`,
    orderName: "wonflow doctor",
    amount: { value: 1_000 },
    successUrl: "https://example.com/success",
    failUrl: "https://example.com/fail",
  };
  const answer = await ask(`${url}/px/payfront/sessions`, withKey(secret, session));
  if (typeof answer === "string" || answer.status !== 201) return [];
  const { checkoutUrl } = createdSchema.parse(JSON.parse(answer.text));
  const leadsTo = checkoutUrl.slice(0, checkoutUrl.indexOf("/checkout"));
  const page = await ask(checkoutUrl);
  if (typeof page === "string" || page.status !== 200) {
    const came = typeof page === "string" ? page : `it was answered ${page.status}`;
    return [wrong("checkout", `links lead to ${leadsTo}, where there is no checkout (${came})`, linksAction)];
  }
  if (leadsTo !== url) {
    return [look("checkout", `links lead to ${leadsTo}, and not to ${url}`, `${linksAction}, unless both are meant`)];
  }
  return [well("checkout", `links lead to ${url}/checkout, which serves a page`)];
}

const linksAction = "set WONFLOW_URL, or settings.checkoutUrl, to the address that buyers reach";
