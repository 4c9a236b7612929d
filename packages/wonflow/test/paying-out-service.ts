import { bindPayments, type Clock } from "@wonflow/core";
import { sandboxPayoutBank, type FaultSchedule, type SandboxPayoutBank } from "@wonflow/sandbox";
import { z } from "zod";

import { silentLogger, startWork, systemClock } from "../src/index.ts";
import { randomIds, webCryptoVault } from "../src/ports.ts";
import { patientJournal, patientStore } from "./patient-database.ts";
import { serviceSecret, weekendsOnly } from "./settlement-to-kill.ts";

/**
 * A service in a process of its own that submits and looks up payouts, for payouts.crash.test.ts: three calls to
 * its bank in ten go wrong. Its argument is the database; the time comes as messages, and runs on in between.
 */
const [url = ""] = process.argv.slice(2);

const timeSchema = z.object({ now: z.number() });
let shown = { now: 0, at: 0 };
const begun = new Promise<void>((resolve) => {
  process.on("message", (message) => {
    shown = { now: timeSchema.parse(message).now, at: Date.now() };
    resolve();
  });
});
const clock: Clock = { ...systemClock, now: () => shown.now + Date.now() - shown.at };

type BankOperation = Parameters<SandboxPayoutBank["faults"]["next"]>[0];

const any = ["refused-connection", "answer-lost", "late"] as const;
const possible = {
  registerSeller: any,
  lookUpSeller: any,
  submit: [...any, "arrives-late", "duplicate-delivery", "wrong-amount", "wrong-key"],
  lookUp: [...any, "wrong-amount", "wrong-key"],
  statement: any,
} as const;

const threeInTen: FaultSchedule<BankOperation> = ({ operation }) => {
  const faults = possible[operation];
  const kind = Math.random() < 0.3 ? faults[Math.floor(Math.random() * faults.length)] : undefined;
  return kind === "arrives-late" ? { kind, ms: 500 } : kind;
};

await begun;
const journal = await patientJournal(url, "payouts");
const payments = bindPayments({
  store: await patientStore(url),
  gateways: {},
  payoutBanks: { test: sandboxPayoutBank({ clock, ids: randomIds, journal, faults: threeInTen }) },
  clock,
  ids: randomIds,
  vault: webCryptoVault([serviceSecret]),
  holidays: weekendsOnly,
  // A late answer is not waited for long, and what a killed process had taken is soon free again.
  settings: { requestDeadlineMs: 1_000, payoutSubmissions: 20 },
});
startWork(payments, { logger: silentLogger, restMs: 50 });
