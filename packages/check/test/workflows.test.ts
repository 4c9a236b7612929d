import { existsSync, readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

// The forge's own parser imports its schema without saying that it is JSON, which Node.js requires.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url.endsWith(".json") ? { ...found, importAttributes: { type: "json" } } : found;
  },
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");
hooks.deregister();

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, ".github/workflows");
const files = readdirSync(folder).filter((name) => name.endsWith(".yml"));
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

/** The objections of the forge's parser to a workflow, in its words. */
async function problemsOf(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
  if (value === undefined) return context.errors.getErrors().map(({ message }) => message);
  const { errors = [] } = await convertWorkflowTemplate(context, value);
  return errors.map(({ Message }) => Message.replace(/^workflow\.yml /, ""));
}

test.each(files)("the forge's parser has nothing to say against %s", async (name) => {
  expect(await problemsOf(read(name))).toEqual([]);
});

const release = read("release.yml");

test.each([
  [
    "a permission that there is not",
    release.replace("id-token: write", "id-tokn: write"),
    "Unexpected value 'id-tokn'",
  ],
  ["a misspelled key", release.replace("environment: npm", "enviroment: npm"), "Unexpected value 'enviroment'"],
  ["a job that needs a missing one", release.replace("needs: version", "needs: versions"), "unknown job 'versions'"],
  ["an invalid expression", release.replace("${{ github.token }}", "${{ github.token"), "expression"],
  ["a context that there is not", release.replace("needs.version.outputs", "need.version.outputs"), "'need'"],
])("%s is reported", async (_what, content, problem) => {
  expect(content).not.toBe(release);
  expect((await problemsOf(content)).join("\n")).toContain(problem);
});

const permissions = z.record(z.string(), z.string()).default({});
const workflow = z.object({
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      permissions,
      needs: z.string().optional(),
      uses: z.string().optional(),
      steps: z.array(z.object({ uses: z.string().optional(), run: z.string().default("") })).default([]),
    }),
  ),
});
const workflows = Object.fromEntries(files.map((name) => [name, workflow.parse(parse(read(name)))]));
const steps = Object.values(workflows).flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));

test("a workflow may only read, but for the two jobs that make a release; one of these may speak for the packages", () => {
  const mayWrite = Object.values(workflows).flatMap(({ permissions: all, jobs }) => {
    const ofJobs = Object.entries(jobs).map(([name, job]) => [name, job.permissions] as const);
    return [["all", all] as const, ...ofJobs].flatMap(([name, given]) =>
      Object.entries(given).flatMap(([scope, access]) => (access === "write" ? [`${name} ${scope}`] : [])),
    );
  });
  expect(mayWrite.toSorted()).toEqual([
    "publish contents",
    "publish id-token",
    "version contents",
    "version pull-requests",
  ]);
});

test("what is released has passed the check of pull requests", () => {
  const jobs = workflows["release.yml"]?.jobs ?? {};
  expect(jobs["check"]?.uses).toBe("./.github/workflows/ci.yml");
  expect([jobs["publish"]?.needs, jobs["version"]?.needs]).toEqual(["version", "check"]);
});

test("actions of others are pinned to a commit, and those of the forge to a version", () => {
  const used = [...new Set(steps.flatMap(({ uses }) => uses ?? []))];
  expect(used.filter((one) => !/^actions\/[\w-]+@v\d+$|@[\da-f]{40}$/.test(one))).toEqual([]);
});

describe("every script that a workflow runs", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  const text = Object.values(workflows)
    .map((_, index) => read(files[index] ?? ""))
    .join("\n");
  const run = [...text.matchAll(/(?:npm run|pnpm@[\d.]+)(?: --silent)? ([\w:]+)/g)].map(([, name = ""]) => name);

  beforeAll(() =>
    expect(run).toEqual(expect.arrayContaining(["setup", "build", "release:publish", "release:version", "test:long"])),
  );

  test.each([...new Set(run)])("%s is one of package.json, and its file is there", (name) => {
    expect(scripts).toHaveProperty([name]);
    const missing = [...(scripts[name] ?? "").matchAll(/packages\/[\w/.-]+\.(?:ts|mjs)/g)].filter(
      ([file]) => !existsSync(path.join(root, file)),
    );
    expect(missing).toEqual([]);
  });
});
