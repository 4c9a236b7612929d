import { z } from "zod";

import { seoulTime } from "../../engine/time/seoul-time.ts";
import { errorCatalog, type ErrorCode } from "../../error-messages.ts";
import { maskedAccountSchema } from "../bank/bank-account.ts";
import { businessTypes } from "../bank/payout-bank.ts";
import { type Seller, isSellerId, sellerRecord, sellerList } from "./seller.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { ok, refuse } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import type { PageInput } from "../../engine/request/page.ts";

/** A problem at the bank, in our own words, never the bank's. */
export const bankProblemSchema = z.object({
  code: z.string().meta({ description: "The problem, for programs" }),
  message: z.string().meta({ description: "The problem in Korean, for display" }),
});

export function bankProblem(code: ErrorCode): z.output<typeof bankProblemSchema> {
  return { code, message: errorCatalog[code].ko };
}

const time = z.string().meta({ examples: ["2026-11-20T10:00:00+09:00"] });

/** Interface: Seller. */
export const sellerSchema = z
  .object({
    id: z.string(),
    refSellerId: z.string().meta({ description: "The merchant's own id of it" }),
    name: z.string(),
    businessType: z.enum(businessTypes),
    businessRegistrationNumber: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    account: maskedAccountSchema,
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
    externalSellerId: z
      .string()
      .nullable()
      .meta({ description: "The payout bank's id of it; null until the bank has registered it" }),
    registrationError: bankProblemSchema
      .nullable()
      .meta({ description: "Why the bank did not register it; delete it and register it again" }),
    createdAt: time,
    deletedAt: time.nullable(),
  })
  .meta({ id: "Seller" });

export interface SellerView extends z.output<typeof sellerSchema> {}

/** In the schema's order of fields, so that a repeated answer, which the schema parses, has the same bytes. */
export function viewSeller({ registrationError, createdAt, deletedAt, ...seller }: Seller): SellerView {
  return sellerSchema.parse({
    ...seller,
    registrationError: registrationError && bankProblem(registrationError),
    createdAt: seoulTime(createdAt),
    deletedAt: deletedAt === null ? null : seoulTime(deletedAt),
  });
}

export const lookUpSellerErrors = ["NOT_FOUND_SELLER"] as const;

export async function lookUpSeller(context: Context, tenant: Tenant, sellerId: string) {
  if (!isSellerId(sellerId)) return refuse("NOT_FOUND_SELLER");
  const [seller] = await loadOnce(context, tenant, (read) => read(sellerRecord.ref(sellerId)));
  return seller === undefined || seller.status === "DELETED" ? refuse("NOT_FOUND_SELLER") : ok(viewSeller(seller));
}

export const listSellersErrors = ["INVALID_REQUEST"] as const;

/** The sellers that are not deleted, the oldest first. */
export function listSellers(context: Context, tenant: Tenant, input: PageInput) {
  const list = { tenant, list: sellerList, order: "ascending" } as const;
  return listPage(context, { ...list, kind: sellerRecord, view: viewSeller }, input);
}
