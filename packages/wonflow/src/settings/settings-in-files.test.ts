import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { SettingError } from "./setting-error.ts";

let folder: string;

const secret = "s".repeat(32);
const files: Readonly<Record<string, string>> = {
  secret: `${secret}\n`,
  url: "postgres://wonflow:pass@db.example/wonflow\r\n",
  "client-key": "R2_a,R2_b",
  "secret-key": `${"1".repeat(32)},${"2".repeat(32)}\n`,
  empty: "\n",
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "wonflow-settings-"));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

test("secrets are read from files, without the line break at their end", () => {
  const environment = readEnvironment(
    {
      WONFLOW_SECRET_FILE: at("secret"),
      DATABASE_URL_FILE: at("url"),
      WONFLOW_NICE_CLIENT_KEY_FILE: at("client-key"),
      WONFLOW_NICE_SECRET_KEY_FILE: at("secret-key"),
      // Set and left empty, as compose files do.
      WONFLOW_SECRET: "",
    },
    "production",
  );
  expect(environment).toMatchObject({
    secrets: [secret],
    databaseUrl: "postgres://wonflow:pass@db.example/wonflow",
    live: [
      {
        keys: [
          { name: "R2_a", secret: "1".repeat(32) },
          { name: "R2_b", secret: "2".repeat(32) },
        ],
      },
    ],
  });
});

test.each([
  [{ WONFLOW_SECRET_FILE: "secret", WONFLOW_SECRET: secret }, "Set WONFLOW_SECRET or WONFLOW_SECRET_FILE, not both"],
  [{ DATABASE_URL_FILE: "url", DATABASE_URL: "postgres://x" }, "Set DATABASE_URL or DATABASE_URL_FILE, not both"],
  [{ WONFLOW_SECRET_FILE: "empty" }, /^WONFLOW_SECRET_FILE names an empty file: .*empty$/],
  [{ WONFLOW_SECRET_FILE: "absent" }, /^WONFLOW_SECRET_FILE names a file that cannot be read: .*absent \(ENOENT\)$/],
  [{ DATABASE_URL_FILE: "." }, /^DATABASE_URL_FILE names a file that cannot be read: .* \(EISDIR\)$/],
])("%j is refused with what to do", (variables, message) => {
  const given = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, name.endsWith("_FILE") ? at(value) : value]),
  );
  const read = () => readEnvironment({ WONFLOW_URL: "https://pay.example", ...given }, "production");
  expect(read).toThrow(SettingError);
  expect(read).toThrow(message);
});
