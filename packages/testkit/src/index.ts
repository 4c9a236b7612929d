export { fakeClock, type FakeClock } from "./clock.ts";
export { sequentialIds } from "./ids.ts";
export { cardNetworkContract } from "./cards/contract.ts";
export type { CardNetworkFixture } from "./cards/desk.ts";
export { testVault } from "./vault.ts";
