import { noCardData, type CardData } from "./cards/card-data.ts";
import type { CardNetwork } from "./card-network/card-network.ts";
import { cardOperations, createCardTables } from "./cards/operations.ts";
import { authenticateCard, giveUpCheckout, type CardEntry } from "./checkout/authenticate.ts";
import { createSession } from "./checkout/create-session.ts";
import { describeCard, type FirstDigits } from "./checkout/describe-card.ts";
import { openCheckout } from "./checkout/open-checkout.ts";
import { checkoutFrameOrigins, readCheckout } from "./checkout/read-session.ts";
import type { CreateSessionInput, OpenCheckoutInput } from "./checkout/session-request.ts";
import type { Context } from "./context.ts";
import type { RequestOptions } from "./idempotency/idempotency.ts";
import { createLanes } from "./lanes.ts";
import { authenticate, issueKey, revokeKey, type KeyType } from "./merchant/api-key.ts";
import type { MerchantInput } from "./merchant/merchant.ts";
import { registerMerchant } from "./merchant/register.ts";
import { tenantId, type Tenant } from "./tenant.ts";
import { cancel, type CancelInput } from "./payment/cancel.ts";
import { confirm, type ConfirmInput } from "./payment/confirm.ts";
import { lookUpPayment, type PaymentName } from "./payment/look-up.ts";
import type { Clock, Ids, Notice, Vault } from "./ports.ts";
import { defaultSettings, type Settings } from "./settings.ts";
import type { Store } from "./store.ts";
import { runDue } from "./work.ts";

/** The ports that a payment service is made of. */
export interface PaymentsOptions {
  readonly store: Store;
  /** The card network of each mode; a mode without one takes no payments. */
  readonly cards: { readonly test?: CardNetwork; readonly live?: CardNetwork };
  /** What card look-ups know before anything is imported; nothing by default. */
  readonly cardData?: Partial<CardData>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: Vault;
  readonly settings?: Partial<Settings>;
  /** Told what operators should see; nothing by default. */
  readonly notify?: (notice: Notice) => void;
}

/** The operations of a payment service. Each answers a `Result`; a rejected promise is a bug or a lost store. */
export type Payments = ReturnType<typeof createPayments>;

/**
 * Binds the ports and returns the operations.
 *
 * Throws where live mode is given a sandbox: test money and live money never meet.
 *
 * @example
 * const payments = createPayments({ store: memoryStore(), cards: { test: network }, clock, ids, vault });
 */
export function createPayments(options: PaymentsOptions) {
  if (options.cards.live?.sandbox === true) throw new Error("live mode refuses a sandbox card network");
  const cardData: CardData = { ...noCardData, ...options.cardData };
  const context: Context = {
    store: options.store,
    clock: options.clock,
    ids: options.ids,
    vault: options.vault,
    cards: options.cards,
    cardData,
    cardTables: createCardTables(cardData),
    settings: { ...defaultSettings, ...options.settings },
    lanes: createLanes(),
    notify: options.notify ?? (() => {}),
  };
  return {
    merchants: {
      register: (input: MerchantInput) => registerMerchant(context, input),
    },
    keys: {
      issue: (tenant: Tenant, type: KeyType) => issueKey(context, tenant, type),
      revoke: (tenant: Tenant, key: string) => revokeKey(context, tenant, key),
      authenticate: (key: string, type: KeyType) => authenticate(context, key, type),
    },
    sessions: {
      create: (tenant: Tenant, input: CreateSessionInput, options?: RequestOptions) =>
        createSession(context, tenant, { input, ...(options && { options }) }),
    },
    checkout: {
      open: (tenant: Tenant, opening: { readonly input: OpenCheckoutInput; readonly origin: string }) =>
        openCheckout(context, tenant, opening),
      frameOrigins: (token: string) => checkoutFrameOrigins(context, token),
      read: (token: string) => readCheckout(context, token),
      describeCard: (token: string, card: FirstDigits) => describeCard(context, token, card),
      authenticate: (token: string, card: CardEntry) => authenticateCard(context, token, card),
      giveUp: (token: string) => giveUpCheckout(context, token),
    },
    intents: {
      confirm: (tenant: Tenant, input: ConfirmInput, options?: RequestOptions) =>
        confirm(context, tenant, { input, ...(options && { options }) }),
      lookUp: (tenant: Tenant, name: PaymentName) => lookUpPayment(context, tenant, name),
      cancel: (tenant: Tenant, name: PaymentName, cancellation: { input: CancelInput; options?: RequestOptions }) =>
        cancel(context, tenant, { name, ...cancellation }),
    },
    cards: cardOperations(context),
    ledger: {
      /** The balances of a merchant's accounts, in won, each on its normal side. */
      balances: (tenant: Tenant) => context.store.balances(tenantId(tenant)),
      /** The ledger entries of one payment, by its intentKey, in the order in which they were booked. */
      entries: (tenant: Tenant, reference: string) => context.store.entries(tenantId(tenant), reference),
    },
    work: {
      runDue: (limit: number) => runDue(context, limit),
    },
  };
}
