import { keyOperations, type KeyOperations } from "./merchant/api-key/operations.ts";
import { attemptOperations, type AttemptOperations } from "./engine/attempt/operations.ts";
import { billingOperations, type BillingOperations } from "./payment/billing/operations.ts";
import {
  binReference,
  binTable,
  binOperations,
  type BinRow,
  type BinContext,
  type BinOperations,
} from "./gateway/bin.ts";
import { noHolidaysKnown, type BankHolidays } from "./ledger/calendar/business-days.ts";
import { createCalendar } from "./ledger/calendar/calendar.ts";
import { calendarOperations, type CalendarOperations } from "./ledger/calendar/operations.ts";
import { createAccountWatch } from "./engine/attempt/account-refusal.ts";
import { checkLiveWindows, namedGateways, type GivenGateways } from "./gateway/named-gateways.ts";
import { paymentsOfAttempts } from "./payment/intent/attempted-payment.ts";
import type { PaymentContext } from "./payment/intent/intent.ts";
import {
  catalogBuilder,
  catalogReference,
  catalogOperations,
  type CatalogCard,
  type CatalogIndexer,
  type CatalogOperations,
  type CatalogContext,
} from "./gateway/catalog.ts";
import {
  checkoutOperations,
  sessionOperations,
  type CheckoutOperations,
  type SessionOperations,
} from "./payment/checkout/operations.ts";
import { backlogOperations, type BacklogOperations } from "./oversight/backlog/backlog.ts";
import { workOperations, type AroundWork, type WorkOperations } from "./engine/due-work/work.ts";
import type { InstallmentContext, InstallmentFeed } from "./gateway/installment/feed.ts";
import { installmentOperations, type InstallmentOperations } from "./gateway/installment/interest-free-months.ts";
import { createLanes } from "./engine/commit/lanes.ts";
import { ledgerOperations, type LedgerOperations } from "./ledger/entries/operations.ts";
import type { InstallmentFeedCode } from "./merchant/merchant.ts";
import { merchantOperations, type MerchantOperations } from "./merchant/operations.ts";
import { intentOperations, type IntentOperations } from "./payment/operations.ts";
import { operatorOperations, type OperatorOperations } from "./merchant/operator/operations.ts";
import {
  createPasswordCheck,
  type OperatorContext,
  noPasswords,
  type Passwords,
} from "./merchant/operator/password-check.ts";
import type { Clock, Ids, Notice, Vault } from "./ports.ts";
import { platformOperations, type PlatformOperations } from "./oversight/platform/operations.ts";
import { createTableCache } from "./gateway/reference-table.ts";
import { overviewOperations, type OverviewOperations } from "./oversight/overview/operations.ts";
import { payoutOperations, type PayoutOperations } from "./payout/operations.ts";
import type { PayoutBankContext } from "./payout/bank/context.ts";
import type { PayoutBank } from "./payout/bank/payout-bank.ts";
import { readinessOperations, type ReadinessOperations } from "./oversight/readiness.ts";
import { receiptOperations, type ReceiptOperations } from "./payment/receipt.ts";
import { providerKeyOperations, type ProviderKeyOperations } from "./merchant/provider-key/operations.ts";
import { reconciliationOperations, type ReconciliationOperations } from "./oversight/reconciliation/operations.ts";
import { sellerOperations, type SellerOperations } from "./payout/seller/operations.ts";
import { settlementOperations, type SettlementOperations } from "./payout/settlement/operations.ts";
import { secretOperations, type SecretOperations } from "./merchant/secret/operations.ts";
import { settingsWith, type Settings } from "./settings.ts";
import type { Store } from "./engine/commit/store.ts";
import { webhookOperations, type WebhookOperations } from "./oversight/webhook/operations.ts";
import type { WebhookSender } from "./oversight/webhook/send.ts";
import { attemptKinds, worksOf } from "./due-work.ts";
import { operationArguments, reconciliationArguments, withArguments } from "./operation-arguments.ts";

/** The data of card look-ups, besides imported tables. */
export interface CardData {
  /** The BIN table that is served until the first import. */
  readonly bins: readonly BinRow[];
  /** The card catalog that is served until the first import. */
  readonly catalog: readonly CatalogCard[];
  readonly indexCatalog: CatalogIndexer;
  /** The feed of each gateway; a gateway without a feed is never ready. */
  readonly installmentFeeds: Readonly<Partial<Record<InstallmentFeedCode, InstallmentFeed>>>;
}

/** The ports that a payment service is made of. */
export interface PaymentsOptions {
  readonly store: Store;
  /**
   * The gateway of each mode, or several by name (`a–z 0–9 -`, at most 40 characters); a mode without one takes no
   * payments. New cards of a merchant go to its `gateway`; a payment and a billing key stay where their card is. One
   * without a name is called `default`. Keep a gateway bound as long as payments of it may be canceled.
   */
  readonly gateways: { readonly test?: GivenGateways; readonly live?: GivenGateways };
  /** The payout bank of each mode; a mode without one registers no sellers and pays nothing out. */
  readonly payoutBanks?: { readonly test?: PayoutBank; readonly live?: PayoutBank };
  /** The data of card look-ups before the first import; none by default. */
  readonly cardData?: Partial<CardData>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: Vault;
  /** Without it no settlement day is known, and earnings wait for one. */
  readonly holidays?: BankHolidays;
  /** Without it webhooks wait for a process that has one. */
  readonly webhookSender?: WebhookSender;
  /** Keeps operators' passwords. Without it there are no operators. */
  readonly passwords?: Passwords;
  readonly settings?: Partial<Settings>;
  /** Receives the notices for operators; they are dropped by default. */
  readonly notify?: (notice: Notice) => void;
  /** Wraps each record's due work, for example in a span of a trace. */
  readonly aroundWork?: AroundWork;
}

