/** Something that the service has acknowledged and that must stay true. Amounts are in won. */
export type Fact =
  | { readonly kind: "session"; readonly orderId: string }
  | { readonly kind: "paid"; readonly orderId: string; readonly intentKey: string; readonly amount: number }
  | { readonly kind: "refused"; readonly orderId: string; readonly intentKey: string }
  | { readonly kind: "seller"; readonly id: string }
  | { readonly kind: "payout"; readonly id: string; readonly amount: number }
  | { readonly kind: "settlement"; readonly id: string; readonly amount: number };

/** A requested refund. An unanswered request is carried out in full or not at all. */
export interface RefundRequest {
  readonly orderId: string;
  /** Won, or "all" for the remaining amount. */
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

/** What the service has acknowledged to the clients of a round, and what is unknown. */
export interface Acknowledged {
  readonly facts: Fact[];
  readonly refunds: RefundRequest[];
  /** Every request with a key, and the answer that each repeat must return; undefined if it has none yet. */
  readonly requests: Map<KeyedRequest, Answer | undefined>;
  /** What was wrong immediately, such as a different answer to a repeat. */
  readonly contradictions: string[];
  readonly counts: { orders: number; requests: number; acknowledged: number; unknown: number; unavailable: number };
}

export function nothingAcknowledged(): Acknowledged {
  return {
    facts: [],
    refunds: [],
    requests: new Map(),
    contradictions: [],
    counts: { orders: 0, requests: 0, acknowledged: 0, unknown: 0, unavailable: 0 },
  };
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

/** Stores the answer of a request, and reports one that contradicts its earlier answer. */
export function note(acknowledged: Acknowledged, request: KeyedRequest, answer: Answer): void {
  if (!isSuccess(answer)) return;
  const before = acknowledged.requests.get(request);
  if (before === undefined) {
    acknowledged.requests.set(request, answer);
    return;
  }
  // A repeated batch of payouts has the same text with another status.
  if (before.text === answer.text) return;
  const texts = `${before.text.slice(0, 300)}\n    then   ${answer.text.slice(0, 300)}`;
  acknowledged.contradictions.push(`${request.path} under ${request.key} was answered twice:\n    first  ${texts}`);
}
