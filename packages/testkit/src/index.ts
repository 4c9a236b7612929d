export { testHolidays } from "./holidays.ts";
export { fakeClock, type FakeClock } from "./clock.ts";
export { sequentialIds } from "./ids.ts";
export { cardNetworkCases, cardNetworkContract, type CardNetworkCase } from "./cards/contract.ts";
export { cardCaller, type CardCaller } from "./cards/card-caller.ts";
export { cardMemory, type CardMemory } from "./cards/card-memory.ts";
export type {
  BookedApproval,
  BookedCancellation,
  BreakableCall,
  CallFault,
  CardNetworkFixture,
} from "./cards/fixture.ts";
export { payoutBankCases, payoutBankContract, type PayoutBankCase } from "./bank/contract.ts";
export type { PayoutBankFixture } from "./bank/case-context.ts";
export { mountContract } from "./mount/contract.ts";
export type { MountFixture } from "./mount/case-context.ts";
export { testPasswords } from "./passwords.ts";
export { testVault } from "./vault.ts";
export { rateLimiterContract } from "./rate-limiter/contract.ts";
export type { RateLimiterFixture } from "./rate-limiter/case-context.ts";
export { storeContract } from "./store/contract.ts";
export type { StoreFixture } from "./store/case-context.ts";
export { lostTriesContract, type LosingFixture } from "./store/lost-tries-contract.ts";
