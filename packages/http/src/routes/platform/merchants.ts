import * as examples from "../../examples/platform.ts";
import { modes, ok, refuse, parseTenantId, type Result, type Tenant, operationErrors } from "@wonflow/core";
import { z } from "zod";
import { platformViewer } from "../../callers/platform.ts";
import { numberIn, pageParameters } from "../../request/parameters.ts";
import { pageSchema, viewPage, utcTime } from "../../response/page.ts";
import { route } from "../../route.ts";

export const tenantParams = z.object({
  mId: z.string().meta({ description: "Any merchant's id" }),
  mode: z.string().meta({ description: "test or live", enum: ["test", "live"] }),
});

/** The tenant that a path names. */
export function tenantIn({ mId, mode }: z.output<typeof tenantParams>): Result<Tenant, "NOT_FOUND_MERCHANT"> {
  const tenant = parseTenantId(`${mId}:${mode}`);
  return tenant === undefined ? refuse("NOT_FOUND_MERCHANT") : ok(tenant);
}

const contractsSchema = z.object({
  kyc: z.boolean(),
  taxFree: z.boolean(),
  payouts: z.boolean(),
  webhook: z.boolean(),
  installmentFeeds: z.array(z.string()),
});

const itemSchema = z.object({
  mId: z.int(),
  mode: z.enum(modes),
  name: z.string(),
  contracts: contractsSchema,
  suspended: z.boolean(),
});

const merchantSchema = z
  .object({
    mId: z.int(),
    mode: z.enum(modes),
    name: z.string(),
    businessName: z.string().nullable(),
    businessRegistrationNumber: z.string().nullable(),
    phone: z.string().nullable(),
    feeRate: z.string().meta({ description: "Percent" }),
    nextFeeRate: z
      .object({ feeRate: z.string(), from: z.string().meta({ description: "YYYY-MM-DD in Seoul" }) })
      .nullable(),
    contracts: contractsSchema,
    origins: z.array(z.string()),
    gateway: z.string().nullable().meta({ description: "null for the one without a name" }),
    settlementDays: z.int().meta({ description: "Business days from approval to settlement" }),
    minAmount: z.int().meta({ description: "Won" }),
    maxAmount: z.int().meta({ description: "Won" }),
    suspended: z
      .object({ since: z.iso.datetime(), reason: z.string().nullable() })
      .nullable()
      .meta({ description: "null unless it is suspended" }),
  })
  .meta({ id: "PlatformMerchant" });

export const platformMerchantRoutes = [
  route({
    at: "GET /platform/merchants",
    operationId: "listMerchants",
    summary: "Lists all merchants, by their id, then mode",
    description: "A merchant that is registered in both modes is there twice.",
    examples: examples.listMerchants,
    tag: "Platform",
    caller: platformViewer,
    query: z.object(pageParameters("The most merchants of a page, from 1 to 10,000; 10 by default")),
    response: pageSchema(itemSchema).meta({ id: "PlatformMerchantList" }),
    errors: operationErrors.merchants.list,
    async answer({ payments, query: { limit, startingAfter } }) {
      const page = await payments.merchants.list({ limit: numberIn(limit), startingAfter });
      if (!page.ok) return page;
      return ok(viewPage(page.value, (merchant) => itemSchema.parse(merchant)));
    },
  }),
  route({
    at: "GET /platform/merchants/{mId}/{mode}",
    operationId: "getMerchant",
    summary: "Reads a merchant as it is registered",
    description: "A next fee rate whose day has come is the fee rate.",
    examples: examples.getMerchant,
    tag: "Platform",
    caller: platformViewer,
    params: tenantParams,
    response: merchantSchema,
    errors: ["NOT_FOUND_MERCHANT"],
    async answer({ payments, params }) {
      const tenant = tenantIn(params);
      if (!tenant.ok) return tenant;
      const merchant = await payments.merchants.get(tenant.value);
      if (!merchant.ok) return refuse("NOT_FOUND_MERCHANT");
      const { suspended } = merchant.value;
      const since = suspended && { ...suspended, since: utcTime(suspended.since) };
      return ok(merchantSchema.parse({ ...merchant.value, suspended: since }));
    },
  }),
];
