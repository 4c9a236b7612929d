import type {
  Gateway,
  GatewayCall,
  Opening,
  ProviderNotification,
  StoredCardDetails,
  TenantId,
  WindowMethod,
  WindowReference,
} from "@wonflow/core";
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

/** An opening of the provider's window, as the buyer's browser has it. */
export interface WindowInBrowser {
  readonly tenant: TenantId;
  /** The key that it was opened under, which is the order id for the provider. */
  readonly key: string;
  /** Won. */
  readonly amount: number;
  readonly returnUrl: string;
  readonly open: Opening["open"];
}

/** What the browser brings to the return address, by the names of its fields. */
export type BroughtFields = Readonly<Record<string, string>>;

export interface BuyersChoice {
  /** The months that the buyer chooses in the window; 0 for a lump sum. */
  readonly installmentPlanMonths: number;
  /** Whether the approval is refused later: the buyer has too little money, for example. */
  readonly isRefusedLater: boolean;
}

/**
 * The provider's window, in which the tests act as the buyer. What a power returns, the browser brings to the return
 * address; undefined if that can't happen in this window.
 */
export interface WindowFixture {
  /** The method that the tests pay with; payments of up to 100,000 won in total are approved. */
  readonly method: WindowMethod;
  /** The names of the fields with the order id, the amount and the provider's reference, if the browser brings them. */
  readonly names: { readonly key?: string; readonly amount?: string; readonly reference?: string };
  /**
   * Those of them that no signature covers, at a provider that can't be asked before the approval: an approval with what
   * a stranger changed there must fail instead.
   */
  readonly provenAtApproval?: readonly ("key" | "reference")[];
  /** The calls that this gateway answers without its provider, so that nothing on the way can break them. */
  readonly withoutProvider?: readonly ("begin" | "finish")[];
  /** The buyer authenticates. */
  authenticate(window: WindowInBrowser, choice: BuyersChoice): Promise<BroughtFields | undefined>;
  /** The buyer leaves without a decision. */
  cancel?(window: WindowInBrowser): Promise<BroughtFields>;
  /** The buyer fails: the provider confirms it, by its signature or its answer, or only the browser reports it. */
  fail?(window: WindowInBrowser, reportedBy: "provider" | "browser"): Promise<BroughtFields | undefined>;
  /** The provider's message about an opening that was authenticated. */
  notify?(window: WindowInBrowser): Promise<ProviderNotification>;
}

/**
 * A gateway opened for one test, with the values for its calls. A test that needs a member which is left out is skipped
 * with that reason.
 */
export interface GatewayFixture {
  readonly gateway: Gateway;
  /**
   * Payments of up to 100,000 won in total with this card are approved, also in 3 months, and it can be stored. Leave it
   * out for a gateway that has only a window: what all payments share is then paid in the window.
   */
  readonly card?: StoredCardDetails;
  /** A card that is authenticated, and whose approvals are refused. */
  readonly refusedCard?: StoredCardDetails;
  /** Two merchants of the gateway that share nothing. */
  readonly tenants: readonly [TenantId, TenantId];
  /** The window of a gateway that has one. */
  readonly window?: WindowFixture;
  /**
   * A key never used before with this gateway: at most 64 of `A–Z a–z 0–9 . _ -`, without a dot for one with a window.
   */
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
  /**
   * The approval of this key in the provider's own records, if any. With what its buyer authenticated in the window: all
   * that was charged for that.
   */
  book?(
    tenant: TenantId,
    approvalKey: string,
    authentication: WindowReference | null,
  ): Promise<BookedApproval | undefined>;
  /** Refunds a part of an approval as an operator of the provider does, and returns the provider's name of it. */
  refundByHand?(
    tenant: TenantId,
    approvalKey: string,
    amount: number,
    authentication: WindowReference | null,
  ): Promise<string | null>;
  /** The same gateway after a restart of this process. Leave it out if a restart can't lose anything. */
  reopen?(): Promise<Gateway>;
  /** Runs after each test, also after a failure. */
  close?(): Promise<void>;
}
