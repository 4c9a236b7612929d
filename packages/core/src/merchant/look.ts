import { z } from "zod";

import { recordKind } from "../engine/commit/record.ts";

/** The least contrast of a merchant's colour to white. */
export const leastContrast = 5;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(color: string): Channels {
  const at = (index: number) => Number.parseInt(color.slice(index, index + 2), 16);
  return [at(1), at(3), at(5)];
}

/** Relative luminance by WCAG 2: 0 for black, 1 for white. */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The contrast of two colours `#rrggbb` by WCAG 2: 1 for the same, 21 for black and white.
 *
 * @example
 * contrastOf("#ffffff", "#767676"); // 4.54
 */
export function contrastOf(one: string, other: string): number {
  const [dark, bright] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

/**
 * Mixes a share of another colour, from 0 to 1, into a colour.
 *
 * @example
 * mixedColor("#000000", "#ffffff", 0.2); // "#333333"
 */
export function mixedColor(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((channel, index) => {
    const value = Math.round(channel + ((others[index] ?? channel) - channel) * share);
    return value.toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/** Mixes another colour into a colour, in steps of 2%, until it is good enough. */
export function mixedUntil(color: string, other: string, isEnough: (mixed: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mixedColor(color, other, share);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

const onWhite = (color: string) => contrastOf(color, "#ffffff");

/** A colour for buttons and links on light ground, dark enough to be read. */
export const brandColorSchema = z
  .string()
  .regex(/^#[\da-f]{6}$/, { error: "must be a colour such as #1c54d8, in lower case", abort: true })
  .check(({ value, issues }) => {
    if (onWhite(value) >= leastContrast) return;
    const better = mixedUntil(value, "#000000", (mixed) => onWhite(mixed) >= leastContrast);
    // Round down, so that a contrast just below the limit is not shown as the limit.
    const contrast = (Math.floor(onWhite(value) * 100) / 100).toFixed(2);
    const message = `is too light for white text on it: its contrast is ${contrast}, at least ${leastContrast} is needed; ${better} would do`;
    issues.push({ code: "custom", input: value, message });
  });

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
