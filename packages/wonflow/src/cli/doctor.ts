import type { Command } from "commander";
import { z } from "zod";

import { withSettingsInFiles } from "../settings/settings-in-files.ts";
import { readEnvironment } from "../settings/environment.ts";
import { told, type Finding } from "../findings/finding.ts";
import { checkOwnService, checkProgramsDatabase } from "../doctor/own-service.ts";
import { checkServiceAt } from "../doctor/service-outside.ts";
import { visibleLine } from "../visible-text.ts";
import { addCommand, option } from "./command.ts";
import { withProgress } from "./progress.ts";
import { mId } from "./tenant-options.ts";
import { tryGatewayOfSettings } from "./try-gateway.ts";

const url = z
  .url({ protocol: /^https?$/, error: "--url must be an http or https URL" })
  .transform((given) => given.replace(/\/+$/, ""))
  .optional();

const notes = `Without --url, checks the settings in the environment, the database and its due
work, and changes nothing. With --url, checks a running service over HTTP, with
the keys in WONFLOW_SECRET_KEY and WONFLOW_CLIENT_KEY. A secret key of test mode
creates a checkout session, which stays unpaid.

If your program embeds the service, give the address of its mount, its database
in DATABASE_URL (or WONFLOW_DATA) and its secret in WONFLOW_SECRET. The program
and the database are checked then, without the settings of wonflow start.

With --gateway, pays with a real card of your own and refunds it. This
calls the gateway directly and writes nothing to the database.

Exits with 1 if something is wrong.`;

export function addDoctorCommand(program: Command): void {
  addCommand(program, "doctor", {
    description: "find problems of a service, and how to fix them",
    notes,
    examples: [
      "wonflow doctor",
      "wonflow doctor --url http://localhost:4242",
      "DATABASE_URL=… WONFLOW_SECRET=… wonflow doctor \\\n    --url http://localhost:3000/pay",
      "WONFLOW_SECRET_KEY=… WONFLOW_CLIENT_KEY=… wonflow doctor \\\n    --url https://pay.example --json",
      "wonflow doctor --gateway default",
    ],
    options: z.object({
      url: option("--url <url>", "the address of a running service", url),
      gateway: option(
        "--gateway <name>",
        "pay 1,000 won twice at a live gateway: default, or own for a merchant's own contract",
        z.string().optional(),
      ),
      mid: option("--mid <number>", "the merchant whose own keys are tried (default: 1)", mId.default(1)),
    }),
    async run({ url: address, gateway: name, mid }) {
      const findings = name === undefined ? await lookAround(address) : await tryGatewayOfSettings({ name, mId: mid });
      const isWrong = findings.some(({ status }) => status === "wrong");
      if (isWrong) process.exitCode = 1;
      return { value: { ok: !isWrong, findings }, text: textOf(findings) };
    },
  });
}

function lookAround(address: string | undefined): Promise<readonly Finding[]> {
  return withProgress("Checking", () => (address === undefined ? checkHere() : checkAt(address)));
}

async function checkAt(address: string): Promise<readonly Finding[]> {
  const { WONFLOW_SECRET_KEY: secret, WONFLOW_CLIENT_KEY: client } = process.env;
  const outside = await checkServiceAt(address, { secret, client });
  try {
    const { DATABASE_URL = "", WONFLOW_DATA = "", WONFLOW_SECRET } = withSettingsInFiles(process.env);
    if (DATABASE_URL === "" && WONFLOW_DATA === "") return outside;
    // A clock that was moved is wrong only where no one may move it.
    const isDevelopment = outside.some(({ check }) => check === "development clock");
    const named = { DATABASE_URL, WONFLOW_DATA, WONFLOW_SECRET };
    const environment = readEnvironment(named, isDevelopment ? "development" : "production");
    return [...outside, ...(await checkProgramsDatabase(environment, outside))];
  } catch (error) {
    return [...outside, told("settings", error)];
  }
}

async function checkHere(): Promise<readonly Finding[]> {
  try {
    const isServer = (withSettingsInFiles(process.env)["DATABASE_URL"] ?? "") !== "";
    return await checkOwnService(readEnvironment(process.env, isServer ? "production" : "development"));
  } catch (error) {
    return [told("settings", error)];
  }
}

const signs: Readonly<Record<Finding["status"], string>> = { ok: "ok    ", look: "look  ", wrong: "WRONG " };

function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, found, action }) => {
    const next = action === null ? [] : [`      → ${visibleLine(action)}`];
    return [`${signs[status]}${check.padEnd(width)}  ${visibleLine(found)}`, ...next];
  });
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  const sum = `${count("wrong")} wrong, ${count("look")} to look at.`;
  return [...lines, "", count("wrong") + count("look") === 0 ? "No problems found." : sum].join("\n");
}
