import { z } from "zod";

import {
  answerSchema,
  attemptKindRecord,
  attemptWrite,
  bankAttemptRecord,
  concluded,
  isConcluded,
  stillUnknown,
} from "../attempt/attempt.ts";
import { callProvider } from "../attempt/call.ts";
import type { AttemptKind } from "../attempt/drive.ts";
import { newFlag, tellFlag, type NewFlag } from "../attempt/flag.ts";
import { knownRefusal, type Found } from "../attempt/outcome.ts";
import { decideAndCommit, loadOnce, type Decision } from "../commit.ts";
import { noPayoutBank, payoutBankOf, type PayoutBankContext } from "../payout-bank/context.ts";
import {
  registrationRefusals,
  type PayoutBank,
  type Registration,
  type RegistrationRefusal,
} from "../payout-bank/payout-bank.ts";
import { ok, refuse, type Ok } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { externalSellerRecord, sellerRecord, sellerRefRecord, sellerWrite, type Seller } from "./seller.ts";
import { sellerSchema, viewSeller } from "./view.ts";
import { deleted } from "./remove-seller.ts";

/** The registration of a seller at the payout bank. */
export const registrationRecord = attemptKindRecord(
  "seller-registration",
  { sellerId: z.string(), answer: answerSchema(sellerSchema, registrationRefusals) },
  bankAttemptRecord,
);

export type RegistrationAttempt = z.output<typeof registrationRecord.schema>;

export function registrationKey(sellerId: string): string {
  return `registration.${sellerId}`;
}

/** What came of a registration. */
interface RegistrationOutcome {
  readonly attempt: RegistrationAttempt;
  readonly found: Found<Registration, RegistrationRefusal>;
}

/** A registration as it stands after an outcome, and what people are to be told. */
interface Concluded {
  readonly registration: RegistrationAttempt;
  readonly flag?: NewFlag | undefined;
}

interface Registering {
  readonly attempt: RegistrationAttempt;
  readonly seller: Seller;
  /** Which seller has the external id that the bank told. */
  readonly owner: string | undefined;
}

