import {
  type MerchantInput,
  type Payments,
  type RegisteredMerchant,
  type Tenant,
  methodChoices,
  mostLogoBytes,
  paymentMethods,
} from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { allPages } from "../all-pages.ts";
import { addCommand, option, UsageError } from "./command.ts";
import { ofMerchant, refused, withPayments, withSecret } from "./with-payments.ts";
import { addProviderKeysCommand } from "./provider-keys.ts";
import { textTable } from "./print.ts";
import { tenantOptions, wholeNumber } from "./options.ts";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";

const text = z.string().optional();
const onOff = z
  .enum(["on", "off"], "--consent, --kyc, --tax-free, --payouts and --webhook must be on or off")
  .transform((given) => given === "on")
  .optional();
const list = z
  .string()
  .transform((given) => (given === "none" ? [] : given.split(",").map((item) => item.trim())))
  .optional();
const installmentFeeds = list.pipe(
  z.array(z.enum(["PG_A", "PG_B"], "--installment-feeds must be of PG_A and PG_B, or none")).optional(),
);

function methods(name: string) {
  return z
    .string()
    .transform((given) => given.split(",").map((item) => item.trim()))
    .pipe(
      z
        .array(z.enum(methodChoices, `${name} must be of ${methodChoices.join(", ")}`))
        .refine((named) => new Set(named).size === named.length, `${name} must name each method once`),
    )
    .optional();
}

const ratesProblem = `--method-fee-rates must be such as EASY_PAY=2.9,TRANSFER=1.8, with each of ${paymentMethods.join(", ")} once at most, or none`;
const methodFeeRates = list.transform((given, check): RegisteredMerchant["methodFeeRates"] | undefined => {
  if (given === undefined) return undefined;
  const rates: RegisteredMerchant["methodFeeRates"] = {};
  for (const each of given) {
    const [name, rate, ...rest] = each.split("=").map((part) => part.trim());
    const method = paymentMethods.find((known) => known === name);
    if (method === undefined || method in rates || rate === undefined || rate === "" || rest.length > 0) {
      check.addIssue(ratesProblem);
      return z.NEVER;
    }
    rates[method] = rate;
  }
  return rates;
});

function count(name: string, unit: string) {
  return wholeNumber(`${name} must be a whole number of ${unit}`).optional();
}

const setOptions = tenantOptions.extend({
  name: option("--name <text>", "shown to buyers", text),
  businessName: option(
    "--business-name <text>",
    "the name it is registered under, shown at checkout and on receipts, or none",
    text,
  ),
  businessNumber: option(
    "--business-number <digits>",
    "its 10 digits, shown at checkout and on receipts, or none",
    text,
  ),
  phone: option("--phone <number>", "for buyers, shown at checkout and on receipts, or none", text),
  terms: option("--terms <url>", "the page of its terms, linked at checkout, or none", text),
  consent: option("--consent <on|off>", "whether buyers must agree to the terms before they pay", onOff),
  color: option("--color <#rrggbb>", "of buttons and links at checkout, or none", text),
  logo: option("--logo <file>", "a PNG, JPEG or WebP picture of at most 8,000 bytes, shown at checkout, or none", text),
  feeRate: option("--fee-rate <percent>", "percent of each payment, such as 3.3", text),
  feeRateFrom: option(
    "--fee-rate-from <day>",
    "the day, YYYY-MM-DD, from which --fee-rate applies; none cancels the change",
    text,
  ),
  methodFeeRates: option(
    "--method-fee-rates <rates>",
    "in place of --fee-rate for payments by a method, such as EASY_PAY=2.9, or none",
    methodFeeRates,
  ),
  gateway: option(
    "--gateway <name>",
    "the gateway for its new cards, if a program binds several by name, or none",
    text,
  ),
  minAmount: option("--min-amount <won>", "the least amount of one payment", count("--min-amount", "won")),
  maxAmount: option("--max-amount <won>", "the largest amount of one payment", count("--max-amount", "won")),
  settlementDays: option(
    "--settlement-days <number>",
    "business days from approval to settlement, 3 by default",
    count("--settlement-days", "days"),
  ),
  origins: option("--origins <urls>", "origins of its pages, separated by commas, or none", list),
  kyc: option("--kyc <on|off>", "may send payer identity data", onOff),
  taxFree: option("--tax-free <on|off>", "may send tax-free amounts", onOff),
  payouts: option("--payouts <on|off>", "may pay out to sellers", onOff),
  webhook: option("--webhook <on|off>", "receives the settlement webhook", onOff),
  installmentFeeds: option(
    "--installment-feeds <names>",
    "feeds of interest-free months that it may read: PG_A, PG_B, or none",
    installmentFeeds,
  ),
  methods: option(
    "--methods <names>",
    "how its buyers may pay: KEYIN, CARD, EASY_PAY, TRANSFER or a wallet such as KAKAOPAY; KEYIN by default",
    methods("--methods"),
  ),
  defaultMethods: option(
    "--default-methods <names>",
    "those of a session without methods of its own, KEYIN by default",
    methods("--default-methods"),
  ),
});

