import { z } from "zod";
import { methodChoices } from "./payment-methods.ts";

/** The methods that a contract or a session lists. Scripts of pages load the methods without it. */
export const choiceListSchema = z
  .array(z.enum(methodChoices))
  .min(1, "must name at least one method")
  .max(methodChoices.length)
  .refine((choices) => new Set(choices).size === choices.length, "must name each method once");
