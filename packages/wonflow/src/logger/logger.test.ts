import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { consoleLogger, type ConsoleLoggerOptions, type Logger } from "./logger.ts";

/** A logger's output on the console. */
function writtenBy(options: ConsoleLoggerOptions, use: (logger: Logger) => void): readonly unknown[] {
  const written: unknown[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((line) => void written.push(line));
  try {
    use(consoleLogger(options));
  } finally {
    spy.mockRestore();
  }
  return written;
}

const time = Date.UTC(2026, 10, 23, 3);

test("readable lines, once a minute each, with how many were left out, and without requests", () => {
  let now = time;
  const written = writtenBy({ now: () => now }, (logger) => {
    logger.debug({ status: 200 }, "a request was answered");
    logger.error({ work: "session" }, "failed");
    logger.error({ work: "intent" }, "failed");
    now += 59_999;
    logger.error({ work: "intent" }, "failed");
    logger.warn({ tenant: "1:test" }, "look");
    now += 1;
    logger.error({ work: "session" }, "failed");
  });
  expect(written).toEqual([
    '2026-11-23T03:00:00.000Z wonflow error: failed {"work":"session"}',
    '2026-11-23T03:00:59.999Z wonflow warn: look {"tenant":"1:test"}',
    '2026-11-23T03:01:00.000Z wonflow error: failed {"work":"session","leftOut":2}',
  ]);
});

test("lines of JSON, all of them where none is to be left out", () => {
  const written = writtenBy({ format: "json", quietMs: 0, now: () => time }, (logger) => {
    logger.info({ url: "https://pay.example" }, "started");
    logger.info({ url: "https://pay.example" }, "started");
  });
  const line = { level: "info", time: "2026-11-23T03:00:00.000Z", msg: "started", url: "https://pay.example" };
  expect(written.map((text) => JSON.parse(String(text)) as unknown)).toEqual([line, line]);
});

test("a field of others ends no line and moves no cursor", () => {
  const told = { reason: "a\n\u001b[2J\u009b2J\u202e" };
  const [line, json] = (["text", "json"] as const).map(
    (format) => writtenBy({ format, now: () => time }, (logger) => logger.warn(told, "look"))[0],
  );
  expect(line).toBe(String.raw`2026-11-23T03:00:00.000Z wonflow warn: look {"reason":"a\n\u001b[2J\u009b2J\u202e"}`);
  expect(String(json)).toMatch(/^[ -~]+$/);
  expect(JSON.parse(String(json))).toMatchObject(told);
});

test("a logger of pino fits as it is", () => {
  const lines: string[] = [];
  const logger: Logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  logger.warn({ notice: "calendar-ends", lastDay: "2027-12-31" }, "the calendar ends soon");
  expect(lines).toEqual([
    '{"level":40,"notice":"calendar-ends","lastDay":"2027-12-31","msg":"the calendar ends soon"}\n',
  ]);
});
