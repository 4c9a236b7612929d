import type {
  BankPayout,
  ErrorCode,
  Found,
  Outcome,
  PayoutBank,
  PayoutRefusal,
  PayoutSlot,
  Registration,
  TenantId,
} from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Caller, Wire } from "../engine/wire.ts";
import { askingOver, breaking } from "./port-call.ts";

const sleeping = [...breaking, "sleep"] as const;
const answering = [...sleeping, "mismatch", "lie"] as const satisfies readonly FaultKind[];

export interface PayoutBankBehindWire {
  readonly name: string;
  readonly bank: PayoutBank;
  /** The bank refuses this key from then on. */
  readonly turnAway: (request: { readonly tenant: TenantId; readonly key: string }, code: ErrorCode) => void;
  readonly keyOf: (tenant: TenantId, slot: PayoutSlot) => string | undefined;
}

export function bankOver(
  wire: Wire,
  caller: Caller,
  { name, bank, turnAway, keyOf }: PayoutBankBehindWire,
): PayoutBank {
  const ask = askingOver(wire, caller, {
    name,
    attempts: "bankAttempt",
    faultsOf: (isDistorted) => (isDistorted ? answering : sleeping),
  });
  return {
    ...(bank.sandbox !== undefined && { sandbox: bank.sandbox }),
    registerSeller: (request) =>
      ask("registerSeller", request, {
        effect: () => bank.registerSeller(request),
        distort: (_, side) => otherRegistration(request.key, side),
        lie: (side) => otherRegistration(request.key, side),
        async refuse() {
          turnAway(request, "ACCOUNT_OWNER_CHECK_FAILED");
          return { outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" };
        },
      }),
    lookUpSeller: (question) =>
      ask("lookUpSeller", question, {
        effect: () => bank.lookUpSeller(question),
        distort: (_, side) => otherRegistration(question.key, side),
        lie: (side) => otherRegistration(question.key, side),
      }),
    submit: (request) =>
      ask("submit", request, {
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
      return ask(
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

function otherRegistration(key: string, side: 0 | 1): Outcome<Registration, never> {
  const value = side === 0 ? { key: `${key}-other`, externalSellerId: "another" } : { key, externalSellerId: "" };
  return { outcome: "done", value };
}

interface Distortion {
  readonly key: string;
  readonly amount?: number;
  readonly side: 0 | 1;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function distorted(answer: Found<BankPayout, PayoutRefusal>, asked: Distortion): Outcome<BankPayout, never> {
  if (answer.outcome !== "done" || asked.side === 0) return otherPayout({ ...asked, side: 0 });
  return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
}

function otherPayout({ key, amount = 1, side, now }: Distortion): Outcome<BankPayout, never> {
  const other = side === 0 ? { key: `${key}-other`, amount } : { key, amount: amount + 1 };
  return { outcome: "done", value: { ...other, status: "PAID", at: now, reason: null } };
}
