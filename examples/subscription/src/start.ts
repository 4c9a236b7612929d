import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { chargeMonths } from "./charge.ts";
import { monthAfter } from "./months.ts";
import { openProgress } from "./progress.ts";
import { checkMoney, lostTable, monthTable, readRows } from "./report.ts";
import { openService, registerCustomers } from "./service.ts";

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
  const service = await openService(values.memory ? {} : { dataDir: folder });
  await registerCustomers(service, wanted);
  const customers = service.customers.all();
  const months = Array.from({ length: many }, (_, index) => monthAfter(customers[0]?.since ?? "", index));
  const { charged, end } = openProgress(months, customers.length);
  await chargeMonths(service, months, charged);
  end();
  const rows = await readRows(service, months);
  const money = await checkMoney(service, rows);
  console.log(`\n${monthTable(rows)}\n\n${await lostTable(service, 5)}\n\n${money.text}`);
  await service.close();
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
