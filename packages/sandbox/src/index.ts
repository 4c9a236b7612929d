export { sandboxGateway, type SandboxGateway, type SandboxGatewayOptions } from "./cards/gateway.ts";
export type { CardOperation } from "./cards/records.ts";
export type { BrowserReturn, SandboxWindows } from "./cards/window.ts";
export { choicesOf, windowChoices, type WindowChoice } from "./cards/window-choices.ts";
export { sandboxWindowPage, type SandboxWindowPage } from "./window-page/window-page.ts";
export { leastPromises, mostPromises, type SandboxPromises } from "./cards/promises.ts";
export type { ApprovalRecord, CancellationRecord, OpeningRecord, TokenRecord } from "./cards/records.ts";
export {
  type Fault,
  type FaultKind,
  type Faults,
  type FaultSchedule,
  type FaultyCall,
  ConnectionLost,
} from "./calls/faults.ts";
export {
  maximumInstallmentMonths,
  minimumInstallmentAmount,
  wrongOwnerNames,
  wrongPasswordFront2,
  wrongRegistNos,
} from "./cards/refusals.ts";
export {
  sandboxPayoutBank,
  type BankOperation,
  type SandboxPayoutBank,
  type SandboxPayoutBankOptions,
} from "./bank/bank.ts";
export { bankMagic, type MagicAmount, type MagicHolder, type MagicStep } from "./bank/magic.ts";
export type { PayoutRecord, PayoutStep } from "./bank/records.ts";
export { testCards, type TestCard, type CardFailure } from "./cards/test-cards.ts";
export { JournalError, memoryJournal, type Decide, type Journal, type JournalLine } from "./journal/journal.ts";
export { fileJournal } from "./journal/file-journal.ts";
export { databaseJournal, type DatabaseJournalOptions, type JournalName } from "./journal/database-journal.ts";
export { sandboxInstallmentFeeds, type FeedFault, type SandboxInstallmentFeed } from "./installments/feeds.ts";
