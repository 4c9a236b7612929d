import { z } from "zod";

import { characterCount } from "../text/readable-text.ts";
import { optionalOrNull } from "./validate.ts";

const entriesSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ maxProperties: 5, description: "At most 5 entries and 2,000 characters of JSON" })
  .refine((entries) => Object.keys(entries).length <= 5, "must have at most 5 entries")
  .refine((entries) => characterCount(JSON.stringify(entries)) <= 2000, "must be at most 2,000 characters of JSON");

/**
 * A merchant's own data. Refuses the one name that zod would drop in silence, as many programs cannot keep an entry of
 * that name.
 */
export const metadataSchema = z.preprocess((entries: z.input<typeof entriesSchema> | null | undefined, check) => {
  if (typeof entries === "object" && entries !== null && Object.hasOwn(entries, "__proto__")) {
    check.addIssue({ code: "custom", path: ["__proto__"], message: "must have another name" });
  }
  return entries;
}, optionalOrNull(entriesSchema));

/** A URL as parsers normalise it, so that no character of it can break a header or a page. */
export const absoluteUrlSchema = z
  .url({ protocol: /^https?$/, normalize: true, abort: true, error: "must be an absolute http or https URL" })
  .max(2000, "must be at most 2,000 characters")
  .regex(/^https?:\/\/[^/?#@]+([/?#]|$)/, "must not hold a user name or password");

/** Stands for a buyer without an account. For one-off payments only, never for billing. */
export const anonymousCustomer = "@@ANONYMOUS";

const guessable: readonly (readonly [RegExp, string])[] = [
  [/^[^@]+@[^@]+\.[A-Za-z]{2,}$/, "must not be an e-mail address; send a random id such as a UUID"],
  [/^(\+?82-?|0)1[016789]-?\d{3,4}-?\d{4}$/, "must not be a phone number; send a random id such as a UUID"],
  [/^\d+$/, "must not be only digits, which can be guessed; send a random id such as a UUID"],
];

/** A merchant's id of a buyer, hard to guess (interface: Checkout session create request). */
export const customerIdSchema = z
  .string()
  .regex(/^[a-zA-Z0-9\-_=.@]{2,50}$/, "must be 2 to 50 characters: letters, digits, - _ = . @")
  .superRefine((customerId, check) => {
    const found = guessable.find(([pattern]) => pattern.test(customerId));
    if (found !== undefined) check.addIssue({ code: "custom", message: found[1] });
  });

/** The number that a Korean business is registered under (사업자등록번호): 10 digits, `1234567890`. */
export const businessRegistrationNumberSchema = z.string().regex(/^\d{10}$/, "must be 10 digits, without hyphens");
