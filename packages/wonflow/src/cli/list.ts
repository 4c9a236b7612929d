/** How many lines of each list are shown; the rest is counted. */
const shown = 20;

/** A list for a person: its title with how many there are, and the first of them. Nothing for an empty one. */
export function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - shown;
  return [
    `${title} (${items.length}):`,
    ...items.slice(0, shown).map((item) => `  ${item}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}
