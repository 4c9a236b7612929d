import { createServer, type RequestListener } from "node:http";

import { metrics } from "@opentelemetry/api";

import type { Environment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import { prometheusViews } from "../telemetry/prometheus-views.ts";
import { close } from "./connections.ts";
import { listen } from "./http-server.ts";

export interface MetricsListener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the metrics at `/metrics` on a port of its own, if the settings have one. Call before opening the store;
 * otherwise the store's metrics are not registered. Rejects with a `SettingError` if the metrics can't be served.
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
      "an OpenTelemetry meter provider is already registered: unset WONFLOW_METRICS_PORT or remove the other one",
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
    // The exporter sets no version, and writes the head only after it has collected.
    response.setHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  };
}
