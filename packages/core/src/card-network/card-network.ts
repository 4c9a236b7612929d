import type { Found, Outcome } from "../attempt/outcome.ts";
import type { ErrorCode } from "../errors.ts";
import type { TenantId } from "../tenant/tenant.ts";

/** Card data as the buyer typed it. It passes through memory to the network and is never stored or logged. */
export interface CardDetails {
  /** Digits only, 12 to 19 of them. */
  readonly number: string;
  /** Two digits, `01` to `12`. */
  readonly expiryMonth: string;
  /** Two digits, the year within its century. */
  readonly expiryYear: string;
  /** Birth date `YYMMDD`, or a business number of 10 or 11 digits for a corporate card. */
  readonly registNo: string;
  /** The first two digits of the card's password. */
  readonly passwordFront2: string;
}

/** A card that its network has authenticated. */
export interface AuthenticatedCard {
  /** Stands for the card in later calls; worthless outside this network and merchant. At most 200 characters. */
  readonly token: string;
  /** Partly masked, at most 20 characters: `536112******1234`. */
  readonly maskedNumber: string;
  /** Two-character card company code. */
  readonly issuerCode: string;
}

/** Card data for a billing key (interface: Billing). Never stored or logged either. */
export interface StoredCardDetails extends CardDetails {
  /** Three or four digits. */
  readonly cvc: string;
  /** The cardholder's name; the company's for a corporate card. */
  readonly ownerName: string;
  /** 11 digits. */
  readonly ownerPhoneNumber: string;
}

/** Refusals of an approval because of its card. */
export const cardRefusals = [
  "INVALID_CARD_NUMBER",
  "INVALID_CARD_EXPIRATION",
  "INVALID_STOPPED_CARD",
  "INVALID_CARD_LOST_OR_STOLEN",
  "INVALID_REJECT_CARD",
  "EXCEED_MAX_DAILY_PAYMENT_COUNT",
  "EXCEED_MAX_PAYMENT_AMOUNT",
  "EXCEED_MAX_CARD_INSTALLMENT_PLAN",
  "INVALID_CARD_INSTALLMENT_PLAN",
  "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
  "PROVIDER_ERROR",
  "CARD_PROCESSING_ERROR",
  "REJECT_CARD_PAYMENT",
  "REJECT_CARD_COMPANY",
  "EXCEED_MAX_AUTH_COUNT",
  "EXCEED_MAX_ONE_DAY_AMOUNT",
  "FDS_ERROR",
] as const satisfies readonly ErrorCode[];

/** Refusals of an authentication, or of issuing a token: none was issued. */
export const authenticationRefusals = [
  "INVALID_CARD_NUMBER",
  "INVALID_CARD_EXPIRATION",
  "INVALID_STOPPED_CARD",
  "INVALID_CARD_LOST_OR_STOLEN",
  "INVALID_REJECT_CARD",
  "INVALID_CARD_PASSWORD",
  "INVALID_CARD_IDENTITY",
  "NOT_SUPPORTED_CARD_TYPE",
  "EXCEED_MAX_AUTH_COUNT",
  "REJECT_CARD_COMPANY",
  "PROVIDER_ERROR",
] as const satisfies readonly ErrorCode[];

/** `ALREADY_CANCELED_PAYMENT` where this approval was reversed. */
export const approvalRefusals = [...cardRefusals, "ALREADY_CANCELED_PAYMENT"] as const;

export const cancellationRefusals = [
  "REFUND_REJECTED",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
  "PROVIDER_ERROR",
] as const satisfies readonly ErrorCode[];

/** `NOT_CANCELABLE_PAYMENT` where the reversal comes too late. */
export const reversalRefusals = ["NOT_CANCELABLE_PAYMENT", "PROVIDER_ERROR"] as const satisfies readonly ErrorCode[];

export const releaseRefusals = ["PROVIDER_ERROR"] as const satisfies readonly ErrorCode[];

export type AuthenticationRefusal = (typeof authenticationRefusals)[number];
export type ReleaseRefusal = (typeof releaseRefusals)[number];
export type CardRefusal = (typeof cardRefusals)[number];
export type ApprovalRefusal = (typeof approvalRefusals)[number];
export type CancellationRefusal = (typeof cancellationRefusals)[number];
export type ReversalRefusal = (typeof reversalRefusals)[number];

/**
 * The network does at most one thing under a key, however often it is called. Approvals, cancellations, reversals and
 * tokens share one space of keys. A repeated key with other content never has a second effect; its outcome is then
 * `unknown` or that of the first call.
 */
