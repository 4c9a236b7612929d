import type { RecordRef } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, refuse, type Result } from "../result.ts";
import type { Write } from "../store.ts";

/** What a caller may send along with any operation that changes something. */
export interface RequestOptions {
  /** 1 to 300 printable ASCII characters: the same key and request give the same answer for 15 days. */
  readonly idempotencyKey?: string | undefined;
  /** An error code to be answered in place of the operation; test mode only. */
  readonly testCode?: string | undefined;
}

/** What is remembered of a request with an idempotency key: how to tell it again, and where its answer is. */
export interface IdempotencyRecord {
  /** Keyed digest of the operation and its input, without secrets. */
  readonly fingerprint: string;
  /** The attempt that holds the answer; null where the answer stands here. */
  readonly attempt: string | null;
  /** The answer of an operation that was done in one commit, as JSON, sealed where it holds a secret. */
  readonly answer: string | null;
  readonly forgetAt: number;
}

/** An idempotent request under way; its record is written in the commit that does the work. */
export interface IdempotentRequest {
  readonly ref: RecordRef<IdempotencyRecord>;
  readonly fingerprint: string;
  readonly forgetAt: number;
}

export function idempotencyRef(key: string): RecordRef<IdempotencyRecord> {
  return { kind: "idempotency", id: key };
}

const keyPattern = /^[\x20-\x7e]{1,300}$/;

/**
 * Prepares a request's idempotency, undefined where it has no key.
 *
 * @param what the operation's name and its validated input, without anything secret
 */
export async function prepareIdempotency(
  context: Context,
  what: readonly [operation: string, input: unknown],
  options: RequestOptions,
): Promise<Result<IdempotentRequest | undefined>> {
  const { idempotencyKey } = options;
  if (idempotencyKey === undefined) return ok(undefined);
  if (!keyPattern.test(idempotencyKey)) return refuse("INVALID_IDEMPOTENCY_KEY");
  const fingerprint = await context.vault.fingerprint(canonicalJson([...what, options.testCode ?? null]));
  const forgetAt = context.clock.now() + context.settings.idempotencyLifetimeMs;
  return ok({ ref: idempotencyRef(idempotencyKey), fingerprint, forgetAt });
}

/** The write that remembers a request, to be committed together with what it does; none where it has no key. */
export function rememberRequest(
  request: IdempotentRequest | undefined,
  what: { readonly attempt: string } | { readonly answer: string },
): readonly Write[] {
  if (request === undefined) return [];
  const { ref, fingerprint, forgetAt } = request;
  const body: IdempotencyRecord = { fingerprint, attempt: null, answer: null, forgetAt, ...what };
  return [{ key: ref, body: { ...body }, dueAt: forgetAt }];
}

/** Longer than any commit can be under way. */
const shellMs = 24 * 60 * 60 * 1000;

/** Whether a request was forgotten: then its record is an empty shell, as good as none. */
export function isForgotten(record: IdempotencyRecord): boolean {
  return record.fingerprint === "";
}

/**
 * The write that forgets a request whose time is over: first what it was, and the record itself a day
 * later. A record that were removed at once and made again at once would begin with the version of the
 * removed one, and a commit that still meant to remove that one would remove the new one.
 */
export function forgetWrite(ref: RecordRef<IdempotencyRecord>, record: IdempotencyRecord, now: number): Write {
  if (isForgotten(record)) return { key: ref, body: null, dueAt: null };
  const forgetAt = now + shellMs;
  const shell: IdempotencyRecord = { fingerprint: "", attempt: null, answer: null, forgetAt };
  return { key: ref, body: { ...shell }, dueAt: forgetAt };
}

/** Whether a remembered request was another one; the same key must not be used for two. */
export function isReused(record: IdempotencyRecord, request: IdempotentRequest): boolean {
  return record.fingerprint !== request.fingerprint;
}

/** JSON with the members of every object in the order of their names, so that equal inputs give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
