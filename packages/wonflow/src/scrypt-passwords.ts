import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";

import type { Passwords } from "@wonflow/core";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The cost of one hash: 16 MiB and five passes, as OWASP recommends for scrypt. */
const usual: Cost = { ln: 14, r: 8, p: 5 };

type Cost = Readonly<Record<"ln" | "r" | "p", number>>;

const keyBytes = 32;

/** `$scrypt$ln=14,r=8,p=5$<salt>$<key>`: with its cost, so that hashes of another cost can still be verified. */
const hashPattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/**
 * Passwords by scrypt, each with a salt of its own. A hash takes 16 MiB and some tenths of a second, so that a stolen
 * database can be attacked slowly only.
 *
 * @example
 * const passwords = scryptPasswords();
 * await passwords.verify("four words are better", await passwords.hash("four words are better")); // true
 */
export function scryptPasswords(): Passwords {
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await keyOf(password, salt, usual);
      const { ln, r, p } = usual;
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
    },
    async verify(password, hash) {
      const [, ln, r, p, salt = "", key = ""] = hashPattern.exec(hash) ?? [];
      if (key === "") throw new Error("This is no password's hash.");
      const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
      const derived = await keyOf(password, Buffer.from(salt, "base64url"), cost);
      return timingSafeEqual(derived, Buffer.from(key, "base64url"));
    },
  };
}

function keyOf(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln;
  return derive(password, salt, keyBytes, { N, r, p, maxmem: 256 * N * r });
}
