import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { chargeMonths } from "./charge.ts";
import { monthAfter } from "./months.ts";
import { openProgress } from "./progress.ts";
import { checkMoney, lostTable, monthTable, readRows } from "./report.ts";
import { openMerchant, registerCustomers } from "./merchant.ts";

/** A year of charges in one command: `npm run subscription`; its arguments are in the README. */
const options = {
  customers: { type: "string", default: "300" },
  months: { type: "string", default: "12" },
  memory: { type: "boolean", default: false },
} as const;

try {
  const { values } = parseArgs({ options });
  const [wanted, many] = [wholeNumber(values.customers, 9_999), wholeNumber(values.months, 120)];
  const folder = process.env["WONFLOW_DATA"] ?? fileURLToPath(new URL("../.wonflow", import.meta.url));
  console.log(`${wanted} customers are charged for ${many} months.`);
  if (!values.memory) console.log(`Kill it at any moment, and run it again: all is kept in ${folder}.`);
  const merchant = await openMerchant(values.memory ? {} : { dataDir: folder });
  await registerCustomers(merchant, wanted);
  const customers = merchant.customers.all();
  const months = Array.from({ length: many }, (_, index) => monthAfter(customers[0]?.since ?? "", index));
  const { charged, end } = openProgress(months, customers.length);
  await chargeMonths(merchant, months, charged);
  end();
  const rows = await readRows(merchant, months);
  const money = await checkMoney(merchant, rows);
  console.log(`\n${monthTable(rows)}\n\n${await lostTable(merchant, 5)}\n\n${money.text}`);
  await merchant.close();
  process.exitCode = money.agrees ? 0 : 1;
} catch (error) {
  console.error("subscription:", error instanceof Error ? error.message : error);
  process.exit(1);
}

function wholeNumber(text: string, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new Error(`${text} is no whole number from 1 to ${most}`);
  }
  return number;
}
