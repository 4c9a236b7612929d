import { createHandler, type Payments } from "../../src/index.ts";
/** A merchant with everything that it may say and show to buyers; its terms ask for consent. */
export declare const tellingShop: {
  readonly mId: 8;
  readonly mode: "test";
};
/** What a session is opened with, where it matters. */
export interface LinkOptions {
  readonly amount?: number;
  readonly orderName?: string;
  readonly orderId?: string;
  /** Whether it is of the merchant that says everything about itself. */
  readonly telling?: boolean;
}
export interface OpenedLink {
  readonly orderId: string;
  readonly token: string;
  readonly url: string;
}
/** A service on a port of its own, with a merchant whose pages stand beside it under `/shop/`. */
export interface CheckoutService {
  readonly url: string;
  readonly payments: Payments;
  /** The address of a page of the shop on which a button opens the checkout of a new order by the SDK. */
  readonly cartUrl: string;
  /** The path and query of every request to the server. */
  readonly requests: string[];
  /** How often the card network was asked to authenticate. */
  authentications: number;
  /** The card network waits for this before it authenticates; tests set it to look at the page meanwhile. */
  beforeAuthenticating: Promise<void>;
  /** The card network waits for this before it approves. */
  beforeApproving: Promise<void>;
  /** The shop's page at successUrl: shown, still to come, or an answer with which the browser stays where it is. */
  successPage: "shown" | "late" | "none";
  openLink(options?: LinkOptions): Promise<OpenedLink>;
  /** Charges so many stored cards with 60,000 won in all, gives back what is said, and answers where the receipt is. */
  openReceipt(cards: number, canceled?: number): Promise<string>;
  /** Confirms what a shop's successUrl was called with. */
  confirm(landingUrl: string): Promise<string>;
  stop(): Promise<void>;
}
/** Starts a service; its links work for 30 minutes, and it has no rate limits, unless told otherwise. */
export declare function startService(
  sessionLifetimeMs?: number,
  handlerSettings?: NonNullable<Parameters<typeof createHandler>[1]>,
): Promise<CheckoutService>;
