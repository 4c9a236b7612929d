import { z } from "zod";

import type { Context } from "../context.ts";
import { createLanes } from "../commit/lanes.ts";
import type { Ids } from "../ports.ts";
import { characterCount } from "../text/readable-text.ts";
import { refuse, type Refused } from "../result.ts";

/** Keeps passwords: a port, as core has no cryptography. Use a hash that costs time and memory, such as scrypt. */
export interface Passwords {
  /** A text to verify the password by, another one each time; it names its own parameters. */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Stands in for the port in a service without operators. */
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

export interface OperatorContext extends Context {
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
}

export interface PasswordCheck {
  /** Begins a sign-in, or refuses it where too many are under way. */
  admit<Answer>(signIn: () => Promise<Answer>): Promise<Answer | Refused<"TOO_MANY_REQUESTS">>;
  /** Whether a password fits a hash. Without a hash it fits none, which takes as long to find out. */
  fits(password: string, hash: string | undefined): Promise<boolean>;
}

/** The most sign-ins under way in one process: the last one waits for a few seconds. */
export const mostSignIns = 20;

/**
 * Checks one password at a time. A check takes some tenths of a second of a processor that takes payments too, and
 * anyone can cause one.
 */
export function createPasswordCheck(passwords: Passwords, ids: Ids): PasswordCheck {
  const lanes = createLanes();
  let underWay = 0;
  let decoy: string | undefined;
  return {
    async admit(signIn) {
      if (underWay >= mostSignIns) return refuse("TOO_MANY_REQUESTS");
      underWay += 1;
      try {
        return await signIn();
      } finally {
        underWay -= 1;
      }
    },
    fits: (password, hash) =>
      lanes.run("password", async () => {
        // Also made for a known name, so that the first unknown one takes no longer.
        decoy ??= await passwords.hash(ids.random(32));
        return passwords.verify(password, hash ?? decoy);
      }),
  };
}
