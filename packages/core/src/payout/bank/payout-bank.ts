import { accountRefusals } from "../../engine/attempt/account-refusal.ts";
import type { Found, Outcome } from "../../engine/attempt/call.ts";
import type { ErrorCode } from "../../error-messages.ts";
import type { TenantId } from "../../engine/tenant/tenant.ts";
import type { BankAccount } from "./bank-account.ts";

export const businessTypes = ["INDIVIDUAL", "INDIVIDUAL_BUSINESS", "CORPORATE"] as const;

export type BusinessType = (typeof businessTypes)[number];

/** The part that every question to a bank has. */
export interface BankQuestion {
  readonly tenant: TenantId;
  /** Milliseconds since 1970; a later answer is not waited for. */
  readonly deadline: number;
}

/** A seller for the bank to register. */
export interface RegistrationRequest extends BankQuestion {
  /** The bank registers at most one seller under it. */
  readonly key: string;
  readonly name: string;
  readonly businessType: BusinessType;
  readonly businessRegistrationNumber: string | null;
  readonly account: BankAccount;
}

/** A seller that the bank knows. */
export interface Registration {
  readonly key: string;
  /** The bank's own id of the seller, 1 to 100 characters; no two sellers of a tenant have the same. */
  readonly externalSellerId: string;
}

/** The codes with which a bank may refuse to register a seller. */
export const registrationRefusals = [
  "ACCOUNT_OWNER_CHECK_FAILED",
  "PROVIDER_ERROR",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

export type RegistrationRefusal = (typeof registrationRefusals)[number];

/** The payee: a seller by the bank's id of it, or the merchant itself. */
export type Payee = { readonly type: "SELLER"; readonly externalSellerId: string } | { readonly type: "MERCHANT" };

/**
 * A payee on a day, `yyyy-MM-dd` in Seoul. A bank takes at most one payout for a slot, ever, and finds the payout by
 * it (interface: Payout request rules, 6).
 */
export interface PayoutSlot {
  readonly payee: Payee;
  readonly payoutDate: string;
}

/** A payout for the bank to make. It is sent at most once. */
export interface PayoutRequest extends BankQuestion, PayoutSlot {
  readonly key: string;
  /** Won. */
  readonly amount: number;
  /** The merchant's own account where the merchant is the payee; the bank knows a seller's. */
  readonly account?: BankAccount;
}

/** The codes with which a bank may refuse a payout, or report that one failed. */
export const payoutRefusals = [
  "PAYOUT_REJECTED",
  "PAYOUT_ACCOUNT_UNUSABLE",
  "ACCOUNT_OWNER_CHECK_FAILED",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

export type PayoutRefusal = (typeof payoutRefusals)[number];

/**
 * A payout in the bank's records.
 *
 * - `ACCEPTED`: it will be paid
 * - `PAID`: the money has left
 * - `FAILED`: it was not paid and never will be, with `reason`
 * - `CANCELED`: it was canceled at the bank before it was paid
 * - `RETURNED`: it was paid, and the money came back
 */
export interface BankPayout {
  /** The key that it was submitted under. */
  readonly key: string;
  /** Won. */
  readonly amount: number;
  readonly status: "ACCEPTED" | "PAID" | "FAILED" | "CANCELED" | "RETURNED";
  /** When it got this status, milliseconds since 1970. */
  readonly at: number;
  readonly reason: PayoutRefusal | null;
}

/** A line of a bank's statement: money that left for a payee, or came back. */
export interface BankMovement extends PayoutSlot {
  readonly key: string;
  /** Won. */
  readonly amount: number;
  readonly kind: "PAID" | "RETURNED";
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The payout bank port: pays sellers and merchants. An adapter must pass the contract suite of `@wonflow/testkit`.
 *
 * An error that a method throws is an unknown outcome, and so is an answer after the deadline. `submit` is called at
 * most once for a slot, even if the call failed.
 */
export interface PayoutBank {
  /** True for a bank that moves no money; live mode refuses it. */
  readonly sandbox?: boolean;

  /** Registers a seller; repeated under the same key it answers the same. */
  registerSeller(request: RegistrationRequest): Promise<Outcome<Registration, RegistrationRefusal>>;

  /** Finds the outcome of the registration under this key. */
  lookUpSeller(question: BankQuestion & { readonly key: string }): Promise<Found<Registration, RegistrationRefusal>>;

  /**
   * Requests a payout; `done` means that the bank has recorded it, with its status. It is paid on its payout date or
   * not at all.
   */
  submit(request: PayoutRequest): Promise<Outcome<BankPayout, PayoutRefusal>>;

  /** Finds the payout of a slot. `not-found` is not a refusal: the request may still be in flight. */
  lookUp(question: BankQuestion & PayoutSlot): Promise<Found<BankPayout, PayoutRefusal>>;

  /**
   * All money that moved for this tenant on a day in Seoul, `yyyy-MM-dd`. The statement of a day that is over never
   * changes; that of a day that is not over by the bank's clock is `unknown`.
   */
  statement(question: BankQuestion & { readonly day: string }): Promise<Outcome<readonly BankMovement[], never>>;
}
