import type { Found, Outcome } from "../attempt/outcome.ts";
import type { ErrorCode } from "../errors.ts";
import type { TenantId } from "../tenant/tenant.ts";
import type { BankAccount } from "./bank-account.ts";

export const businessTypes = ["INDIVIDUAL", "INDIVIDUAL_BUSINESS", "CORPORATE"] as const;

export type BusinessType = (typeof businessTypes)[number];

/** What every question to a bank says. */
export interface BankQuestion {
  readonly tenant: TenantId;
  /** Milliseconds since 1970; an answer that comes later is not waited for. */
  readonly deadline: number;
}

/** A seller as the bank is told of it. */
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

/** What a bank may refuse to register a seller with. */
export const registrationRefusals = [
  "ACCOUNT_OWNER_CHECK_FAILED",
  "PROVIDER_ERROR",
] as const satisfies readonly ErrorCode[];

export type RegistrationRefusal = (typeof registrationRefusals)[number];

/** Who is paid: a seller by the bank's id of it, or the merchant itself. */
export type Payee = { readonly type: "SELLER"; readonly externalSellerId: string } | { readonly type: "MERCHANT" };

/**
 * A payee on a day: a bank takes at most one payout for it, ever, and finds it by it (interface: Payout request
 * rules, 6). The day is `yyyy-MM-dd` in Seoul.
 */
export interface PayoutSlot {
  readonly payee: Payee;
  readonly payoutDate: string;
}

/** What a bank is asked to pay. It is sent at most once. */
export interface PayoutRequest extends BankQuestion, PayoutSlot {
  readonly key: string;
  /** Won. */
  readonly amount: number;
  /** Where the payee is the merchant: its own account. A seller's is known to the bank. */
  readonly account?: BankAccount;
}

/** What a bank may refuse a payout with, or say that one failed of. */
export const payoutRefusals = [
  "PAYOUT_REJECTED",
  "PAYOUT_ACCOUNT_UNUSABLE",
  "ACCOUNT_OWNER_CHECK_FAILED",
] as const satisfies readonly ErrorCode[];

export type PayoutRefusal = (typeof payoutRefusals)[number];

/**
 * A payout as the bank has it on record.
 *
 * - `ACCEPTED`: it will be paid
 * - `PAID`: the money has left
 * - `FAILED`: it was not paid and never will be, with `reason`
 * - `CANCELED`: somebody canceled it at the bank before it was paid
 * - `RETURNED`: it was paid, and the money came back
 */
export interface BankPayout {
  /** The key that it was submitted under. */
  readonly key: string;
  /** Won. */
  readonly amount: number;
  readonly status: "ACCEPTED" | "PAID" | "FAILED" | "CANCELED" | "RETURNED";
  /** Since when it stands so, milliseconds since 1970. */
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
 * Whatever a method throws, and whatever it answers after the deadline, is an unknown outcome. `submit` is called
 * at most once for a slot, whatever came of the call.
 */
export interface PayoutBank {
  /** True for one that moves no money; live mode refuses it. */
  readonly sandbox?: boolean;

  /** Registers a seller; repeated under the same key it answers the same. */
  registerSeller(request: RegistrationRequest): Promise<Outcome<Registration, RegistrationRefusal>>;

  /** What became of the registration under this key. */
  lookUpSeller(question: BankQuestion & { readonly key: string }): Promise<Found<Registration, RegistrationRefusal>>;

  /**
   * Asks for a payout; `done` means that the bank has it on record, as it stands now. It is paid on its payout date
   * or not at all.
   */
  submit(request: PayoutRequest): Promise<Outcome<BankPayout, PayoutRefusal>>;

  /** The payout of a slot. `not-found` is not a refusal: the request may still be on its way. */
  lookUp(question: BankQuestion & PayoutSlot): Promise<Found<BankPayout, PayoutRefusal>>;

  /**
   * All money that moved for this tenant on a day in Seoul, `yyyy-MM-dd`, which is over: the same whenever it is
   * asked for. Of a day that is not over by the bank's clock it is `unknown`.
   */
  statement(question: BankQuestion & { readonly day: string }): Promise<Outcome<readonly BankMovement[], never>>;
}
