import type { ChangeSet } from "@wonflow/core";
import type { StatePart } from "../engine/state.ts";
import type { ProcessEvent } from "./event.ts";
import type { Arrival, Exchange } from "./exchange.ts";
import type { Observed } from "./observed.ts";

/** A part of what was observed: a value that changes with what is committed, arrives, is answered and happens. */
export interface Projection<Value> extends StatePart<Value> {
  /** After the records were entered. */
  onCommit?(value: Value, changeSet: ChangeSet, observed: Observed): void;
  onArrival?(value: Value, arrival: Arrival, observed: Observed): void;
  /** After the invariants were asked of the answer. */
  onAnswer?(value: Value, exchange: Exchange, observed: Observed): void;
  /** After the invariants were asked of the event. */
  onEvent?(value: Value, event: ProcessEvent, observed: Observed): void;
}
