import { createCipheriv, createHash } from "node:crypto";

/** The hash by which requests and answers are signed: of these parts and the secret key, in lower-case hexadecimal. */
export function signatureOf(parts: readonly (string | number)[], secretKey: string): string {
  return createHash("sha256")
    .update(parts.join("") + secretKey)
    .digest("hex");
}

const keyBytes = 32;
const vectorBytes = 16;

/** Whether cards can be enciphered with a secret key. */
export function isSecretKey(secretKey: string): boolean {
  return Buffer.byteLength(secretKey) === keyBytes;
}

/** `encData` of mode A2: AES-256-CBC in hexadecimal; the secret key is the key, and its first half the vector. */
export function enciphered(fields: Readonly<Record<string, string>>, secretKey: string): string {
  const key = Buffer.from(secretKey);
  const plain = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const cipher = createCipheriv("aes-256-cbc", key, key.subarray(0, vectorBytes));
  return cipher.update(plain.join("&"), "utf8", "hex") + cipher.final("hex");
}
