import type { webcrypto } from "node:crypto";

import type { Vault } from "@wonflow/core";

/** Characters; 32 random bytes are 43 in Base64. */
export const shortestSecret = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface KeyRing {
  /** Names the secret in an envelope without revealing it. */
  readonly id: string;
  readonly cipher: webcrypto.CryptoKey;
  readonly digest: webcrypto.CryptoKey;
}

/**
 * A vault on WebCrypto: SHA-256, HMAC-SHA-256 and AES-256-GCM under keys derived from a secret.
 *
 * The first secret seals. The others still open their envelopes and recognize repeated requests, so a secret is
 * rotated by putting a new one in front.
 *
 * Throws a RangeError for a secret of fewer than 32 characters.
 *
 * @example
 * const vault = webCryptoVault([process.env.WONFLOW_SECRET ?? ""]);
 */
export function webCryptoVault(secrets: readonly [string, ...string[]]): Vault {
  for (const secret of secrets) {
    if (secret.length < shortestSecret) {
      throw new RangeError(`A secret must have at least ${shortestSecret} characters; 32 random bytes in Base64 do.`);
    }
  }
  const rings = Promise.all(secrets.map(deriveKeys));
  // A failure shows where the vault is used; unhandled, it would end the process.
  rings.catch(() => undefined);
  return {
    hash: async (text) => hex(await crypto.subtle.digest("SHA-256", encoder.encode(text))),
    async fingerprints(text) {
      const digestBy = async ({ digest }: KeyRing) =>
        hex(await crypto.subtle.sign("HMAC", digest, encoder.encode(text)));
      const [first, ...others] = await rings;
      if (first === undefined) throw new Error("The vault has no secret.");
      return [await digestBy(first), ...(await Promise.all(others.map(digestBy)))];
    },
    async seal(text) {
      const [first] = await rings;
      if (first === undefined) throw new Error("The vault has no secret.");
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const algorithm = { name: "AES-GCM", iv, additionalData: encoder.encode(first.id) };
      const sealed = await crypto.subtle.encrypt(algorithm, first.cipher, encoder.encode(text));
      return `v1.${first.id}.${base64url(iv)}.${base64url(new Uint8Array(sealed))}`;
    },
    async open(envelope) {
      const [version, id = "", iv = "", sealed = ""] = envelope.split(".");
      const ring = (await rings).find((each) => each.id === id);
      if (version !== "v1" || ring === undefined) throw new Error(`No secret opens an envelope of ${version}.${id}.`);
      const algorithm = { name: "AES-GCM", iv: bytes(iv), additionalData: encoder.encode(id) };
      return decoder.decode(await crypto.subtle.decrypt(algorithm, ring.cipher, bytes(sealed)));
    },
  };
}

async function deriveKeys(secret: string): Promise<KeyRing> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const from = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode(`wonflow ${info}`),
  });
  const [id, cipher, digest] = await Promise.all([
    crypto.subtle.deriveBits(from("key id"), material, 64),
    crypto.subtle.deriveKey(from("seal"), material, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]),
    crypto.subtle.deriveKey(from("fingerprint"), material, { name: "HMAC", hash: "SHA-256", length: 256 }, false, [
      "sign",
    ]),
  ]);
  return { id: hex(id), cipher, digest };
}

function hex(buffer: ArrayBuffer): string {
  return Buffer.from(buffer).toString("hex");
}

function base64url(array: Uint8Array): string {
  return Buffer.from(array).toString("base64url");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "base64url"));
}