/**
 * The operations of a payment service. Each answers a `Result`; a rejected promise is a bug, a lost store or a wrong
 * secret. An argument of a wrong type, such as an invalid tenant, is refused as `INVALID_REQUEST` with its name,
 * whatever codes the operation lists; an operation that answers no `Result` rejects with a TypeError.
 */
export interface Payments extends ReconciliationOperations {
  readonly merchants: MerchantOperations;
  readonly keys: KeyOperations;
  readonly providerKeys: ProviderKeyOperations;
  readonly operators: OperatorOperations;
  /** For operators of the platform. */
  readonly platform: PlatformOperations;
  readonly sessions: SessionOperations;
  readonly checkout: CheckoutOperations;
  readonly intents: IntentOperations;
  readonly receipts: ReceiptOperations;
  readonly billing: BillingOperations;
  readonly settlements: SettlementOperations;
  readonly sellers: SellerOperations;
  readonly payouts: PayoutOperations;
  readonly webhooks: WebhookOperations;
  readonly attempts: AttemptOperations;
  readonly bins: BinOperations;
  readonly installments: InstallmentOperations;
  readonly catalog: CatalogOperations;
  readonly ledger: LedgerOperations;
  readonly overview: OverviewOperations;
  readonly calendar: CalendarOperations;
  readonly secret: SecretOperations;
  readonly readiness: ReadinessOperations;
  readonly work: WorkOperations & BacklogOperations;
}

type EveryContext = PaymentContext &
  PayoutBankContext &
  BinContext &
  CatalogContext &
  InstallmentContext &
  OperatorContext;

/**
 * Binds the ports and returns the operations.
 *
 * Throws if live mode is given a sandbox, as test money and live money never meet, or a gateway with a window without
 * `settings.windowUrl`, and if a lifetime of the settings is not a positive whole number.
 *
 * @example
 * const payments = bindPayments({ store: memoryStore(), gateways: { test: gateway }, clock, ids, vault });
 */
export function bindPayments(options: PaymentsOptions): Payments {
  if (options.payoutBanks?.live?.sandbox === true) throw new Error("live mode refuses a sandbox payout bank");
  const context = contextOf(options);
  const given = operationArguments;
  return {
    merchants: withArguments(merchantOperations(context), given.merchants),
    keys: withArguments(keyOperations(context), given.keys),
    providerKeys: withArguments(providerKeyOperations(context), given.providerKeys),
    operators: withArguments(operatorOperations(context), given.operators),
    platform: withArguments(platformOperations(context, paymentsOfAttempts), given.platform),
    sessions: withArguments(sessionOperations(context), given.sessions),
    checkout: withArguments(checkoutOperations(context), given.checkout),
    intents: withArguments(intentOperations(context), given.intents),
    receipts: withArguments(receiptOperations(context), given.receipts),
    billing: withArguments(billingOperations(context), given.billing),
    settlements: withArguments(settlementOperations(context), given.settlements),
    sellers: withArguments(sellerOperations(context), given.sellers),
    payouts: withArguments(payoutOperations(context), given.payouts),
    ...withArguments(reconciliationOperations(context), reconciliationArguments),
    webhooks: withArguments(webhookOperations(context, options.webhookSender), given.webhooks),
    attempts: withArguments(attemptOperations(context, attemptKinds, paymentsOfAttempts), given.attempts),
    bins: withArguments(binOperations(context), given.bins),
    installments: withArguments(installmentOperations(context), given.installments),
    catalog: withArguments(catalogOperations(context), given.catalog),
    ledger: withArguments(ledgerOperations(context), given.ledger),
    overview: withArguments(overviewOperations(context), given.overview),
    calendar: withArguments(calendarOperations(context), given.calendar),
    secret: withArguments(secretOperations(context), given.secret),
    readiness: withArguments(readinessOperations(context), given.readiness),
    work: withArguments(workOf(context, options), given.work),
  };
}

function workOf(context: EveryContext, { webhookSender, aroundWork }: PaymentsOptions) {
  const work = workOperations(context, worksOf(context.settings, webhookSender), aroundWork);
  return { ...work, ...backlogOperations(context, work.kinds) };
}

function contextOf(options: PaymentsOptions): EveryContext {
  const { cardData = {}, holidays = noHolidaysKnown, passwords = noPasswords, ids } = options;
  const settings = settingsWith(options.settings);
  const live = namedGateways("live", options.gateways.live);
  checkLiveWindows(live, settings.windowUrl);
  const { bins = [], catalog = [], indexCatalog = async () => () => [], installmentFeeds = {} } = cardData;
  return {
    ...options,
    gateways: { test: namedGateways("test", options.gateways.test), live },
    payoutBanks: options.payoutBanks ?? {},
    notify: options.notify ?? (() => {}),
    calendar: createCalendar(holidays),
    settings,
    lanes: createLanes(),
    writeDoubt: { isRaised: false },
    accountWatch: createAccountWatch(),
    passwords,
    passwordCheck: createPasswordCheck(passwords, ids),
    installmentFeeds,
    bins: createTableCache({ table: binReference, shipped: bins, build: binTable }),
    catalog: createTableCache({ table: catalogReference, shipped: catalog, build: catalogBuilder(indexCatalog) }),
  };
}
