import { numberedObjects, objectOfEvent } from "./interface.generated.ts";
import type { EventWithObject } from "./operations.generated.ts";
import { WonflowError } from "./wonflow-error.ts";

interface Message {
  /** The same at every try of a message: ignore an id that you have seen. */
  readonly id: string;
  /** When this try was sent. */
  readonly sentAt: Date;
}

/**
 * A verified message. Its `event` says which object it has: `settlement.completed` has a `settlement`, `payment.done` a
 * `payment` as it was then, and a `sequence` by which the messages about a payment or payout are put in order.
 */
export type WebhookEvent = Message & EventWithObject;

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** `whsec_…`, as the service showed it. During a rotation several; any of them suffices. */
  readonly secret: string | readonly string[];
  /** The largest difference between the message's time and now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; the machine's time by default. */
  readonly now?: number;
}

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  /** Each in Base64. */
  readonly signatures: readonly string[];
}

/**
 * Verifies webhooks of the service, which signs them as Standard Webhooks has it.
 *
 * @example
 * async function receive(request: Request): Promise<Response> {
 *   try {
 *     const message = await webhooks.verify(await request.text(), request.headers, { secret });
 *     if (message.event === "settlement.completed") console.log(message.id, message.settlement.amount);
 *     return new Response(null, { status: 204 });
 *   } catch (error) {
 *     return new Response(null, { status: isWonflowError(error) ? 400 : 500 });
 *   }
 * }
 */
export const webhooks = {
  verify,
};

/**
 * Verifies a message by its raw body, byte by byte, and returns its event. The event and its number are read from `webhook-id`, which is
 * signed; the header `webhook-event` is not, and is ignored. While the service rotates its secret, a message has two
 * signatures, of which one must match.
 *
 * Throws `INVALID_WEBHOOK` if no secret has signed it, a header or the body is missing, or its time is beyond the
 * tolerance, and `UNKNOWN_WEBHOOK_EVENT` if it is signed and this version does not know its event: answer both with
 * 400. Throws a `TypeError` for a parsed body or an invalid secret.
 */
async function verify(
  rawBody: string | Uint8Array | ArrayBuffer | undefined,
  headers: WebhookHeaders,
  { secret, toleranceSeconds = 300, now = Date.now() }: VerifyOptions,
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  const { id, timestamp, signatures } = signedIn(headers);
  const sentMs = Number(timestamp) * 1000;
  if (!(Math.abs(now - sentMs) <= toleranceSeconds * 1000)) throw invalid("its time is too far from now");
  const text = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(text.length + body.length);
  signed.set(text);
  signed.set(body, text.length);
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      // Compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytesIn(signature), signed)) {
        const object: unknown = JSON.parse(new TextDecoder().decode(body));
        const { member, ...named } = namedBy(id);
        const message: object = { id, sentAt: new Date(sentMs), ...named, [member]: object };
        return message as WebhookEvent;
      }
    }
  }
  throw invalid("no secret has signed it");
}

/**
 * The event in `msg_<event>_<unique>`, where hyphens stand for its dots, and the number in `msg_<event>_<number>_<id>`
 * where the event has one.
 */
function namedBy(id: string) {
  const [, words = "", number] = /^msg_([a-z-]+)_(?:([1-9]\d{0,8})_)?/.exec(id) ?? [];
  const event = words.replaceAll("-", ".");
  const member = isEvent(event) ? objectOfEvent[event] : undefined;
  if (member !== undefined && !numberedObjects.includes(member)) return { event, member };
  if (member !== undefined && number !== undefined) return { event, sequence: Number(number), member };
  const problem = "has an event that this version of @wonflow/client does not know; a newer one may";
  throw new WonflowError("UNKNOWN_WEBHOOK_EVENT", `The webhook ${id} ${problem}`, { nextAction: "correct" });
}

function isEvent(name: string): name is keyof typeof objectOfEvent {
  return Object.hasOwn(objectOfEvent, name);
}

function signedIn(headers: WebhookHeaders): Signed {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const found = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d+$/.test(timestamp)) throw invalid("webhook-timestamp is no time");
  return { id, timestamp, signatures: found.flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : [])) };
}

/** Where lines of a header are joined, by a proxy, `Headers` or Node; the comma in a signature, `v1,…`, joins none. */
const joint = /(?<!(?:^|[ ,])v\d+[a-z]?),\s*/;

/** A proxy may repeat a header: equal lines count as one, and of different ones none can be trusted. */
function headerOf(headers: WebhookHeaders, name: string): string {
  const [value = "", ...others] = new Set(linesOf(headers, name).flatMap((line) => line.split(joint)));
  if (value === "") throw invalid(`it has no header ${name}`);
  if (others.length > 0) throw invalid(`it has different lines of the header ${name}`);
  return value;
}

function linesOf(headers: WebhookHeaders, name: string): readonly string[] {
  if (typeof headers.get === "function") return [(headers as Headers).get(name) ?? ""];
  const found: readonly unknown[] = Object.entries(headers).flatMap(([one, value]: [string, unknown]) =>
    one.toLowerCase() === name ? value : [],
  );
  return found.filter((line) => typeof line === "string");
}

function bytesOf(body: string | Uint8Array | ArrayBuffer | undefined): Uint8Array {
  // Frameworks' parsers leave undefined for no body, or a type that they don't parse.
  if (body === undefined) throw invalid("it has no body; read it whatever its Content-Type is");
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return body;
  if (Object.prototype.toString.call(body) === "[object ArrayBuffer]") return new Uint8Array(body);
  throw new TypeError(
    "webhooks.verify: the body was parsed before it came here; pass it as it came, such as `await request.text()`, " +
      "or with Express `express.raw({ type: () => true })` on this route",
  );
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = typeof secret === "string" && secret.startsWith("whsec_") ? bytesIn(secret.slice(6)) : noBytes;
  if (bytes.length === 0)
    throw new TypeError("webhooks.verify: a secret is whsec_ and Base64, as the service shows it");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

const noBytes = new Uint8Array(0);

/** Empty if the string is not Base64. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return noBytes;
  }
}

function invalid(problem: string): WonflowError {
  return new WonflowError("INVALID_WEBHOOK", `The webhook can't be trusted: ${problem}`, { nextAction: "reject" });
}
