import { signedHeaders } from "./webhook-signature.ts";
import ipaddr from "ipaddr.js";
import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { WebhookMessage, WebhookSender } from "@wonflow/core";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface WebhookSenderOptions {
  /** Resolves a name to all of its addresses; the machine's resolver by default. */
  readonly resolve?: (name: string) => Promise<readonly ResolvedAddress[]>;
}

/** The most bytes of an answer that are read. */
const longestAnswer = 64 * 1024;

/** Bytes of an answer that are kept for the log. */
const keptBytes = 200;

/**
 * Sends webhooks over HTTP by Standard Webhooks. An answer of any status is an answer: redirects are not followed. Each
 * message has a connection of its own, to an address that was resolved and checked before, so that neither a second
 * look-up nor a kept connection leads elsewhere.
 *
 * @example
 * const sender = webhookSender();
 */
export function webhookSender({ resolve = resolveAll }: WebhookSenderOptions = {}): WebhookSender {
  return {
    async send(message) {
      const began = performance.now();
      const took = () => Math.round(performance.now() - began);
      const deadline = AbortSignal.timeout(message.deadlineMs);
      try {
        const url = new URL(message.url);
        const addresses = await untilAborted(addressesOf(hostOf(url), resolve), deadline);
        if (addresses.length === 0) throw new NotSent("the host's name has no address");
        const refusal = message.privateAddresses ? undefined : refusalOf(addresses);
        if (refusal !== undefined) throw new NotSent(refusal);
        const answer = await post(message, { url, addresses, deadline });
        return { outcome: "answered", ...answer, ms: took() };
      } catch (error) {
        return { outcome: "failed", reason: deadline.aborted ? "no answer in time" : reasonOf(error), ms: took() };
      }
    },
    async refusalOf(url) {
      // A name that does not resolve may do so later: a delivery tries again, too.
      const addresses = await addressesOf(hostOf(new URL(url)), resolve).catch(() => []);
      return refusalOf(addresses);
    },
  };
}

class NotSent extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof NotSent) return error.message;
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return `no connection: ${error.code}`;
  return `no connection: ${error instanceof Error ? error.message : String(error)}`;
}

/** The host, without a URL's brackets around an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function resolveAll(name: string): Promise<readonly ResolvedAddress[]> {
  return lookup(name, { all: true });
}

/** Resolves a host name; an IP address is returned as it is. */
async function addressesOf(
  name: string,
  resolve: (name: string) => Promise<readonly ResolvedAddress[]>,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(name);
  return family === 0 ? resolve(name) : [{ address: name, family }];
}

/** The reason why a host of these addresses gets no message where only public ones are allowed. */
function refusalOf(addresses: readonly ResolvedAddress[]): string | undefined {
  return addresses.every(({ address }) => isPublicAddress(address))
    ? undefined
    : "the host has an address that is not public";
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new NotSent("no answer in time")), { once: true });
  });
  return Promise.race([work, aborted]);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function post(
  message: WebhookMessage,
  {
    url,
    addresses,
    deadline,
  }: { readonly url: URL; readonly addresses: readonly ResolvedAddress[]; readonly deadline: AbortSignal },
): Promise<Answer> {
  const body = Buffer.from(message.body);
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    "user-agent": "wonflow",
    "webhook-event": message.event,
    ...signedHeaders({ id: message.id, sentAt: new Date(), body: message.body }, message.secrets),
  };
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // An agent could reuse a connection of an earlier message, to another address.
    const options = { method: "POST", headers, agent: false, lookup: only(addresses), signal: deadline } as const;
    const request = send(url, options, (response) => {
      // From here on there is an answer, even if the connection breaks.
      request.off("error", reject).on("error", () => undefined);
      void beginningOf(response).then((text) => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** A look-up that returns the resolved addresses for any name. */
function only(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

/** The beginning of an answer's body. The status counts even if the body breaks off; the rest is read up to a limit, and dropped. */
async function beginningOf(response: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const bytes of response) {
      if (read < keptBytes) kept.push(bytes.subarray(0, keptBytes - read));
      read += bytes.length;
      if (read >= longestAnswer) break;
    }
  } catch {
    // The receiver or the deadline has cut it off.
  }
  return new TextDecoder().decode(Buffer.concat(kept));
}

/** All addresses allocated to the internet so far; the others are special or unused. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is public: not of a private network, this machine or any special use, and no IPv6 address that
 * embeds an IPv4 one.
 *
 * @example
 * isPublicAddress("8.8.8.8"); // true
 * isPublicAddress("169.254.169.254"); // false
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
