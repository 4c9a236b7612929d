import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { gatewayCases } from "@wonflow/testkit";
import { build, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { callsOnTheWay } from "../test/calls-on-the-way.ts";
import { rotatedAccounts } from "../test/rotated-accounts.ts";
import { fixtureOf, openNice, type Make } from "../test/fixture.ts";
import { inTheWindow } from "../test/in-the-window.ts";
import { oddAnswers } from "../test/odd-answers.ts";
import { wrongAdapters } from "../test/wrong-adapters.ts";
import { nicePayments } from "./nice-payments.ts";

const folder = mkdtempSync(path.join(tmpdir(), "wrong-adapters-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Change {
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
}

const bundled = { bundle: true, format: "esm", platform: "node", target: "node22" } as const;
const conditions = ["source"];

/** What every adapter imports, bundled once. */
const shared = { "@wonflow/core": "core.mjs", zod: "zod.mjs" } as const;

beforeAll(async () => {
  for (const [name, file] of Object.entries(shared)) {
    const stdin = { contents: `export * from "${name}";`, resolveDir: import.meta.dirname };
    await build({ ...bundled, conditions, stdin, outfile: path.join(folder, file) });
  }
});

let built = 0;

/** The adapter with a piece of one of its files changed. */
async function changed({ file, right, wrong }: Change): Promise<Make> {
  const changedFile = path.join(import.meta.dirname, file);
  const text = readFileSync(changedFile, "utf8");
  if (text.split(right).length !== 2) throw new Error(`${file} has ${right} not once`);
  const contents = text.replace(right, () => wrong);
  const outfile = path.join(folder, `${(built += 1)}.mjs`);
  const wrongFile: Plugin = {
    name: "a wrong adapter",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.ts$/ }, (loaded) => (loaded.path === changedFile ? { contents, loader: "ts" } : undefined));
      onResolve({ filter: /^(?:@wonflow\/core|zod)$/ }, ({ path: name }) => {
        return { path: `./${shared[name as keyof typeof shared]}`, external: true };
      });
    },
  };
  await build({
    ...bundled,
    conditions,
    entryPoints: [path.join(import.meta.dirname, "nice-payments.ts")],
    outfile,
    plugins: [wrongFile],
  });
  const { nicePayments: make } = (await import(pathToFileURL(outfile).href)) as { readonly nicePayments: Make };
  return make;
}

class Skipped extends Error {}

const ownCases = { ...oddAnswers, ...callsOnTheWay, ...rotatedAccounts, ...inTheWindow };

/** A test by its name: one of the contract, which begins with the call that it is about, or one of the adapter's own. */
function caseOf(title: string): (make: Make) => Promise<void> {
  const own = ownCases[title];
  if (own !== undefined) return own;
  const ofContract = gatewayCases.find((each) => `${each.of}: ${each.title}` === title);
  if (ofContract === undefined) throw new Error(`there is no test ${title}`);
  const open = async (make: Make) => fixtureOf(await openNice({ at: "2026-11-25T23:59:58+09:00", make }));
  return (make) =>
    ofContract.run(
      () => open(make),
      (reason) => {
        throw new Skipped(reason);
      },
    );
}

// A busy machine takes long to bundle an adapter.
describe("an adapter that", { timeout: 60_000 }, () => {
  test.each(wrongAdapters)("%s fails: %s", async (_what, caughtBy, file, right, wrong) => {
    const run = caseOf(caughtBy);
    const make = await changed({ file, right, wrong });
    const verdict = await run(make).catch((error: unknown) => error);
    expect(verdict).toBeInstanceOf(Error);
    expect(verdict).not.toBeInstanceOf(Skipped);
  });

  const promised = /^(?:reverse first|cancel again): /;
  const named = [...new Set(wrongAdapters.map(([, caughtBy]) => caughtBy))].filter((title) => !promised.test(title));

  test.each(named)("is right passes: %s", (title) => caseOf(title)(nicePayments));
});
