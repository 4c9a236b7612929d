import type { Payments } from "@wonflow/core";

import { duration, look, well, wrong, type Finding } from "./finding.ts";

/** A working process begins due work within moments. After this time none works, or the work fails. */
export const overdueMs = 60 * 1000;

/** A program does its due work itself: `wonflow work` knows neither its adapters nor its embedded database. */
export const workAction =
  "call startWork(payments) in the program that has the service inside; without one, run wonflow start, or wonflow work beside wonflow serve; if one runs, its log says why work fails (work-failed)";

/** No command can open an embedded database that a service has open: use the console or the program then. */
function byCommand(command: string, { page, call }: { readonly page: string; readonly call: string }): string {
  return `${command}; while a service has its embedded database open, ${page}, or ${call} in its program`;
}

/** The service logs a warning this long before the calendar ends. */
const warnedMs = 60 * 24 * 60 * 60 * 1000;

const dayMs = 24 * 60 * 60 * 1000;

export const rightSecret = well("secret", "it matches the database");

const wrongSecret = wrong(
  "secret",
  "it does not match the database",
  "set the one that the database was set up with; while it is rotated, after the new one and a comma",
);

/** Checks the payments of a running service, for the platform's operators at `/platform/findings`. */
export async function checkRunning(payments: Payments, now: number): Promise<readonly Finding[]> {
  const isRight = await payments.secret.isRight();
  return [isRight ? rightSecret : wrongSecret, ...(await checkPayments(payments, now, { work: true }))];
}

/** Checks the calendar, overdue work, matters that need an operator, and webhooks. It changes nothing. */
export async function checkPayments(
  payments: Payments,
  now: number,
  checks: { readonly work: boolean },
): Promise<readonly Finding[]> {
  return [
    await checkCalendar(payments, now),
    ...(checks.work ? [await checkWork(payments)] : []),
    ...(await checkBacklog(payments)),
    await checkWebhooks(payments),
  ];
}

async function checkCalendar(payments: Payments, now: number): Promise<Finding> {
  const { lastDay } = await payments.calendar.closedDays();
  const left = Date.parse(`${lastDay}T00:00:00+09:00`) + dayMs - now;
  const found = `bank holidays are known to ${lastDay}`;
  if (left >= warnedMs) return well("calendar", found);
  const action = "install a newer version, which knows more of them";
  return left > 0 ? look("calendar", found, action) : wrong("calendar", `${found}: nothing is settled`, action);
}

async function checkWork({ work }: Payments): Promise<Finding> {
  const overdue = (await work.overdue())
    .filter(({ lateMs }) => lateMs > overdueMs)
    .toSorted((one, other) => other.lateMs - one.lateMs);
  const [oldest] = overdue;
  if (oldest === undefined) return well("work", "nothing is overdue");
  const found = `${overdue.map(({ kind }) => kind).join(", ")}: due, and not done for ${duration(oldest.lateMs)}`;
  return wrong("work", found, workAction);
}

const mostMerchants = 200;
const newestWebhooks = 50;

const resending = { page: "/console/webhooks", call: "payments.webhooks.deliveries and resend" };

async function checkWebhooks({ merchants, webhooks }: Payments): Promise<Finding> {
  const listed = await merchants.list({ limit: mostMerchants });
  const exhausted: string[] = [];
  for (const { mId, mode } of listed.ok ? listed.value.items : []) {
    const deliveries = await webhooks.deliveries({ mId, mode }, { limit: newestWebhooks });
    const isExhausted = deliveries.ok && deliveries.value.items.some(({ status }) => status === "EXHAUSTED");
    if (isExhausted) exhausted.push(`${mId} in ${mode} mode`);
  }
  if (exhausted.length === 0) return well("webhooks", "no recent webhook has run out of retries");
  const found = `some have run out of retries, of merchant ${exhausted.join(", ")}`;
  return look("webhooks", found, byCommand("wonflow webhooks list, then resend", resending));
}

const listing = { page: "/console/platform", call: "payments.platform.waiting" };

async function checkBacklog({ work }: Payments): Promise<readonly Finding[]> {
  const { live, test } = await work.backlog();
  const waiting = (check: string, counts: Readonly<Record<"live" | "test", number>>, none: string) => {
    if (counts.live + counts.test === 0) return well(check, none);
    const found = `${counts.live} of live and ${counts.test} of test mode need an operator`;
    return look(check, found, byCommand(`wonflow ${check} list`, listing));
  };
  const attempts = { live: live.attemptsFlagged, test: test.attemptsFlagged };
  const payouts = { live: live.payoutsToReview, test: test.payoutsToReview };
  return [
    waiting("attempts", attempts, "no call to a gateway or bank needs an operator"),
    waiting("payouts", payouts, "no payout needs an operator"),
  ];
}
