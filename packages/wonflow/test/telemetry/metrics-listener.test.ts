import { metrics } from "@opentelemetry/api";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { freePort } from "@wonflow/testkit/free-port";
import { expect, onTestFinished, test } from "vitest";

import { readEnvironment } from "../../src/settings/environment.ts";
import { silentLogger } from "../../src/index.ts";
import { serve } from "../../src/serve/serve.ts";
import { Command, newFolder, quicklyOpened, run, takenPort } from "../command.ts";
import { newDatabase } from "../new-database.ts";
import { scrape } from "./scraped.ts";

const secret = { WONFLOW_SECRET: "s".repeat(32) };

function metricsUrlOf({ output }: Command): string | undefined {
  return /Metrics\s+(\S+)/.exec(output)?.[1];
}

test("wonflow start serves its metrics on its own port on this machine, until SIGTERM", async () => {
  const settings = { ...secret, WONFLOW_URL: "https://pay.example", HOST: "127.0.0.1", WONFLOW_METRICS_PORT: "0" };
  const service = new Command(["start"], { ...settings, ...(await quicklyOpened()) });
  await service.url();
  const url = metricsUrlOf(service) ?? "";
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const { samples } = await scrape(`${url}?x=1`);
  expect(samples).toContainEqual({ name: "wonflow_store_up", labels: {}, value: 1 });
  expect((await fetch(new URL("/", url))).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
  service.child.kill("SIGTERM");
  expect(await service.exitCode()).toBe(0);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("wonflow serve and work each serve their own; a process without a port serves none", async () => {
  const settings = { ...secret, DATABASE_URL: await newDatabase(), WONFLOW_MODE: "development" };
  const start = async (command: string, more: Readonly<Record<string, string>>) => {
    const process = new Command([command], { ...settings, ...more, WONFLOW_DATA: await newFolder() });
    await process.url();
    return metricsUrlOf(process);
  };
  const port = { WONFLOW_METRICS_PORT: "0" };
  const [serving, working] = [await start("serve", port), await start("work", port)];
  expect(serving).not.toBe(working);
  for (const url of [serving, working]) {
    const { samples } = await scrape(url ?? "");
    expect(samples).toContainEqual({ name: "wonflow_store_up", labels: {}, value: 1 });
  }
  expect(await start("work", {})).toBeUndefined();
});

test("a stopped service has released its port, and the next one serves its own metrics", async () => {
  const port = String(await freePort());
  const variables = { ...secret, PORT: "0", WONFLOW_METRICS_PORT: port, DATABASE_URL: await newDatabase() };
  const environment = readEnvironment(variables, "development");
  for (const requests of [1, 2]) {
    const service = await serve(environment, silentLogger);
    for (let asked = 0; asked < requests; asked += 1) await fetch(`${service.url}/healthz`);
    const { samples } = await scrape(service.metricsUrl ?? "");
    const counted = samples.find(
      ({ name, labels }) =>
        name === "http_server_request_duration_seconds_count" && labels["http_route"] === "/healthz",
    );
    expect(counted?.value).toBe(requests);
    await service.stop();
    await expect(fetch(service.metricsUrl ?? "")).rejects.toThrow("fetch failed");
  }
});

test("a port that is taken, or an address of another machine, ends the start with a line that names the setting", async () => {
  const taken = await takenPort();
  const settings = { ...secret, WONFLOW_DATA: await newFolder() };
  expect(await run(["dev"], { ...settings, WONFLOW_METRICS_PORT: taken.port })).toEqual([
    1,
    `wonflow: Port ${taken.port} is taken: stop what uses it, or set WONFLOW_METRICS_PORT to another one\n`,
  ]);
  taken.close();
  const elsewhere = { ...settings, WONFLOW_METRICS_PORT: "0", WONFLOW_METRICS_HOST: "192.0.2.1" };
  expect(await run(["dev"], elsewhere)).toEqual([1, "wonflow: WONFLOW_METRICS_HOST is no address of this machine\n"]);
});

test("a service that can't start releases the port", async () => {
  const port = String(await freePort());
  const nowhere = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none`, WONFLOW_DATA: await newFolder() };
  const settings = { ...secret, ...nowhere, WONFLOW_METRICS_PORT: port };
  for (let time = 0; time < 2; time += 1) {
    expect(await run(["dev"], settings)).toEqual([1, expect.stringContaining("Can't reach the database")]);
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow("fetch failed");
  }
});

test("where metrics are set up already, the setting is refused", async () => {
  const provider = new MeterProvider();
  metrics.setGlobalMeterProvider(provider);
  onTestFinished(async () => {
    metrics.disable();
    await provider.shutdown();
  });
  const settings = { ...secret, WONFLOW_DATA: await newFolder(), WONFLOW_METRICS_PORT: "0" };
  const [code, output] = await run(["dev"], settings);
  expect([code, output]).toEqual([1, expect.stringContaining("an OpenTelemetry meter provider is already registered")]);
});
