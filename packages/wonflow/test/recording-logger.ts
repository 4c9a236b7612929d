import type { LogFields, Logger, LogLevel } from "../src/index.ts";

/** A line as a logger received it. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that remembers its lines; those of single requests only where they are asked for. */
export function recordingLogger({ requests = false } = {}) {
  const lines: LogLine[] = [];
  const record = (level: LogLevel) => (fields: LogFields, message: string) =>
    void lines.push({ level, message, fields });
  const debug = requests ? record("debug") : () => undefined;
  const logger: Logger = { debug, info: record("info"), warn: record("warn"), error: record("error") };
  return { logger, lines };
}