export interface KeyedCall {
  /** Derived from the call's purpose, at most 100 characters, unique within the tenant. */
  readonly key: string;
  readonly tenant: TenantId;
  /** Milliseconds since 1970: no caller waits for the answer after it. */
  readonly deadline: number;
}

export interface ApprovalRequest extends KeyedCall {
  readonly cardToken: string;
  /** Won, at least 1. */
  readonly amount: number;
  /** 0 for a lump sum, otherwise the months. */
  readonly installmentPlanMonths: number;
  readonly orderName: string;
}

export interface Approval {
  /** An answer for another key is no answer. */
  readonly key: string;
  /** The approved amount, in won. */
  readonly amount: number;
  readonly approvalNumber: string;
  /** Milliseconds since 1970. */
  readonly approvedAt: number;
}

export interface CancellationRequest extends KeyedCall {
  /** The approval to give back, in part or in full. */
  readonly approvalKey: string;
  /** Won, at least 1. */
  readonly amount: number;
}

export interface Cancellation {
  readonly key: string;
  /** The amount given back, in won. */
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly canceledAt: number;
}

/** Net-cancel (망취소) of an approval whose outcome is unknown or unwanted. */
export interface ReversalRequest extends KeyedCall {
  /** The approval that must not stand. */
  readonly approvalKey: string;
}

export interface Reversal {
  readonly approvalKey: string;
}

export interface TokenRequest extends KeyedCall {
  readonly card: StoredCardDetails;
}

/** A stored card. Its token stays good until it is given back. */
export interface IssuedToken extends AuthenticatedCard {
  /** An answer for another key is no answer. */
  readonly key: string;
}

export interface ReleaseRequest extends KeyedCall {
  /** The key under which the token was, or may have been, issued. */
  readonly tokenKey: string;
}

export interface Release {
  readonly tokenKey: string;
}

/**
 * The card port. An adapter must pass the card contract suite of `@wonflow/testkit`. A rejected promise counts as
 * `unknown`, and so does an answer after the deadline.
 */
export interface CardNetwork {
  /** True for a simulated network, which live mode refuses. */
  readonly sandbox: boolean;

  /** Checks that the card is real and belongs to its holder. Moves no money, and may be repeated freely. */
  authenticate(request: {
    readonly tenant: TenantId;
    readonly card: CardDetails;
    readonly deadline: number;
  }): Promise<Outcome<AuthenticatedCard, AuthenticationRefusal>>;

  /**
   * Checks the card as `authenticate` does, and answers a token for any number of approvals until it is given back.
   * Repeated with the same key it answers the first call's outcome; once that token has been given back, `refused`. The
   * same card under another key gives another token.
   */
  issueToken(request: TokenRequest): Promise<Outcome<IssuedToken, AuthenticationRefusal>>;

  /**
   * Gives back the token that was issued under a key. Where that call has not arrived, leaves a tombstone, so that a
   * later one is refused. Approvals with the token are refused from then on; earlier ones stand, and can still be
   * canceled. May be repeated until it is acknowledged.
   */
  releaseToken(request: ReleaseRequest): Promise<Outcome<Release, ReleaseRefusal>>;

  /**
   * Approves an amount. Repeated with the same key it answers the first call's outcome; once that approval has been
   * reversed, `refused`.
   */
  approve(request: ApprovalRequest): Promise<Outcome<Approval, ApprovalRefusal>>;

  /** Gives back part or all of an approval, at most once under its key. */
  cancel(request: CancellationRequest): Promise<Outcome<Cancellation, CancellationRefusal>>;

  /**
   * Undoes the approval of this key. Where it has not arrived, leaves a tombstone, so that a later approval under that
   * key is refused. May be repeated until it is acknowledged. `refused` with `NOT_CANCELABLE_PAYMENT` when it comes too
   * late, or when the approval has been canceled in part or in full: the approval stands as it did, and the caller
   * tries its cancellation instead.
   */
  reverse(request: ReversalRequest): Promise<Outcome<Reversal, ReversalRefusal>>;

  /**
   * The outcome of an approval. A reversed one is `refused`, never `done` again; one that was tombstoned before it
   * arrived is `refused` or `not-found`.
   */
  lookUpApproval(question: KeyedCall): Promise<Found<Approval, ApprovalRefusal>>;

  /** The outcome of a cancellation. */
  lookUpCancellation(question: KeyedCall): Promise<Found<Cancellation, CancellationRefusal>>;
}
