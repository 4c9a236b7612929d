import type { Command } from "commander";
import { z } from "zod";

import { readEnvironment } from "../environment.ts";
import { told, type Finding } from "../doctor/finding.ts";
import { checkOwnService } from "../doctor/own-service.ts";
import { checkServiceAt } from "../doctor/service-outside.ts";
import { print } from "./print.ts";
import { withProgress } from "./progress.ts";
import { tenantOf } from "./tenant-options.ts";

const schema = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "--url must be an http or https URL" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  json: z.boolean().default(false),
});

const help = `
Without --url it looks at the settings in the environment, the database and what
is due there; nothing is changed. With --url it asks a service that runs, as its
users do. Keys for that are read from WONFLOW_SECRET_KEY and WONFLOW_CLIENT_KEY;
with a secret key of test mode it makes a session, which nobody pays.

It ends with 1 where something is wrong.

Examples:
  wonflow doctor
  wonflow doctor --url http://localhost:4242
  WONFLOW_SECRET_KEY=… WONFLOW_CLIENT_KEY=… wonflow doctor \\
    --url https://pay.example --json`;

/** `wonflow doctor`: what is wrong with a service, and what to do about it. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("find out what is wrong with a service, and what to do about it")
    .option("--url <url>", "where a service is that runs")
    .option("--json", "print JSON")
    .addHelpText("after", help)
    .action(async (given: unknown) => {
      const { url, json } = tenantOf(schema, given);
      const findings = await withProgress("Looking", () => (url === undefined ? checkHere() : checkAt(url)));
      const isWrong = findings.some(({ status }) => status === "wrong");
      print(json, { ok: !isWrong, findings }, textOf(findings));
      if (isWrong) process.exitCode = 1;
    });
}

function checkAt(url: string): Promise<readonly Finding[]> {
  const { WONFLOW_SECRET_KEY: secret, WONFLOW_CLIENT_KEY: client } = process.env;
  return checkServiceAt(url, { secret, client });
}

async function checkHere(): Promise<readonly Finding[]> {
  try {
    const isServer = (process.env["DATABASE_URL"] ?? "") !== "";
    return await checkOwnService(readEnvironment(process.env, isServer ? "production" : "development"));
  } catch (error) {
    return [told("settings", error)];
  }
}

const signs: Readonly<Record<Finding["status"], string>> = { ok: "ok    ", look: "look  ", wrong: "WRONG " };

function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, found, action }) => {
    return [`${signs[status]}${check.padEnd(width)}  ${found}`, ...(action === null ? [] : [`      → ${action}`])];
  });
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  const sum = `${count("wrong")} wrong, ${count("look")} to look at.`;
  return [...lines, "", count("wrong") + count("look") === 0 ? "All is well." : sum].join("\n");
}
