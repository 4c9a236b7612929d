export { sandboxCardNetwork, type SandboxCardNetwork, type SandboxCardNetworkOptions } from "./cards/network.ts";
export type { ApprovalRecord, CancellationRecord } from "./cards/records.ts";
export type { Fault, FaultKind, Faults, FaultSchedule, FaultyCall, Operation } from "./cards/faults.ts";
export { ConnectionLost } from "./cards/connection.ts";
export { maximumInstallmentMonths, minimumInstallmentAmount, wrongPasswordFront2 } from "./cards/refusals.ts";
export { testCards, type TestCard, type CardFailure } from "./cards/test-cards.ts";
export { JournalError, memoryJournal, type Journal, type JournalLine } from "./journal.ts";
export { fileJournal } from "./file-journal.ts";
export { sandboxInstallmentFeeds, type FeedFault, type SandboxInstallmentFeed } from "./installments/feeds.ts";
