/** A day on which charges are made. */
export interface ChargeDay {
  /** The month that is paid for, `YYYY-MM`. */
  readonly month: string;
  /** 10:00 in Seoul; milliseconds since 1970. */
  readonly at: number;
  readonly isFirst: boolean;
  /** Whether a card that is refused again today is not retried. */
  readonly isLastTry: boolean;
  /** Whether the month is over with it: who has no card by then is no customer any more. */
  readonly isLast: boolean;
}

/**
 * The days of a month: the first, and 1, 3 and 7 days later for what was refused and may pass by then. Until the
 * 15th customers may bring another card.
 */
export function chargeDaysOf(month: string): readonly ChargeDay[] {
  return ["01", "02", "04", "08", "15"].map((day) => {
    const at = Date.parse(`${month}-${day}T10:00:00+09:00`);
    return { month, at, isFirst: day === "01", isLastTry: day >= "08", isLast: day === "15" };
  });
}

/** `YYYY-MM-DD`. */
export function dayInSeoul(at: number): string {
  return new Date(at).toLocaleDateString("sv-SE", { timeZone: "Asia/Seoul" });
}

/** `YYYY-MM`, in Seoul. */
export function monthOf(at: number): string {
  return dayInSeoul(at).slice(0, 7);
}

/** A month so many months later. */
export function monthAfter(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}
