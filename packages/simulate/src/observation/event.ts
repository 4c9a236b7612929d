import type {
  ChangeSet,
  DueRecord,
  ErrorCode,
  Found,
  Notice,
  PayoutBank,
  RecordKey,
  StoredRecord,
  TenantId,
  WebhookMessage,
} from "@wonflow/core";

/** Everything that one request does, or that one process does by itself. */
export interface Flow {
  readonly process: string;
  readonly who: "request" | "work";
}

/** A call of the card network, as a process makes it. */
export interface CardCall {
  readonly operation: "issueToken" | "releaseToken" | "approve" | "cancel" | "reverse" | "lookUp";
  readonly tenant: TenantId;
  /** Under which the network knows the call: the key of its attempt. */
  readonly key: string;
  readonly deadline: number;
}

/** A call of the payout bank, as a process makes it. */
export interface BankCall {
  readonly operation: keyof Omit<PayoutBank, "sandbox">;
  readonly tenant: TenantId;
  /** Of the attempt, where the call has one; a look-up of a payout names its slot alone. */
  readonly key: string | undefined;
  /** The day of a statement. */
  readonly day: string | undefined;
  readonly deadline: number;
}

/** What the card network said. */
export type CardAnswer = Found<object, ErrorCode>;

/** Something that a process did or was told, seen on its own side of the wire. */
export type ProcessEvent =
  | { readonly kind: "called"; readonly flow: Flow; readonly call: CardCall }
  | { readonly kind: "told"; readonly flow: Flow; readonly call: CardCall; readonly answer: CardAnswer }
  | { readonly kind: "bank-called"; readonly flow: Flow; readonly call: BankCall }
  | { readonly kind: "bank-told"; readonly flow: Flow; readonly call: BankCall; readonly answer: CardAnswer }
  | {
      readonly kind: "read";
      readonly flow: Flow;
      readonly tenant: TenantId;
      readonly keys: readonly RecordKey[];
      readonly records: readonly (StoredRecord | undefined)[];
    }
  /** A process heard that its change set is committed. */
  | { readonly kind: "stored"; readonly flow: Flow; readonly changeSet: ChangeSet }
  | { readonly kind: "store-failed"; readonly flow: Flow }
  /** A webhook leaves. */
  | { readonly kind: "sent"; readonly flow: Flow; readonly message: WebhookMessage }
  | { readonly kind: "stopped"; readonly process: string }
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "key"; readonly authorization: string; readonly is: "being revoked" | "revoked" }
  /** A merchant was given a secret that signs its webhooks from now on; the one before signs as well until then. */
  | { readonly kind: "secret"; readonly tenant: TenantId; readonly secret: string; readonly formerUntil: number }
  /** The clock jumped, or a process stood still. */
  | { readonly kind: "disturbed" }
  /** A guard of a change set did not hold, seen underneath the wire. */
  | { readonly kind: "conflict"; readonly changeSet: ChangeSet; readonly key: RecordKey }
  /** A change set would have taken more than there is, seen underneath the wire. */
  | { readonly kind: "below-floor"; readonly changeSet: ChangeSet }
  /** Due records were taken, seen underneath the wire. */
  | { readonly kind: "claimed"; readonly records: readonly DueRecord[]; readonly askedAt: number };
