import { expect } from "vitest";

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a process, as Prometheus gets them. */
export interface Scraped {
  /** The kinds of metrics, by the names of their families. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
  readonly text: string;
}

/** Asks for the metrics as Prometheus does. */
export async function scrape(url: string): Promise<Scraped> {
  const response = await fetch(url);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind = ""]) => [name, kind] as const);
  const samples = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(sampleOf);
  return { kinds: Object.fromEntries(kinds), samples, text };
}

function sampleOf(line: string): Sample {
  const [, name = "", labels = "", value = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === "") throw new Error(`is no sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label = "", text = ""]) => [label, text])),
    value: Number(value),
  };
}
