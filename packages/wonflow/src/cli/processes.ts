import type { Command } from "commander";
import { z } from "zod";

import { readEnvironment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import type { ServicePart } from "../serve/serve.ts";
import { addCommand, option } from "./command.ts";
import { runService } from "./run-service.ts";

const text = z.string().optional();

export function addServiceCommands(program: Command): void {
  addCommand(program, "dev", {
    description: "run the service for development: documentation keys, test money only",
    examples: ["PORT=8080 wonflow dev"],
    options: z.object({
      name: option("--name <name>", "the name at the checkout of the documentation keys", text),
      shop: option("--shop <url>", "a shop with these keys, linked from the page at /", text),
      docs: option("--docs <folder>", "pages in Markdown, shown from the page at /", text),
    }),
    async run({ name, ...links }, { json }) {
      const environment = readEnvironment(process.env, "development");
      if (environment.mode === "production") {
        throw new SettingError("wonflow dev does not run with WONFLOW_MODE=production: use wonflow start");
      }
      await runService(environment, { json, ...links, ...(name !== undefined && { name }) });
    },
  });
  addPart(program, "start", { part: "both", description: "run the service for production" });
  addPart(program, "serve", {
    part: "requests",
    description: "run a process that takes requests, and leaves due work to others",
  });
  addPart(program, "work", { part: "work", description: "run a process that does due work, and takes no requests" });
}

interface Part {
  readonly part: ServicePart;
  readonly description: string;
}

function addPart(program: Command, name: string, { part, description }: Part): void {
  addCommand(program, name, {
    description,
    examples: [`DATABASE_URL=postgres://… WONFLOW_URL=https://pay.example WONFLOW_SECRET=… \\\n    wonflow ${name}`],
    run: (_options, { json }) => runService(readEnvironment(process.env, "production"), { json, part }),
  });
}
