/*
 * Masks foreign things for the log: adapters' errors, merchants' ids, banks' texts. Many people read logs, so cards,
 * personal data and keys must not get into them.
 */

/** Errors whose messages this project or Node.js writes, without values. */
const ourErrors = new Set([
  "StoreUnavailable",
  "WrongSecret",
  "MalformedRecord",
  "DataFolderInUse",
  "SettingError",
  "JournalError",
  "WrongMount",
]);

const mostFrames = 10;
const mostCauses = 3;

/** Characters; longer foreign texts are cut. */
const longest = 300;

export interface MaskedError {
  readonly type: string;
  readonly code?: string;
  /** Only of errors that we or Node.js write: other messages may quote what they were working on. */
  readonly message?: string;
  /** The place where it was thrown, without the message. */
  readonly stack?: string;
  readonly cause?: MaskedError;
}

/**
 * An error without card data, personal data or keys: its type, its code and where it was thrown. Its message only if
 * this project or Node.js wrote it.
 *
 * @example
 * maskedError(new TypeError("4000001100090009 is no amount")); // { type: "TypeError", stack: "    at …" }
 */
export function maskedError(error: unknown, causes = mostCauses): MaskedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  const code = codeOf(error);
  const stack = framesOf(error);
  return {
    type: errorTypeOf(error),
    ...(code !== undefined && { code }),
    ...(isMessageSafe(error) && { message: maskedText(maskedKey(error.message)) }),
    ...(stack !== "" && { stack }),
    ...(cause !== undefined && causes > 0 && { cause: maskedError(cause, causes - 1) }),
  };
}

/** The same for errors of one cause: their type, code, and message or place. */
export function causeOf(error: unknown): string {
  const { type, code = "", message, stack = "" } = maskedError(error, 0);
  return [type, code, message ?? stack.trim().split("\n")[0]].join(" ");
}

/** The name of an error's class, if it is a plain name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : "Error";
}

/** An error's code, if it looks like Node.js's or a database's: a name in capitals, or an SQLSTATE. */
function codeOf(error: Error): string | undefined {
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(?:[A-Z][A-Z_]{1,59}|(?=.*\d)[0-9A-Z]{5})$/.test(code) ? code : undefined;
}

function isMessageSafe(error: Error): boolean {
  return ourErrors.has(error.name) || ("syscall" in error && codeOf(error) !== undefined);
}

/** The lines of a stack that name a place; lines of a multi-line message don't match. */
function framesOf({ stack = "", message }: Error): string {
  return stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^ {4}at [^\n]*:\d+:\d+\)?$/.test(line))
    .slice(0, mostFrames)
    .join("\n");
}

/** Six digits or more, also with blanks or hyphens between them: cards, accounts, birth dates, phones. */
const digits = /\d(?:[ -]?\d){5,}/g;

/** Keys and tokens by their prefixes, and credentials after an authorization scheme. */
const credentials =
  /\b(?:(?:test|live)_[a-z]{2}_|whsec_|sk_|ck_)[\w+/=-]+|\b(?:Basic|Bearer|Digest)\s+[\w.~+/=-]+|:\/\/[^\s/@]*@/gi;

/** A foreign text on one line, without long numbers, keys and tokens. */
export function maskedText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(credentials, "…").replaceAll(digits, "…").slice(0, longest);
}

/** A provider's words, which core has scrubbed, without long numbers, keys and tokens. */
export function saidText(text: string): string {
  return maskedText(maskedKey(text));
}

/** A foreign code, if it looks like one: letters, digits and few signs, and no long number. */
export function codeText(code: string): string {
  return /^[\w .:-]{1,50}$/.test(code) && maskedText(code) === code ? code : "_OTHER";
}

/** The key of an attempt; a billing key in it is cut, because it can be charged. */
export function maskedKey(key: string): string {
  return key.replaceAll(/(billkey_.{4})[\w-]*/g, "$1…").slice(0, longest);
}

/** Text that may come from an adapter, if it is plain words with at most a code at the end. */
export function plainText(text: string): string | undefined {
  return /^[\w' -]{1,120}(?:: [A-Z][A-Z_]{1,60})?$/.test(text) ? maskedText(text) : undefined;
}
