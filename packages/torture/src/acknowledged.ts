/** Something that the service has said is so, and that must be so for ever. Amounts are in won. */
export type Fact =
  | { readonly kind: "session"; readonly orderId: string }
  | { readonly kind: "paid"; readonly orderId: string; readonly intentKey: string; readonly amount: number }
  | { readonly kind: "refused"; readonly orderId: string; readonly intentKey: string }
  | { readonly kind: "seller"; readonly id: string }
  | { readonly kind: "payout"; readonly id: string; readonly amount: number }
  | { readonly kind: "settlement"; readonly id: string; readonly amount: number };

/** Money that was asked back. An unanswered request is done or not, and never in part. */
export interface AskedBack {
  readonly orderId: string;
  /** Won; "all" that remains. */
  readonly amount: number | "all";
  outcome: "acknowledged" | "unknown" | "refused";
}

export interface KeyedRequest {
  readonly path: string;
  readonly key: string;
  readonly body: object;
  readonly authorization: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What the clients of a round have been told, and what they were not. */
export interface Acknowledged {
  readonly facts: Fact[];
  readonly askedBack: AskedBack[];
  /** Every request with a key, and the answer that it must get for ever; undefined where it got none yet. */
  readonly requests: Map<KeyedRequest, Answer | undefined>;
  /** What was wrong at once: another answer to a repeat. */
  readonly contradictions: string[];
  readonly counts: { orders: number; requests: number; acknowledged: number; unknown: number; unavailable: number };
}

export function nothingAcknowledged(): Acknowledged {
  return {
    facts: [],
    askedBack: [],
    requests: new Map(),
    contradictions: [],
    counts: { orders: 0, requests: 0, acknowledged: 0, unknown: 0, unavailable: 0 },
  };
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** Remembers what a request was answered, and whether that contradicts what it was answered before. */
export function note(acknowledged: Acknowledged, request: KeyedRequest, answer: Answer): void {
  if (!isSuccess(answer)) return;
  const before = acknowledged.requests.get(request);
  if (before === undefined) {
    acknowledged.requests.set(request, answer);
    return;
  }
  // A batch of payouts that is there already says so by another status.
  if (before.text === answer.text) return;
  const told = `${before.text.slice(0, 300)}\n    then   ${answer.text.slice(0, 300)}`;
  acknowledged.contradictions.push(`${request.path} under ${request.key} was answered twice:\n    first  ${told}`);
}
