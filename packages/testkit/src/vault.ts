import { createHash, createHmac } from "node:crypto";

import type { Vault } from "@wonflow/core";

/**
 * A {@link Vault} for tests: real digests under a fixed key, and envelopes without encryption, so that every run reads
 * the same. It protects nothing.
 *
 * @example
 * const vault = testVault();
 * await vault.open(await vault.seal("secret")); // "secret"
 */
export function testVault(): Vault {
  return {
    hash: async (text) => createHash("sha256").update(text).digest("hex"),
    fingerprints: async (text) => [createHmac("sha256", "test").update(text).digest("hex")],
    seal: async (text) => `sealed:${Buffer.from(text).toString("base64url")}`,
    async open(envelope) {
      if (!envelope.startsWith("sealed:")) throw new Error("This envelope was not sealed by the test vault.");
      return Buffer.from(envelope.slice("sealed:".length), "base64url").toString();
    },
  };
}
