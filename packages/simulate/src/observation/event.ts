import type {
  ChangeSet,
  DueRecord,
  ErrorCode,
  Found,
  Notice,
  PayoutBank,
  Reconciliation,
  RecordKey,
  StoredRecord,
  TenantId,
  WebhookMessage,
  WindowReference,
} from "@wonflow/core";
import type { GatewayName } from "../ports/gateway.ts";

/** All that one request does, or that one process does by itself. */
export interface Flow {
  readonly process: string;
  readonly who: "request" | "work";
}

/** What a call is about, by its key and, if known, by the gateway's own name. */
interface HandedBack {
  readonly key: string;
  readonly name: string | null;
}

export interface CardCall {
  readonly operation: "authenticate" | "issueToken" | "releaseToken" | "approve" | "cancel" | "reverse" | "lookUp";
  readonly tenant: TenantId;
  readonly gateway: GatewayName;
  readonly key: string;
  readonly deadline: number;
  readonly approval?: HandedBack;
  /** Of a call about an approval: what its buyer authenticated in the window; null for a card. */
  readonly authentication?: WindowReference | null;
  readonly card?: HandedBack;
  readonly knownReferences?: readonly string[];
}

export interface DoneByHand {
  readonly what: "refunded" | "typed in";
  readonly tenant: TenantId;
  readonly approvalKey: string;
  /** Won; negative if a payment that was typed in is canceled again. */
  readonly amount: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether the gateway lists what it did on a day. */
  readonly isListed: boolean;
}

export interface BankCall {
  readonly operation: keyof Omit<PayoutBank, "sandbox">;
  readonly tenant: TenantId;
  /** A look-up of a payout names its slot alone. */
  readonly key: string | undefined;
  readonly day: string | undefined;
  readonly deadline: number;
}

export type CardAnswer = Found<object, ErrorCode>;

export type ProcessEvent =
  | { readonly kind: "called"; readonly flow: Flow; readonly call: CardCall }
  | { readonly kind: "answered"; readonly flow: Flow; readonly call: CardCall; readonly answer: CardAnswer }
  | { readonly kind: "bank-called"; readonly flow: Flow; readonly call: BankCall }
  | { readonly kind: "bank-answered"; readonly flow: Flow; readonly call: BankCall; readonly answer: CardAnswer }
  | {
      readonly kind: "read";
      readonly flow: Flow;
      readonly tenant: TenantId;
      readonly keys: readonly RecordKey[];
      readonly records: readonly (StoredRecord | undefined)[];
    }
  /** The process received the answer that its change set is committed. */
  | { readonly kind: "stored"; readonly flow: Flow; readonly changeSet: ChangeSet }
  | { readonly kind: "store-failed"; readonly flow: Flow }
  | { readonly kind: "sent"; readonly flow: Flow; readonly message: WebhookMessage }
  | { readonly kind: "stopped"; readonly process: string }
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "key"; readonly authorization: string; readonly is: "being revoked" | "revoked" }
  /** The former secret also signs until then. */
  | { readonly kind: "secret"; readonly tenant: TenantId; readonly secret: string; readonly formerUntil: number }
  /** The clock jumped, or a process paused. */
  | { readonly kind: "disturbed" }
  /** Employees of a gateway have refunded money or typed a payment in. */
  | { readonly kind: "by-hand"; readonly done: DoneByHand }
  | { readonly kind: "reconciled"; readonly tenant: TenantId; readonly found: Reconciliation }
  /** This event and those below are seen underneath the wire. */
  | { readonly kind: "conflict"; readonly changeSet: ChangeSet; readonly key: RecordKey }
  | { readonly kind: "below-floor"; readonly changeSet: ChangeSet }
  | { readonly kind: "claimed"; readonly records: readonly DueRecord[]; readonly askedAt: number };
