import type { RecordBody, RecordKey, ErrorCode, Found, Returned } from "@wonflow/core";
import type { Call, Caller, Wire } from "../engine/wire.ts";
import type { FaultKind } from "../engine/faults.ts";

export interface NamedRecord {
  readonly key: RecordKey;
  readonly body?: RecordBody | null;
}

/** A fault of the call is counted for the records that it is about. */
export interface PortCall<Answer> extends Call<Answer> {
  readonly about?: () => readonly NamedRecord[];
}

/** Ids count from 1 and are padded with zeros: `approval-000000000000000000012` reads as `approval-#12`. */
export function shortIds(text: string): string {
  return text.replaceAll(/0{4,}(\d+)/g, "#$1").replaceAll(/\b([0-9a-f]{6})[0-9a-f]{58}\b/g, "$1…");
}

interface Named {
  readonly key?: string | undefined;
  readonly amount?: number;
  readonly payoutDate?: string;
  readonly day?: string;
}

/** The effect alone says what the answer is. */
type ProviderCall<Answer> = Pick<Call<Answer>, "effect" | "arrivesBy"> &
  Pick<Call<NoInfer<Answer>>, "distort" | "lie" | "refuse">;

interface ProviderOptions {
  /** In traces. */
  readonly name: string;
  readonly attempts: string;
  /** Faults besides a refusal; `isDistorted`: the call may receive the answer of another call. */
  readonly faultsOf: (isDistorted: boolean) => readonly FaultKind[];
}

export function askingOver(wire: Wire, caller: Caller, { name, attempts, faultsOf }: ProviderOptions) {
  return <Answer extends Found<object, ErrorCode> | Returned>(
    method: string,
    named: Named,
    call: ProviderCall<Answer>,
  ): Promise<Answer> => {
    const { key } = named;
    const faults = faultsOf(call.distort !== undefined);
    const sent: PortCall<Answer> = {
      name: `${name}.${method}`,
      possible: call.refuse === undefined ? faults : ["refused", ...faults],
      requestText: () => requestText(named),
      answerText: outcomeText,
      about: () => (key === undefined ? [] : [{ key: { kind: attempts, id: key } }]),
      ...call,
    };
    return wire.send(caller, sent);
  };
}

export const breaking = ["stop", "outage", "fail-before", "fail-after", "late", "twice"] as const;

function requestText({ key, amount, payoutDate, day }: Named): string {
  const parts = [key && shortIds(key), amount === undefined ? undefined : `${amount} won`, payoutDate, day];
  return parts.filter((part) => part !== undefined).join(" ");
}

const shownFields = ["key", "amount", "approvalKey", "tokenKey", "status", "externalSellerId"];

function outcomeText(found: Found<object, ErrorCode> | Returned): string {
  if (found.outcome === "unsigned" || found.outcome === "forged") return found.outcome;
  if (found.outcome === "refused") return `refused ${found.code}`;
  if (found.outcome === "unknown") return `unknown: ${found.reason}`;
  if (found.outcome === "not-found") return "not found";
  if (Array.isArray(found.value)) return `done, ${found.value.length} movements`;
  const shown = Object.entries(found.value).filter(([name]) => shownFields.includes(name));
  return `done ${shown.map(([, part]) => shortIds(String(part))).join(" ")}`;
}
