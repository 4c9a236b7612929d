import { request as httpRequest } from "node:http";
import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { expect, onTestFinished, test } from "vitest";

import { silentLogger } from "../src/index.ts";
import { commandSocketOf } from "../src/serve/command-socket.ts";
import { serve } from "../src/serve/serve.ts";
import { readEnvironment } from "../src/settings/environment.ts";
import { Command, newFolder, preparedFolder, run, takenPort } from "./command.ts";
import { copyDatabase } from "./prepared-database.ts";

const password = "four words are better";
const other = "five words are better still";
/** The documentation merchant, which a service in development registers. */
const tenant = ["--mid", "1", "--mode", "test"];

async function openService(dataDir?: string) {
  const WONFLOW_DATA = dataDir ?? (await preparedFolder());
  const service = new Command(["dev"], { WONFLOW_DATA });
  const url = await service.url();
  const ask = async (verb: string, args: readonly string[] = [], input?: string) => {
    const line = ["operators", verb, ...tenant, ...args, "--json"];
    const [exitCode, output] = await run(line, { WONFLOW_DATA }, input);
    return [exitCode, JSON.parse(output)];
  };
  const signIn = async (name: string, given: string) => {
    const answer = await fetch(`${url}/operator/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ mId: 1, mode: "test", name, password: given }),
    });
    return answer.status;
  };
  return { service, url, WONFLOW_DATA, ask, signIn };
}

test("operators are made and looked after while a service with an embedded database runs", async () => {
  const { service, url, WONFLOW_DATA, ask, signIn } = await openService();
  const add = ["operators", "add", ...tenant, "--name", "Kim", "--role", "cashier", "--json"];
  const command = new Command(add, { WONFLOW_DATA }, { input: `${password}\n` });
  const kim = { name: "kim", role: "cashier", addedAt: expect.any(Number), passwordSetAt: expect.any(Number) };
  expect([await command.exitCode(), JSON.parse(command.output)]).toEqual([0, kim]);
  expect(await signIn("kim", password)).toBe(200);
  expect(service.output + command.output).not.toContain(password);

  const named = ["--name", "kim"];
  expect(await ask("list")).toMatchObject([0, { operators: expect.arrayContaining([kim]) }]);
  expect(await ask("add", named, other)).toEqual([2, { error: expect.stringContaining("is an operator already") }]);
  expect(await ask("role", [...named, "--role", "owner"])).toMatchObject([0, { role: "owner" }]);
  expect(await ask("password", named, "short")).toEqual([2, { error: "password must be at least 12 characters" }]);
  expect(await ask("password", named, other)).toMatchObject([0, { name: "kim" }]);
  expect([await signIn("kim", password), await signIn("kim", other)]).toEqual([401, 200]);
  expect(await ask("sign-out", named)).toEqual([0, { signedOut: true }]);
  expect(await ask("actions")).toEqual([0, { actions: [], hasMore: false }]);
  expect(await ask("remove", named)).toEqual([0, { removed: true }]);
  expect(await ask("remove", named)).toEqual([2, { error: "merchant 1 has no operator kim in test mode" }]);
  const ofPlatform = ["operators", "add", "--platform", "--name", "choi", "--json"];
  expect((await run(ofPlatform, { WONFLOW_DATA }, password))[0]).toBe(0);
  const signedIn = await fetch(`${url}/platform/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "choi", password }),
  });
  expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { name: "choi", role: "owner" }]);
  const elsewhere = ["operators", "remove", "--mid", "7", "--mode", "test", ...named, "--json"];
  expect(await run(elsewhere, { WONFLOW_DATA })).toEqual([
    2,
    `${JSON.stringify({ error: "merchant 7 is not registered in test mode" })}\n`,
  ]);
});

/** Asks a running service as another program could that may enter its folder. */
function sent(dataDir: string, body: string): Promise<readonly [status: number | undefined, body: unknown]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath: commandSocketOf(dataDir), method: "POST" }, (response) => {
      void text(response).then((answer) => resolve([response.statusCode, JSON.parse(answer)]));
    });
    request.once("error", reject);
    request.end(body);
  });
}

