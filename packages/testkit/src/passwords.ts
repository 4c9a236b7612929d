import { createHash } from "node:crypto";

import type { Passwords } from "@wonflow/core";

/**
 * {@link Passwords} for tests: a plain digest, which is fast and protects nothing.
 *
 * @example
 * const passwords = testPasswords();
 * await passwords.verify("four words are better", await passwords.hash("four words are better")); // true
 */
export function testPasswords(): Passwords {
  let count = 0;
  const digest = (salt: string, password: string) =>
    `${salt}.${createHash("sha256").update(`${salt}.${password}`).digest("hex")}`;
  return {
    async hash(password) {
      count += 1;
      return digest(`hash${count}`, password);
    },
    verify: async (password, hash) => hash === digest(hash.split(".")[0] ?? "", password),
  };
}
