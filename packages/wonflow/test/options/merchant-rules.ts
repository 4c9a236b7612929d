import { expect } from "vitest";

import { tenant, tenantRules, type Rule, type RuledCommand } from "./rule.ts";

/** An option that is on or off, off for a new merchant. */
function contract(name: string): Rule {
  return { at: `contracts.${name}`, without: false, given: "on", seen: true };
}

/** An option whose text is shown as it is given, and that a new merchant does not have. */
function text(at: string, given: string): Rule {
  return { at, without: null, given, seen: given };
}

/** On a merchant that is new. The first two options register it, so that neither has a default. */
export const merchantsSet: RuledCommand = {
  keeps: true,
  base: { mid: "9", mode: "test", name: "Tea House", "fee-rate": "3.3", methods: "KEYIN,CARD,KAKAOPAY" },
  rules: {
    ...tenantRules,
    "--name <text>": {
      at: "name",
      without: "merchant 9 is not registered in test mode yet: give both --name and --fee-rate",
      given: "찻집 다올",
      seen: "찻집 다올",
    },
    "--fee-rate <percent>": { at: "feeRate", without: "3.3", given: "2.8", seen: "2.8" },
    "--fee-rate-from <day>": {
      at: "nextFeeRate",
      without: null,
      given: "2999-01-01",
      seen: { feeRate: "3.3", from: "2999-01-01" },
    },
    "--business-name <text>": text("businessName", "주식회사 골목"),
    "--business-number <digits>": text("businessRegistrationNumber", "2208162517"),
    "--phone <number>": text("phone", "02-1234-5678"),
    "--terms <url>": {
      at: "terms",
      without: null,
      given: "https://shop.example/terms",
      seen: { url: "https://shop.example/terms", consent: false },
    },
    "--consent <on|off>": { at: "terms.consent", without: false, given: "on", seen: true },
    "--color <#rrggbb>": text("color", "#0b7a50"),
    "--logo <file>": {
      at: "logo",
      without: null,
      given: ({ logo }) => logo,
      seen: "data:image/png;base64,iVBORw0KGgoAAA==",
    },
    "--gateway <name>": { at: "gateway", without: null, given: "second", seen: "second" },
    "--min-amount <won>": { at: "minAmount", without: 1, given: "500", seen: 500 },
    "--max-amount <won>": { at: "maxAmount", without: 1_000_000_000_000, given: "9000", seen: 9_000 },
    "--settlement-days <number>": { at: "settlementDays", without: 3, given: "5", seen: 5 },
    "--origins <urls>": {
      at: "origins",
      without: [],
      given: "https://shop.example, https://www.shop.example",
      seen: ["https://shop.example", "https://www.shop.example"],
    },
    "--kyc <on|off>": contract("kyc"),
    "--tax-free <on|off>": contract("taxFree"),
    "--payouts <on|off>": contract("payouts"),
    "--webhook <on|off>": contract("webhook"),
    "--installment-feeds <names>": {
      at: "contracts.installmentFeeds",
      without: [],
      given: "PG_A,PG_B",
      seen: ["PG_A", "PG_B"],
    },
    "--methods <names>": {
      at: "contracts.methods",
      // The merchant of the run before is kept.
      without: ["KEYIN", "CARD", "KAKAOPAY"],
      given: "KEYIN, TRANSFER,PAYCO",
      seen: ["KEYIN", "TRANSFER", "PAYCO"],
    },
    "--default-methods <names>": {
      at: "defaultMethods",
      without: ["KEYIN"],
      given: "CARD,KAKAOPAY",
      seen: ["CARD", "KAKAOPAY"],
    },
    "--method-fee-rates <rates>": {
      at: "methodFeeRates",
      without: {},
      given: "EASY_PAY=2.9, TRANSFER=1.8",
      seen: { EASY_PAY: "2.9", TRANSFER: "1.8" },
    },
  },
};

const together = "--bank-code, --account-number and --holder go together";

/** On a merchant without an account. */
export const payoutsAccount: RuledCommand = {
  keeps: true,
  base: { ...tenant, "bank-code": "088", "account-number": "110-987-654321", holder: "가게" },
  rules: {
    ...tenantRules,
    "--bank-code <3 digits>": { at: "account.bankCode", without: together, given: "004", seen: "004" },
    "--account-number <digits>": {
      at: "account.accountNumber",
      without: together,
      given: "110-987-650000",
      seen: "********0000",
    },
    "--holder <name>": { at: "account.holderName", without: together, given: "가게 주식회사", seen: "가게 주식회사" },
    "--daily <on|off>": { at: "daily", without: true, given: "off", seen: false },
  },
};

/** On a merchant without an endpoint. */
export const webhooksSet: RuledCommand = {
  keeps: true,
  base: tenant,
  rules: {
    ...tenantRules,
    "--url <url>": {
      at: "url",
      without: expect.stringMatching(/^url must be given/),
      given: "https://shop.example/webhook",
      seen: "https://shop.example/webhook",
    },
    "--events <names>": {
      at: "events",
      without: ["settlement.completed"],
      given: "payment.done,payout.failed",
      seen: ["settlement.completed", "payment.done", "payout.failed"],
    },
  },
};
