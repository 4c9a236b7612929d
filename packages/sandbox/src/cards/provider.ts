import type { Provider } from "../calls/provider.ts";
import type { CallEntry } from "./journal-entry.ts";
import type { LateCall } from "./late-call.ts";
import type { GatewayRecords } from "./records.ts";

export type CardOperation =
  | "authenticate"
  | "issueToken"
  | "releaseToken"
  | "approve"
  | "cancel"
  | "reverse"
  | "lookUp"
  | "statement"
  | "begin"
  | "finish";

export type CardProvider = Provider<CardOperation, CallEntry, LateCall, GatewayRecords>;
