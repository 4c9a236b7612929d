import { z } from "zod";
import type { IndexedKind } from "../../engine/commit/record.ts";

import {
  answerSchema,
  attemptKindRecord,
  attemptKindSchema,
  bankAttemptRecord,
  openAttempt,
  type CallTime,
  concluded,
  isConcluded,
} from "../../engine/attempt/attempt.ts";
import { registrationRefusals, type Registration, type RegistrationRefusal } from "../bank/payout-bank.ts";
import { sellerSchema, viewSeller } from "./view.ts";
import { loadOnce, type Decision } from "../../engine/commit/commit.ts";
import { openedAccount } from "../bank/bank-account.ts";
import { askPayoutBank, type PayoutBankContext } from "../bank/context.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { sellerRecord, externalSellerRecord, sellerRefRecord, type Seller } from "./seller.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { withProviderMessage } from "../../engine/attempt/scrub.ts";
import { ok, refuse, type Ok } from "../../result.ts";
import { deletion } from "./delete-seller.ts";
import type { AttemptKind } from "../../engine/attempt/lost-answer.ts";

const registrationSchema = attemptKindSchema("seller-registration", {
  sellerId: z.string(),
  answer: answerSchema(sellerSchema, registrationRefusals),
});

type RegistrationAttempt = z.output<typeof registrationSchema>;

export const registrationRecord: IndexedKind<RegistrationAttempt> = attemptKindRecord(
  registrationSchema,
  bankAttemptRecord,
);

export function openRegistration(sellerId: string, time: CallTime): RegistrationAttempt {
  const opened = openAttempt({ key: `registration.${sellerId}`, kind: "seller-registration" }, time);
  return { ...opened, sellerId, answer: null };
}

