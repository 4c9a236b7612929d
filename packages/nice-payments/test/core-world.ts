import { bindPayments, type Notice, type Tenant, type TenantId } from "@wonflow/core";
import { startNiceEmulator } from "@wonflow/nice-emulator";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testHolidays, testPasswords, testVault } from "@wonflow/testkit";
import { onTestFinished } from "vitest";
import { nicePayments, type NicePaymentsOptions } from "../src/nice-payments.ts";
import { accounts } from "./fixture.ts";

export const shop: Tenant = { mId: 7, mode: "live" };
export const account = accounts["1:test"];
const aMinute = 60_000;

/** A whole service in live mode over the emulated gateway, whose window has these methods. */
export async function openedWithCore({ windowMethods }: Pick<NicePaymentsOptions, "windowMethods"> = {}) {
  const clock = fakeClock(Date.parse("2026-11-25T14:00:00+09:00"));
  const emulator = await startNiceEmulator({ accounts: [account], clock });
  onTestFinished(() => emulator.close());
  const accountsOf = (tenant: TenantId) => (tenant === "7:live" ? [account] : []);
  const notices: Notice[] = [];
  const gateway = nicePayments({ url: emulator.url, accountsOf, clock, ...(windowMethods && { windowMethods }) });
  const payments = bindPayments({
    store: memoryStore(),
    gateways: { live: gateway },
    settings: { windowUrl: "https://windows.example" },
    clock,
    ids: sequentialIds(),
    vault: testVault(),
    passwords: testPasswords(),
    holidays: testHolidays("2026-12-25"),
    notify: (notice) => notices.push(notice),
  });
  const pass = async (minutes: number, stepMinutes: number) => {
    for (let minute = 0; minute < minutes; minute += stepMinutes) {
      await clock.advance(stepMinutes * aMinute);
      await payments.work.runDue(1_000);
    }
  };
  return { clock, emulator, payments, notices, pass };
}
