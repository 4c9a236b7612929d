import type { BankPayout, PayoutRefusal } from "@wonflow/core";
import type { Fault } from "../calls/faults.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The effect of an account holder's name. */
export interface MagicHolder {
  /** Either name, letter by letter. */
  readonly holderNames: readonly [korean: string, english: string];
  /** For the reader of docs/test-bank.md. */
  readonly effect: string;
  readonly refuse?: "ACCOUNT_OWNER_CHECK_FAILED";
  /** For how long the bank does not know the outcome of the registration, in milliseconds. */
  readonly knownAfterMs?: number;
  readonly fault?: Fault;
}

/** A step of an accepted payout. */
export interface MagicStep {
  readonly status: Exclude<BankPayout["status"], "ACCEPTED">;
  /** Milliseconds after the usual time of payment. */
  readonly afterMs: number;
  readonly reason?: PayoutRefusal;
}

export interface MagicAmount {
  /** Won. */
  readonly amount: number;
  readonly effect: string;
  readonly refuse?: PayoutRefusal;
  readonly fault?: Fault;
  /** The steps of the payout in place of being paid. */
  readonly course?: readonly MagicStep[];
  /** For how long the bank does not know the outcome, in milliseconds. */
  readonly knownAfterMs?: number;
  /** Won that the bank's answers name in excess. */
  readonly reportedExcess?: number;
}

const holders = {
  ownerMismatch: {
    holderNames: ["예금주 불일치", "Owner Mismatch"],
    effect: "A seller is not registered: `ACCOUNT_OWNER_CHECK_FAILED`. A transfer to the merchant is refused with it",
    refuse: "ACCOUNT_OWNER_CHECK_FAILED",
  },
  lateRegistration: {
    holderNames: ["등록 지연", "Late Registration"],
    effect: "A seller is registered; the outcome is unknown for 10 minutes",
    knownAfterMs: 10 * minute,
  },
  answerLost: {
    holderNames: ["응답 유실", "Answer Lost"],
    effect: "A seller is registered, but the answer is lost: it is known when it is looked up",
    fault: { kind: "answer-lost" },
  },
} as const satisfies Readonly<Record<string, MagicHolder>>;

/** 1,1…: on the way to the bank. 1,2…: refused at once. 1,3…: accepted, not paid. 1,4…: answers. 1,5…: afterwards. */
const amounts = {
  answerLost: {
    amount: 1_101,
    effect: "Accepted, but the answer is lost; paid",
    fault: { kind: "answer-lost" },
  },
  neverArrives: {
    amount: 1_102,
    effect: "The request never reaches the bank: a look-up finds nothing, and nothing is paid",
    fault: { kind: "refused-connection" },
  },
  answersLate: {
    amount: 1_103,
    effect: "Accepted, but the answer comes a second after its deadline; paid",
    fault: { kind: "late" },
  },
  arrivesLate: {
    amount: 1_104,
    effect: "The connection breaks; the request reaches the bank 10 minutes later, and is paid",
    fault: { kind: "arrives-late", ms: 10 * minute },
  },
  rejected: {
    amount: 1_201,
    effect: "Refused: `PAYOUT_REJECTED`",
    refuse: "PAYOUT_REJECTED",
  },
  unusableAccount: {
    amount: 1_202,
    effect: "Refused: `PAYOUT_ACCOUNT_UNUSABLE`",
    refuse: "PAYOUT_ACCOUNT_UNUSABLE",
  },
  fails: {
    amount: 1_301,
    effect: "Accepted; fails when it should be paid: `PAYOUT_ACCOUNT_UNUSABLE`",
    course: [{ status: "FAILED", afterMs: 0, reason: "PAYOUT_ACCOUNT_UNUSABLE" }],
  },
  canceled: {
    amount: 1_302,
    effect: "Accepted; canceled at the bank when it should be paid",
    course: [{ status: "CANCELED", afterMs: 0 }],
  },
  unknownForADay: {
    amount: 1_401,
    effect:
      "Paid, but for 24 hours the answer and every look-up report an unknown outcome; the statement has the payment",
    knownAfterMs: day,
  },
  otherAmount: {
    amount: 1_402,
    effect: "Paid, but the answer and every look-up name 1,403 won; the statement names what was paid",
    reportedExcess: 1,
  },
  returned: {
    amount: 1_501,
    effect: "Paid; the money comes back 2 hours later",
    course: [
      { status: "PAID", afterMs: 0 },
      { status: "RETURNED", afterMs: 2 * hour },
    ],
  },
  returnedNextDay: {
    amount: 1_502,
    effect: "Paid; the money comes back a day later",
    course: [
      { status: "PAID", afterMs: 0 },
      { status: "RETURNED", afterMs: day },
    ],
  },
  paidAfterFailure: {
    amount: 1_503,
    effect: "Accepted; fails when it should be paid: `PAYOUT_REJECTED`. A day later it is paid all the same",
    course: [
      { status: "FAILED", afterMs: 0, reason: "PAYOUT_REJECTED" },
      { status: "PAID", afterMs: day },
    ],
  },
} as const satisfies Readonly<Record<string, MagicAmount>>;

/**
 * The account holders and amounts with which the sandbox bank does something else than to register and to pay:
 * docs/test-bank.md.
 *
 * @example
 * bankMagic.amounts.returned.amount; // 1501
 * bankMagic.holders.ownerMismatch.holderNames; // ["예금주 불일치", "Owner Mismatch"]
 */
export const bankMagic = { holders, amounts };

export function magicHolder(holderName: string): MagicHolder | undefined {
  return Object.values<MagicHolder>(holders).find(({ holderNames }) => holderNames.includes(holderName));
}

export function magicAmount(amount: number): MagicAmount | undefined {
  return Object.values<MagicAmount>(amounts).find((magic) => magic.amount === amount);
}