/** Calls the bank for a committed registration; undefined if its outcome could not be committed. */
export async function registerAtBank(
  context: PayoutBankContext,
  tenant: Tenant,
  attempt: RegistrationAttempt,
): Promise<RegistrationAttempt | undefined> {
  const found = await askToRegister(context, tenant, attempt);
  const concluded = await concludeRegistration(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Asks the bank to register a seller, which it does once under this key. A deleted seller is not registered any more. */
async function askToRegister(
  context: PayoutBankContext,
  tenant: Tenant,
  { key, sellerId, deadline }: { readonly key: string; readonly sellerId: string; readonly deadline?: number },
): Promise<RegistrationOutcome["found"]> {
  const [seller] = await loadOnce(context, tenant, (read) => read(sellerRecord.ref(sellerId)));
  if (seller === undefined) throw new Error(`seller ${sellerId} has no record`);
  const { name, businessType, businessRegistrationNumber, account: stored, sealedNumber } = seller;
  if (sealedNumber === null) return { outcome: "refused", code: "PROVIDER_ERROR" };
  const account = await openedAccount(context.vault, stored, sealedNumber);
  const request = { key, name, businessType, businessRegistrationNumber, account };
  return askPayoutBank(context, { tenant, key, deadline }, (bank, question) =>
    bank.registerSeller({ ...question, ...request }),
  );
}

interface RegistrationOutcome {
  readonly attempt: RegistrationAttempt;
  readonly found: Found<Registration, RegistrationRefusal>;
}

type RegistrationDecision = Decision<Ok<Flagged<RegistrationAttempt>>>;

interface Registering {
  readonly attempt: RegistrationAttempt;
  readonly seller: Seller;
  /** The id of the seller that has the bank's id already. */
  readonly owner: string | undefined;
}

/** Applies the outcome of a registration, from the call or a look-up. Idempotent. */
async function concludeRegistration(
  context: PayoutBankContext,
  tenant: Tenant,
  { attempt: { key, sellerId }, found }: RegistrationOutcome,
) {
  const { payoutFlagAfterMs: flagAfterMs } = context.settings;
  const registered = found.outcome === "done" ? found.value : undefined;
  return commitOutcome(context, {
    tenant,
    lane: sellerId,
    async load(read): Promise<Registering> {
      const [attempt, seller] = await read(registrationRecord.ref(key), sellerRecord.ref(sellerId));
      if (attempt === undefined || seller === undefined) throw new Error(`registration ${key} has no record`);
      // A refusal removes the refSellerId, so it is read too.
      const [external] = await read(
        registered !== undefined && isExternalId(registered.externalSellerId)
          ? externalSellerRecord.ref(registered.externalSellerId)
          : undefined,
        sellerRefRecord.ref(seller.refSellerId),
      );
      return { attempt, seller, owner: external?.sellerId };
    },
    decide: (registering, now) => decideRegistration(registering, found, { now, flagAfterMs }),
  });
}

function isExternalId(id: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(id);
}

function decideRegistration(
  { attempt: before, seller, owner }: Registering,
  found: RegistrationOutcome["found"],
  at: { readonly now: number; readonly flagAfterMs: number },
): RegistrationDecision {
  if (isConcluded(before)) return { answer: ok({ after: before }) };
  const attempt = withProviderMessage(before, found);
  const finding = found.outcome === "done" ? mismatch(attempt, found.value, owner) : undefined;
  if (found.outcome === "done" && finding === undefined) {
    const { externalSellerId } = found.value;
    const registered: Seller = { ...seller, externalSellerId, registrationError: null };
    const done = { ...concluded(attempt, "DONE"), answer: attempt.answer ?? ok(viewSeller(registered)) };
    const writes = [
      registrationRecord.write(done),
      sellerRecord.write(registered),
      externalSellerRecord.write(externalSellerId, { sellerId: seller.id }),
    ];
    return { answer: ok({ after: done }), changes: { writes } };
  }
  if (found.outcome === "refused") return refused(attempt, seller, { code: found.code, now: at.now });
  const known = { ...attempt, answer: attempt.answer ?? ok(viewSeller(seller)) };
  return decideUnknown(registrationRecord, known, { ...at, needsOperator: finding !== undefined, finding });
}

/** Why the bank's answer cannot be true; undefined if it can. */
function mismatch(
  { key, sellerId }: RegistrationAttempt,
  answer: Registration,
  owner: string | undefined,
): string | undefined {
  if (answer.key !== key) return "the bank's answer names another key";
  if (!isExternalId(answer.externalSellerId)) return "the bank's answer has an invalid id";
  return owner !== undefined && owner !== sellerId ? "the bank's id belongs to another seller" : undefined;
}

/** Deletes a seller that was never returned to the merchant; a seller that it knows keeps the refusal instead. */
function refused(
  attempt: RegistrationAttempt,
  seller: Seller,
  { code: answered, now }: { readonly code: RegistrationRefusal; readonly now: number },
): RegistrationDecision {
  const code = knownRefusal(registrationRefusals, answered);
  const isKnown = attempt.answer !== null;
  const registration = { ...concluded(attempt, "REFUSED"), answer: attempt.answer ?? refuse(code) };
  const changed =
    isKnown || seller.status === "DELETED"
      ? [sellerRecord.write({ ...seller, registrationError: code })]
      : deletion(seller, now).writes;
  return {
    answer: ok({ after: registration }),
    changes: { writes: [registrationRecord.write(registration), ...changed] },
  };
}

/** A registration is looked up, and sent again where the bank does not find it: it moves no money. */
export const registrationKind: AttemptKind<PayoutBankContext, RegistrationAttempt> = {
  name: "seller-registration",
  record: registrationRecord,
  async findOut(context, tenant, attempt) {
    const { key, sellerId } = attempt;
    const known = await askPayoutBank(context, { tenant, key }, (bank, question) =>
      bank.lookUpSeller({ ...question, key }),
    );
    const found = known.outcome === "not-found" ? await askToRegister(context, tenant, { key, sellerId }) : known;
    const concluded = await concludeRegistration(context, tenant, { attempt, found });
    return concluded.ok ? concluded.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    // Only the bank knows the id of a seller that it has registered.
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "unknown", reason: "the bank has not returned its id of the seller" } as const)
        : ({ outcome: "refused", code: "PROVIDER_ERROR" } as const);
    return concludeRegistration(context, tenant, { attempt, found });
  },
};
