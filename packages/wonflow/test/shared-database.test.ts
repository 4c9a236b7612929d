import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { Command, createSession, freePort, newFolder } from "./command.ts";
import { newDatabase } from "./new-database.ts";

test("with DATABASE_URL and a secret, nothing is written to the data folder, though test mode has the sandbox", async () => {
  const folder = await newFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  const settings = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const development = { ...settings, WONFLOW_DATA: join(folder, "data") };
  const url = await new Command(["dev"], development).url();
  expect((await createSession(url, "order-20261120-0001")).status).toBe(201);
  await expect(access(development.WONFLOW_DATA)).rejects.toThrow("ENOENT");

  // A folder below a file can't be made by anybody.
  const production = { WONFLOW_DATA: join(file, "data"), WONFLOW_URL: "https://pay.example", WONFLOW_SANDBOX: "on" };
  const PORT = await freePort();
  await new Command(["start"], { ...settings, ...production, HOST: "127.0.0.1", PORT }).url();
  expect((await fetch(`http://127.0.0.1:${PORT}/bin-ko/bin/4000000000110009`)).status).toBe(200);
});
