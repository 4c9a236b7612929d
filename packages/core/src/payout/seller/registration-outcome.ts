import { concluded, isConcluded } from "../../engine/attempt/attempt.ts";
import { commitOutcome, decideUnknown, type Flagged } from "../../engine/attempt/flag.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { heard } from "../../engine/attempt/scrub.ts";
import type { Decision } from "../../engine/commit/commit.ts";
import type { PayoutBankContext } from "../bank/context.ts";
import { registrationRefusals, type Registration, type RegistrationRefusal } from "../bank/payout-bank.ts";
import { ok, refuse, type Ok } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { deletion } from "./delete-seller.ts";
import { registrationRecord, type RegistrationAttempt } from "./registration-attempt.ts";
import { externalSellerRecord, sellerRecord, sellerRefRecord, type Seller } from "./seller.ts";
import { viewSeller } from "./view.ts";

export interface RegistrationOutcome {
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
export async function concludeRegistration(
  context: PayoutBankContext,
  tenant: Tenant,
  { attempt: { key, sellerId }, found }: RegistrationOutcome,
) {
  const { payoutFlagAfterMs: flagAfterMs } = context.settings;
  const told = found.outcome === "done" ? found.value : undefined;
  return commitOutcome(context, {
    tenant,
    lane: sellerId,
    async load(read): Promise<Registering> {
      const [attempt, seller] = await read(registrationRecord.ref(key), sellerRecord.ref(sellerId));
      if (attempt === undefined || seller === undefined) throw new Error(`registration ${key} has no record`);
      // A refusal removes the refSellerId, so it is read too.
      const [external] = await read(
        told !== undefined && isExternalId(told.externalSellerId)
          ? externalSellerRecord.ref(told.externalSellerId)
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
  const attempt = heard(before, found);
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
  return decideUnknown(registrationRecord, known, { ...at, needsPeople: finding !== undefined, finding });
}

/** Why the bank's answer cannot be true; undefined if it can. */
function mismatch(
  { key, sellerId }: RegistrationAttempt,
  told: Registration,
  owner: string | undefined,
): string | undefined {
  if (told.key !== key) return "the bank's answer names another key";
  if (!isExternalId(told.externalSellerId)) return "the bank's answer has an invalid id";
  return owner !== undefined && owner !== sellerId ? "the bank's id belongs to another seller" : undefined;
}

/** Deletes a seller that was never returned to the merchant; a seller that it knows keeps the refusal instead. */
function refused(
  attempt: RegistrationAttempt,
  seller: Seller,
  { code: told, now }: { readonly code: RegistrationRefusal; readonly now: number },
): RegistrationDecision {
  const code = knownRefusal(registrationRefusals, told);
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
