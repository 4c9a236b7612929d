import type { z } from "zod";

import type { Place, RecordBody, RecordKey, Write } from "./store.ts";

/** A record's key that knows what the record holds. */
export interface RecordRef<Body> extends RecordKey {
  readonly schema: z.ZodType<Body>;
}

/** When a record is due for work, and where it is listed; never and nowhere where left out. */
export interface RecordIndex {
  /** Milliseconds since 1970. */
  readonly dueAt?: number | null;
  readonly place?: Place | null;
}

/**
 * One record's change, as a decision says it. There are two ways and no third: a decision *makes* a record, which
 * must be absent and need not be read, or it *writes* one that it has read.
 */
export interface Change extends Write {
  readonly how: "make" | "write";
}

interface AnyKind<Body> {
  /** Its name in the store. */
  readonly name: string;
  readonly schema: z.ZodType<Body>;
  /** Names the record with this id. */
  ref(id: string): RecordRef<Body>;
  /** Removes a record that was read. */
  remove(id: string): Change;
}

/** One kind of record: its name in the store, and what a record of it holds. */
export interface RecordKind<Body> extends AnyKind<Body> {
  /** Makes a record, which must be absent. */
  make(id: string, body: Body, index?: RecordIndex): Change;
  /** Gives a record that was read its next state. */
  write(id: string, body: Body, index?: RecordIndex): Change;
}

/** A kind whose records say themselves which id they have, when they are due and where they are listed. */
export interface IndexedKind<Body> extends AnyKind<Body> {
  make(body: Body): Change;
  write(body: Body): Change;
}

interface Indexed extends RecordIndex {
  readonly id: string;
}

/** Reads a record's id and index from its body. */
type IndexOf<Body> = (body: Body) => Indexed;

/**
 * Names a kind of record and the schema of its bodies, once. Whatever is read is parsed by it.
 *
 * A field that is added after a release has a default, so that records of the release can be read. Use a loose object:
 * then a field that a newer process has added survives a write of an older one.
 *
 * @param indexOf where given, every change of a record takes its id, due time and place from its body
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
  schema: z.ZodType<Body>,
  indexOf?: IndexOf<Body>,
): RecordKind<Body> | IndexedKind<Body> {
  const change = (how: Change["how"], body: Body | null, index: Indexed): Change => {
    const { id, dueAt = null, place = null } = index;
    return { how, key: { kind: name, id }, body: body && { ...body }, dueAt, place };
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
  };
}

/** Where a record stands in a list that is ordered by time. */
export function placeByTime(list: string, at: number, id: string): Place {
  return { list, position: `${new Date(at).toISOString()}/${id}` };
}

/** A stored record that does not fit the schema of its kind: damaged, or from a newer version of the service. */
export class MalformedRecord extends Error {
  override readonly name = "MalformedRecord";
  readonly key: RecordKey;

  constructor({ kind, id }: RecordKey, problems: readonly z.core.$ZodIssue[]) {
    const fields = problems.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`).join("; ");
    super(`The stored ${kind} ${id} cannot be read: ${fields}`);
    this.key = { kind, id };
  }
}

/** The body of a record as its kind has it. Throws `MalformedRecord` where it does not fit. */
export function readBody<Body>(ref: RecordRef<Body>, body: RecordBody): Body {
  const parsed = ref.schema.safeParse(body);
  if (!parsed.success) throw new MalformedRecord(ref, parsed.error.issues);
  return parsed.data;
}
