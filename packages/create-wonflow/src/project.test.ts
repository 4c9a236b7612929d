import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { frameworkNames, stores } from "./choices.ts";
import { filesOf, type Manifest } from "./project.ts";
import { languageOf, runsProjects } from "./words.ts";
import { packageName } from "./write.ts";

const own = JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8")) as Manifest;
/** As it is when it was packed. */
const manifest = {
  devDependencies: Object.fromEntries(
    Object.entries(own.devDependencies).map(([name, version]) => [name, version.replace("workspace:*", "0.1.0")]),
  ),
};
const projects = frameworkNames.flatMap((framework) =>
  stores.flatMap((store) =>
    (["en", "ko"] as const).map((language) => ({
      name: "tea-house",
      framework,
      store,
      language,
      secret: "0123456789abcdef",
    })),
  ),
);

describe.each(projects)("a project on $framework, $store, $language", (project) => {
  const files = filesOf(project, manifest);

  test("has at most eleven files, among them what a project needs", () => {
    expect(Object.keys(files).length).toBeLessThanOrEqual(11);
    expect(Object.keys(files)).toEqual(expect.arrayContaining([".gitignore", "README.md", "package.json"]));
  });

  test("depends on exact versions", () => {
    const { dependencies, devDependencies } = JSON.parse(files["package.json"] ?? "") as {
      readonly [kind: string]: Readonly<Record<string, string>>;
    };
    const versions = Object.values({ ...dependencies, ...devDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(dependencies).toMatchObject({ wonflow: "0.1.0", "@wonflow/client": "0.1.0" });
  });

  test("keeps the secret key on the server, and nothing that a template leaves open", () => {
    const forBrowsers = ["src/page.html", "app/pay-button.tsx"].map((file) => files[file] ?? "").join("");
    expect([forBrowsers.includes("test_ck_docs"), forBrowsers.includes("test_sk_docs")]).toEqual([true, false]);
    expect(files["README.md"]).not.toMatch(/<!--|-->|\{name\}/);
    expect(files["README.md"]).toMatch(/^# tea-house\n/);
    expect((files["README.md"] ?? "").split("\n").length).toBeLessThan(45);
  });

  test("has its secret in a file that git ignores, and nowhere else", () => {
    expect(files[".env"]).toMatch(/^WONFLOW_SECRET=0123456789abcdef$/m);
    expect((files[".gitignore"] ?? "").split("\n")).toContain(".env");
    const program = files["src/payments.ts"] ?? files["app/payments.ts"] ?? "";
    expect(program).toContain('secret: process.env["WONFLOW_SECRET"],');
    expect(
      Object.entries(files).filter(([file, text]) => file !== ".env" && text.includes("0123456789abcdef")),
    ).toEqual([]);
  });

  test("keeps payments in the chosen store", () => {
    const program = files["src/payments.ts"] ?? files["app/payments.ts"] ?? "";
    const isOnServer = project.store === "postgres";
    expect(program.includes('const place = { dataDir: ".wonflow" };')).toBe(!isOnServer);
    expect(program.includes("const place = { url: databaseUrl };")).toBe(isOnServer);
    expect(files["README.md"]?.includes("DATABASE_URL=")).toBe(isOnServer);
  });
});

test.each([
  [{ LC_ALL: "ko_KR.UTF-8", LANG: "en_US.UTF-8" }, "en-US", "ko"],
  [{ LC_ALL: "", LANG: "ko_KR.UTF-8" }, "en-US", "ko"],
  [{ LC_MESSAGES: "C", LANG: "ko_KR.UTF-8" }, "ko-KR", "en"],
  [{ LANG: "en_US.UTF-8" }, "ko-KR", "en"],
  [{ LANG: "kok_IN" }, "en-US", "en"],
  [{}, "ko-KR", "ko"],
  [{}, "en-US", "en"],
])("in %j on a system in %s words are in %s", (env, system, language) => {
  expect(languageOf(env, system)).toBe(language);
});

test.each([
  ["my-shop", "my-shop"],
  ["/srv/Tea House", "tea-house"],
  ["_.tea", "tea"],
  ["찻집", "my-shop"],
])("the package of %s is called %s", (folder, name) => {
  expect(packageName(folder)).toBe(name);
});

test.each([
  ["20.20.2", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["23.5.0", false],
  ["23.6.0", true],
  ["24.0.0", true],
  ["26.1.0", true],
])("Node.js %s runs a project: %s", (version, runs) => {
  expect(runsProjects(version)).toBe(runs);
});
