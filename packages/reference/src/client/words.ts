/** The script's words, by their names. The page brings them in the reader's language. */
type Said = "copied" | "notCopied" | "sent" | "liveKey" | "answered" | "noAnswer" | "unreachable" | "noTraceId";

let words: Readonly<Partial<Record<Said, string>>> | undefined;

/** Words of the page, with `{status}` filled in. */
export function wordsFor(said: Said, status = 0): string {
  words ??= JSON.parse(document.body.dataset["words"] ?? "{}") as Readonly<Partial<Record<Said, string>>>;
  return (words[said] ?? said).replace("{status}", String(status));
}
