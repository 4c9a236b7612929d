import type { MerchantInput, Payments, RegisteredMerchant, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { ofMerchant } from "./of-merchant.ts";
import { print } from "./print.ts";
import { readPicture } from "./read-picture.ts";
import { textTable } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused, withPayments, withSecret } from "./with-payments.ts";

const onOff = z
  .enum(["on", "off"], "--consent, --kyc, --tax-free, --payouts and --webhook must be on or off")
  .transform((text) => text === "on")
  .optional();
const list = z
  .string()
  .transform((text) => (text === "none" ? [] : text.split(",").map((item) => item.trim())))
  .optional();

const optionsSchema = tenantSchema.extend({
  name: z.string().optional(),
  businessName: z.string().optional(),
  businessNumber: z.string().optional(),
  phone: z.string().optional(),
  terms: z.string().optional(),
  consent: onOff,
  color: z.string().optional(),
  logo: z.string().optional(),
  feeRate: z.string().optional(),
  feeRateFrom: z.string().optional(),
  minAmount: z.coerce.number("--min-amount must be a number of won").optional(),
  maxAmount: z.coerce.number("--max-amount must be a number of won").optional(),
  settlementDays: z.coerce.number("--settlement-days must be a number of days").optional(),
  origins: list,
  kyc: onOff,
  taxFree: onOff,
  payouts: onOff,
  webhook: onOff,
  gateways: list.pipe(z.array(z.enum(["PG_A", "PG_B"], "--gateways must be of PG_A and PG_B, or none")).optional()),
});

type Options = z.output<typeof optionsSchema>;

const examples = `
Examples:
  wonflow merchants set --mid 7 --mode test --name "Corner Shop" --fee-rate 3.3
  wonflow merchants set --mid 7 --mode test --max-amount 500000 --kyc on
  wonflow merchants set --mid 7 --mode test --fee-rate 2.9 \\
    --fee-rate-from 2027-01-01
  wonflow merchants set --mid 7 --mode live --origins https://shop.example
  wonflow merchants set --mid 7 --mode live --color '#0b7a50' --logo logo.png
  wonflow merchants set --mid 7 --mode live --consent on \\
    --terms https://shop.example/terms`;

/** `wonflow merchants`: registers, changes, shows and lists merchants. */
export function addMerchantCommands(program: Command): void {
  const merchants = program.command("merchants").description("who sells, and on which terms");
  addSetCommand(merchants);
  tenantOptions(merchants.command("show"))
    .description("show a merchant as it is registered")
    .addHelpText("after", "\nExample:\n  wonflow merchants show --mid 7 --mode test")
    .action(async (given: unknown) => {
      const { json, ...named } = tenantOf(tenantSchema, given);
      const merchant = await ofMerchant(named, (payments, tenant) => payments.merchants.get(tenant));
      print(json, merchant, JSON.stringify(merchant, null, 2));
    });
  merchants
    .command("list")
    .description("list all merchants, by their id")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  wonflow merchants list")
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const listed = await withPayments("development", (payments) => allPages((page) => payments.merchants.list(page)));
      const rows = listed.map(({ mId, mode, name }) => [String(mId), mode, name]);
      const table = rows.length === 0 ? "No merchant is registered." : textTable([["MID", "MODE", "NAME"], ...rows]);
      print(json, { merchants: listed }, table);
    });
}

function addSetCommand(merchants: Command): void {
  tenantOptions(merchants.command("set"))
    .description("register a merchant, or change what is named and keep the rest")
    .option("--name <text>", "shown to buyers")
    .option("--business-name <text>", "the name it is registered under, shown at checkout and on receipts, or none")
    .option("--business-number <digits>", "its 10 digits, shown at checkout and on receipts, or none")
    .option("--phone <number>", "where buyers reach it, shown at checkout and on receipts, or none")
    .option("--terms <url>", "the page of its terms, linked at checkout, or none")
    .option("--consent <on|off>", "whether buyers must agree to the terms before they pay")
    .option("--color <#rrggbb>", "of buttons and links at checkout, or none")
    .option("--logo <file>", "a PNG, JPEG or WebP picture of at most 8,000 bytes, shown at checkout, or none")
    .option("--fee-rate <percent>", "percent of each payment, such as 3.3")
    .option("--fee-rate-from <day>", "the day, YYYY-MM-DD, from which --fee-rate holds; none takes it back")
    .option("--min-amount <won>", "the least that one payment may be")
    .option("--max-amount <won>", "the most that one payment may be")
    .option("--settlement-days <number>", "business days from approval to settlement, 3 unless said")
    .option("--origins <urls>", "origins of its pages, separated by commas, or none")
    .option("--kyc <on|off>", "may send payer identity data")
    .option("--tax-free <on|off>", "may send tax-free amounts")
    .option("--payouts <on|off>", "may pay out to sellers")
    .option("--webhook <on|off>", "receives the settlement webhook")
    .option("--gateways <names>", "gateways whose offers it may read: PG_A, PG_B, or none")
    .addHelpText("after", examples)
    .action(async (given: unknown) => {
      const options = tenantOf(optionsSchema, given);
      const merchant = await withSecret((payments) => change(payments, options), "data");
      print(options.json, merchant, JSON.stringify(merchant, null, 2));
    });
}

