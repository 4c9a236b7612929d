import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readEnvironment } from "../../src/settings/environment.ts";
import { silentLogger } from "../../src/index.ts";
import { serve } from "../../src/serve/serve.ts";
import { prometheusViews } from "../../src/telemetry/prometheus-views.ts";
import { run } from "../command.ts";
import { newDatabase } from "../new-database.ts";
import {
  alertCases,
  alertRules,
  dashboard,
  dashboardExpressions,
  deployFolder,
  documentedMetrics,
  documentedSeries,
} from "./documented.ts";
import { scrape, type Scraped } from "./scraped.ts";
import { parser } from "@prometheus-io/lezer-promql";

const everyExpression = [
  ...alertRules.map(({ alert, expr }) => ({ where: alert, expression: expr })),
  ...dashboardExpressions,
];

/** A service that has taken a payment and refused another, as Prometheus sees it. */
async function scrapedService(): Promise<Scraped> {
  const settings = { PORT: "0", WONFLOW_METRICS_PORT: "0", WONFLOW_SECRET: "s".repeat(32) };
  const environment = readEnvironment({ ...settings, DATABASE_URL: await newDatabase() }, "development");
  const service = await serve(environment, silentLogger);
  onTestFinished(() => service.stop());
  for (const event of ["payment.done", "payment.aborted"]) {
    expect(await run(["trigger", event, "--url", service.url], {})).toEqual([0, expect.any(String)]);
  }
  return scrape(service.metricsUrl ?? "");
}

/** Labels that Prometheus puts beside those of a process. */
const ofPrometheus = ["instance", "job"];

/** Labels with a fixed set of values, all of which a process exports from its start. */
const closedLabels = ["wonflow_mode", "wonflow_notice", "wonflow_provider", "wonflow_work_kind"];

/** Metrics and labels in an expression that no service exports. */
function missing(expression: string, { samples }: Pick<Scraped, "samples">): readonly string[] {
  const { selected, grouped } = readExpression(expression);
  const known = (metric: string) => documentedSeries.find(({ names }) => names.includes(metric))?.labels;
  const problems = selected.flatMap(({ metric, labels, equal }) => {
    if (metric === "up") return [];
    const its = samples.filter(({ name }) => name === metric);
    if (its.length === 0) return [metric];
    const allowed = [...(known(metric) ?? []), ...ofPrometheus];
    const unknownLabels = labels.filter((label) => !allowed.includes(label)).map((label) => `${metric}{${label}}`);
    const unknownValues = Object.entries(equal)
      .filter(
        ([label, value]) => closedLabels.includes(label) && !its.some(({ labels: told }) => told[label] === value),
      )
      .map(([label, value]) => `${metric}{${label}="${value}"}`);
    return [...unknownLabels, ...unknownValues];
  });
  const allowed = [...selected.flatMap(({ metric }) => known(metric) ?? []), ...ofPrometheus];
  return [...problems, ...grouped.filter((label) => !allowed.includes(label)).map((label) => `by (${label})`)];
}

test("a service exports the metrics of docs/observability.md under Prometheus' names, and the rules and the dashboard use these", async () => {
  const told = await scrapedService();
  const documented = documentedSeries.map(({ family, kind }) => [family, kind]);
  expect(told.kinds).toEqual(Object.fromEntries(documented));
  for (const { name, labels } of told.samples) {
    const series = documentedSeries.find(({ names }) => names.includes(name));
    expect(series?.labels, name).toEqual(expect.arrayContaining(Object.keys(labels)));
  }
  expect(told.samples.find(({ labels }) => labels["http_route"] === "/px/intents/confirm")).toBeDefined();
  for (const { where, expression } of everyExpression) expect([where, missing(expression, told)]).toEqual([where, []]);
  // Merchants, orders and keys are no labels.
  expect(told.text).not.toMatch(/trigger-|order|test_[sc]k|documentation/i);
});

test.each([
  ["wonflow_commit_duration_bucket", ["wonflow_commit_duration_bucket"]],
  ['wonflow_store_up{mid="7"}', ["wonflow_store_up{mid}"]],
  [
    'wonflow_store_up{wonflow_mode="live"}',
    ["wonflow_store_up{wonflow_mode}", 'wonflow_store_up{wonflow_mode="live"}'],
  ],
  ["max by (merchant) (wonflow_store_up)", ["by (merchant)"]],
  ['max by (instance) (wonflow_store_up{job="wonflow"})', []],
])("in %s, no service exports %j", (expression, problems) => {
  expect(missing(expression, { samples: [{ name: "wonflow_store_up", labels: {}, value: 1 }] })).toEqual(problems);
});

