import type { Settlement } from "@wonflow/client";
import { dayOf } from "../time/seoul.ts";

/** The arithmetic of lines: gross less fee and VAT is net. All in won. */
export interface Sums {
  readonly gross: number;
  readonly fee: number;
  readonly vat: number;
  readonly net: number;
  readonly lines: number;
}

export interface SettledDay extends Sums {
  /** In Seoul. */
  readonly day: string;
}

const none: Sums = { gross: 0, fee: 0, vat: 0, net: 0, lines: 0 };

function added(one: Sums, other: Sums): Sums {
  return {
    gross: one.gross + other.gross,
    fee: one.fee + other.fee,
    vat: one.vat + other.vat,
    net: one.net + other.net,
    lines: one.lines + other.lines,
  };
}

export function sumOf(all: readonly Sums[]): Sums {
  return all.reduce(added, none);
}

export function sumsOf({ lines }: Pick<Settlement, "lines">): Sums {
  return sumOf(
    lines.map(({ transactionAmount, feeAmount, vatAmount, settledAmount }) => {
      return { gross: transactionAmount, fee: feeAmount, vat: vatAmount, net: settledAmount, lines: 1 };
    }),
  );
}

/** A day may have several settlements, as each has a thousand lines at most. The newest day first. */
export function settledDays(settlements: readonly Settlement[]): readonly SettledDay[] {
  const days = new Map<string, Sums>();
  for (const settlement of settlements) {
    const day = dayOf(Date.parse(settlement.settledAt));
    days.set(day, added(days.get(day) ?? none, sumsOf(settlement)));
  }
  return [...days].map(([day, sums]) => ({ day, ...sums })).toSorted((one, other) => (one.day < other.day ? 1 : -1));
}
