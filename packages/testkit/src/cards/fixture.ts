import type { Gateway, GatewayCall, StoredCardDetails, TenantId } from "@wonflow/core";
import type { CallFault } from "../heard.ts";

/** A call of the port that a fixture can break, where its gateway has it. */
export type BreakableCall = GatewayCall;

/**
 * Something odd about a call that takes effect all the same.
 *
 * - `html`, `server-error`, `other-shape`, `unlisted-code`: it is answered with a page in HTML, a status of 5xx, JSON of
 *   another shape, or a code that the provider's manual does not name
 * - `no-answer`: the connection stays open, and nothing is ever answered
 * - `other-order`, `other-amount`: it is answered rightly, but about another order, or with another amount
 * - `arrives-twice`: a proxy sends it twice, and brings the second answer
 */
export type Oddity =
  | "html"
  | "server-error"
  | "other-shape"
  | "unlisted-code"
  | "no-answer"
  | "other-order"
  | "other-amount"
  | "arrives-twice";

/** An approval in the provider's own book. */
export interface BookedApproval {
  /** Won. */
  readonly amount: number;
  /** Won that were paid and not refunded; 0 if it was refused or reversed. */
  readonly held: number;
  /** 0 or 1 for a lump sum. */
  readonly installmentPlanMonths: number;
  /** Leave it out where the book does not show it. */
  readonly taxFreeAmount?: number;
  readonly cancellations: readonly BookedCancellation[];
}

export interface BookedCancellation {
  /** Won. */
  readonly amount: number;
  /** Leave it out where the book does not show it. */
  readonly taxFreeAmount?: number;
  /** Leave it out where the book does not show it. */
  readonly reason?: string;
}

/**
 * A gateway opened for one test, with the values for its calls. A test that needs a member which is left out is skipped
 * with that reason.
 */
export interface GatewayFixture {
  readonly gateway: Gateway;
  /** Payments of up to 100,000 won in total with this card are approved, also in 3 months, and it can be stored. */
  readonly card: StoredCardDetails;
  /** A card that is authenticated, and whose approvals are refused. */
  readonly refusedCard?: StoredCardDetails;
  /** Two merchants of the gateway that share nothing. */
  readonly tenants: readonly [TenantId, TenantId];
  /** A key never used before with this gateway: at most 64 of `A–Z a–z 0–9 . _ -`. */
  newKey(): string;
  /** The gateway's time, milliseconds since 1970; this machine's by default. */
  now?(): number;
  /** The gateway answers surely before this moment, milliseconds since 1970. */
  deadline(): number;
  /** Whether an approval, or a request to store a card, that is sent again is answered as before. Core never does that. */
  readonly repeatsCalls?: boolean;
  /** Breaks the next call of this method. */
  breakNext?(call: BreakableCall, fault: CallFault): void | Promise<void>;
  /** Makes something odd happen to the next call of this method; false if that can't happen at this provider. */
  oddNext?(call: BreakableCall, oddity: Oddity): boolean | Promise<boolean>;
  /** How long after a request arrived the provider may still carry it out, in milliseconds, by its own word. */
  readonly latestEffectMs?: number;
  /** Gives the first merchant newer credentials, beside those that it has: both are good from then on. */
  addCredentials?(): Promise<void>;
  /** Advances the provider's time by `ms` milliseconds. */
  advance?(ms: number): Promise<void>;
  /** The approval of this key in the provider's own records, if any. */
  book?(tenant: TenantId, approvalKey: string): Promise<BookedApproval | undefined>;
  /** Refunds a part of an approval as an operator of the provider does, and returns the provider's name of it. */
  refundByHand?(tenant: TenantId, approvalKey: string, amount: number): Promise<string | null>;
  /** The same gateway after a restart of this process. Leave it out if a restart can't lose anything. */
  reopen?(): Promise<Gateway>;
  /** Runs after each test, also after a failure. */
  close?(): Promise<void>;
}
