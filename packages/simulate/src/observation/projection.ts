import type { ChangeSet } from "@wonflow/core";
import type { StatePart } from "../engine/state.ts";
import type { Arrival, Exchange } from "./exchange.ts";
import type { Observed } from "./observed.ts";

/** A part of what was observed: a value that changes with what is committed, arrives and is answered. */
export interface Projection<Value> extends StatePart<Value> {
  onCommit?(value: Value, changeSet: ChangeSet): void;
  onArrival?(value: Value, arrival: Arrival, observed: Observed): void;
  /** After the invariants were asked of the answer. */
  onAnswer?(value: Value, exchange: Exchange, observed: Observed): void;
}
