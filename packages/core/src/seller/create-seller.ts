import { z } from "zod";

import { attemptWrite, openAttempt } from "../attempt/attempt.ts";
import { driveAttempt } from "../attempt/drive.ts";
import { callNext } from "../attempt/next-step.ts";
import { decideAndCommit, loadOnce, type Read } from "../commit.ts";
import {
  prepareIdempotency,
  rememberRequest,
  type IdempotencyRecord,
  type IdempotentRequest,
  type RequestOptions,
} from "../idempotency/idempotency.ts";
import { idempotencyErrors, replay, replayCall } from "../idempotency/replay.ts";
import { businessRegistrationNumberSchema } from "../merchant/business-registration-number.ts";
import { merchantRef, notRegistered } from "../merchant/merchant.ts";
import { metadataSchema } from "../metadata.ts";
import { bankAccountSchema, masked } from "../payout-bank/bank-account.ts";
import type { PayoutBankContext } from "../payout-bank/context.ts";
import { businessTypes, registrationRefusals } from "../payout-bank/payout-bank.ts";
import { nameUpTo } from "../readable-text.ts";
import { ok, refuse, type Result } from "../result.ts";
import { tenantId, type Tenant } from "../tenant.ts";
import { optional, validate } from "../validate.ts";
import {
  registerAtBank,
  registrationKey,
  registrationKind,
  registrationRecord,
  type RegistrationAttempt,
} from "./registration.ts";
import { nextSealing, sellerIdPrefix, sellerRecord, sellerRefRecord, sellerWrite, type Seller } from "./seller.ts";
import { sellerSchema, viewSeller, type SellerView } from "./view.ts";

/** A new seller of a merchant. */
export const createSellerSchema = z
  .object({
    refSellerId: nameUpTo(50).meta({ description: "The merchant's own id of it; one live seller has it" }),
    name: nameUpTo(100),
    businessType: z.enum(businessTypes, "must be INDIVIDUAL, INDIVIDUAL_BUSINESS or CORPORATE"),
    businessRegistrationNumber: optional(businessRegistrationNumberSchema),
    email: optional(z.email("must be an e-mail address").max(254, "must be at most 254 characters")),
    phone: optional(z.string().regex(/^\d{9,11}$/, "must be 9 to 11 digits, without hyphens")),
    account: bankAccountSchema,
    metadata: metadataSchema,
  })
  .meta({ id: "CreateSellerRequest" });

export type CreateSellerInput = z.input<typeof createSellerSchema>;

/** Every code that creating a seller may refuse with. */
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

interface Creating {
  readonly hasContract: boolean;
  readonly refIsTaken: boolean;
  readonly record: IdempotencyRecord | undefined;
  /** The attempt of the earlier request with the same idempotency key. */
  readonly earlier: RegistrationAttempt | undefined;
}

interface Asked {
  readonly seller: Seller;
  readonly request: IdempotentRequest | undefined;
}

/**
 * Creates a seller and has the payout bank register it. Where the bank refuses at once nothing is left of it;
 * where it does not answer, the seller stands without an external id until a look-up learns one.
 */
export async function createSeller(
  context: PayoutBankContext,
  tenant: Tenant,
  { input, options = {} }: { readonly input: CreateSellerInput; readonly options?: RequestOptions | undefined },
): Promise<Result<SellerView, CreateSellerCode>> {
  const valid = validate(createSellerSchema, input);
  if (!valid.ok) return valid;
  const request = await prepareIdempotency(context, ["create-seller", valid.value], options);
  if (!request.ok) return request;
  const asked: Asked = { seller: await newSeller(context, valid.value), request: request.value };
  const { requestDeadlineMs } = context.settings;
  const step = await decideAndCommit(context, {
    tenant: tenantId(tenant),
    lane: `seller ${asked.seller.refSellerId}`,
    load: (read) => loadCreating(read, asked),
    decide: (creating, now) => decideCreating(creating, asked, { now, deadline: now + requestDeadlineMs }),
  });
  if (!step.ok) return step;
  if (step.value.next === "answer") return ok(step.value.value);
  const attempt =
    step.value.next === "call"
      ? await registerAtBank(context, tenant, step.value.call)
      : await driveAttempt(context, tenant, { kind: registrationKind, key: step.value.key });
  if (attempt?.answer != null) return attempt.answer;
  const sellerId = attempt?.sellerId ?? asked.seller.id;
  const [seller = asked.seller] = await loadOnce(context, tenantId(tenant), (read) => read(sellerRecord.ref(sellerId)));
  return ok(viewSeller(seller));
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

async function loadCreating(read: Read, { seller, request }: Asked): Promise<Creating> {
  // The new records are read as well, so that their keys are guarded as absent.
  const [merchant, ref, record] = await read(
    merchantRef,
    sellerRefRecord.ref(seller.refSellerId),
    request?.ref,
    sellerRecord.ref(seller.id),
    registrationRecord.ref(registrationKey(seller.id)),
  );
  // Only a key that was used for this very request leads to a registration.
  const replayed = replay(request, record);
  const key = replayed !== undefined && "attempt" in replayed ? replayed.attempt : undefined;
  const [earlier] = await read(key === undefined ? undefined : registrationRecord.ref(key));
  return { hasContract: merchant !== undefined, refIsTaken: ref !== undefined, record, earlier };
}

function decideCreating(
  { hasContract, refIsTaken, record, earlier }: Creating,
  { seller, request }: Asked,
  time: { readonly now: number; readonly deadline: number },
) {
  const replayed = replayCall(request, { record, attempt: earlier, now: time.now }, sellerSchema);
  if (replayed !== undefined) return { answer: replayed };
  if (!hasContract) return { answer: notRegistered };
  if (refIsTaken) return { answer: refuse("ALREADY_EXIST_SELLER") };
  const attempt: RegistrationAttempt = {
    ...openAttempt({ key: registrationKey(seller.id), kind: "seller-registration" }, time),
    sellerId: seller.id,
    answer: null,
  };
  return {
    answer: callNext(attempt),
    changes: {
      writes: [
        sellerWrite(seller),
        sellerRefRecord.write(seller.refSellerId, { sellerId: seller.id }),
        attemptWrite(registrationRecord, attempt),
        ...rememberRequest(request, { attempt: attempt.key }),
      ],
    },
  };
}