/** Applies what came of a registration, whoever learned it. A concluded one stays as it is. */
async function concludeRegistration(
  context: PayoutBankContext,
  tenant: Tenant,
  { attempt: { key, sellerId }, found }: RegistrationOutcome,
) {
  const { payoutFlagAfterMs: flagAfterMs } = context.settings;
  const told = found.outcome === "done" ? found.value : undefined;
  const concluded = await decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: sellerId,
    async load(read): Promise<Registering> {
      const [attempt, seller] = await read(registrationRecord.ref(key), sellerRecord.ref(sellerId));
      if (attempt === undefined || seller === undefined) throw new Error(`registration ${key} has no record`);
      // The merchant's own id of the seller is read as it may have to be given back.
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
  if (!concluded.ok) return concluded;
  tellFlag(context, tenant, concluded.value.flag);
  return ok(concluded.value.registration);
}

function isExternalId(id: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(id);
}

function decideRegistration(
  { attempt, seller, owner }: Registering,
  found: RegistrationOutcome["found"],
  at: { readonly now: number; readonly flagAfterMs: number },
): Decision<Ok<Concluded>> {
  if (isConcluded(attempt)) return { answer: ok({ registration: attempt }) };
  if (found.outcome === "done" && mismatch(attempt, found.value, owner) === undefined) {
    const { externalSellerId } = found.value;
    const registered: Seller = { ...seller, externalSellerId, registrationError: null };
    const done = { ...concluded(attempt, "DONE"), answer: attempt.answer ?? ok(viewSeller(registered)) };
    const writes = [
      attemptWrite(registrationRecord, done),
      sellerWrite(registered),
      externalSellerRecord.write(externalSellerId, { sellerId: seller.id }),
    ];
    return { answer: ok({ registration: done }), changes: { writes } };
  }
  if (found.outcome === "refused") return refused(attempt, seller, { code: found.code, now: at.now });
  const finding = found.outcome === "done" ? mismatch(attempt, found.value, owner) : undefined;
  const unknown = stillUnknown(
    { ...attempt, answer: attempt.answer ?? ok(viewSeller(seller)) },
    { ...at, needsPeople: finding !== undefined },
  );
  const answer = ok({ registration: unknown, flag: newFlag(attempt, unknown, finding) });
  return { answer, changes: { writes: [attemptWrite(registrationRecord, unknown)] } };
}

/** Why an answer of the bank cannot be believed; undefined where it can. */
function mismatch(
  { key, sellerId }: RegistrationAttempt,
  told: Registration,
  owner: string | undefined,
): string | undefined {
  if (told.key !== key) return "the bank's answer names another key";
  if (!isExternalId(told.externalSellerId)) return "the bank's answer has an id that is none";
  return owner !== undefined && owner !== sellerId ? "the bank's id belongs to another seller" : undefined;
}

/** Nothing is left of a seller that nobody was told of; one that the merchant has seen says why it can't be paid. */
function refused(
  attempt: RegistrationAttempt,
  seller: Seller,
  { code: told, now }: { readonly code: RegistrationRefusal; readonly now: number },
): Decision<Ok<Concluded>> {
  const code = knownRefusal(registrationRefusals, told);
  const isKnown = attempt.answer !== null;
  const registration = { ...concluded(attempt, "REFUSED"), answer: attempt.answer ?? refuse(code) };
  const changed =
    isKnown || seller.status === "DELETED"
      ? [sellerWrite({ ...seller, registrationError: code })]
      : deleted(seller, now);
  return {
    answer: ok({ registration }),
    changes: { writes: [attemptWrite(registrationRecord, registration), ...changed] },
  };
}

/** Calls the bank for a registration that is committed; undefined where what came of it could not be. */
export async function registerAtBank(
  context: PayoutBankContext,
  tenant: Tenant,
  attempt: RegistrationAttempt,
): Promise<RegistrationAttempt | undefined> {
  const found = await askToRegister(context, tenant, attempt);
  const concluded = await concludeRegistration(context, tenant, { attempt, found });
  return concluded.ok ? concluded.value : undefined;
}

/** Asks the bank to register a seller, which it does once under this key; a deleted one needs it no more. */
async function askToRegister(
  context: PayoutBankContext,
  tenant: Tenant,
  attempt: Pick<RegistrationAttempt, "key" | "sellerId" | "deadline">,
): Promise<RegistrationOutcome["found"]> {
  const bank = payoutBankOf(context, tenantId(tenant));
  if (bank === undefined) return noPayoutBank;
  const { key, sellerId, deadline } = attempt;
  const [seller] = await loadOnce(context, tenantId(tenant), (read) => read(sellerRecord.ref(sellerId)));
  if (seller === undefined) throw new Error(`seller ${sellerId} has no record`);
  const { name, businessType, businessRegistrationNumber, account: stored, sealedNumber } = seller;
  if (sealedNumber === null) return { outcome: "refused", code: "PROVIDER_ERROR" };
  const accountNumber = await context.vault.open(sealedNumber);
  const request = { tenant: tenantId(tenant), key, deadline, name, businessType, businessRegistrationNumber };
  const account = { bankCode: stored.bankCode, accountNumber, holderName: stored.holderName };
  return callProvider(context, attempt, () => bank.registerSeller({ ...request, account }));
}

/** A registration is looked up, and sent again where it has not arrived: no money moves by it. */
export const registrationKind: AttemptKind<PayoutBankContext, RegistrationAttempt> = {
  name: "seller-registration",
  record: registrationRecord,
  async find(context, tenant, attempt) {
    const { key, sellerId } = attempt;
    const deadline = context.clock.now() + context.settings.requestDeadlineMs;
    const bank: PayoutBank | undefined = payoutBankOf(context, tenantId(tenant));
    const question = { tenant: tenantId(tenant), key, deadline };
    const known =
      bank === undefined ? noPayoutBank : await callProvider(context, question, () => bank.lookUpSeller(question));
    const again = { key, sellerId, deadline: context.clock.now() + context.settings.requestDeadlineMs };
    const found = known.outcome === "not-found" ? await askToRegister(context, tenant, again) : known;
    const concluded = await concludeRegistration(context, tenant, { attempt, found });
    return concluded.ok ? concluded.value : attempt;
  },
  async resolve(context, tenant, { attempt, evidence }) {
    // The bank alone tells its id of a seller that it has registered.
    const found =
      evidence.outcome === "done"
        ? ({ outcome: "unknown", reason: "the bank has not told its id of the seller" } as const)
        : ({ outcome: "refused", code: "PROVIDER_ERROR" } as const);
    return concludeRegistration(context, tenant, { attempt, found });
  },
};
