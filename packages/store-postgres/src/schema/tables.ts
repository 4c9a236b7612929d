import type { Generated } from "kysely";

/** The tables as the queries see them. Both drivers are set to give bigint columns as numbers. */
export interface Tables {
  readonly records: RecordRow;
  readonly accounts: AccountRow;
  readonly entries: EntryRow;
  readonly postings: PostingRow;
  readonly commits: CommitRow;
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

/** A balance in won; debits are positive on every account. */
export interface AccountRow {
  readonly tenant: string;
  readonly account: string;
  readonly balance: number;
}

/** A ledger entry; `position` tells the order of booking. */
export interface EntryRow {
  readonly tenant: string;
  readonly commit_id: string;
  readonly at: number;
  readonly reference: string;
  readonly position: Generated<number>;
}

export interface PostingRow {
  readonly tenant: string;
  readonly commit_id: string;
  readonly line: number;
  readonly account: string;
  readonly amount: number;
}

/** A change set that has been answered for good: committed, or refused with this result. */
export interface CommitRow {
  readonly tenant: string;
  readonly id: string;
  readonly at: number;
  readonly refusal: unknown;
}
