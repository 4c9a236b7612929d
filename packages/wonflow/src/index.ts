export { createPayments, type PaymentsOptions } from "./create-payments.ts";
export { createHandler, type HandlerSettings } from "./handler.ts";
export { checkMount } from "./mount/check-mount.ts";
export { nodeListener } from "./node-listener.ts";
export { prometheusViews } from "./telemetry/prometheus-views.ts";
export { startWork, type WorkLoop, type WorkOptions } from "./work-loop.ts";
export { systemClock } from "./system-clock.ts";
export { developmentClock, type DevelopmentClock } from "./clock/development-clock.ts";
export { developmentSecret } from "./settings/development-secret.ts";
export { movableClock, type Moved } from "./clock/move-clock.ts";
export { allPages } from "./all-pages.ts";
export { consoleLogger, type ConsoleLoggerOptions } from "./logger/console-logger.ts";
export { silentLogger, type LogFields, type Logger, type LogLevel } from "./logger/logger.ts";
export { scryptPasswords } from "./scrypt-passwords.ts";
export { webhookSender, type ResolvedAddress, type WebhookSenderOptions } from "./webhook-sender.ts";

export {
  koreanCardSearch,
  readBinTable,
  readCatalog,
  shippedBins,
  shippedCatalog,
  TableError,
} from "@wonflow/card-data";
export { memoryStore } from "@wonflow/store-memory";
export { DataFolderInUse, postgresStore, StoreUnavailable, type PostgresStore } from "@wonflow/store-postgres";
export { bankMagic, sandboxInstallmentFeeds, testCards } from "@wonflow/sandbox";
export { sandboxGateway, type SandboxOptions } from "./sandbox/sandbox-gateway.ts";
export { sandboxPayoutBank, type SandboxBankOptions } from "./sandbox/sandbox-payout-bank.ts";
export {
  accountRefusals,
  approvalRefusals,
  cancellationRefusals,
  cardRefusals,
  documentationMerchant,
  errorCatalog,
  payoutRefusals,
  platform,
  registrationRefusals,
  releaseRefusals,
  reversalRefusals,
  authenticationRefusals,
  WrongSecret,
} from "@wonflow/core";
export { memoryRateLimiter, usualRateLimits, WrongMount } from "@wonflow/http";
export type { HttpHandler, MovableClock, Peer, RateLimits, RateLimitSettings } from "@wonflow/http";
export type * from "@wonflow/core";
