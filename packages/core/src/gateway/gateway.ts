import type { Found, KeyedCall, Outcome } from "../engine/attempt/call.ts";
import type { TenantId } from "../engine/tenant/tenant.ts";
import type {
  ApprovalRefusal,
  AuthenticationRefusal,
  CancellationRefusal,
  ReleaseRefusal,
  ReversalRefusal,
} from "./refusals.ts";
import type { PaidMethod, PaymentWindow, WindowReference } from "./window.ts";

/** Card data as the buyer typed it. It passes through memory to the gateway and is never stored or logged. */
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

/** A card that its gateway has checked, and perhaps stored. */
export interface AuthenticatedCard {
  /** An answer for another key counts as no answer. */
  readonly key: string;
  /** Stands for the card in later calls; worthless outside this gateway and merchant. At most 200 characters. */
  readonly token: string;
  /** At most the first six and the last four digits, at most 20 characters: `536112******1234`. */
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

/** An approval as core knows it, so that an adapter needs no storage. */
export interface AboutApproval {
  /** What its buyer authenticated in the gateway's window; null for a typed or stored card. */
  readonly authentication: WindowReference | null;
  readonly approvalKey: string;
  /** The gateway's reference of it; null until an answer contains it. */
  readonly approvalReference: string | null;
  /** When its attempt was opened, in milliseconds since 1970. */
  readonly approvalAskedAt: number;
}

export interface AuthenticationRequest extends KeyedCall {
  readonly card: CardDetails;
}

export interface TokenRequest extends KeyedCall {
  readonly card: StoredCardDetails;
}

export interface ReleaseRequest extends KeyedCall {
  /** The key under which the card was, or may have been, stored. */
  readonly tokenKey: string;
  /** When that call was opened, in milliseconds since 1970. */
  readonly tokenAskedAt: number;
  /** Null until an answer contains it. */
  readonly token: string | null;
  /** The call that stored it: `authenticate` or `issueToken`. */
  readonly storedBy: "authenticate" | "issueToken";
}

export interface Release {
  readonly tokenKey: string;
}

interface AmountRequest extends KeyedCall {
  /** Won, at least 1. */
  readonly amount: number;
  /** The part of it without VAT, in won. */
  readonly taxFreeAmount: number;
  readonly orderName: string;
}

/** Of a typed or stored card: sent only to a gateway with `keyIn`. */
export interface CardApprovalRequest extends AmountRequest {
  readonly authentication: null;
  readonly cardToken: string;
  /** 0 for a lump sum, otherwise the months. */
  readonly installmentPlanMonths: number;
}

/** Of what a buyer authenticated in the window, with the months chosen there: sent only to a gateway with `window`. */
export interface WindowApprovalRequest extends AmountRequest {
  readonly authentication: WindowReference;
}

export type ApprovalRequest = CardApprovalRequest | WindowApprovalRequest;

/** A question about an approval, whose key is `key`. */
export interface ApprovalQuestion extends KeyedCall {
  /** What its buyer authenticated in the gateway's window; null for a typed or stored card. */
  readonly authentication: WindowReference | null;
  /** The gateway's reference of it; null until an answer contains it. */
  readonly reference: string | null;
}

export interface Approval {
  /** An answer for another key counts as no answer. */
  readonly key: string;
  /** The gateway's reference of it, at most 200 characters; null if the gateway has no id of its own. */
  readonly reference: string | null;
  /** The approved amount, in won. */
  readonly amount: number;
  /** What remains of it after all cancellations, including those made at the gateway by hand; in won. */
  readonly remainingAmount: number;
  readonly approvalNumber: string;
  /** Milliseconds since 1970. */
  readonly approvedAt: number;
  /** How a payment was really paid that its buyer authenticated in the window; left out for typed and stored cards. */
  readonly paidWith?: PaidMethod;
}

/** Refunds an approval in part or in full. */
export interface CancellationRequest extends KeyedCall, AboutApproval {
  /** Won, at least 1. */
  readonly amount: number;
  /** The part of it without VAT, in won. */
  readonly taxFreeAmount: number;
  /** What remains of the approval before this cancellation, in won, as far as core knows. */
  readonly remainingAmount: number;
  /** As the merchant gave it, at most 200 characters. */
  readonly reason: string;
}

/** A question about a cancellation, whose key is `key`. */
export interface CancellationQuestion extends KeyedCall, AboutApproval {
  /** Won. */
  readonly amount: number;
  /** The gateway's references of all other cancellations of the approval that core knows: none of them is this one. */
  readonly knownReferences: readonly string[];
}

export interface Cancellation {
  /** An answer for another key counts as no answer. */
  readonly key: string;
  /** The gateway's reference of it, at most 200 characters; null if the gateway has no id of its own. */
  readonly reference: string | null;
  /** The refunded amount, in won. */
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly canceledAt: number;
}

/** Net-cancel (망취소) of an approval whose outcome is unknown or unwanted. */
export interface ReversalRequest extends KeyedCall, AboutApproval {
  /** The requested amount, in won. */
  readonly amount: number;
}

export interface Reversal {
  readonly approvalKey: string;
}

export interface StatementQuestion {
  readonly tenant: TenantId;
  /** A day in Seoul, `yyyy-MM-dd`. */
  readonly day: string;
  /** Where the page before ended; null for the first page. */
  readonly cursor: string | null;
  /** Milliseconds since 1970: no caller waits for the answer after it. */
  readonly deadline: number;
}

/** A line of a day's list: an approval, or a refund or chargeback of one. Net-canceled approvals may be left out. */
export interface CardMovement {
  readonly kind: "APPROVED" | "CANCELED" | "CHARGED_BACK";
  /**
   * The approval's key, or the key of what its buyer authenticated in the window: the order id that the provider has.
   * Null if the gateway received no key from us, such as for a payment that was entered in its console.
   */
  readonly approvalKey: string | null;
  readonly approvalReference: string | null;
  /** Won, at least 1. */
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface StatementPage {
  readonly movements: readonly CardMovement[];
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
}

/**
 * What a provider promises. There are no defaults: ask it what happens to a call that it received and whose answer was
 * lost.
 */
export interface GatewayPromises {
  /**
   * How long after its deadline an unanswered call may still take effect, in milliseconds. 0 only if a net-cancel
   * forbids an approval that arrives later, or if every call has one effect under its key however often it is sent.
   * Until then core accepts no `not-found`, and sends nothing a second time.
   */
  readonly settlesWithinMs: number;
  /** How long after its request an approval can be net-canceled, in milliseconds; more than twice `settlesWithinMs`. */
  readonly reversibleForMs: number;
  /**
   * Whether an approval that is sent again under its key charges nothing more. Only then core sends an approval again
   * that the gateway does not find, while its payment may still be confirmed; otherwise it is net-canceled.
   */
  readonly repeatsApprovals: boolean;
  /**
   * Whether a cancellation that is sent again under its key refunds nothing more. Only then core sends a cancellation
   * again that the gateway does not find; otherwise it ends as refused.
   */
  readonly repeatsCancellations: boolean;
}

/** Cards whose number is typed on our own page, and stored cards. */
export interface KeyIn {
  /**
   * Whether `authenticate` leaves the card at the provider. Then core releases it with `releaseToken` once its checkout
   * is over.
   */
  readonly storesCheckedCards: boolean;

