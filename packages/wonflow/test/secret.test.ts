import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicSecrets } from "../src/settings/secret-setting.ts";
import { Command, newFolder, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

const secret = "s".repeat(32);
const newer = "n".repeat(32);

const merchant = ["merchants", "set", "--mid", "7", "--mode", "test", "--name", "Corner Shop", "--fee-rate", "3.3"];
const refusal =
  /^wonflow: WONFLOW_SECRET is not the secret that this database was set up with: .*wonflow secret accept\n$/;

test("a service with another secret than the database's is refused at start, and so is a command", async () => {
  const DATABASE_URL = await newDatabase();
  const dev = async (WONFLOW_SECRET: string) => {
    const command = new Command(["dev"], { DATABASE_URL, WONFLOW_SECRET, WONFLOW_STOP_SECONDS: "0" });
    if (await command.isRunning()) command.child.kill("SIGTERM");
    return [await command.exitCode(), command.output] as const;
  };
  expect(await run(merchant, { DATABASE_URL, WONFLOW_SECRET: secret })).toMatchObject([0, {}]);
  expect(await dev(newer)).toEqual([1, expect.stringMatching(refusal)]);
  expect(await dev(`${newer},${secret}`)).toMatchObject([0, {}]);
  const issue = ["keys", "issue", "--mid", "7", "--mode", "test", "--type", "client"];
  const refused = [1, expect.stringMatching(refusal)];
  expect(await run(issue, { DATABASE_URL, WONFLOW_SECRET: secret })).toEqual(refused);
});

test("a public secret of a database is refused outside of development, by each command, and is rotated away from", async () => {
  const DATABASE_URL = await newDatabase();
  const WONFLOW_DATA = await newFolder();
  const publicSecret = [...publicSecrets].find((each) => !each.includes(",")) ?? "";
  const ask = (args: readonly string[], WONFLOW_SECRET: string, more: Readonly<Record<string, string>> = {}) =>
    run(args, { WONFLOW_DATA, DATABASE_URL, WONFLOW_SECRET, ...more });
  expect(await ask(merchant, publicSecret, { WONFLOW_MODE: "development" })).toMatchObject([0, {}]);
  const service = { WONFLOW_MODE: "production", WONFLOW_URL: "https://pay.example" };
  const shop = ["--mid", "7", "--mode", "test"];
  for (const args of [merchant, ["keys", "list", ...shop], ["audit"], ["secret", "accept"], ["start"], ["work"]]) {
    const refused = [
      1,
      expect.stringMatching(/^wonflow: WONFLOW_SECRET is printed in Wonflow's documentation[^\n]*\n$/),
    ];
    expect(await ask(args, publicSecret, service)).toEqual(refused);
  }
  expect(await ask(["doctor"], publicSecret, service)).toMatchObject([
    1,
    expect.stringContaining("Wonflow's documentation"),
  ]);
  expect(await ask(merchant, `${newer},${publicSecret}`, service)).toMatchObject([0, {}]);
  expect(await ask(merchant, newer, service)).toMatchObject([0, {}]);
  const wrong = await ask(merchant, publicSecret, { WONFLOW_MODE: "development" });
  expect(wrong).toEqual([1, expect.stringMatching(refusal)]);
});

test("an import needs no secret and sets none up; a command discards a lost secret", async () => {
  const DATABASE_URL = await newDatabase();
  const WONFLOW_DATA = await newFolder();
  const ask = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    run(args, { WONFLOW_DATA, DATABASE_URL, ...environment });
  const table = join(WONFLOW_DATA, "bins.csv");
  await writeFile(
    table,
    "발급사,BIN,전표인자명,신용/체크,등록/수정일자,변경사항,비고\n가상카드,40005001,가상,신용,,,\n",
  );
  expect(await ask(["bins", "import", table])).toMatchObject([0, {}]);
  expect(await ask(merchant, { WONFLOW_SECRET: secret })).toMatchObject([0, {}]);
  expect(await ask(["bins", "import", table])).toMatchObject([0, {}]);
  const accepted = await ask(["secret", "accept", "--json"], { WONFLOW_SECRET: newer });
  expect(accepted).toEqual([0, '{"accepted":true}\n']);
  expect(await ask(merchant, { WONFLOW_SECRET: newer })).toMatchObject([0, {}]);
});

test("of two first starts at once, each with a secret of its own, one runs and one is refused", async () => {
  const DATABASE_URL = await newDatabase();
  const started = await Promise.all(
    [1, 2].map(async () => {
      const WONFLOW_DATA = await newFolder();
      const command = new Command(["dev"], { WONFLOW_DATA, DATABASE_URL });
      return { command, isRunning: await command.isRunning(), kept: join(WONFLOW_DATA, "secret") };
    }),
  );
  expect(started.filter(({ isRunning }) => isRunning)).toHaveLength(1);
  const refused = started.find(({ isRunning }) => !isRunning);
  expect(await refused?.command.exitCode()).toBe(1);
  // It lost while it opened the database, or just after.
  const told = [
    `The secret in ${refused?.kept} is not the secret that this database was set up with`,
    "The database was set up with a secret that is not in the settings",
  ];
  expect(told.filter((each) => refused?.command.output.includes(each))).toHaveLength(1);
});