test.each(["sum(rate(x[5m])", "x{", "sum by (a (x)", ""])("%j is found to be no expression", (expression) => {
  expect(() => readExpression(expression)).toThrow("is no expression");
});

test("every metric in seconds has a view that puts its unit into its name", () => {
  const inSeconds = Object.entries(documentedMetrics).filter(([, kind]) => kind.startsWith("s "));
  expect(prometheusViews.map(({ instrumentName }) => instrumentName).toSorted()).toEqual(
    inSeconds.map(([name]) => name).toSorted(),
  );
});

test("every alert leads to its section of docs/operating.md", () => {
  const page = readFileSync(join(deployFolder, "../docs/operating.md"), "utf8");
  for (const { annotations } of alertRules) {
    const [, anchor] = /^docs\/operating\.md#([a-z-]+)$/.exec(annotations.runbook_url) ?? [];
    expect(page.split("\n")).toContain(`### ${anchor}`);
  }
  expect(new Set(alertRules.map(({ alert }) => alert)).size).toBe(alertRules.length);
});

test.each(alertRules.map(({ alert }) => alert))(
  "%s has a case in which it fires, and one in which it does not",
  (alert) => {
    const cases = alertCases.filter(({ alerts }) => alerts.join() === alert);
    expect(new Set(cases.map(({ fires }) => fires))).toEqual(new Set([true, false]));
  },
);

test("the dashboard asks the chosen data source, and nothing else", () => {
  const asked = dashboard.panels.flatMap(({ datasource, targets }) => [
    ...(datasource === undefined ? [] : [datasource.uid]),
    ...targets.map((target) => target.datasource.uid),
  ]);
  expect(new Set(asked)).toEqual(new Set(["${datasource}"]));
  const variables = dashboard.templating.list.map(({ name, definition }) => [name, definition]);
  expect(variables).toEqual([
    ["datasource", undefined],
    ["process", "label_values(wonflow_store_up, instance)"],
  ]);
  const empty = dashboard.panels.filter(({ type, targets }) => type !== "row" && targets.length === 0);
  expect(empty).toEqual([]);
});

function hasPromtool(): boolean {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

// The check says at its end that these were left out.
test.skipIf(!hasPromtool())("promtool finds the rules right, and their tests green", async () => {
  const ask = promisify(execFile);
  const cwd = join(deployFolder, "prometheus");
  const checked = await ask("promtool", ["check", "rules", "alerts.yaml"], { cwd });
  expect(checked.stdout).toContain(`SUCCESS: ${alertRules.length} rules found`);
  const tested = await ask("promtool", ["test", "rules", "alerts.test.yaml"], { cwd });
  expect(tested.stdout).toContain("SUCCESS");
});

/** A metric as an expression asks for it, with the labels that it names. */
interface Selected {
  readonly metric: string;
  readonly labels: readonly string[];
  /** The labels that must have one value. */
  readonly equal: Readonly<Record<string, string>>;
}

interface ReadExpression {
  readonly selected: readonly Selected[];
  /** The labels that it groups or joins by. */
  readonly grouped: readonly string[];
}

/** Parses a Prometheus expression. Throws if it is invalid. */
function readExpression(expression: string): ReadExpression {
  const selected: Selected[] = [];
  const grouped: string[] = [];
  const tree = parser.parse(expression);
  tree.iterate({
    enter({ name, type, node, from, to }) {
      if (type.isError) throw new Error(`is no expression from "${expression.slice(from)}": ${expression}`);
      if (name === "VectorSelector") selected.push(selectedBy(expression.slice(from, to)));
      if (name === "LabelName" && node.parent?.name === "GroupingLabels") grouped.push(expression.slice(from, to));
    },
  });
  return { selected, grouped };
}

/** The parts of `metric{label="value", other=~"a|b"}`, which the parser has found to be one. */
function selectedBy(text: string): Selected {
  const [metric = ""] = /^[\w:]*/.exec(text) ?? [];
  const matchers = [...text.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)];
  return {
    metric,
    labels: matchers.map(([, label = ""]) => label),
    equal: Object.fromEntries(
      matchers.filter(([, , operator]) => operator === "=").map(([, label = "", , value = ""]) => [label, value]),
    ),
  };
}