  /**
   * The months of installments that buyers may choose at a checkout: whole numbers from 2 to 36, the shortest first; an
   * empty list for lump sums only. Left out, they are 2 and 3, which every gateway takes, as stored cards are charged in
   * up to 3 months. A checkout takes no other months. A card or an amount may have fewer: `approve` refuses those.
   */
  readonly installmentMonths?: readonly number[];

  /** Checks that the card is real and belongs to its holder. Moves no money. Never repeated under a key. */
  authenticate(request: AuthenticationRequest): Promise<Outcome<AuthenticatedCard, AuthenticationRefusal>>;

  /**
   * Checks the card as `authenticate` does, and returns a token for any number of approvals until it is released. Never
   * repeated under a key. The same card under another key gives another token.
   */
  issueToken(request: TokenRequest): Promise<Outcome<AuthenticatedCard, AuthenticationRefusal>>;

  /**
   * Releases the card that was stored under a key. Approvals with the token are refused from then on; earlier ones
   * remain valid and can still be canceled. Repeated until it is answered, each time once the previous call has
   * settled. `not-found` if no card is stored under this key; `refused` if the gateway can never know.
   */
  releaseToken(request: ReleaseRequest): Promise<Found<Release, ReleaseRefusal>>;
}

/** A provider's message to us, as its HTTP request brought it. */
export interface ProviderNotification {
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 16 KiB. */
  readonly body: string;
}

/**
 * What a notification is about. It is a hint to look up, never a fact: keys are those that the provider was called
 * with, of an approval or cancellation, or of what a buyer authenticated in the window.
 */
export type NotificationHint =
  | {
      readonly outcome: "look-at";
      readonly keys: readonly string[];
      /** The merchant that the keys belong to. The key of an opening of the window contains it, no other key does. */
      readonly tenant?: TenantId;
      /** Won that the provider still holds by the message: nothing is looked up where the records have the same. */
      readonly remainingAmount?: number;
      readonly reply?: NotificationReply;
    }
  | { readonly outcome: "forged" };

/** The response that the provider expects; by default 200 with an empty body. */
export interface NotificationReply {
  readonly contentType: string;
  readonly body: string;
}

/**
 * The gateway port: `keyIn`, or `window`, or both, and the calls that all payment methods share. An adapter must pass
 * the gateway contract suite of `@wonflow/testkit`. A rejected promise counts as `unknown`, and so does an answer after
 * the deadline. An error of the connection with `notSent: true` states that nothing left this machine and never will:
 * `issueToken`, `approve` and `begin` are refused with `PROVIDER_ERROR` then, and a card that `authenticate` did not
 * send is not released.
 */
export interface Gateway extends GatewayPromises {
  /** True for a simulated gateway, which live mode refuses. */
  readonly sandbox: boolean;

