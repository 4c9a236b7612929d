export { testHolidays } from "./holidays.ts";
export { fakeClock, type FakeClock } from "./clock.ts";
export { sequentialIds } from "./ids.ts";
export { cardNetworkContract } from "./cards/contract.ts";
export type { CardNetworkFixture } from "./cards/case-context.ts";
export { testPasswords } from "./passwords.ts";
export { testVault } from "./vault.ts";
export { storeContract } from "./store/contract.ts";
export type { StoreFixture } from "./store/case-context.ts";
