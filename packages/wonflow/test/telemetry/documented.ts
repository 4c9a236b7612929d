import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** docs/observability.md as it is. */
const docs = readFileSync(join(import.meta.dirname, "../../../../docs/observability.md"), "utf8");

/** The rows of its table of metrics. */
const rows = [...docs.matchAll(/^\| `([\w.]+)` \| (histogram|gauge|counter), (\S+) \| ([^|]*) \|/gm)].map(
  ([, name = "", kind = "", unit = "", attributes = ""]) => ({ name, kind, unit, attributes }),
);

/** The unit and the kind of each metric, by its table. */
export const documentedMetrics = Object.fromEntries(rows.map(({ name, kind, unit }) => [name, `${unit} ${kind}`]));

const underscored = (name: string) => name.replaceAll(".", "_");

/** Each metric as Prometheus has it: its kind, the names of its series, and their labels. */
export const documentedSeries = rows.map(({ name, kind, unit, attributes }) => {
  const family = `${underscored(name)}${unit === "s" ? "_seconds" : ""}${kind === "counter" ? "_total" : ""}`;
  const labels = [...attributes.matchAll(/`((?:http|url|error|wonflow)\.[\w.]+)`/g)].map(([, one = ""]) =>
    underscored(one),
  );
  const isHistogram = kind === "histogram";
  return {
    family,
    kind,
    names: isHistogram ? ["_bucket", "_count", "_sum"].map((end) => family + end) : [family],
    labels: isHistogram ? [...labels, "le"] : labels,
  };
});

const programs = [...docs.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = ""]) => code);

/** The page's program that exports everything. */
export const program = programs[0] ?? "";

/** Its program that registers the exporter for Prometheus. */
export const exporterProgram = programs[1] ?? "";

/** The kinds of notices in its table, with their levels. */
export const documentedNotices = [...docs.matchAll(/^\| (`[\w-]+`(?:, `[\w-]+`)*) \| (warn|error) \|/gm)].flatMap(
  ([, kinds = "", level]) => [...kinds.matchAll(/`([\w-]+)`/g)].map(([, kind]) => `${kind} ${level}`),
);

export const deployFolder = join(import.meta.dirname, "../../../../deploy");

const read = (file: string) => readFileSync(join(deployFolder, file), "utf8");

const ruleSchema = z.strictObject({
  alert: z.string().regex(/^Wonflow[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
});

const rulesSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(ruleSchema) })),
});

/** The rules of deploy/prometheus/alerts.yaml. */
export const alertRules = rulesSchema.parse(parse(read("prometheus/alerts.yaml"))).groups.flatMap(({ rules }) => rules);

const ruleTestsSchema = z.looseObject({
  tests: z.array(
    z.looseObject({
      name: z.string(),
      alert_rule_test: z.array(
        z.looseObject({ alertname: z.string(), eval_time: z.string(), exp_alerts: z.array(z.unknown()) }),
      ),
    }),
  ),
});

/** The cases of deploy/prometheus/alerts.test.yaml: the alert, and whether it fires at all. */
export const alertCases = ruleTestsSchema
  .parse(parse(read("prometheus/alerts.test.yaml")))
  .tests.map(({ name, alert_rule_test: asked }) => ({
    name,
    alerts: [...new Set(asked.map(({ alertname }) => alertname))],
    fires: asked.some(({ exp_alerts: expected }) => expected.length > 0),
  }));

const panelSchema = z.looseObject({
  title: z.string(),
  type: z.string(),
  datasource: z.looseObject({ uid: z.string() }).optional(),
  targets: z.array(z.looseObject({ expr: z.string(), datasource: z.looseObject({ uid: z.string() }) })).default([]),
});

const dashboardSchema = z.looseObject({
  panels: z.array(panelSchema),
  templating: z.looseObject({
    list: z.array(z.looseObject({ name: z.string(), type: z.string(), definition: z.string().optional() })),
  }),
});

/** deploy/grafana/wonflow.json. */
export const dashboard = dashboardSchema.parse(JSON.parse(read("grafana/wonflow.json")));

/** Its expressions, with the values that Grafana puts in. */
export const dashboardExpressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({
    where: title,
    expression: expr.replaceAll("$__rate_interval", "1m").replaceAll("$process", ".*"),
  })),
);
