import { freePort } from "@wonflow/testkit/free-port";
import { expect, test } from "vitest";

import { authorization, Command, newFolder, preparedFolder, run } from "./command.ts";
import { newDatabase } from "./new-database.ts";
import { documentedFetch } from "./documented-fetch.ts";

// A limiter that waits longer than a fifth of a second on a busy machine allows the request: hence the retries.
test("two processes share what they count, in the database that they share", { retry: 3 }, async () => {
  const environment = {
    DATABASE_URL: await newDatabase(),
    WONFLOW_SECRET: "s".repeat(32),
    WONFLOW_DATA: await newFolder(),
    WONFLOW_RATE_LIMITS: "test=6/24h,keyless-address=4/24h",
  };
  const urls = await Promise.all([1, 2].map(() => new Command(["dev"], environment).url()));
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const answers: (string | number | null)[] = [];
    for (let n = 0; n < 10; n += 1) {
      const response = await documentedFetch(`${urls[n % 2]}${path}`, { headers });
      answers.push(response.status === 200 ? 200 : response.headers.get("Retry-After"));
    }
    return answers;
  };
  const later = expect.stringMatching(/^(14400|1439\d)$/);
  expect(await ask("/merchants/1/balances", { authorization })).toEqual([
    ...Array.from({ length: 6 }, () => 200),
    ...Array.from({ length: 4 }, () => later),
  ]);
  const byAddress = await ask("/bin-ko/enums", { "X-Forwarded-For": "192.0.2.1" });
  expect(byAddress.filter((answer) => answer === 200)).toHaveLength(4);
});

test("production has limits, also where one database belongs to one process, and says what they lack", async () => {
  const environment = {
    WONFLOW_SECRET: "s".repeat(32),
    WONFLOW_URL: "https://pay.example",
    HOST: "127.0.0.1",
  };
  const asked = async (more: Readonly<Record<string, string>>) => {
    const PORT = String(await freePort());
    const command = new Command(["start"], { ...environment, ...more, PORT });
    await command.url();
    const statuses = await Promise.all(
      Array.from({ length: 150 }, async () => (await documentedFetch(`http://127.0.0.1:${PORT}/bin-ko/enums`)).status),
    );
    const reference = await fetch(`http://127.0.0.1:${PORT}/docs`);
    const { output } = command;
    command.child.kill("SIGTERM");
    await command.exitCode();
    return { refused: statuses.filter((status) => status === 429).length, output, docs: reference.status };
  };
  const unsaid = await asked({ DATABASE_URL: await newDatabase() });
  expect([unsaid.refused, unsaid.docs]).toEqual([0, 404]);
  expect(unsaid.output).toContain("set WONFLOW_TRUSTED_PROXIES to the proxies before this service, or to none.");
  const none = await asked({
    WONFLOW_DATA: await preparedFolder(),
    WONFLOW_TRUSTED_PROXIES: "none",
    WONFLOW_RATE_LIMITS: "keyless-address=50/h",
    WONFLOW_DOCS: "on",
  });
  expect([none.refused, none.docs]).toEqual([100, 200]);
  expect(none.output).not.toContain("WONFLOW_TRUSTED_PROXIES");
});

test.each([
  ["WONFLOW_RATE_LIMITS", "fast"],
  ["WONFLOW_TRUSTED_PROXIES", "everyone"],
])("%s=%s is refused in one line", async (name, value) => {
  expect(await run(["dev"], { WONFLOW_DATA: await newFolder(), [name]: value })).toEqual([
    1,
    expect.stringMatching(new RegExp(`^wonflow: ${name} must be [^\\n]+\\n$`)),
  ]);
});