async function change(payments: Payments, options: Options) {
  const { mid, mode, json: _json, ...named } = options;
  const tenant: Tenant = { mId: mid, mode };
  if (Object.values(named).every((value) => value === undefined)) {
    throw new UsageError("nothing is named that should change: wonflow merchants set --help has all options");
  }
  const found = await payments.merchants.get(tenant);
  const before = found.ok ? found.value : undefined;
  const { name = before?.name } = named;
  const { feeRate, nextFeeRate } = feeRatesOf(named, before);
  if (name === undefined || feeRate === undefined) {
    throw new UsageError(`merchant ${mid} is not registered in ${mode} mode yet: give both --name and --fee-rate`);
  }
  const registered = await payments.merchants.register({
    ...before,
    ...tenant,
    name,
    ...(await lookOf(options, before)),
    feeRate,
    nextFeeRate,
    minAmount: named.minAmount ?? before?.minAmount,
    maxAmount: named.maxAmount ?? before?.maxAmount,
    settlementDays: named.settlementDays ?? before?.settlementDays,
    origins: named.origins ?? before?.origins,
    contracts: contractsOf(named, before?.contracts),
  });
  if (!registered.ok) throw refused(registered.error);
  return registered.value;
}

/** What is named of what buyers see; `none` takes it back. */
async function lookOf(named: Options, before: RegisteredMerchant | undefined): Promise<Partial<MerchantInput>> {
  const { businessName, businessNumber, phone, color, logo } = named;
  return {
    ...(businessName !== undefined && { businessName: unlessNone(businessName) }),
    // With or without the hyphens that it is written with on paper.
    ...(businessNumber !== undefined && {
      businessRegistrationNumber: unlessNone(businessNumber)?.replaceAll("-", "") ?? null,
    }),
    ...(phone !== undefined && { phone: unlessNone(phone) }),
    ...(color !== undefined && { color: unlessNone(color) }),
    ...(logo !== undefined && { logo: logo === "none" ? null : await readPicture(logo) }),
    terms: termsOf(named, before),
  };
}

function unlessNone(text: string): string | null {
  return text === "none" ? null : text;
}

function termsOf(
  { terms, consent }: Pick<Options, "terms" | "consent">,
  before: RegisteredMerchant | undefined,
): RegisteredMerchant["terms"] {
  const url = terms === undefined ? before?.terms?.url : unlessNone(terms);
  if (url != null) return { url, consent: consent ?? before?.terms?.consent ?? false };
  if (consent === true) throw new UsageError("--consent needs the page of the terms: give --terms too");
  return null;
}

/** Without a day a named fee rate holds at once; with one it is the next. */
function feeRatesOf(
  { feeRate, feeRateFrom: from }: Pick<Options, "feeRate" | "feeRateFrom">,
  before: RegisteredMerchant | undefined,
): Pick<Partial<MerchantInput>, "feeRate" | "nextFeeRate"> {
  if (from === undefined || from === "none") {
    const present = feeRate ?? before?.feeRate;
    return { ...(present && { feeRate: present }), nextFeeRate: from === "none" ? null : before?.nextFeeRate };
  }
  if (before === undefined) throw new UsageError("--fee-rate-from needs a merchant that has a fee rate until then");
  if (feeRate === undefined) throw new UsageError("--fee-rate-from needs --fee-rate");
  return { feeRate: before.feeRate, nextFeeRate: { feeRate, from } };
}

function contractsOf(
  { kyc, taxFree, payouts, webhook, gateways }: Omit<Options, "mid" | "mode" | "json">,
  before: MerchantInput["contracts"],
): MerchantInput["contracts"] {
  return {
    kyc: kyc ?? before?.kyc,
    taxFree: taxFree ?? before?.taxFree,
    payouts: payouts ?? before?.payouts,
    webhook: webhook ?? before?.webhook,
    gateways: gateways ?? before?.gateways,
  };
}
