import { z } from "zod";

import { recordKind } from "../engine/commit/record.ts";

/** The largest logo in bytes. The checkout page contains it, so a large one would slow every page down. */
export const mostLogoBytes = 8_000;

const mostLogoCharacters = Math.ceil(mostLogoBytes / 3) * 4 + "data:image/jpeg;base64,".length;

/** The first bytes of each file type, in base64: a file's declared type may be wrong. */
const beginnings: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGg[o-r]/,
  jpeg: /^\/9j\//,
  webp: /^UklGR.{6}XRUJQ/,
};

/** A picture as a data URL. SVG is refused, as it may hold scripts and load other files. */
export const logoSchema = z
  .string()
  .max(mostLogoCharacters, "must be a picture of at most 8,000 bytes")
  .refine((url) => {
    const [, type = "", data = ""] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
    return beginnings[type]?.test(data) === true;
  }, "must be a PNG, JPEG or WebP picture as a data URL: data:image/png;base64,…");

/** Apart from the merchant's record, which every decision about a payment reads: a logo would make each read larger. */
export const logoRecord = recordKind("merchantLogo", z.looseObject({ logo: z.string().nullable() }));

export const logoRef = logoRecord.ref("self");
