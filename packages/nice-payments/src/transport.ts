/*
 * The part of an adapter over HTTPS that is the same for every provider: deadlines, repeats, limits, parsing, comparing
 * signatures and redacting secrets. It knows no provider. Import it, or copy it.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Clock, ProviderSaid } from "@wonflow/core";
import { z } from "zod";

export interface TransportOptions {
  /** Where the provider's API is. HTTP without TLS is for this machine only, as each call carries credentials. */
  readonly url: string;
  readonly clock: Clock;
  /** The longest wait for a connection with its handshake, in milliseconds; 5,000 by default. */
  readonly connectMs?: number;
  /** The longest wait for the whole answer from then on, in milliseconds; 30,000 by default. */
  readonly answerMs?: number;
  /** The longest answer that is read, in bytes; 256 KiB by default. */
  readonly mostBytes?: number;
}

export interface ProviderRequest {
  readonly method: "GET" | "POST";
  /** Below the provider's address, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds since 1970 by the clock: nothing is sent or waited for after it. */
  readonly deadline: number;
}

export interface ProviderAnswer {
  readonly status: number;
  /** The body, read as JSON; undefined if it is not JSON or too long. */
  readonly content: unknown;
}

/** It is unknown whether the call arrived, unless `notSent`. The message contains no data of the call. */
export class BrokenConnection extends Error {
  override readonly name = "BrokenConnection";
  readonly code: string;
  /** True only if no connection was made: then no byte of the call has left this machine, or ever will. */
  readonly notSent: boolean;

  constructor(code: string, { notSent = false }: { readonly notSent?: boolean } = {}) {
    super(`the connection to the provider broke: ${code}`);
    this.code = code;
    this.notSent = notSent;
  }
}

export interface Transport {
  /**
   * Sends a call and returns its answer, whatever the status. Redirects are not followed. Rejects with
   * {@link BrokenConnection} if no complete answer arrives in time.
   *
   * A GET is retried once when its connection breaks. A POST never is, and always has its own connection: a provider
   * may close a reused one while a call is being sent, which would leave its outcome unknown.
   */
  readonly send: (request: ProviderRequest) => Promise<ProviderAnswer>;
}

/**
 * Makes a {@link Transport}. Throws a TypeError for an address that is neither https nor on this machine.
 *
 * @example
 * import { providerTransport } from "@wonflow/nice-payments/transport";
 *
 * const { send } = providerTransport({ url: "https://api.provider.example", clock });
 * const question = { method: "GET", path: "/v1/orders/1", headers: {}, deadline: clock.now() + 5_000 } as const;
 * const { status, content } = await send(question);
 */
export function providerTransport(options: TransportOptions): Transport {
  const base = checkedUrl(options.url);
  const settled = { connectMs: 5_000, answerMs: 30_000, mostBytes: 256 * 1_024, ...options, base };
  const kept = new (isTls(base) ? HttpsAgent : HttpAgent)({ keepAlive: true });
  return {
    async send(request) {
      if (request.method === "POST") return sendOnce(settled, request, false);
      try {
        return await sendOnce(settled, request, kept);
      } catch (error) {
        if (settled.clock.now() >= request.deadline || isTimeout(error)) throw error;
        return sendOnce(settled, request, false);
      }
    },
  };
}

const timeout = "ETIMEDOUT";

function isTimeout(error: unknown): boolean {
  return error instanceof BrokenConnection && error.code === timeout;
}

function isTls({ protocol }: URL): boolean {
  return protocol === "https:";
}

function checkedUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new TypeError("the provider's address is no URL");
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (isTls(url) || (url.protocol === "http:" && isHere)) return url;
  throw new TypeError(`the provider's address must begin with https: ${url.origin}`);
}

interface Settled extends Required<TransportOptions> {
  readonly base: URL;
}

/** One try, over a connection of `agent` or one of its own. */
function sendOnce(options: Settled, request: ProviderRequest, agent: HttpAgent | false): Promise<ProviderAnswer> {
  const { base, clock, connectMs, answerMs, mostBytes } = options;
  const left = () => request.deadline - clock.now();
  if (left() <= 0) return Promise.reject(new BrokenConnection(timeout, { notSent: true }));
  const { promise, resolve, reject } = Promise.withResolvers<ProviderAnswer>();
  const url = new URL(base.pathname.replace(/\/$/, "") + request.path, base);
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  const headers = { accept: "application/json", ...request.headers, ...(body && { "content-length": body.length }) };
  const wanted: RequestOptions = { method: request.method, headers, agent };
  const sent = (isTls(url) ? requestHttps : requestHttp)(url, wanted, (response) => {
    contentOf(response, mostBytes).then(
      (content) => resolve({ status: response.statusCode ?? 0, content }),
      (error) => reject(brokenBy(error)),
    );
  });
  // Bytes that are written before there is a connection stay in this process, and go with the socket.
  let notSent = true;
  const wait = (ms: number) => {
    const timer = clock.after(Math.max(0, Math.min(ms, left())));
    void timer.elapsed.then(() => reject(new BrokenConnection(timeout, { notSent })));
    return timer;
  };
  let timer = wait(connectMs);
  const onConnected = () => {
    notSent = false;
    timer.cancel();
    timer = wait(answerMs);
  };
  sent.on("socket", (socket) => {
    if (sent.reusedSocket) onConnected();
    else socket.once(isTls(url) ? "secureConnect" : "connect", onConnected);
  });
  sent.on("error", (error) => reject(brokenBy(error, notSent)));
  sent.end(body);
  const tidyUp = () => {
    timer.cancel();
    // A complete answer has released its connection by now, so only an abandoned call is cut.
    sent.destroy();
  };
  return promise.finally(tidyUp);
}

/** Only the code is kept: a message of the system may contain what was sent. */
function brokenBy(error: unknown, notSent = false): BrokenConnection {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return new BrokenConnection(typeof code === "string" ? code : "ECONNRESET", { notSent });
}

async function contentOf(response: IncomingMessage, mostBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

/**
 * The same schema for an object whose fields may be spelled with other capitals: `ResultCode` for `resultCode`. A field
 * that occurs twice with different values is invalid.
 */
export function inAnySpelling<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
  return z.preprocess((given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
    const spelled: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const known = names.get(name.toLowerCase());
      if (known === undefined || value === undefined) continue;
      if (known in spelled && spelled[known] !== value) return undefined;
      spelled[known] = value;
    }
    return spelled;
  }, schema);
}

/** Compares a signature with the expected one in constant time. */
export function isSameText(given: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/** A string cut to at most so many bytes in UTF-8, between two characters. */
export function cutToBytes(text: string, mostBytes: number): string {
  let [cut, length] = ["", 0];
  for (const character of text.toWellFormed()) {
    length += Buffer.byteLength(character);
    if (length > mostBytes) break;
    cut += character;
  }
  return cut;
}

/** The provider's words, without the secrets of its account, which it may have repeated. */
export function withoutSecrets({ code, message }: ProviderSaid, secrets: readonly string[]): ProviderSaid {
  const hidden = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
  return { code: hidden(code), message: hidden(message) };
}
