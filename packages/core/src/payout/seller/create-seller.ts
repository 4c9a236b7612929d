import { z } from "zod";

import { callTime } from "../../engine/attempt/attempt.ts";
import { findOutAttempt } from "../../engine/attempt/lost-answer.ts";
import { callNext, loadEarlier, repeat, type RequestTime } from "../../engine/attempt/next-step.ts";
import { decideAndCommit, loadOnce } from "../../engine/commit/commit.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type RequestOptions,
  idempotencyErrors,
} from "../../engine/idempotency/idempotency.ts";
import { businessRegistrationNumberSchema, metadataSchema } from "../../engine/request/fields.ts";
import { merchantRef, notRegistered, type Merchant } from "../../merchant/merchant.ts";
import { bankAccountSchema, masked } from "../bank/bank-account.ts";
import type { PayoutBankContext } from "../bank/context.ts";
import { businessTypes, registrationRefusals } from "../bank/payout-bank.ts";
import { optionalOrNull, validate } from "../../engine/request/validate.ts";
import { ok, refuse, type Result } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { nameUpTo } from "../../engine/text/readable-text.ts";
import { openRegistration, registrationRecord, registerAtBank, registrationKind } from "./registration.ts";
import { nextSealing, sellerIdPrefix, sellerRecord, sellerRefRecord, type Seller } from "./seller.ts";
import { sellerSchema, viewSeller, type SellerView } from "./view.ts";

/** What every reader of the document's format `email` takes too: no part of the domain ends with a hyphen. */
const emailPattern = /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+[A-Za-z]{2,}$/;

export const createSellerSchema = z
  .object({
    refSellerId: nameUpTo(50).meta({ description: "The merchant's own id of it; one live seller has it" }),
    name: nameUpTo(100),
    businessType: z.enum(businessTypes, "must be INDIVIDUAL, INDIVIDUAL_BUSINESS or CORPORATE"),
    businessRegistrationNumber: optionalOrNull(businessRegistrationNumberSchema),
    email: optionalOrNull(
      z.email({ pattern: emailPattern, error: "must be an e-mail address" }).max(254, "must be at most 254 characters"),
    ),
    phone: optionalOrNull(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits, without hyphens")),
    account: bankAccountSchema,
    metadata: metadataSchema,
  })
  .meta({ id: "CreateSellerRequest" });

export type CreateSellerInput = z.input<typeof createSellerSchema>;

export const createSellerErrors = [
  "INVALID_REQUEST",
  "INVALID_METADATA",
  ...idempotencyErrors,
  "FORBIDDEN_REQUEST",
  "ALREADY_EXIST_SELLER",
  "CONCURRENT_REQUEST",
  ...registrationRefusals,
] as const;

type CreateSellerCode = (typeof createSellerErrors)[number];

/**
 * Creates a seller and has the payout bank register it. If the bank refuses at once, nothing is left of the seller. If
 * the bank does not answer, the seller has no external id until a look-up finds one.
 */
export async function createSeller(
  context: PayoutBankContext,
  tenant: Tenant,
  { input, options = {} }: { readonly input: CreateSellerInput; readonly options?: RequestOptions | undefined },
): Promise<Result<SellerView, CreateSellerCode>> {
  const valid = validate(createSellerSchema, input);
  if (!valid.ok) return valid;
  const seller = await newSeller(context, valid.value);
  const prepared = await prepareIdempotency(context, ["create-seller", valid.value], options);
  if (!prepared.ok) return prepared;
  const request = prepared.value;
  const decided = await decideAndCommit(context, {
    tenant,
    lane: `seller ${seller.refSellerId}`,
    async load(read) {
      const [, merchant, ref] = await read(request?.ref, merchantRef, sellerRefRecord.ref(seller.refSellerId));
      const earlier = await loadEarlier(read, request, { record: registrationRecord, schema: sellerSchema });
      return { earlier, merchant, ref };
    },
    decide({ earlier, merchant, ref }, now) {
      if (earlier !== undefined) return { answer: repeat(earlier, now) };
      return decideSeller(seller, { merchant, refIsTaken: ref !== undefined }, { request, ...callTime(context, now) });
    },
  });
  if ("ok" in decided) return decided;
  const attempt =
    decided.next === "call"
      ? await registerAtBank(context, tenant, decided.call)
      : await findOutAttempt(context, tenant, { kind: registrationKind, key: decided.key });
  if (attempt?.answer != null) return attempt.answer;
  // The bank's answer is not known yet: the seller is answered without an external id.
  const ref = sellerRecord.ref(attempt?.sellerId ?? seller.id);
  const [known = seller] = await loadOnce(context, tenant, (read) => read(ref));
  return ok(viewSeller(known));
}

async function newSeller(
  { clock, ids, vault }: PayoutBankContext,
  input: z.output<typeof createSellerSchema>,
): Promise<Seller> {
  const { refSellerId, name, businessType, account } = input;
  const { businessRegistrationNumber = null, email = null, phone = null, metadata = null } = input;
  const now = clock.now();
  const given = { refSellerId, name, businessType, businessRegistrationNumber, email, phone, metadata };
  return {
    ...given,
    id: sellerIdPrefix + ids.random(20),
    account: masked(account),
    sealedNumber: await vault.seal(account.accountNumber),
    externalSellerId: null,
    registrationError: null,
    status: "ACTIVE",
    createdAt: now,
    deletedAt: null,
    sealAt: nextSealing(now),
  };
}

function decideSeller(
  seller: Seller,
  { merchant, refIsTaken }: { readonly merchant: Merchant | undefined; readonly refIsTaken: boolean },
  { request, ...time }: RequestTime,
) {
  if (merchant === undefined) return { answer: notRegistered };
  if (refIsTaken) return { answer: refuse("ALREADY_EXIST_SELLER") };
  const attempt = openRegistration(seller.id, time);
  return {
    answer: callNext(attempt),
    changes: {
      writes: [
        sellerRecord.make(seller),
        sellerRefRecord.make(seller.refSellerId, { sellerId: seller.id }),
        registrationRecord.make(attempt),
        ...rememberRequest(request, { attempt: attempt.key }),
      ],
    },
  };
}
