import type { Posting, Tally } from "@wonflow/core";
import type { Generated } from "kysely";

/** The tables that queries are built for. Both drivers are set to give bigint columns as numbers. */
export interface Tables {
  readonly records: RecordRow;
  readonly entries: EntryRow;
  readonly tallies: TallyRow;
}

export interface RecordRow {
  readonly tenant: string;
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly due_at: number | null;
  readonly list: string | null;
  readonly position: string | null;
}

/** A ledger entry; `position` is the order of booking. */
export interface EntryRow {
  readonly tenant: string;
  readonly commit_id: string;
  readonly at: number;
  readonly reference: string;
  readonly position: Generated<number>;
  readonly postings: readonly Posting[];
}

export interface TallyRow extends Tally {
  readonly tenant: string;
}
