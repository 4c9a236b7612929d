import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { noticeLines } from "../../src/logger/notice-lines.ts";
import { documentedNotices, program } from "./docs.ts";

test("the program of docs/observability.md tells spans, metrics and lines", async () => {
  // Where a program finds this package by its name, and what it has installed.
  const folder = join(import.meta.dirname, "../../dist");
  const file = join(folder, `observability-${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, program);
  onTestFinished(() => rmSync(file));
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", file]);
  expect(stdout).toContain("name: 'GET /healthz'");
  for (const metric of ["http.server.request.duration", "wonflow.attempts.unknown"]) {
    expect(stdout).toContain(`name: '${metric}'`);
  }
  expect(stdout).toMatch(/"route":"\/healthz","status":200.*"msg":"a request was answered"/);
});

test("docs/observability.md names every notice, with its level", () => {
  const lines = Object.entries(noticeLines).map(([kind, { level }]) => `${kind} ${level}`);
  expect(documentedNotices.toSorted()).toEqual(lines.toSorted());
});

test("docs/operating.md says of every notice what to do at night", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/operating.md"), "utf8");
  const sections = page.split(/^### /m).slice(1);
  const told = sections
    .filter((section) => section.includes("**At night:**"))
    .map((section) => /.*/.exec(section)?.[0] ?? "");
  expect(told.toSorted()).toEqual([...Object.keys(noticeLines), "request-failed"].toSorted());
});
