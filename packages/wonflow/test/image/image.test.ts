import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@wonflow/testkit/free-port";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "@wonflow/testkit/postgres";
import { Compose } from "./compose.ts";
import { Containers, machineSecret, missingTools, shared } from "./containers.ts";

/** Building takes minutes and npm's registry, so it is done only on request: `pnpm image`. */
const isRequested = process.env["WONFLOW_TEST_IMAGE"] !== undefined;

const base = "localhost/node";
const image = "localhost/wonflow";

describe.skipIf(!isRequested)("the image, and the services of the compose file", () => {
  let containers: Containers;
  let compose: Compose;
  let folder: string;
  let database: TestPostgres;
  let url: string;
  let upstreams: readonly string[];
  let stopProxy: () => Promise<void>;

  beforeAll(async () => {
    const missing = await missingTools();
    if (missing.length > 0)
      throw new Error(`The image can't be tried without ${missing.join(", ")} (Debian's packages)`);
    folder = await mkdtemp(path.join(tmpdir(), "wonflow-image-"));
    database = await startPostgres({ durable: true });
    containers = await Containers.open();
    await containers.makeBase(base);
    await containers.build(image, base);
    const ports = [await freePort(), await freePort(), await freePort()];
    url = `http://127.0.0.1:${ports[0]}`;
    upstreams = ports.slice(1).map((port) => `127.0.0.1:${port}`);
    compose = await Compose.open(
      {
        containers,
        image,
        secrets: { "database-url": database.url, "wonflow-secret": "s".repeat(40) },
        environment: {
          HOST: "127.0.0.1",
          WONFLOW_URL: url,
          WONFLOW_OPERATOR: "Wonflow",
          WONFLOW_SANDBOX: "on",
          WONFLOW_TRUSTED_PROXIES: "127.0.0.1/32",
          // All containers share this machine's ports.
          WONFLOW_METRICS_PORT: "0",
          WONFLOW_METRICS_HOST: "127.0.0.1",
        },
      },
      path.join(folder, "secrets"),
    );
  }, 900_000);

  afterAll(async () => {
    await stopProxy?.();
    await containers?.close();
    await database?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  test("adds at most 180 MB to its base", async () => {
    const added = (await containers.megabytesOf(image)) - (await containers.megabytesOf(base));
    process.stdout.write(`The image adds ${added} MB to its base\n`);
    expect(added).toBeLessThan(180);
    expect(added).toBeGreaterThan(10);
  });

  test("no layer has a secret of the machine that builds it", async () => {
    await containers.buildContext("localhost/context");
    expect(await containers.filesWith(machineSecret)).toEqual([]);
    // The search finds what is there: the context, and the image itself.
    const found = await containers.filesWith("A payment service for Korean won");
    expect(found.some((file) => file.includes("/context/"))).toBe(true);
    expect(found.some((file) => file.includes("/service/"))).toBe(true);
  });

  test("runs as a user that can't change it", async () => {
    const shell = (script: string) =>
      containers.podman("run", "--rm", ...shared, "--entrypoint", "/bin/sh", image, "-c", script);
    expect((await shell("id -u; id -g")).output).toContain("1000\n1000");
    expect((await shell("touch /service/dist/cli.js")).output).toContain("Permission denied");
    expect((await shell("ls -d /service /source")).output.match(/^\/\w+$/gm)).toEqual(["/service"]);
  });

  test("the migration runs first, and again changes nothing", async () => {
    expect(await compose.run("migrate")).toMatchObject({ code: 0, output: expect.stringContaining("Done for") });
    expect(await compose.run("migrate")).toMatchObject({ code: 0, output: expect.stringContaining("was up to date") });
  });

  test("two processes take requests, one does due work, and the proxy leads to both", async () => {
    for (const [index, name] of (["serve-1", "serve-2"] as const).entries()) {
      expect((await compose.up(name, { PORT: upstreams[index]?.split(":")[1] ?? "" })).code).toBe(0);
    }
    expect((await compose.up("work", {})).code).toBe(0);
    stopProxy = startProxy(url, upstreams);
    for (const upstream of upstreams) await expect.poll(() => statusOf(`http://${upstream}/readyz`)).toBe(200);
    await expect.poll(() => statusOf(`${url}/readyz`)).toBe(200);
    const healthy = await compose.exec("serve-1", "node", "-e", healthCheck);
    expect(healthy).toMatchObject({ code: 0 });
    // The one that does work listens at no port.
    expect(await compose.exec("work", "node", "-e", healthCheck)).toMatchObject({ code: 1 });
  });

  let key: string;

  test("a payment is made through the proxy", async () => {
    const cli = (...args: readonly string[]) => compose.exec("work", "node", "/service/dist/cli.js", ...args);
    const shop = ["--mid", "7", "--mode", "test"];
    expect(await cli("merchants", "set", ...shop, "--name", "Corner Shop", "--fee-rate", "3.3")).toMatchObject({
      code: 0,
    });
    const issued = await cli("keys", "issue", ...shop, "--type", "secret", "--json");
    key = /"(test_sk_\w+)"/.exec(issued.output)?.[1] ?? issued.output;
    const paid = await pay();
    expect(paid).toMatchObject({ code: 0, output: expect.stringMatching(/order trigger-\S+: DONE/) });
    const doctor = await cli("doctor");
    expect(doctor.output).toContain("0 wrong");
  });

  test("SIGTERM ends one, whose requests the other one takes, without a failed payment", async () => {
    let isStopping = true;
    const paying = (async () => {
      const codes: number[] = [];
      while (isStopping) codes.push((await pay()).code);
      return codes;
    })();
    expect(await compose.stop("serve-1")).toBe(0);
    isStopping = false;
    const codes = await paying;
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 0)).toEqual([]);
    expect((await pay()).code).toBe(0);
    expect(await compose.stop("work")).toBe(0);
    expect(await compose.stop("serve-2")).toBe(0);
    const audit = await compose.run("migrate", ["audit"]);
    expect(audit).toMatchObject({ code: 0 });
  });

  const pay = () =>
    compose.exec(
      "serve-2",
      "env",
      `WONFLOW_SECRET_KEY=${key}`,
      "node",
      "/service/dist/cli.js",
      "trigger",
      "payment.done",
      "--url",
      url,
    );
});

/** The check of the Dockerfile. */
const healthCheck =
  "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  );
}

/** The proxy of the compose file, with its Caddyfile. */
function startProxy(url: string, upstreams: readonly string[]): () => Promise<void> {
  const config = path.resolve(import.meta.dirname, "../../../../deploy/Caddyfile");
  const environment = { ...process.env, WONFLOW_URL: url, UPSTREAMS: upstreams.join(" ") };
  const proxy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", config], {
    env: environment,
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => proxy.once("exit", () => resolve()));
  return async () => {
    proxy.kill("SIGTERM");
    await ended;
  };
}
