import { readFileSync } from "node:fs";
import { join } from "node:path";

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
