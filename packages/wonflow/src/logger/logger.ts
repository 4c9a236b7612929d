import { visibleJson, visibleLine } from "../visible-text.ts";

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The logger port, for the service's operator. A pino logger fits, and so does any other that takes fields, then a
 * message. Fields hold no card data, keys, tokens or personal data (docs/observability.md).
 *
 * @example
 * const logger: Logger = {
 *   debug: () => {},
 *   info: (fields, message) => console.log(message, fields),
 *   warn: (fields, message) => console.warn(message, fields),
 *   error: (fields, message) => console.error(message, fields),
 * };
 */
export interface Logger {
  /** One line per request. */
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  /** Something that needs an operator, but not at once. */
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogLevel = keyof Logger;

const nothing = (): void => undefined;

/**
 * Writes nothing: for tests.
 *
 * @example
 * const payments = createPayments({ store, gateways, secret, logger: silentLogger });
 */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export interface ConsoleLoggerOptions {
  /** Readable lines, or one line of JSON each; `text` by default. */
  readonly format?: "text" | "json";
  /** The least milliseconds between lines with the same message; a minute by default, 0 for every line. */
  readonly quietMs?: number;
  readonly now?: () => number;
}

/**
 * Writes to the console's error output, except `debug`. The default logger, so that no failure is silent. Lines of JSON
 * have `level`, `time` and `msg` beside the fields.
 *
 * @example
 * const payments = createPayments({ store, gateways, secret, logger: consoleLogger({ format: "json" }) });
 */
export function consoleLogger(options: ConsoleLoggerOptions = {}): Logger {
  const { format = "text", quietMs = 60_000, now = Date.now } = options;
  const written = new Map<string, { readonly at: number; leftOut: number }>();
  const write = (level: LogLevel) => (fields: LogFields, message: string) => {
    const before = written.get(message);
    if (before !== undefined && now() - before.at < quietMs) {
      before.leftOut += 1;
      return;
    }
    written.set(message, { at: now(), leftOut: 0 });
    const leftOut = before === undefined || before.leftOut === 0 ? {} : { leftOut: before.leftOut };
    console.error(line(format, { level, time: new Date(now()).toISOString() }, { message, ...leftOut, fields }));
  };
  return { debug: () => undefined, info: write("info"), warn: write("warn"), error: write("error") };
}

function line(
  format: "text" | "json",
  { level, time }: { readonly level: LogLevel; readonly time: string },
  entry: { readonly message: string; readonly leftOut?: number; readonly fields: LogFields },
): string {
  const { message: msg, fields, ...leftOut } = entry;
  if (format === "json") return visibleJson({ level, time, msg, ...leftOut, ...fields });
  return `${time} wonflow ${level}: ${visibleLine(msg)} ${visibleJson({ ...fields, ...leftOut })}`;
}
