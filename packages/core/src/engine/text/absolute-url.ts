import { z } from "zod";

/** A URL as parsers normalise it, so that no character of it can break a header or a page. */
export const absoluteUrlSchema = z
  .url({ protocol: /^https?$/, normalize: true, abort: true, error: "must be an absolute http or https URL" })
  .max(2000, "must be at most 2,000 characters")
  .regex(/^https?:\/\/[^/?#@]+([/?#]|$)/, "must not hold a user name or password");
