export { seededRandom, seededRank, type Random } from "./random.ts";
export { createScheduler, type Owner, type Scheduler, type SchedulerOptions } from "./scheduler.ts";
export {
  faultKinds,
  planFaults,
  type Fault,
  type FaultKind,
  type FaultPlan,
  type FaultPlanOptions,
  type FaultRates,
} from "./faults.ts";
export { createWire, Unreachable, type Call, type Caller, type Wire, type WireOptions } from "./wire.ts";
export { createTrace, formatTrace, type Trace, type TraceLine } from "./trace.ts";
export {
  createCoverage,
  formatCoverage,
  tableOf,
  type Cells,
  type Coverage,
  type CoverageTable,
  type Machines,
} from "./coverage.ts";
export { shrinkList, type ShrinkBudget } from "./shrink.ts";
