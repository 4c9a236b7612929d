import { z } from "zod";

import { recordKind } from "../commit/record.ts";

/** The largest logo in bytes. It stands in the checkout page itself, which nothing may make slow. */
export const mostLogoBytes = 8_000;

const mostLogoCharacters = Math.ceil(mostLogoBytes / 3) * 4 + "data:image/jpeg;base64,".length;

/** What files of each type begin with, in base64: a picture is taken for what it is, not for what it is called. */
const beginnings: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGg[o-r]/,
  jpeg: /^\/9j\//,
  webp: /^UklGR.{6}XRUJQ/,
};

/** A picture as a data URL. SVG is not taken, as it may hold scripts and load other files. */
export const logoSchema = z
  .string()
  .max(mostLogoCharacters, "must be a picture of at most 8,000 bytes")
  .refine((url) => {
    const [, type = "", data = ""] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
    return beginnings[type]?.test(data) === true;
  }, "must be a PNG, JPEG or WebP picture as a data URL: data:image/png;base64,…");

/** The logo of a merchant, apart from the merchant itself, which every decision about a payment reads. */
export const logoRecord = recordKind("merchantLogo", z.looseObject({ logo: z.string().nullable() }));

/** The record of the logo of the merchant that a tenant belongs to. */
export const logoRef = logoRecord.ref("self");