type Options = z.output<typeof setOptions>;

export function addMerchantCommands(program: Command): void {
  const merchants = program.command("merchants").description("merchants and their terms");
  addCommand(merchants, "set", {
    description: "register a merchant, or change the named options and keep the rest",
    examples: [
      'wonflow merchants set --mid 7 --mode test --name "Corner Shop" --fee-rate 3.3',
      "wonflow merchants set --mid 7 --mode test --max-amount 500000 --kyc on",
      "wonflow merchants set --mid 7 --mode test --fee-rate 2.9 \\\n    --fee-rate-from 2027-01-01",
      "wonflow merchants set --mid 7 --mode live --origins https://shop.example",
      "wonflow merchants set --mid 7 --mode live \\\n    --methods KEYIN,CARD,EASY_PAY --method-fee-rates EASY_PAY=2.9",
      "wonflow merchants set --mid 7 --mode live --color '#0b7a50' --logo logo.png",
      "wonflow merchants set --mid 7 --mode live --consent on \\\n    --terms https://shop.example/terms",
    ],
    options: setOptions,
    async run(options) {
      const value = await withSecret((payments) => change(payments, options), "data");
      return { value, text: JSON.stringify(value, null, 2) };
    },
  });
  addCommand(merchants, "suspend", {
    description: "stop new payments and payouts; ones in progress finish",
    examples: ['wonflow merchants suspend --mid 7 --mode live --reason "complaints"'],
    options: tenantOptions.extend({
      reason: option("--reason <text>", "kept with the merchant, at most 200 characters", text),
    }),
    async run({ reason, ...named }) {
      const value = await ofMerchant(named, (payments, tenant) => payments.merchants.suspend(tenant, { reason }));
      return { value, text: `Merchant ${named.mid} is suspended in ${named.mode} mode.` };
    },
  });
  addCommand(merchants, "resume", {
    description: "end a merchant's suspension",
    examples: ["wonflow merchants resume --mid 7 --mode live"],
    options: tenantOptions,
    async run(named) {
      const value = await ofMerchant(named, (payments, tenant) => payments.merchants.resume(tenant));
      return { value, text: `Merchant ${named.mid} takes payments in ${named.mode} mode.` };
    },
  });
  addProviderKeysCommand(merchants);
  addCommand(merchants, "show", {
    description: "show a registered merchant",
    examples: ["wonflow merchants show --mid 7 --mode test"],
    options: tenantOptions,
    async run(named) {
      const value = await ofMerchant(named, (payments, tenant) => payments.merchants.get(tenant));
      return { value, text: JSON.stringify(value, null, 2) };
    },
  });
  addCommand(merchants, "list", {
    description: "list all merchants, by their id",
    examples: ["wonflow merchants list"],
    async run() {
      const listed = await withPayments("development", (payments) => allPages((page) => payments.merchants.list(page)));
      const rows = listed.map(({ mId, mode, name, suspended }) => [
        String(mId),
        mode,
        suspended ? "suspended" : "active",
        name,
      ]);
      const header = ["MID", "MODE", "STATUS", "NAME"];
      const table = rows.length === 0 ? "No merchant is registered." : textTable([header, ...rows]);
      return { value: { merchants: listed }, text: table };
    },
  });
}

