import { z } from "zod";

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
