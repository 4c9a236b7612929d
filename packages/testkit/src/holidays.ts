import type { BankHolidays } from "@wonflow/core";

/**
 * A calendar for tests that knows the years 2020 to 2029: banks work from Monday to Friday, except on the given days.
 *
 * @example
 * testHolidays("2026-12-25").has("2026-12-25"); // true
 */
export function testHolidays(...closed: readonly string[]): BankHolidays {
  return { firstDay: "2020-01-01", lastDay: "2029-12-31", has: (day) => closed.includes(day) };
}
