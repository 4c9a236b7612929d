import { isDeepStrictEqual } from "node:util";
import {
  dayInSeoul,
  masked,
  type BankMovement,
  type BankQuestion,
  type PayoutBank,
  type PayoutRefusal,
  type PayoutRequest,
  type PayoutSlot,
  type RegistrationRequest,
} from "@wonflow/core";
import { isAmount, isKey, otherContent, recordKey, refusal, type Decision } from "../calls/book.ts";
import { day, type CallEntry, type LateCall, type PayoutEntry, type RegistrationEntry } from "./journal-entry.ts";
import { magicAmount, magicHolder } from "./magic.ts";
import { payoutEntries, slotKey, stepsUntil, type BankRecords } from "./records.ts";
import { courseOf, isTooLate, type BankTimes } from "./times.ts";

/** `now` is the call's arrival, in milliseconds since 1970. */
interface Arrival {
  readonly now: number;
  readonly times: BankTimes;
}

/** The bank port's answer to a call. */
type AnswerTo<Call extends Exclude<keyof PayoutBank, "sandbox">> = Awaited<ReturnType<PayoutBank[Call]>>;

/**
 * Decides a registration: the earlier outcome of its key, or a new seller or refusal. `random` keeps the seller's id
 * unguessable.
 */
export function decideRegistration(
  records: BankRecords,
  request: RegistrationRequest,
  { now, random }: { readonly now: number; readonly random: string },
): Decision<AnswerTo<"registerSeller">, CallEntry> {
  const { tenant, key, name, businessType, businessRegistrationNumber } = request;
  if (!isKey(key)) return refusal("PROVIDER_ERROR");
  const asked = { name, businessType, businessRegistrationNumber, account: masked(request.account) };
  const earlier = records.calls.get(recordKey(tenant, key));
  if (earlier !== undefined) {
    const same = earlier.op === "register" && isSameSeller(earlier, asked);
    return same ? { answer: registrationAnswer(earlier, now) } : otherContent(earlier);
  }
  const magic = magicHolder(request.account.holderName);
  const entry: RegistrationEntry = {
    op: "register",
    tenant,
    key,
    at: now,
    refused: magic?.refuse ?? null,
    ...asked,
    // The number makes the id unique; the random part makes it unguessable.
    externalSellerId: `sbx-${String(records.calls.size + 1).padStart(6, "0")}-${random}`,
    knownFrom: now + (magic?.knownAfterMs ?? 0),
  };
  return { entry, answer: registrationAnswer(entry, now) };
}

export function decidePayout(
  records: BankRecords,
  request: PayoutRequest,
  arrival: Arrival,
): Decision<AnswerTo<"submit">, CallEntry> {
  const { tenant, key, payee, payoutDate, amount } = request;
  const { now, times } = arrival;
  if (!isKey(key) || !isAmount(amount) || !day.safeParse(payoutDate).success) return refusal("PAYOUT_REJECTED");
  if ((payee.type === "MERCHANT") !== (request.account !== undefined)) return refusal("PAYOUT_REJECTED");
  const account = request.account === undefined ? null : masked(request.account);
  const earlier = records.calls.get(recordKey(tenant, key));
  if (earlier !== undefined) {
    const same =
      earlier.op === "submit" &&
      slotKey(earlier) === slotKey(request) &&
      earlier.amount === amount &&
      isDeepStrictEqual(earlier.account, account);
    return same ? { answer: payoutAnswer(earlier, now) } : otherContent(earlier);
  }
  const magic = magicAmount(amount);
  const refused = payoutRefusal(records, request, arrival);
  const entry: PayoutEntry = {
    op: "submit",
    tenant,
    key,
    at: now,
    refused,
    payee,
    payoutDate,
    amount,
    account,
    course: refused === null ? courseOf(request, now, times) : [],
    knownFrom: now + (magic?.knownAfterMs ?? 0),
    toldAmount: amount + (magic?.reportedExcess ?? 0),
  };
  return { entry, answer: payoutAnswer(entry, now) };
}

