import type {
  AuthenticationRefusal,
  AuthenticationRequest,
  ReleaseRequest,
  StoredCardDetails,
  TenantId,
  TokenRequest,
} from "@wonflow/core";
import { isKey, otherContent, recordKey, refusal } from "../calls/book.ts";
import { malformedCode, type AnswerTo, type Arrival, type Decided } from "./decisions.ts";
import type { ReleaseEntry, TokenEntry } from "./journal-entry.ts";
import type { LateCall } from "./late-call.ts";
import type { GatewayRecords } from "./records.ts";
import { findStorableCard, findTestCard, masked } from "./refusals.ts";
import { testCards, type TestCard } from "./test-cards.ts";
import { cardOfToken, newStoredToken, newToken, type Expiry } from "./token.ts";

/**
 * Decides a request to store a card: the earlier outcome of its key, or a new token or refusal. `random` keeps the
 * token unguessable.
 */
export function decideToken(
  records: GatewayRecords,
  request: TokenRequest,
  { now, promises, random }: Arrival & { readonly random: string },
): Decided<"issueToken"> {
  const { tenant, key, card } = request;
  if (!isKey(key)) return refusal(malformedCode);
  const id = recordKey(tenant, key);
  const state = records.tokens.get(id)?.state;
  if (state === "RELEASED" || state === "TOMBSTONED") return refusal(releasedCode);
  const earlier = records.calls.get(id);
  if (earlier !== undefined && (earlier.op !== "issueToken" || promises.idempotent)) {
    const answer = earlier.op === "issueToken" ? earlierAnswer(earlier, card) : undefined;
    return answer === undefined ? otherContent(earlier) : { answer };
  }
  const known = findStorableCard(card, now);
  return stored(records, { tenant, key, random, now, known, expiry: card });
}

/** Decides a late request to store a card, whose answer is discarded. */
export function decideStoring(
  records: GatewayRecords,
  { tenant, key, card, random }: Extract<LateCall, { op: "issueToken" }>,
  { now, promises }: Arrival,
): Decided<"issueToken"> {
  const id = recordKey(tenant, key);
  const state = records.tokens.get(id)?.state;
  if (!isKey(key) || state === "RELEASED" || state === "TOMBSTONED") return refusal(releasedCode);
  const earlier = records.calls.get(id);
  if (earlier !== undefined && (earlier.op !== "issueToken" || promises.idempotent)) return otherContent(earlier);
  const of = { tenant, key, random, now };
  if (typeof card === "string") return stored(records, { ...of, known: card });
  const known = testCards.find(({ name }) => name === card.name) ?? "INVALID_CARD_NUMBER";
  return stored(records, { ...of, known, expiry: card });
}

interface Storing {
  readonly tenant: TenantId;
  readonly key: string;
  readonly random: string;
  readonly now: number;
  readonly known: TestCard | AuthenticationRefusal;
  readonly expiry?: Expiry;
}

function stored(records: GatewayRecords, { tenant, key, random, now, known, expiry }: Storing): Decided<"issueToken"> {
  const call = { op: "issueToken", tenant, key, at: now } as const;
  if (typeof known === "string") return { entry: { ...call, refused: known }, ...refusal(known) };
  // The number keeps the token unique; the random part keeps it unguessable.
  const distinct = String(records.calls.size + 1).padStart(6, "0") + random;
  const cardToken = expiry ? newStoredToken(known, tenant, { ...expiry, distinct }) : newToken(known, tenant, distinct);
  return { entry: { ...call, refused: null, cardToken }, answer: issued(key, cardToken, known) };
}

/** Decides a check that stores the card: the earlier outcome of its key, a token under its key, or a refusal. */
export function decideCheck(
  records: GatewayRecords,
  { tenant, key, card }: AuthenticationRequest,
  { now, promises, random }: Arrival & { readonly random: string },
): Decided<"authenticate"> {
  if (!isKey(key)) return refusal(malformedCode);
  const id = recordKey(tenant, key);
  const state = records.tokens.get(id)?.state;
  if (state === "RELEASED" || state === "TOMBSTONED") return refusal(releasedCode);
  const earlier = records.calls.get(id);
  if (earlier !== undefined && earlier.op !== "authenticate") return otherContent(earlier);
  if (earlier !== undefined && promises.idempotent) {
    if (earlier.refused !== null) return refusal(earlier.refused);
    const same = findTestCard(card, earlier.at);
    if (typeof same === "string" || cardOfToken(earlier.cardToken, tenant) !== same) return otherContent(earlier);
    return { answer: issued(key, earlier.cardToken, same) };
  }
  const known = findTestCard(card, now);
  const call = { op: "authenticate", tenant, key, at: now } as const;
  if (typeof known === "string") return { entry: { ...call, refused: known }, ...refusal(known) };
  const cardToken = newToken(known, tenant, String(records.calls.size + 1).padStart(6, "0") + random);
  return { entry: { ...call, refused: null, cardToken }, answer: issued(key, cardToken, known) };
}

/** Decides a release: the token is no longer good, or, before its issuing has arrived, never will be. */
export function decideRelease(
  records: GatewayRecords,
  request: ReleaseRequest,
  { now, promises }: Arrival,
): Decided<"releaseToken"> {
  const { tenant, key, tokenKey } = request;
  if (!isKey(key) || !isKey(tokenKey)) return refusal(malformedCode);
  const earlier = records.calls.get(recordKey(tenant, key));
  if (earlier !== undefined && earlier.op !== "releaseToken") return otherContent(earlier);
  if (earlier !== undefined && earlier.tokenKey !== tokenKey) return otherContent(earlier);
  if (earlier !== undefined && promises.idempotent) return { answer: releaseAnswer(earlier) };
  if (!promises.tombstones && records.tokens.get(recordKey(tenant, tokenKey)) === undefined) {
    return { answer: { outcome: "not-found" } };
  }
  if (key === tokenKey) return { answer: { outcome: "unknown", reason: "A release needs a key of its own." } };
  const entry: ReleaseEntry = { op: "releaseToken", tenant, key, at: now, refused: null, tokenKey };
  return { entry, answer: releaseAnswer(entry) };
}

/** Of a request to store a card whose token was released, before or after it arrived. */
const releasedCode = "PROVIDER_ERROR";

/** The answer of an earlier call; undefined if the record shows that it was about another card. */
function earlierAnswer(earlier: TokenEntry, card: StoredCardDetails): AnswerTo<"issueToken"> | undefined {
  // At the time of that call: the card may have expired since.
  const known = findStorableCard(card, earlier.at);
  if (typeof known === "string") return known === earlier.refused ? refusal(known).answer : undefined;
  if (earlier.refused !== null || cardOfToken(earlier.cardToken, earlier.tenant) !== known) return undefined;
  return issued(earlier.key, earlier.cardToken, known);
}

function issued(key: string, token: string, { number, issuerCode }: TestCard): AnswerTo<"issueToken"> {
  return { outcome: "done", value: { key, token, maskedNumber: masked(number), issuerCode } };
}

function releaseAnswer(entry: ReleaseEntry): AnswerTo<"releaseToken"> {
  if (entry.refused !== null) return { outcome: "refused", code: entry.refused };
  return { outcome: "done", value: { tokenKey: entry.tokenKey } };
}
