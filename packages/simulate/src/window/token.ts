/** The key of the opening that an address under `/windows` is of, from its token alone. */
export function openingAt(path: string): string | undefined {
  const [, mId, mode, intentKey, number] =
    /^\/windows\/[a-z]{2}_(\d+)_(test|live)_([\w-]{21})(\d{2})[\w-]{32}(?:\/|$)/.exec(path) ?? [];
  if (intentKey === undefined) return undefined;
  return `window-${intentKey}-${Number(number)}-${mId}${mode === "test" ? "t" : "l"}`;
}
