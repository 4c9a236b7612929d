export { startNiceEmulator, type NiceEmulator, type NiceEmulatorOptions } from "./emulator.ts";
export type { ArrivedRequest, GatewayControls } from "./emulated-gateway.ts";
export type { EmulatedAccount, Cancel } from "./merchant.ts";
export type { NiceBook, NiceBookApproval, NiceBookBid, NiceBookOrder } from "./book.ts";
export type { BrowserReturn, WindowChoice } from "./window-orders.ts";
export type { Delivery } from "./webhooks.ts";
export type { NiceCall } from "./calls.ts";
export { niceFaultKinds, type AskedFault, type DrawnFaults, type NiceFault, type NiceFaultKind } from "./faults.ts";
export { niceTestCards, type NiceTestCard } from "./test-cards.ts";