  /** Left out by a gateway that takes no card numbers from our page. */
  readonly keyIn?: KeyIn;

  /** Left out by a gateway without a window of its own. */
  readonly window?: PaymentWindow;

  /**
   * The name, never a secret, of the credentials with which a tenant's calls are sent from now on; at most 64
   * characters. It is stored with each attempt, so that credentials can be rotated while attempts are open. Left out
   * with a single set of credentials. Another account at the provider is another gateway, under a name of its own. Null
   * if the tenant has no account here: its new payments and cards are refused then, before a buyer types anything.
   */
  credentials?(tenant: TenantId): Promise<string | null>;

  /** Approves an amount. Repeated only with `repeatsApprovals`. */
  approve(request: ApprovalRequest): Promise<Outcome<Approval, ApprovalRefusal>>;

  /** Refunds an approval in part or in full. Repeated only with `repeatsCancellations`. */
  cancel(request: CancellationRequest): Promise<Outcome<Cancellation, CancellationRefusal>>;

  /**
   * Undoes the approval of a key. Repeated until it is answered, each time once the previous call has settled.
   * `not-found` if the approval has not arrived. `refused` with `NOT_CANCELABLE_PAYMENT` when it comes too late, or
   * when the approval has been canceled in part or in full: the approval is unchanged, and the caller tries its
   * cancellation instead.
   */
  reverse(request: ReversalRequest): Promise<Found<Reversal, ReversalRefusal>>;

  /** The outcome of an approval. A reversed one is `refused`, never `done` again. */
  lookUpApproval(question: ApprovalQuestion): Promise<Found<Approval, ApprovalRefusal>>;

  /**
   * The outcome of a cancellation. If the gateway doesn't store its key, the one cancellation of this amount, since it
   * was opened, that is not among the known ones; `unknown` if there are several.
   */
  lookUpCancellation(question: CancellationQuestion): Promise<Found<Cancellation, CancellationRefusal>>;

  /**
   * All approvals, refunds and chargebacks of this tenant on a day, in pages; `unknown` for a day that is not over by
   * the gateway's clock. Left out if the provider has no such list: then a reconciliation does not see payments that
   * only the gateway has.
   */
  statement?(question: StatementQuestion): Promise<Outcome<StatementPage, never>>;

  /**
   * Reads a provider's message. Left out if the provider sends none. Changes nothing, and never calls the provider: it
   * may read the merchant's keys, where `tenantOfOpening` names the merchant.
   */
  readNotification?(notification: ProviderNotification): NotificationHint | Promise<NotificationHint>;
}
