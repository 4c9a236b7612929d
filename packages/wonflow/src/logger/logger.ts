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
