import { Table } from "console-table-printer";
import { allPages, type PaymentIntent } from "wonflow";

import { orderIdOf } from "./charge.ts";
import { monthOf } from "./months.ts";
import type { Merchant } from "./merchant.ts";

/** The columns of a month's report, with their titles. */
const columns = {
  /** Orders that were paid. */
  charged: "Charged",
  won: "Won",
  /** Orders whose first charge was refused, and that were charged again. */
  triedAgain: "Tried again",
  /** Those of them that were paid in the end. */
  recovered: "Recovered",
  /** Customers that had no card in the end by which they could pay. */
  lost: "Lost",
  left: "Left",
  /** Won that became the merchant's in this month, less fees, whenever they were paid. */
  settled: "Settled",
} as const;

const names = Object.keys(columns) as readonly (keyof typeof columns)[];

export type MonthRow = Readonly<Record<keyof typeof columns, number>> & { readonly month: string };

/** Reads the outcome of these months from Wonflow's books: none of it is kept beside them. */
export async function readRows(merchant: Merchant, months: readonly string[]): Promise<readonly MonthRow[]> {
  const { payments, tenant, customers } = merchant;
  const all = await allPages((page) => payments.intents.list(tenant, page));
  const orders = [...Map.groupBy(all, ({ orderId }) => orderId)];
  const always = { from: "2000-01-01", to: "9999-12-30" };
  const settlements = await allPages((page) => payments.settlements.list(tenant, { ...always, ...page }));
  return months.map((month) => {
    const charges = orders.filter(([orderId]) => orderId.endsWith(month)).map(([, of]) => of);
    const again = charges.filter((of) => of.length > 1);
    const ended = customers.all().flatMap((customer) => (customer.ended?.month === month ? customer.ended.how : []));
    const settled = settlements.filter(({ settledAt }) => monthOf(Date.parse(settledAt)) === month);
    return {
      month,
      charged: paid(charges).length,
      won: sum(paid(charges).map(({ totalAmount }) => totalAmount)),
      triedAgain: again.length,
      recovered: paid(again).length,
      lost: ended.filter((how) => how === "lost").length,
      left: ended.filter((how) => how === "left").length,
      settled: sum(settled.map(({ amount }) => amount)),
    };
  });
}

function paid(charges: readonly (readonly PaymentIntent[])[]): readonly PaymentIntent[] {
  return charges.flat().filter(({ status }) => status === "DONE");
}

/** Whether every won that was charged is where it belongs, and a sentence about it. */
export async function checkMoney({ payments, tenant, held }: Merchant, rows: readonly MonthRow[]) {
  const { differences } = await payments.ledger.audit(tenant);
  const { pending, available, fee, vat } = await payments.ledger.balances(tenant);
  const charged = sum(rows.map(({ won }) => won));
  const agrees = differences.length === 0 && charged === pending + available + fee + vat && charged === held();
  const owed = `${shown(available)} available + ${shown(pending)} pending`;
  const text = `${shown(charged)} won charged\n = ${owed} + ${shown(fee)} fees + ${shown(vat)} VAT`;
  return { agrees, text: `${text}\nThe books and the gateway ${agrees ? "agree" : "DO NOT agree"}.` };
}

/** The table of the months, for a terminal of 80 columns. */
export function monthTable(rows: readonly MonthRow[]): string {
  const all = names.map((name) => [name, sum(rows.map((row) => row[name]))] as const);
  const table = tableOf({ month: "Month", ...columns }, "right");
  for (const row of [...rows, { month: "all", ...Object.fromEntries(all) }]) {
    table.addRow(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)])));
  }
  return plain(table);
}

/** The last customers that were lost, and why. */
export async function lostTable({ payments, tenant, customers }: Merchant, most: number): Promise<string> {
  const lost = customers.all().filter(({ ended }) => ended?.how === "lost");
  const byMonth = lost.toSorted((one, other) => (one.ended?.month ?? "").localeCompare(other.ended?.month ?? ""));
  const table = tableOf({ name: "Lost", month: "Month", card: "Card", code: "Last refusal" }, "left");
  for (const customer of byMonth.slice(-most)) {
    const month = customer.ended?.month ?? "";
    const last = await payments.intents.lookUp(tenant, { orderId: orderIdOf(customer, month) });
    const { methods = [], failure = [] } = last.ok ? last.value : {};
    table.addRow({ name: customer.name, month, card: methods[0]?.keyin?.number, code: failure[0]?.code });
  }
  return plain(table);
}

function tableOf(titles: Readonly<Record<string, string>>, alignment: "left" | "right"): Table {
  const columns = Object.entries(titles).map(([name, title]) => ({ name, title, alignment }));
  const line = { left: "", mid: "", right: "", other: "" };
  const style = { headerTop: line, headerBottom: line, tableBottom: line, vertical: "" };
  // Its colors are made for a dark terminal.
  return new Table({ columns, style, shouldDisableColors: true });
}

/** Without the lines around its parts, which are empty. */
function plain(table: Table): string {
  const lines = table.render().split("\n");
  return lines.filter((line) => line.trim() !== "").join("\n");
}

function shown(value: string | number): string {
  return value.toLocaleString("en");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
