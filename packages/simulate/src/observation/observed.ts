import type { Settings, Store, TenantId } from "@wonflow/core";
import type { ApprovalRecord } from "@wonflow/sandbox";
import type { Coverage } from "../engine/coverage.ts";
import type { State } from "../engine/state.ts";

/** What the card networks of both modes know. */
export interface NetworkBooks {
  record(tenant: TenantId, key: string): ApprovalRecord | undefined;
  records(): readonly ApprovalRecord[];
  held(tenant: TenantId): number;
  /** Of one mode alone. */
  recordsOf(mode: "test" | "live"): readonly ApprovalRecord[];
}

/** The simulated providers, whose own records say what truly happened there. */
export interface Providers {
  readonly cardNetwork: NetworkBooks;
}

/**
 * What is true: everything that was committed and answered, and what the providers know, seen from
 * underneath all ports, where no fault and no planted bug reaches. Invariants read it.
 */
export interface Observed extends State {
  readonly providers: Providers;
  /** The store itself, underneath the wire. */
  readonly store: Store;
  readonly settings: Settings;
  /** Where what was reached is counted. */
  readonly coverage: Coverage;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A record that still waits for something to happen, undefined when all is at rest. */
  unfinished(): string | undefined;
}
