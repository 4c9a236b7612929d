import type { Merchant, Payment, SignedIn } from "./merchant.ts";

/** A request whose sender has signed in. */
export interface Asked extends SignedIn {
  /** The part of the path that is a name: a bid, tid or order id. */
  readonly name: string;
  /** The body of a POST, the query of a GET. */
  readonly fields: unknown;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of all merchants, as a tid belongs to one of them. */
  readonly merchants: readonly Merchant[];
  /** A number that was not drawn before. */
  readonly count: () => number;
  /** Sends the merchant's server a payment, if an address is registered for its method. */
  readonly notify: (payment: Payment, cancelledTid: string | null) => void;
  /** Whether look-ups show what was authenticated and not approved. */
  readonly showsUnapproved: boolean;
}