async function change(payments: Payments, options: Options) {
  const { mid, mode, ...named } = options;
  const tenant: Tenant = { mId: mid, mode };
  if (Object.values(named).every((value) => value === undefined)) {
    throw new UsageError("nothing to change: wonflow merchants set --help lists the options");
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
    ...(named.gateway !== undefined && { gateway: unlessNone(named.gateway) }),
    minAmount: named.minAmount ?? before?.minAmount,
    maxAmount: named.maxAmount ?? before?.maxAmount,
    settlementDays: named.settlementDays ?? before?.settlementDays,
    origins: named.origins ?? before?.origins,
    defaultMethods: named.defaultMethods ?? before?.defaultMethods,
    methodFeeRates: named.methodFeeRates ?? before?.methodFeeRates,
    contracts: contractsOf(named, before?.contracts),
  });
  if (!registered.ok) throw refused(registered.error);
  return registered.value;
}

async function lookOf(named: Options, before: RegisteredMerchant | undefined): Promise<Partial<MerchantInput>> {
  const { businessName, businessNumber, phone, color, logo } = named;
  return {
    ...(businessName !== undefined && { businessName: unlessNone(businessName) }),
    // On paper the number has hyphens.
    ...(businessNumber !== undefined && {
      businessRegistrationNumber: unlessNone(businessNumber)?.replaceAll("-", "") ?? null,
    }),
    ...(phone !== undefined && { phone: unlessNone(phone) }),
    ...(color !== undefined && { color: unlessNone(color) }),
    ...(logo !== undefined && { logo: logo === "none" ? null : await readPicture(logo) }),
    terms: termsOf(named, before),
  };
}

function unlessNone(given: string): string | null {
  return given === "none" ? null : given;
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

/** A fee rate holds at once, or from a day on as the next one. */
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
  { kyc, taxFree, payouts, webhook, installmentFeeds, methods: named }: Omit<Options, "mid" | "mode">,
  before: MerchantInput["contracts"],
): MerchantInput["contracts"] {
  return {
    kyc: kyc ?? before?.kyc,
    taxFree: taxFree ?? before?.taxFree,
    payouts: payouts ?? before?.payouts,
    webhook: webhook ?? before?.webhook,
    installmentFeeds: installmentFeeds ?? before?.installmentFeeds,
    methods: named ?? before?.methods,
  };
}

const beginnings = [
  { type: "png", bytes: Buffer.from("89504e470d0a1a0a", "hex"), at: 0 },
  { type: "jpeg", bytes: Buffer.from("ffd8ff", "hex"), at: 0 },
  { type: "webp", bytes: Buffer.from("WEBP"), at: 8 },
];

/**
 * A picture in a file as a data URL. Its bytes tell its type, not its name. No more is read than a logo may hold, as a
 * file such as /dev/zero has no end.
 */
export async function readPicture(file: string): Promise<string> {
  const content = await buffer(createReadStream(file, { end: mostLogoBytes })).catch((error: unknown) => {
    throw new UsageError(`the logo can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const found = beginnings.find(({ bytes, at }) => content.subarray(at, at + bytes.length).equals(bytes));
  if (found === undefined) throw new UsageError(`the logo must be a PNG, JPEG or WebP picture; ${file} is not`);
  if (content.byteLength > mostLogoBytes) {
    throw new UsageError(`the logo must have at most ${mostLogoBytes.toLocaleString("en-US")} bytes; ${file} has more`);
  }
  return `data:image/${found.type};base64,${content.toString("base64")}`;
}
