import { z } from "zod";

import type { Context } from "../context.ts";
import { createLanes } from "../commit/lanes.ts";
import type { Ids } from "../ports.ts";
import { characterCount } from "../text/readable-text.ts";
import { refuse, type Refused } from "../result.ts";

/** How passwords are kept: a port, as core has no cryptography of its own. Use what costs time and memory, such as scrypt. */
export interface Passwords {
  /** What a password can be verified by: another text each time, which says how it was made. */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Stands in for the port where nobody signs in with a password. */
export const noPasswords: Passwords = {
  hash: () => Promise.reject(withoutPasswords()),
  verify: () => Promise.reject(withoutPasswords()),
};

function withoutPasswords(): TypeError {
  return new TypeError("operators need `passwords`, a port that createPayments was not given");
}

const shortest = 12;
const longest = 200;

/** The same letters may be typed as different code points, so each is brought to one form. */
const passwordText = z
  .string()
  .normalize("NFKC")
  .refine((text) => characterCount(text) <= longest, `must be at most ${longest} characters`);

/** A password that somebody chooses. */
export const newPasswordSchema = passwordText.refine(
  (text) => characterCount(text) >= shortest,
  `must be at least ${shortest} characters`,
);

/** A password that somebody tries. */
export const triedPasswordSchema = passwordText.meta({ maxLength: longest, format: "password" });

/** What operators are signed in through. */
export interface OperatorContext extends Context {
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
}

/** The checking of passwords in one process. */
export interface PasswordCheck {
  /** Lets a sign-in begin, or refuses it where too many are under way. */
  admit<Answer>(signIn: () => Promise<Answer>): Promise<Answer | Refused<"TOO_MANY_REQUESTS">>;
  /** Whether a password fits a hash; without one whether it fits that of nobody's password, which takes as long to say. */
  fits(password: string, hash: string | undefined): Promise<boolean>;
}

/** How many sign-ins may be under way in one process: the last one waits for a few seconds. */
export const mostSignIns = 20;

/**
 * Checks one password at a time: each takes some tenths of a second of a processor that takes payments too, and
 * anybody may send one.
 */
export function createPasswordCheck(passwords: Passwords, ids: Ids): PasswordCheck {
  const lanes = createLanes();
  let underWay = 0;
  let nobodys: string | undefined;
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
        // Made before it is needed, so that the first unknown name takes no longer than a known one.
        nobodys ??= await passwords.hash(ids.random(32));
        return passwords.verify(password, hash ?? nobodys);
      }),
  };
}
