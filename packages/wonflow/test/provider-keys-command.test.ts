import { expect, test } from "vitest";

import { silentLogger } from "../src/index.ts";
import { readEnvironment } from "../src/settings/environment.ts";
import { serve } from "../src/serve/serve.ts";
import { run } from "./command.ts";
import { newDatabase } from "./new-database.ts";

test("wonflow merchants provider-keys asks for the secrets of new names only, and shows none", async () => {
  const environment = { DATABASE_URL: await newDatabase(), WONFLOW_SECRET: "s".repeat(32) };
  const tenant = ["--mid", "7", "--mode", "live"];
  const keys = async (set: string | undefined, input = "") => {
    const args = ["merchants", "provider-keys", ...tenant, ...(set === undefined ? [] : ["--set", set]), "--json"];
    const [exitCode, output] = await run(args, environment, input);
    expect(output).not.toContain("secret-of");
    return [exitCode, JSON.parse(output)];
  };
  expect(await keys(undefined)).toEqual([2, { error: "merchant 7 is not registered in live mode" }]);
  await run(["merchants", "set", ...tenant, "--name", "Corner Shop", "--fee-rate", "3.3"], environment);
  expect(await keys(undefined)).toEqual([0, { merchantGateway: null, gateway: "own", names: [] }]);
  expect(await keys("S2_old")).toEqual([
    2,
    { error: expect.stringContaining("Secret key of S2_old: nothing came in") },
  ]);
  expect(await keys("S2_old", "secret-of-old\r\n")).toEqual([
    0,
    { merchantGateway: null, gateway: "own", names: ["S2_old"] },
  ]);
  expect(await keys("S2_new, S2_old,S2_third", "secret-of-new\nsecret-of-third")).toMatchObject([
    0,
    { names: ["S2_new", "S2_old", "S2_third"] },
  ]);
  expect(await keys("S2_other", "two words\n")).toEqual([
    2,
    { error: "keys.0.secret must be 1 to 500 visible ASCII characters" },
  ]);
  const service = await serve(readEnvironment({ ...environment, PORT: "0" }, "development"), silentLogger);
  const opened = await service.payments.providerKeys.open({ mId: 7, mode: "live" }, "own");
  await service.stop();
  expect(opened).toEqual([
    { name: "S2_new", secret: "secret-of-new" },
    { name: "S2_old", secret: "secret-of-old" },
    { name: "S2_third", secret: "secret-of-third" },
  ]);
  const people = (...args: readonly string[]) => run(["merchants", "provider-keys", ...tenant, ...args], environment);
  expect(await people()).toEqual([
    0,
    "Merchant 7 has these keys at the gateway own, the newest first: S2_new, S2_old, S2_third\n" +
      "Its new cards do not go there yet: wonflow merchants set --mid 7 --mode live --gateway own\n",
  ]);
  await run(["merchants", "set", ...tenant, "--gateway", "own"], environment);
  expect((await people())[1]).toMatch(/S2_third\n$/);
  expect(await people("--set", "none")).toEqual([0, "Merchant 7 has no keys of its own at the gateway own.\n"]);
});