/** Decides a late call when it arrives. */
export function decideLate(records: BankRecords, call: LateCall, arrival: Arrival): Decision<unknown, CallEntry> {
  if (call.op === "submit") return decidePayout(records, call, arrival);
  return decideRegistration(records, call, { now: arrival.now, random: call.random });
}

export function findSeller(
  records: BankRecords,
  { tenant, key }: BankQuestion & { readonly key: string },
  now: number,
): AnswerTo<"lookUpSeller"> {
  const call = records.calls.get(recordKey(tenant, key));
  if (call === undefined) return { outcome: "not-found" };
  return call.op === "register" ? registrationAnswer(call, now) : otherContent(call).answer;
}

export function findPayout(records: BankRecords, question: BankQuestion & PayoutSlot, now: number): AnswerTo<"lookUp"> {
  const entry = records.slots.get(slotKey(question));
  return entry === undefined ? { outcome: "not-found" } : payoutAnswer(entry, now);
}

/** All money that moved for a tenant on a past day, the earliest first. */
export function statementOf(
  records: BankRecords,
  question: BankQuestion & { readonly day: string },
  now: number,
): AnswerTo<"statement"> {
  if (!day.safeParse(question.day).success || question.day >= dayInSeoul(now)) {
    return { outcome: "unknown", reason: `${question.day} is not a day that is over.` };
  }
  const movements = payoutEntries(records)
    .filter(({ tenant }) => tenant === question.tenant)
    .flatMap(movementsOf)
    .filter(({ at }) => dayInSeoul(at) === question.day);
  return { outcome: "done", value: movements.toSorted((one, other) => one.at - other.at) };
}

function movementsOf({ key, amount, payee, payoutDate, course }: PayoutEntry): readonly BankMovement[] {
  return course.flatMap(({ status, at }) =>
    status === "PAID" || status === "RETURNED" ? [{ payee, payoutDate, key, amount, kind: status, at }] : [],
  );
}

function payoutRefusal(records: BankRecords, request: PayoutRequest, { now, times }: Arrival): PayoutRefusal | null {
  const { tenant, payee, payoutDate, amount, account } = request;
  if (records.slots.has(slotKey(request)) || isTooLate(payoutDate, now, times)) return "PAYOUT_REJECTED";
  if (payee.type === "SELLER" && !records.sellers.has(recordKey(tenant, payee.externalSellerId))) {
    return "PAYOUT_REJECTED";
  }
  return (account && magicHolder(account.holderName)?.refuse) ?? magicAmount(amount)?.refuse ?? null;
}

function isSameSeller(
  earlier: RegistrationEntry,
  asked: Pick<RegistrationEntry, "name" | "businessType" | "businessRegistrationNumber" | "account">,
): boolean {
  return (
    earlier.name === asked.name &&
    earlier.businessType === asked.businessType &&
    earlier.businessRegistrationNumber === asked.businessRegistrationNumber &&
    isDeepStrictEqual(earlier.account, asked.account)
  );
}

function registrationAnswer(entry: RegistrationEntry, now: number): AnswerTo<"registerSeller"> {
  const { key, externalSellerId, refused, knownFrom } = entry;
  if (now < knownFrom) return { outcome: "unknown", reason: "The account is still being checked." };
  return refused === null
    ? { outcome: "done", value: { key, externalSellerId } }
    : { outcome: "refused", code: refused };
}

function payoutAnswer(entry: PayoutEntry, now: number): AnswerTo<"submit"> {
  const { key, toldAmount, refused, knownFrom } = entry;
  if (refused !== null) return { outcome: "refused", code: refused };
  if (now < knownFrom) return { outcome: "unknown", reason: "The bank does not know the outcome yet." };
  const steps = stepsUntil(entry, now);
  return { outcome: "done", value: { key, amount: toldAmount, ...(steps.at(-1) ?? steps[0]) } };
}
