export { fakeClock, type FakeClock } from "./clock.ts";
export { sequentialIds } from "./ids.ts";
