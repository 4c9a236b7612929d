import { createServer, type RequestListener } from "node:http";

import { metrics } from "@opentelemetry/api";

import type { Environment } from "../environment.ts";
import { SettingError } from "../setting-error.ts";
import { prometheusViews } from "../telemetry/prometheus-views.ts";
import { close } from "./connections.ts";
import { listen } from "./http-server.ts";

export interface MetricsListener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Tells the metrics at `/metrics` of a port of its own, where the settings name one. Open it before the store: a store
 * that was opened before tells none. Rejects with a `SettingError` where that can't be.
 */
export async function openMetrics({ metricsPort, metricsHost }: Environment): Promise<MetricsListener | undefined> {
  if (metricsPort === undefined) return undefined;
  // Most programs need no SDK.
  const [{ PrometheusExporter }, { MeterProvider }] = await Promise.all([
    import("@opentelemetry/exporter-prometheus"),
    import("@opentelemetry/sdk-metrics"),
  ]);
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  });
  const provider = new MeterProvider({ readers: [exporter], views: [...prometheusViews] });
  if (!metrics.setGlobalMeterProvider(provider)) {
    throw new SettingError(
      "WONFLOW_METRICS_PORT sets up metrics, which a module that was loaded before has done already: leave out one of the two",
    );
  }
  const server = createServer(answerer((request, response) => exporter.getMetricsRequestHandler(request, response)));
  const end = async () => {
    metrics.disable();
    const closed = close(server);
    server.closeAllConnections();
    await Promise.all([closed, provider.shutdown()]);
  };
  try {
    const place = { port: metricsPort, host: metricsHost };
    const port = await listen(server, place, { port: "WONFLOW_METRICS_PORT", host: "WONFLOW_METRICS_HOST" });
    const shown = metricsHost.includes(":") ? `[${metricsHost}]` : metricsHost;
    return { url: `http://${shown}:${port}/metrics`, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

function answerer(tell: RequestListener): RequestListener {
  return (request, response) => {
    const [path] = (request.url ?? "").split("?");
    if (path !== "/metrics") return void response.writeHead(404).end();
    if (request.method !== "GET" && request.method !== "HEAD") {
      return void response.writeHead(405, { Allow: "GET, HEAD" }).end();
    }
    tell(request, response);
    // The exporter names no version, and writes the head only once it has collected.
    response.setHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  };
}
