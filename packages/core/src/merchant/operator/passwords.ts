import { z } from "zod";

import { characterCount } from "../../engine/text/readable-text.ts";

/** Keeps passwords: a port, as core has no cryptography. Use a hash that costs time and memory, such as scrypt. */
export interface Passwords {
  /** A text to verify the password by, another one each time; it names its own parameters. */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Replaces the port in a service without operators. */
export const noPasswords: Passwords = { hash: withoutPasswords, verify: withoutPasswords };

async function withoutPasswords(): Promise<never> {
  throw new TypeError("operators need `passwords`, a port that createPayments was not given");
}

const shortest = 12;
const longest = 200;

/** Keyboards type the same letter as different code points: normalized, so that the password still fits. */
const passwordText = z
  .string()
  .normalize("NFKC")
  .refine((text) => characterCount(text) <= longest, `must be at most ${longest} characters`);

export const newPasswordSchema = passwordText.refine(
  (text) => characterCount(text) >= shortest,
  `must be at least ${shortest} characters`,
);

export const triedPasswordSchema = passwordText.meta({ maxLength: longest, format: "password" });
