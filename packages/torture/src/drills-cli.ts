import { parseArgs } from "node:util";

import { drills, type DrillName } from "./drills/drills.ts";

const names = Object.keys(drills) as DrillName[];

const usage = `pnpm drill [NAME …] [--seconds S] [--away S]
  Rehearses incidents (docs/operating.md, drills), each with processes of the service under load and a PostgreSQL
  server of its own. Reports what happened, and exits with 1 if anything was lost, doubled or contradicted.

${names.map((name) => `  ${name.padEnd(16)}${drills[name].about}`).join("\n")}

  --seconds S   how long clients send requests (20)
  --away S      how long the incident lasts (60): the database or gateway is down, the disk is full
  --seed TEXT   the seed of the clients' choices

  disk-full needs root, and the right to mount a file system.
`;

const { values, positionals } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "20" },
    away: { type: "string", default: "60" },
    seed: { type: "string", default: Date.now().toString(36) },
    help: { type: "boolean", default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function rehearse(name: DrillName): Promise<boolean> {
  const began = performance.now();
  const plan = { seed: `${values.seed}-${name}`, seconds: Number(values.seconds), awaySeconds: Number(values.away) };
  print(`${name}: ${drills[name].about}`);
  const report = await drills[name].run(plan);
  if (report === undefined) {
    print("  not run: this machine does not let us mount a file system");
    return true;
  }
  print(`  ${report.text}\n  ${Math.round((performance.now() - began) / 1_000)} s`);
  return report.differences.length === 0;
}

const unknown = positionals.filter((name) => !(names as readonly string[]).includes(name));
const isPlan = Number(values.seconds) > 0 && Number(values.away) > 0;
if (values.help || unknown.length > 0 || !isPlan) {
  if (unknown.length > 0) print(`There is no drill ${unknown.join(", ")}.`);
  print(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const wanted = positionals.length === 0 ? names : (positionals as DrillName[]);
  let isSound = true;
  for (const name of wanted) isSound = (await rehearse(name)) && isSound;
  process.exitCode = isSound ? 0 : 1;
}
