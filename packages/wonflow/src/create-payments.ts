import { koreanCardSearch, shippedBins } from "@wonflow/card-data";
import {
  bindPayments,
  modes,
  namedGateways,
  type CardData,
  type BankHolidays,
  type Clock,
  type GivenGateways,
  type Passwords,
  type Payments,
  type PayoutBank,
  type Settings,
  type Store,
  type WebhookSender,
} from "@wonflow/core";
import { systemClock, randomIds } from "./machine.ts";
import { koreanBankHolidays } from "./korean-bank-holidays.ts";
import { consoleLogger, type Logger } from "./logger/logger.ts";
import { noticeLog } from "./logger/notice-lines.ts";
import { scryptPasswords } from "./scrypt-passwords.ts";
import {
  observed,
  observedGateways,
  observedPayoutBank,
  observedWebhookSender,
} from "./telemetry/observed-providers.ts";
import { observedStore } from "./telemetry/observed-store.ts";
import { observedWork } from "./telemetry/spans.ts";
import { newSecret, problemWithPresent } from "./settings/secret-setting.ts";
import { SettingError } from "./settings/setting-error.ts";
import { shortestSecret, webCryptoVault } from "./vault.ts";
import { webhookSender } from "./webhook-sender.ts";

/** The parts of a payment service. Ids and cryptography come from this machine. */
export interface PaymentsOptions {
  readonly store: Store;
  /**
   * The gateway of each mode, or several by name (`a–z 0–9 -`, at most 40 characters); a mode without one takes no
   * payments. New cards of a merchant go to its `gateway`; payments and billing keys stay where their card is. One
   * without a name is called `default`. Keep a gateway bound as long as payments of it may be canceled.
   */
  readonly gateways: { readonly test?: GivenGateways; readonly live?: GivenGateways };
  /** The payout bank of each mode; a mode without one registers no sellers and pays nothing out. */
  readonly payoutBanks?: { readonly test?: PayoutBank; readonly live?: PayoutBank };
  /** The card data before the first import. By default, with the sandbox in test mode, the BINs of the test cards. */
  readonly cardData?: Partial<CardData>;
  /**
   * At least 32 random characters; undefined, as a setting that is missing, is refused with the remedy. While it is
   * rotated, several, the newest first, as a list or separated by commas. A secret shown in this documentation is
   * refused as the newest one unless `settings.documentationKeys` is on and no live gateway is bound.
   */
  readonly secret: string | readonly [string, ...string[]] | undefined;
  /** The days on which banks are closed, which settlements skip; Korea's announced bank holidays by default. */
  readonly holidays?: BankHolidays;
  /** Sends webhooks; from this machine by default. */
  readonly webhookSender?: WebhookSender;
  /** Hashes operators' passwords; by scrypt by default. */
  readonly passwords?: Passwords;
  /** The machine's by default; `developmentClock` can be moved, for development. */
  readonly clock?: Clock;
  readonly settings?: Partial<Settings>;
  /** Receives what the service's operator should see; the console by default, once a minute for each kind of line. */
  readonly logger?: Logger;
}

/**
 * A payment service on this machine's randomness and cryptography. Every process that shares
 * the store must have the same secret. Throws a `SettingError`, one line, for a secret that can't be used.
 *
 * @example
 * const place = { url: "postgres://localhost/shop" };
 * const payments = createPayments({
 *   store: await postgresStore(place),
 *   gateways: { test: await sandboxGateway(place) },
 *   secret: process.env.WONFLOW_SECRET,
 * });
 */
export function createPayments({ secret, cardData, ...options }: PaymentsOptions): Payments {
  const secrets = secretsIn(secret, options);
  checkGiven(options);
  const { store, gateways, payoutBanks = {}, logger = consoleLogger(), ...ports } = options;
  const vault = webCryptoVault(secrets);
  const known: Partial<CardData> = {
    bins: takesTestCards(gateways.test) ? shippedBins : [],
    indexCatalog: koreanCardSearch,
    ...cardData,
  };
  return bindPayments({
    holidays: koreanBankHolidays,
    clock: systemClock,
    passwords: scryptPasswords(),
    ...ports,
    store: observedStore(store),
    gateways: observedGateways(gateways),
    payoutBanks: observed(payoutBanks, observedPayoutBank),
    webhookSender: observedWebhookSender(options.webhookSender ?? webhookSender()),
    aroundWork: observedWork(),
    notify: noticeLog(logger),
    cardData: known,
    vault,
    ids: randomIds,
  });
}

/** JavaScript callers may pass anything: refuse at the start what would break a payment later. */
function checkGiven(options: Omit<PaymentsOptions, "secret">): void {
  if ("cardNetworks" in options) throw new TypeError("createPayments: cardNetworks is called gateways now");
  const { store, gateways, payoutBanks = {} } = options;
  const parts = { store, "gateways.test": gateways.test, "gateways.live": gateways.live };
  const banks = { "payoutBanks.test": payoutBanks.test, "payoutBanks.live": payoutBanks.live };
  const named = modes.flatMap((mode) =>
    Object.entries(gateways[mode] ?? {}).map(([name, gateway]) => [`gateways.${mode}.${name}`, gateway] as const),
  );
  const waiting = [...Object.entries({ ...parts, ...banks }), ...named].find(
    ([, given]: readonly [string, unknown]) => given instanceof Promise,
  );
  if (waiting !== undefined) throw new TypeError(`createPayments: ${waiting[0]} is still a promise: await it first`);
}

function takesTestCards(given: GivenGateways | undefined): boolean {
  return [...namedGateways("test", given).values()].some(({ sandbox }) => sandbox);
}

type Secrets = readonly [string, ...string[]];

/** The secrets that can be used. Throws a `SettingError` that says what to do. */
function secretsIn(secret: PaymentsOptions["secret"], options: Omit<PaymentsOptions, "secret">): Secrets {
  const { settings, gateways } = options;
  const setting = "The secret of createPayments";
  if (secret === undefined || secret === "") {
    throw new SettingError(
      `${setting} is missing: give it at least 32 random characters, stored permanently, such as from WONFLOW_SECRET ` +
        `(${newSecret} generates one)`,
    );
  }
  const secrets = typeof secret === "string" ? separated(secret) : secret;
  if (secrets.some((one) => one.length < shortestSecret)) {
    throw new SettingError(`${setting} must have at least ${shortestSecret} characters (${newSecret} generates one)`);
  }
  // The keys of the documentation are public as well.
  const isDevelopment = settings?.documentationKeys === true && gateways.live === undefined;
  const problem = isDevelopment ? undefined : problemWithPresent(secrets[0], setting);
  if (problem !== undefined) throw new SettingError(problem);
  return secrets;
}

/** A comma separates secrets only if each part is long enough for one: it may also be part of a secret. */
function separated(secret: string): Secrets {
  const [first = "", ...others] = secret.split(",").map((one) => one.trim());
  return [first, ...others].every((one) => one.length >= shortestSecret) ? [first, ...others] : [secret];
}
