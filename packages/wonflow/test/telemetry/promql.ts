import { parser } from "@prometheus-io/lezer-promql";

/** A metric as an expression asks for it, with the labels that it names. */
export interface Selected {
  readonly metric: string;
  readonly labels: readonly string[];
  /** The labels that must have one value. */
  readonly equal: Readonly<Record<string, string>>;
}

export interface ReadExpression {
  readonly selected: readonly Selected[];
  /** The labels that it groups or joins by. */
  readonly grouped: readonly string[];
}

/** Parses a Prometheus expression. Throws if it is invalid. */
export function readExpression(expression: string): ReadExpression {
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
