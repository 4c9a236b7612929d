import type { Found, KeyedCall, Outcome } from "../engine/attempt/call.ts";
import type { TenantId } from "../engine/tenant/tenant.ts";
import type { EasyPayProvider, WindowMethod } from "../merchant/payment-methods.ts";
import type { OpeningRefusal, WindowRefusal } from "./refusals.ts";

/** How a payment was made in the window. What its provider does not say is null. */
export type PaidMethod =
  | {
      readonly method: "CARD";
      readonly card: {
        /** Two-character card company code. */
        readonly issuerCode: string | null;
        /** At most the first eight and the last four digits, at most 20 characters. */
        readonly maskedNumber: string | null;
        /** 0 for a lump sum. */
        readonly installmentPlanMonths: number | null;
      };
    }
  | {
      readonly method: "EASY_PAY";
      readonly easyPay: {
        /** Null for a wallet without a name here. */
        readonly provider: EasyPayProvider | null;
        /** Won that the wallet deducts by itself: the merchant gets the full price all the same. */
        readonly discountAmount: number;
      };
    }
  | {
      readonly method: "TRANSFER";
      /** The three-digit code of the buyer's bank. */
      readonly transfer: { readonly bankCode: string | null };
    };

/** What a buyer authenticated, as core stored it. */
export interface WindowReference {
  /** The key of its opening, which is the order id that the provider has. */
  readonly key: string;
  /** The provider's reference of it, from `finish` or `lookUpAuthentication`. */
  readonly reference: string;
  /** When the opening's attempt was opened, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** A call about one opening of the window. Its key is the order id for the provider: `A–Z a–z 0–9 - _`, at most 64. */
export interface AuthenticationQuestion extends KeyedCall {
  /** A `card-registration` moves no money: the reference that it ends with is a token for approvals. */
  readonly purpose: "payment" | "card-registration";
  readonly method: WindowMethod;
  /** Won. */
  readonly amount: number;
}

export interface OpeningRequest extends AuthenticationQuestion {
  /** The part of it without VAT, in won. */
  readonly taxFreeAmount: number;
  readonly orderName: string;
  readonly device: "PC" | "MOBILE";
  readonly language: "ko" | "en";
  /** Where the provider must send the buyer back to, by GET or by a form's POST. It holds a secret: never log it. */
  readonly returnUrl: string;
  /** Milliseconds since 1970: after it a return is not accepted any more. */
  readonly until: number;
}

/** How the buyer's browser opens the window. */
export interface Opening {
  /** How long the buyer has, in milliseconds. */
  readonly lastsMs: number;
  readonly open:
    | { readonly kind: "redirect"; readonly url: string }
    | { readonly kind: "post"; readonly url: string; readonly fields: Readonly<Record<string, string>> }
    | {
        readonly kind: "script";
        /** The provider's script. It is loaded on a page that has no access to the checkout. */
        readonly url: string;
        /**
         * A JavaScript function expression that opens the window: `(fields, failed) => { … }`. It calls `failed()` if
         * the window itself fails.
         */
        readonly launcher: string;
        readonly fields: Readonly<Record<string, string | number | boolean>>;
      };
}

/** What a browser brought to the return address: of an unknown sender, until it is proven. */
export interface ReturnedRequest extends AuthenticationQuestion {
  /** Query parameters of a GET, fields of a form's POST; of a repeated name the first one. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface AuthenticatedMethod {
  /** An answer for another key counts as no answer. */
  readonly key: string;
  /** The provider's reference, with which `approve` charges; visible ASCII characters, at most 200. */
  readonly reference: string;
  /** Won; an answer with another amount counts as no answer. */
  readonly amount: number;
  /** When the buyer authenticated, in milliseconds since 1970; null if the provider does not say. */
  readonly authenticatedAt: number | null;
  /** What may be shown of it before the approval; null if nothing is known yet. */
  readonly paidWith: PaidMethod | null;
}

/**
 * What a return proves. `refused` only if the provider has signed it, or has answered so: it ends the opening.
 * `unsigned` if only the browser says that the buyer failed. `forged` if it cannot be of the provider, or is of another
 * opening.
 */
export type Returned =
  | Outcome<AuthenticatedMethod, WindowRefusal>
  | { readonly outcome: "unsigned"; readonly code: WindowRefusal }
  | { readonly outcome: "forged" };

/** The provider's own window, in which a buyer authenticates. No money moves before `approve`. */
export interface PaymentWindow {
  /**
   * How long after its authentication a payment can be approved, in milliseconds: a confirm window ends then at the
   * latest. There is no default: ask the provider.
   */
  readonly approvableForMs: number;

  /** What the tenant's contract with the provider offers, in the order in which buyers see it. */
  methods(tenant: TenantId): Promise<readonly WindowMethod[]>;

  /** Prepares an opening. Repeated under its key, it answers an opening of the same order. */
  begin(request: OpeningRequest): Promise<Outcome<Opening, OpeningRefusal>>;

  /**
   * Validates what a browser brought back. Where the provider's signature does not cover key and amount, it asks the
   * provider. May be called several times for an opening.
   */
  finish(request: ReturnedRequest): Promise<Returned>;

  /** The outcome of an opening. Left out if the provider can't be asked before the approval. */
  lookUpAuthentication?(question: AuthenticationQuestion): Promise<Found<AuthenticatedMethod, WindowRefusal>>;
}
