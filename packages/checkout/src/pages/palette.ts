import { contrastOf, mixedColor, mixedUntil } from "@wonflow/core";
import { ground } from "./style.ts";

interface Palette {
  readonly accent: string;
  readonly hover: string;
  readonly onAccent: string;
  readonly tint: string;
}

/** For light screens. Core accepts only readable colours. */
export function lightPalette(color: string): Palette {
  return {
    accent: color,
    hover: mixedColor(color, "#000000", 0.15),
    onAccent: "#ffffff",
    tint: mixedColor(ground.card, color, 0.05),
  };
}

const darkTint = (accent: string) => mixedColor(ground.darkCard, accent, 0.12);

/** For dark screens: lightened until it is readable. */
export function darkPalette(color: string): Palette {
  const accent = mixedUntil(color, "#ffffff", (mixed) => contrastOf(mixed, darkTint(mixed)) >= 4.5);
  return { accent, hover: mixedColor(accent, "#ffffff", 0.25), onAccent: ground.darkPage, tint: darkTint(accent) };
}

function declarationsOf({ accent, hover, onAccent, tint }: Palette): string {
  return `:root{--accent:${accent};--hover:${hover};--on-accent:${onAccent};--tint:${tint}}`;
}

/** The additional style of a page in a merchant's colour. The policy allows it by its hash. */
export function paletteStyle(color: string): string {
  const dark = declarationsOf(darkPalette(color));
  return `${declarationsOf(lightPalette(color))}@media (prefers-color-scheme:dark){${dark}}`;
}
