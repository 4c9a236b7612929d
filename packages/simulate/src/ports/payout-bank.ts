import type {
  BankPayout,
  ErrorCode,
  Found,
  Outcome,
  PayoutBank,
  PayoutRefusal,
  PayoutSlot,
  Registration,
  RegistrationRefusal,
  TenantId,
} from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Call, Caller, Wire } from "../engine/wire.ts";
import type { PortCall } from "./port-call.ts";
import { shortIds } from "./short-ids.ts";

const breaking = ["stop", "outage", "fail-before", "fail-after", "late", "twice", "sleep"] as const;
const answering = [...breaking, "mismatch", "lie"] as const satisfies readonly FaultKind[];

/** A payout bank, and what else may happen there. */
export interface PayoutBankBehindWire {
  /** What its calls are called in traces. */
  readonly name: string;
  readonly bank: PayoutBank;
  /** The bank turns a request away at its door, for good. */
  readonly turnAway: (request: { readonly tenant: TenantId; readonly key: string }, code: ErrorCode) => void;
  /** The key of the payout that has a slot; undefined where none has arrived. */
  readonly keyOf: (tenant: TenantId, slot: PayoutSlot) => string | undefined;
}

/** What a call names. */
interface Named {
  readonly key?: string | undefined;
  readonly amount?: number;
  readonly payoutDate?: string;
  readonly day?: string;
}

/** The payout bank as a process reaches it. */
export function bankOver(
  wire: Wire,
  caller: Caller,
  { name, bank, turnAway, keyOf }: PayoutBankBehindWire,
): PayoutBank {
  function ask<Answer extends Found<object, ErrorCode>>(
    method: string,
    named: Named,
    call: Pick<Call<Answer>, "effect" | "distort" | "lie" | "refuse">,
  ): Promise<Answer> {
    const { key } = named;
    const usual = call.distort === undefined ? breaking : answering;
    const sent: PortCall<Answer> = {
      name: `${name}.${method}`,
      possible: call.refuse === undefined ? usual : ["refused", ...usual],
      requestText: () => requestText(named),
      answerText: outcomeText,
      about: () => (key === undefined ? [] : [{ key: { kind: "bankAttempt", id: key } }]),
      ...call,
    };
    return wire.send(caller, sent);
  }
  return {
    ...(bank.sandbox !== undefined && { sandbox: bank.sandbox }),
    registerSeller: (request) =>
      ask<Outcome<Registration, RegistrationRefusal>>("registerSeller", request, {
        effect: () => bank.registerSeller(request),
        distort: (_, side) => otherRegistration(request.key, side),
        lie: (side) => otherRegistration(request.key, side),
        async refuse() {
          turnAway(request, "ACCOUNT_OWNER_CHECK_FAILED");
          return { outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" };
        },
      }),
    lookUpSeller: (question) =>
      ask<Found<Registration, RegistrationRefusal>>("lookUpSeller", question, {
        effect: () => bank.lookUpSeller(question),
        distort: (_, side) => otherRegistration(question.key, side),
        lie: (side) => otherRegistration(question.key, side),
      }),
    submit: (request) =>
      ask<Outcome<BankPayout, PayoutRefusal>>("submit", request, {
        effect: () => bank.submit(request),
        distort: (answer, side, now) => distorted(answer, { ...request, side, now }),
        lie: (side, now) => otherPayout({ ...request, side, now }),
        async refuse(side) {
          const code = side === 0 ? "PAYOUT_REJECTED" : "PAYOUT_ACCOUNT_UNUSABLE";
          turnAway(request, code);
          return { outcome: "refused", code };
        },
      }),
    lookUp: (question) => {
      const key = keyOf(question.tenant, question);
      return ask<Found<BankPayout, PayoutRefusal>>(
        "lookUp",
        { ...question, key },
        {
          effect: () => bank.lookUp(question),
          distort: (answer, side, now) => distorted(answer, { key: key ?? "payout", side, now }),
          lie: (_, now) => otherPayout({ key: key ?? "payout", side: 0, now }),
        },
      );
    },
    statement: (question) => ask("statement", question, { effect: () => bank.statement(question) }),
  };
}

/** The answer of a registration that is another one's, or has no id. */
function otherRegistration(key: string, side: 0 | 1): Outcome<Registration, never> {
  const value = side === 0 ? { key: `${key}-other`, externalSellerId: "another" } : { key, externalSellerId: "" };
  return { outcome: "done", value };
}

interface Distortion {
  /** Of the payout that was asked about. */
  readonly key: string;
  /** Won, where the call named an amount. */
  readonly amount?: number;
  readonly side: 0 | 1;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An answer about another amount or, whatever came of this payout, about another one. */
function distorted(answer: Found<BankPayout, PayoutRefusal>, asked: Distortion): Outcome<BankPayout, never> {
  if (answer.outcome !== "done" || asked.side === 0) return otherPayout({ ...asked, side: 0 });
  return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
}

/** The answer of a bank that has not even heard of the call: of another payout, or of another amount; it is paid. */
function otherPayout({ key, amount = 1, side, now }: Distortion): Outcome<BankPayout, never> {
  const other = side === 0 ? { key: `${key}-other`, amount } : { key, amount: amount + 1 };
  return { outcome: "done", value: { ...other, status: "PAID", at: now, reason: null } };
}

function requestText({ key, amount, payoutDate, day }: Named): string {
  const parts = [key && shortIds(key), amount === undefined ? undefined : `${amount} won`, payoutDate, day];
  return parts.filter((part) => part !== undefined).join(" ");
}

function outcomeText(found: Found<object, ErrorCode>): string {
  if (found.outcome === "refused") return `refused ${found.code}`;
  if (found.outcome === "unknown") return `unknown: ${found.reason}`;
  if (found.outcome === "not-found") return "not found";
  if (Array.isArray(found.value)) return `done, ${found.value.length} movements`;
  const shown = Object.entries(found.value).filter(([name]) =>
    ["key", "amount", "status", "externalSellerId"].includes(name),
  );
  return `done ${shown.map(([, part]) => shortIds(String(part))).join(" ")}`;
}
