/*
 * What may be told of things that others made: errors of adapters, ids that merchants chose, texts of banks. Logs are
 * read by many, so nothing gets into them that may be of a card, a person or a key.
 */

/** Errors whose messages are written here, or by Node.js, and hold no values. */
const ourErrors = new Set([
  "StoreUnavailable",
  "WrongSecret",
  "MalformedRecord",
  "DataFolderInUse",
  "SettingError",
  "JournalError",
  "WrongMount",
]);

/** The frames of a stack that are told, and how many causes. */
const mostFrames = 10;
const mostCauses = 3;

/** The longest text of others. */
const longest = 300;

/** An error as a log has it: under the names that pino's own serializer gives. */
export interface ToldError {
  readonly type: string;
  /** Such as `ECONNREFUSED`, or an SQLSTATE. */
  readonly code?: string;
  /** Left out where others wrote it: it may hold what they were working on. */
  readonly message?: string;
  /** Where it was thrown, without the message. */
  readonly stack?: string;
  readonly cause?: ToldError;
}

/**
 * An error without anything that it may hold of a card, a person or a key: its type, its code and where it was thrown.
 * Its message only where this project or Node.js wrote it.
 *
 * @example
 * toldError(new TypeError("4000001100090009 is no amount")); // { type: "TypeError", stack: "    at …" }
 */
export function toldError(error: unknown, causes = mostCauses): ToldError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  const code = codeOf(error);
  const stack = framesOf(error);
  return {
    type: errorTypeOf(error),
    ...(code !== undefined && { code }),
    ...(isTold(error) && { message: maskedText(maskedKey(error.message)) }),
    ...(stack !== "" && { stack }),
    ...(cause !== undefined && causes > 0 && { cause: toldError(cause, causes - 1) }),
  };
}

/** What kind of error it is: the name of its class, where that is a name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : "Error";
}

/** An error's code where it looks like one of Node.js or a database: a name in capitals, or an SQLSTATE. */
function codeOf(error: Error): string | undefined {
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(?:[A-Z][A-Z_]{1,59}|(?=.*\d)[0-9A-Z]{5})$/.test(code) ? code : undefined;
}

function isTold(error: Error): boolean {
  return ourErrors.has(error.name) || ("syscall" in error && codeOf(error) !== undefined);
}

/** The lines of a stack that name a place; a message of several lines has none of these. */
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

/** Keys and tokens by how they begin, and what stands behind the names of authorization. */
const credentials =
  /\b(?:(?:test|live)_[a-z]{2}_|whsec_|sk_|ck_)[\w+/=-]+|\b(?:Basic|Bearer|Digest)\s+[\w.~+/=-]+|:\/\/[^\s/@]*@/gi;

/** A text of others, in one line, without long numbers, keys and tokens. */
export function maskedText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(credentials, "…").replaceAll(digits, "…").slice(0, longest);
}

/** The key of an attempt; of a stored card's key only how it begins, as payments are made with it. */
export function maskedKey(key: string): string {
  return key.replaceAll(/(billkey_.{4})[\w-]*/g, "$1…").slice(0, longest);
}

/** A text that may have come from an adapter, where it is plain words, maybe with a code behind them. */
export function plainText(text: string): string | undefined {
  return /^[\w' -]{1,120}(?:: [A-Z][A-Z_]{1,60})?$/.test(text) ? maskedText(text) : undefined;
}
