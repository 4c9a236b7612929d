/** The metrics that are measured in seconds. */
const inSeconds = [
  "http.server.request.duration",
  "wonflow.attempts.age",
  "wonflow.calendar.end",
  "wonflow.commit.duration",
  "wonflow.webhooks.lag",
  "wonflow.work.lag",
];

/**
 * Views of OpenTelemetry's SDK that put the unit at the end of a metric's name, as Prometheus has it:
 * `wonflow_commit_duration_seconds`. The rules and the dashboard in `deploy` count on these names. The exporter of
 * OpenTelemetry leaves units out; a collector adds them by itself, and needs no views.
 *
 * @example
 * const options = { views: [...prometheusViews] }; // of OpenTelemetry's MeterProvider
 * options.views.length; // 6
 */
export const prometheusViews: readonly { readonly instrumentName: string; readonly name: string }[] = inSeconds.map(
  (instrumentName) => ({ instrumentName, name: `${instrumentName}.seconds` }),
);