test("the socket is for the service's own user, takes nothing else, and is gone when the service has stopped", async () => {
  const { service, WONFLOW_DATA, ask } = await openService();
  const socket = commandSocketOf(WONFLOW_DATA);
  const modes = [await stat(socket), await stat(join(socket, ".."))].map(({ mode }) => mode & 0o777);
  expect(modes).toEqual([0o600, 0o700]);
  const shop = { mId: 1, mode: "test" };
  for (const operation of [
    "keys.issue",
    "merchants.register",
    "operators.signIn",
    "operators.constructor",
    "operators.__proto__",
    "constructor.constructor",
    "set",
    "",
  ]) {
    const problem = `this version of the service does not take ${operation}`;
    expect(await sent(WONFLOW_DATA, JSON.stringify({ operation, given: [shop, "secret"] }))).toEqual([
      404,
      { problem },
    ]);
  }
  const wrong = { ok: false, error: { code: "INVALID_REQUEST" } };
  const set = (given: unknown) => sent(WONFLOW_DATA, JSON.stringify({ operation: "operators.set", given }));
  expect(await set(["7:test", {}])).toMatchObject([200, wrong]);
  expect(await set([shop, { name: 7 }])).toMatchObject([200, wrong]);
  for (const body of ["", "{", "7", JSON.stringify({ operation: 7, given: {} })]) {
    expect(await sent(WONFLOW_DATA, body)).toEqual([500, { problem: expect.stringContaining("its log says why") }]);
  }
  expect(service.output).toContain("a command that was given to this service failed");

  service.child.kill("SIGTERM");
  expect(await service.exitCode()).toBe(0);
  expect(existsSync(socket)).toBe(false);
  // Now the folder is opened.
  expect(await ask("add", ["--name", "lee"], password)).toMatchObject([0, { name: "lee" }]);
});

test("a service that can't start leaves no socket", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const taken = await takenPort();
  const [exitCode, output] = await run(["dev"], { WONFLOW_DATA, PORT: taken.port });
  expect([exitCode, output]).toEqual([1, expect.stringContaining(`Port ${taken.port} is taken`)]);
  expect(existsSync(commandSocketOf(WONFLOW_DATA))).toBe(false);
  taken.close();
});

test("a killed service leaves a dead socket: commands open the folder, and the next service listens again", async () => {
  const { service, WONFLOW_DATA, ask } = await openService();
  service.child.kill("SIGKILL");
  await service.exitCode();
  expect(existsSync(commandSocketOf(WONFLOW_DATA))).toBe(true);
  expect(await ask("add", ["--name", "lee"], password)).toMatchObject([0, { name: "lee" }]);
  const next = await openService(WONFLOW_DATA);
  expect(await next.ask("add", ["--name", "kim"], password)).toMatchObject([0, { name: "kim" }]);
  expect([await next.signIn("lee", password), await next.signIn("kim", password)]).toEqual([200, 200]);
});

test("a service in production is commanded without its secret, as access to its folder is enough", async () => {
  const WONFLOW_DATA = await preparedFolder();
  const secret = { WONFLOW_SECRET: "s".repeat(32), WONFLOW_DATA };
  await run(["secret", "accept"], { ...secret, WONFLOW_MODE: "production" });
  const merchant = ["merchants", "set", ...tenant, "--name", "Corner Shop", "--fee-rate", "3.3"];
  const [exitCode, output] = await run(merchant, { ...secret, WONFLOW_MODE: "production" });
  expect([exitCode, output]).toEqual([0, expect.any(String)]);
  const production = { ...secret, PORT: "0", HOST: "127.0.0.1", WONFLOW_URL: "https://pay.example" };
  const service = await serve(readEnvironment(production, "production"), silentLogger);
  onTestFinished(() => service.stop());
  const add = ["operators", "add", ...tenant, "--name", "kim", "--json"];
  const [code, added] = await run(add, { WONFLOW_DATA }, password);
  expect([code, JSON.parse(added)]).toMatchObject([0, { name: "kim" }]);
});

test("where no socket can be, the service runs without, says so, and commands say to stop it", async () => {
  const WONFLOW_DATA = join(await newFolder(), "long".repeat(30));
  await mkdir(WONFLOW_DATA);
  await copyDatabase(WONFLOW_DATA);
  const { service, ask, signIn } = await openService(WONFLOW_DATA);
  expect(service.output).toContain("commands cannot be given to this service while it runs");
  expect(await signIn("kim", password)).toBe(401);
  expect(await ask("list")).toEqual([1, { error: expect.stringContaining("is in use by process") }]);
});
