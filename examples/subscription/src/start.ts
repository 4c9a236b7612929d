import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { chargeMonths } from "./charge.ts";
import { monthAfter } from "./months.ts";
import { openProgress } from "./progress.ts";
import { checkMoney, lostTable, monthTable, readRows } from "./report.ts";
import { openService, registerCustomers } from "./service.ts";

/** A year of charges in one command: `npm run subscription -- --customers 300 --months 12`. */
const options = {
  customers: { type: "string", default: "300" },
  months: { type: "string", default: "12" },
} as const;
const dataDir = process.env["WONFLOW_DATA"] ?? fileURLToPath(new URL("../.wonflow", import.meta.url));

try {
  const { values } = parseArgs({ options });
  const [count, many] = [wholeNumber(values.customers, 9_999), wholeNumber(values.months, 120)];
  console.log(`${count} customers are charged for ${many} months. Kill it at any moment, and run it again.`);
  const service = await openService({ dataDir });
  await registerCustomers(service, count);
  const since = service.customers.all()[0]?.since ?? "";
  const months = Array.from({ length: many }, (_, index) => monthAfter(since, index));
  const { charged, end } = openProgress(months, service.customers.all().length);
  await chargeMonths(service, months, charged);
  end();
  const rows = await readRows(service, months);
  const money = await checkMoney(service, rows);
  console.log(
    `\n${monthTable(rows)}\n\n${await lostTable(service, 5)}\n\n${money.text}\n\nIts data stay in ${dataDir}.`,
  );
  await service.close();
  process.exitCode = money.agrees ? 0 : 1;
} catch (error) {
  console.error("subscription:", error instanceof Error ? error.message : error);
  process.exit(1);
}

function wholeNumber(text: string, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most) throw new Error(`must be from 1 to ${most}: ${text}`);
  return number;
}
