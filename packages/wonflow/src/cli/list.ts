import { visibleLine } from "../visible-text.ts";

const shown = 20;

/** A printed list: its title with the count, and the first items; empty without items. */
export function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - shown;
  return [
    `${title} (${items.length}):`,
    ...items.slice(0, shown).map((item) => `  ${visibleLine(item)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}
