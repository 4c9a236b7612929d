import { z } from "zod";

import type { Context } from "../context.ts";
import { recordKind, type Change, type RecordRef } from "../commit/record.ts";
import { ok, refuse } from "../result.ts";

/** What a caller may send along with any operation that changes something. */
export interface RequestOptions {
  /** 1 to 300 printable ASCII characters: the same key and request give the same answer for 15 days. */
  readonly idempotencyKey?: string | undefined;
  /** An error code to be answered in place of the operation; test mode only. */
  readonly testCode?: string | undefined;
}

const idempotencySchema = z.looseObject({
  /** Keyed digest of the operation and its input, without secrets.  */
  fingerprint: z.string(),
  /** The attempt that holds the answer; null where the answer stands here. */
  attempt: z.string().nullable(),
  /** The answer of an operation that was done in one commit, as JSON, sealed where it holds a secret. */
  answer: z.string().nullable(),
  forgetAt: z.number(),
});

/** What is remembered of a request with an idempotency key: how to tell it again, and where its answer is. */
export type IdempotencyRecord = z.output<typeof idempotencySchema>;

export const idempotencyRecord = recordKind("idempotency", idempotencySchema);

/** An idempotent request under way; its record is written in the commit that does the work. */
export interface IdempotentRequest {
  readonly ref: RecordRef<IdempotencyRecord>;
  /** By the newest secret first; the others tell a request that was remembered before an exchange. */
  readonly fingerprints: readonly [string, ...string[]];
  readonly forgetAt: number;
}

/** An idempotency key: 1 to 300 printable ASCII characters. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x20-\x7e]+$/)
  .min(1)
  .max(300);

/**
 * Prepares a request's idempotency, undefined where it has no key.
 *
 * @param what the operation's name and its validated input, without anything secret
 */
export async function prepareIdempotency(
  context: Context,
  what: readonly [operation: string, input: unknown],
  options: RequestOptions,
) {
  const { idempotencyKey } = options;
  if (idempotencyKey === undefined) return ok<IdempotentRequest | undefined>(undefined);
  if (!idempotencyKeySchema.safeParse(idempotencyKey).success) return refuse("INVALID_IDEMPOTENCY_KEY");
  const fingerprints = await context.vault.fingerprints(canonicalJson([...what, options.testCode ?? null]));
  const forgetAt = context.clock.now() + context.settings.idempotencyLifetimeMs;
  const request: IdempotentRequest = { ref: idempotencyRecord.ref(idempotencyKey), fingerprints, forgetAt };
  return ok<IdempotentRequest | undefined>(request);
}

/** Remembers a request in the commit of what it does; nothing where it has no key. */
export function rememberRequest(
  request: IdempotentRequest | undefined,
  what: { readonly attempt: string } | { readonly answer: string },
): readonly Change[] {
  if (request === undefined) return [];
  const {
    ref,
    fingerprints: [fingerprint],
    forgetAt,
  } = request;
  const record: IdempotencyRecord = { fingerprint, attempt: null, answer: null, forgetAt, ...what };
  return [idempotencyRecord.make(ref.id, record, { dueAt: forgetAt })];
}

/** JSON with the members of every object in the order of their names, so that equal inputs give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
