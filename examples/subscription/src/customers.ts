import { appendFileSync, mkdirSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";

import { z } from "zod";

const customerSchema = z.object({
  kind: z.literal("customer"),
  /** Counted from 1: part of order ids. */
  number: z.int(),
  /** Its id at Wonflow, which can't be guessed. */
  customerId: z.string(),
  name: z.string(),
  /** Won a month. */
  price: z.int(),
  /** The first month that it pays, `YYYY-MM`. */
  since: z.string(),
  /** How many cards it has brought. */
  cards: z.int(),
  /** Stands for the card that is charged; null while there is none. */
  billkey: z.string().nullable(),
  /** Why and in which month it stopped to be a customer. */
  ended: z.object({ month: z.string(), how: z.enum(["left", "lost"]) }).nullable(),
});

/** A customer who pays every month, as the merchant knows them. Wonflow knows the payments. */
export type Customer = z.output<typeof customerSchema>;

const lineSchema = z.discriminatedUnion("kind", [
  customerSchema,
  z.object({ kind: z.literal("day-done"), at: z.number() }),
]);

/** The merchant's own book. */
export interface CustomerBook {
  /** By their numbers. */
  readonly all: () => readonly Customer[];
  /** Writes a customer down, in the place of what was known of it before. */
  readonly put: (customer: Customer) => void;
  /** The last day of charges of which all is done; milliseconds since 1970, 0 for none. */
  readonly doneUntil: () => number;
  readonly dayIsDone: (at: number) => void;
}

/** Opens the book in a file, to which every change is appended; without one it ends with the process. */
export function openCustomerBook(file?: string): CustomerBook {
  const customers = new Map<number, Customer>();
  let doneUntil = 0;
  const read = (line: z.output<typeof lineSchema>) => {
    if (line.kind === "customer") customers.set(line.number, line);
    else doneUntil = line.at;
  };
  const write: typeof read = (line) => {
    // Flushed before anything is built on it, so that the book never knows less than the payments beside it.
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true });
    read(line);
  };
  if (file !== undefined) readLines(file).forEach((line) => read(lineSchema.parse(JSON.parse(line))));
  return {
    all: () => [...customers.values()],
    put: write,
    doneUntil: () => doneUntil,
    dayIsDone: (at) => write({ kind: "day-done", at }),
  };
}

function readLines(file: string): readonly string[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  appendFileSync(file, "", { mode: 0o600 });
  const text = readFileSync(file, "utf8");
  // A line without its end was being written when the process died: nothing was built on it.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
  return whole.split("\n").filter((line) => line !== "");
}
