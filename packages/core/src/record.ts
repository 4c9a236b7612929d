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

/** One kind of record: its name in the store, and what a record of it holds. */
export interface RecordKind<Body> {
  readonly name: string;
  readonly schema: z.ZodType<Body>;
  /** Names the record with this id. */
  ref(id: string): RecordRef<Body>;
  /** The write that gives a record its next state. */
  write(id: string, body: Body, index?: RecordIndex): Write;
  /** The write that removes a record. */
  remove(id: string): Write;
}

/**
 * Names a kind of record and the schema of its bodies, once. Whatever is read is parsed by it.
 *
 * A field that is added after a release has a default, so that records of the release can be read. Use a loose object:
 * then a field that a newer process has added survives a write of an older one.
 *
 * @example
 * const orderRecord = recordKind("order", z.looseObject({ orderId: z.string(), intentKey: z.string() }));
 * orderRecord.ref("order-20261120-0001"); // { kind: "order", id: "order-20261120-0001", … }
 */
export function recordKind<Body extends RecordBody>(name: string, schema: z.ZodType<Body>): RecordKind<Body> {
  return {
    name,
    schema,
    ref: (id) => ({ kind: name, id, schema }),
    write: (id, body, { dueAt = null, place = null } = {}) => ({
      key: { kind: name, id },
      body: { ...body },
      dueAt,
      place,
    }),
    remove: (id) => ({ key: { kind: name, id }, body: null, dueAt: null, place: null }),
  };
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
