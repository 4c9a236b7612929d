import { z } from "zod";

import type { Tally } from "../posting/tally.ts";
import type { Place, RecordBody, RecordKey, Write } from "./store.ts";
import type { Ids } from "../../ports.ts";

/** A record's key that knows what the record holds. */
export interface RecordRef<Body> extends RecordKey {
  readonly schema: z.ZodType<Body>;
}

/** Left out: never due, in no list. */
interface RecordIndex {
  /** Milliseconds since 1970. */
  readonly dueAt?: number | null;
  readonly place?: Place | null;
}

/** `make` creates a record, which must be absent and need not be read; `write` changes one that the decision has read. */
export interface Change extends Write {
  readonly how: "make" | "write";
  /** The record's part in the tallies, before and after; for a kind that is tallied. */
  readonly tallied?: {
    readonly before: (bodyOf: SeenBody) => readonly Tally[];
    readonly after: readonly Tally[];
  };
}

/** The body of a record as it was read; undefined if absent. */
export type SeenBody = <Body>(ref: RecordRef<Body>) => Body | undefined;

interface AnyKind<Body> {
  readonly name: string;
  readonly schema: z.ZodType<Body>;
  ref(id: string): RecordRef<Body>;
  remove(id: string): Change;
}

export interface RecordKind<Body> extends AnyKind<Body> {
  /** The record must be absent. */
  make(id: string, body: Body, index?: RecordIndex): Change;
  /** The record must have been read. */
  write(id: string, body: Body, index?: RecordIndex): Change;
}

/** A kind whose bodies give their own id, due time and place. */
export interface IndexedKind<Body> extends AnyKind<Body> {
  make(body: Body): Change;
  write(body: Body): Change;
  /** A body's part in the tallies. */
  tallied(body: Body): readonly Tally[];
}

interface Indexed extends RecordIndex {
  readonly id: string;
  /** The body's part in the tallies; for every body of a kind, or for none. */
  readonly tallies?: readonly Tally[];
}

type IndexOf<Body> = (body: Body) => Indexed;

/**
 * Names a kind of record and the schema by which every read parses it.
 *
 * A field that is added after a release has a default, so that records of the release can be read. Use a loose object:
 * then a field that a newer process has added survives a write of an older one.
 *
 * @param indexOf where given, every change of a record takes its id, due time and place from its body. If it gives
 * tallies too, every commit tallies how the change alters them.
 *
 * @example
 * const orderRecord = recordKind("order", z.looseObject({ orderId: z.string(), intentKey: z.string() }));
 * orderRecord.ref("order-20261120-0001"); // { kind: "order", id: "order-20261120-0001", … }
 */
export function recordKind<Body extends RecordBody>(
  name: string,
  schema: z.ZodType<Body>,
  indexOf: IndexOf<Body>,
): IndexedKind<Body>;
export function recordKind<Body extends RecordBody>(name: string, schema: z.ZodType<Body>): RecordKind<Body>;
export function recordKind<Body extends RecordBody>(
  name: string,
  presentSchema: z.ZodType<Body>,
  indexOf?: IndexOf<Body>,
): RecordKind<Body> | IndexedKind<Body> {
  const schema = z.preprocess(withPresentNames, presentSchema);
  const change = (how: Change["how"], body: Body | null, index: Indexed): Change => {
    const { id, dueAt = null, place = null, tallies } = index;
    const written = { how, key: { kind: name, id }, body: body && { ...body }, dueAt, place };
    // A removed record may have been tallied.
    if (indexOf === undefined || (tallies === undefined && body !== null)) return written;
    const before = (bodyOf: SeenBody) => {
      const seen = bodyOf(kind.ref(id));
      return seen === undefined ? [] : (indexOf(seen).tallies ?? []);
    };
    return { ...written, tallied: { before, after: tallies ?? [] } };
  };
  const kind: AnyKind<Body> = {
    name,
    schema,
    ref: (id) => ({ kind: name, id, schema }),
    remove: (id) => change("write", null, { id }),
  };
  if (indexOf === undefined) {
    return {
      ...kind,
      make: (id, body, index) => change("make", body, { id, ...index }),
      write: (id, body, index) => change("write", body, { id, ...index }),
    };
  }
  return {
    ...kind,
    make: (body: Body) => change("make", body, indexOf(body)),
    write: (body: Body) => change("write", body, indexOf(body)),
    tallied: (body: Body) => indexOf(body).tallies ?? [],
  };
}

export function placeByTime(list: string, at: number, id: string): Place {
  return { list, position: `${new Date(at).toISOString()}/${id}` };
}

/** A stored record that does not fit its schema: damaged, or written by a newer version of the service. */
export class MalformedRecord extends Error {
  override readonly name = "MalformedRecord";
  readonly key: RecordKey;

  constructor({ kind, id }: RecordKey, problems: readonly z.core.$ZodIssue[]) {
    const fields = problems.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`).join("; ");
    super(`The stored ${kind} ${id} cannot be read: ${fields}`);
    this.key = { kind, id };
  }
}

/** Throws `MalformedRecord` where the body does not fit the schema. */
export function readBody<Body>(ref: RecordRef<Body>, body: RecordBody): Body {
  const parsed = ref.schema.safeParse(body);
  if (!parsed.success) throw new MalformedRecord(ref, parsed.error.issues);
  return parsed.data;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that has both names, as an older process beside a newer one may leave it, keeps its present value. */
function renamed(fields: unknown, former: string, present: string): unknown {
  if (!isFields(fields) || !(former in fields)) return fields;
  const { [former]: value, ...rest } = fields;
  return { [present]: value, ...rest };
}

/**
 * A stored body under the present names of its fields: `network`, and a merchant's `cardNetwork`, are `gateway`, and
 * `contracts.gateways` is `contracts.installmentFeeds`.
 */
export function withPresentNames(body: unknown): unknown {
  const read = renamed(renamed(body, "network", "gateway"), "cardNetwork", "gateway");
  if (!isFields(read)) return read;
  const { methods, contracts } = read;
  return {
    ...read,
    ...(Array.isArray(methods) && { methods: methods.map((each) => renamed(each, "network", "gateway")) }),
    ...(isFields(contracts) && { contracts: renamed(contracts, "gateways", "installmentFeeds") }),
  };
}

/** Milliseconds since 1970 until the year 5188. */
const timeDigits = 9;

/**
 * An id of exactly `length` characters: its time, then random characters of six bits each. A database stores ids of the
 * same time side by side: for each random id an index would have to load, write and log another page.
 */
export function orderedId(ids: Ids, now: number, length: number): string {
  return now.toString(36).padStart(timeDigits, "0") + ids.random(length - timeDigits);
}
