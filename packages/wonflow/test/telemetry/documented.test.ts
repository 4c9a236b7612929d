import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@wonflow/testkit/free-port";
import { describe, expect, onTestFinished, test } from "vitest";
import { noticeLines } from "../../src/logger/notice-lines.ts";
import { alertRules, documentedNotices, exporterProgram, program } from "./documented.ts";

/** Runs a program that finds this package by its name, and what it has installed. */
async function output(name: string, code: string): Promise<string> {
  const folder = join(import.meta.dirname, "../../dist");
  const file = join(folder, `${name}-${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, code);
  onTestFinished(() => rmSync(file));
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", file]);
  return stdout;
}

test("the program of docs/observability.md prints spans, metrics and lines", async () => {
  const stdout = await output("observability", program);
  expect(stdout).toContain("name: 'GET /healthz'");
  for (const metric of ["http.server.request.duration", "wonflow.attempts.unknown"]) {
    expect(stdout).toContain(`name: '${metric}'`);
  }
  expect(stdout).toMatch(/"route":"\/healthz","status":200.*"msg":"a request was answered"/);
});

test("a program's own exporter, as in docs/observability.md, exports the names that the rules use", async () => {
  const port = String(await freePort());
  const service = `
    const { createHandler, createPayments, memoryStore, silentLogger } = await import("wonflow");
    const secret = crypto.randomUUID();
    const payments = createPayments({ store: memoryStore(), gateways: {}, secret, logger: silentLogger });
    await createHandler(payments, { logger: silentLogger })(new Request("http://localhost/healthz"));
    console.log(await (await fetch("http://127.0.0.1:${port}/metrics")).text());
    await reader.shutdown();`;
  const stdout = await output("exporter", exporterProgram.replace("9464", port) + service);
  expect(stdout).toMatch(/^http_server_request_duration_seconds_count\{[^}]*http_route="\/healthz"[^}]*\} 1$/m);
  expect(stdout).toContain('wonflow_notices_total{wonflow_notice="webhook-exhausted"} 0');
});

test("docs/observability.md names every notice, with its level", () => {
  const lines = Object.entries(noticeLines).map(([kind, { level }]) => `${kind} ${level}`);
  expect(documentedNotices.toSorted()).toEqual(lines.toSorted());
});

const nameOf = (section: string) => /.*/.exec(section)?.[0] ?? "";

/** The chapter of the notices: its overview, and a section for each. */
function chapterOf(file: string, title: string) {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs", file), "utf8");
  const [, chapter = ""] = page.split(`\n## ${title}\n`);
  const [overview = "", ...sections] = (chapter.split(/^## /m)[0] ?? "").split(/^### /m);
  return { overview, sections };
}

const chapters = [
  {
    file: "operating.md",
    title: "What each notice means",
    parts: ["Means", "Look at", "Do", "Don't"],
    critical: "critical",
  },
  { file: "ko/operating.md", title: "알림마다 할 일", parts: ["뜻", "볼 것", "할 일", "하지 말 것"], critical: "위급" },
];

describe.each(chapters)("docs/$file", ({ file, title, parts, critical }) => {
  const { overview, sections } = chapterOf(file, title);

  test("has a section for every notice and every alert, and its table leads to each", () => {
    const ofAlerts = alertRules.map(({ annotations }) => annotations.runbook_url.replace("docs/operating.md#", ""));
    const wanted = [...new Set([...Object.keys(noticeLines), "request-failed", ...ofAlerts])].toSorted();
    expect(sections.map(nameOf).toSorted()).toEqual(wanted);
    const linked = [...overview.matchAll(/\[([\w-]+)\]\(#([\w-]+)\)/g)].map(([, text, anchor]) => `${text} ${anchor}`);
    expect(linked.toSorted()).toEqual(wanted.map((name) => `${name} ${name}`));
  });

  test.each(sections.map((section) => [nameOf(section), section]))(
    "explains for %s what it means, what to look at, what to do and what not",
    (_name, section) => {
      const written = section.matchAll(/^- \*\*([^*]+)\*\*: [A-Z`\p{Script=Hangul}]/gmu);
      expect([...written].map(([, part]) => part)).toEqual(parts);
    },
  );

  test("names each alert in the row of its section, and says which are critical", () => {
    const rows = overview.split("\n");
    for (const { alert, labels, annotations } of alertRules) {
      const row = rows.find((line) => line.includes(`\`${alert}\``)) ?? "";
      const anchor = annotations.runbook_url.split("#")[1] ?? "";
      expect(row).toContain(`(#${anchor})`);
      expect([alert, row.includes(`\`${alert}\`, ${critical}`)]).toEqual([alert, labels.severity === "critical"]);
    }
  });
});
