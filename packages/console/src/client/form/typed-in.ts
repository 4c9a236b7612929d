/** The texts in a form's fields by the fields' names, each without the spaces around it. */
export function typedIn(form: HTMLFormElement): Readonly<Record<string, string>> {
  const typed = [...new FormData(form)];
  return Object.fromEntries(
    typed.map(([name, value]) => [name, typeof value === "string" ? value.trim() : ""] as const),
  );
}
