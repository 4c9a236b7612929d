import { missingValue } from "../../engine/text/readable-text.ts";

export const keyTypes = ["secret", "client"] as const;

/** A secret key stays on the merchant's server; a client key may be public in a page. */
export type KeyType = (typeof keyTypes)[number];

export const prefixes = { secret: "sk", client: "ck" } as const;

/** The keys of the documentation merchant: constants, never stored. */
export const documentationKeys = { secret: "test_sk_docs", client: "test_ck_docs" } as const;

const keyPattern = /^(test|live)_(sk|ck)_[A-Za-z0-9_-]{1,100}$/;

/** Reads a key's type from its prefix; undefined if the text is not a key. */
export function keyTypeOf(key: string): KeyType | undefined {
  const match = keyPattern.exec(key);
  if (match === null) return undefined;
  return match[2] === "sk" ? "secret" : "client";
}

type Mistake = readonly [pattern: RegExp, problem: string];

const ofAnyKey: readonly Mistake[] = [
  [/^$/, "is empty: set it to the key"],
  missingValue,
  [/^\s|\s$/, "has white space or a line break around it: take it out"],
  [/^["'].*["']$/, "has quotes around it: take them out"],
  [/^(basic|bearer) /i, "has the scheme before it: set it to the key alone"],
  [/:$/, "ends with a colon: take it out, as one is appended where the key is encoded"],
  [/^(dGVzdF9|bGl2ZV9)/, "is encoded in Base64 already: set it to the key itself"],
];

/** What is typed, pasted or forgotten in place of a key of each type, and its problem. The first pattern that fits counts. */
export const keyMistakes: Readonly<Record<KeyType, readonly Mistake[]>> = {
  secret: [
    ...ofAnyKey,
    [/^(test|live)_ck_/, "is a client key: use the secret key, test_sk_… or live_sk_…"],
    [
      /^(?!(test|live)_sk_[A-Za-z0-9_-]{1,100}$)/,
      "must begin with test_sk_ or live_sk_, and continue with 1 to 100 letters, digits, - or _",
    ],
  ],
  client: [
    ...ofAnyKey,
    [
      /^(test|live)_sk_/,
      "is a secret key, which must never be in a page: revoke it, and use the client key, test_ck_… or live_ck_…",
    ],
    [
      /^(?!(test|live)_ck_[A-Za-z0-9_-]{1,100}$)/,
      "must begin with test_ck_ or live_ck_, and continue with 1 to 100 letters, digits, - or _",
    ],
  ],
};

/** Why a string can't be a key of this type, without quoting it; undefined if it may be one. */
export function keyProblem(text: string, type: KeyType): string | undefined {
  return keyMistakes[type].find(([pattern]) => pattern.test(text))?.[1];
}
