import { expect, test } from "vitest";
import { inOrderOfPublishing } from "./pack.ts";
import { readManifest } from "./workspace.ts";

const one = (name: string, needs: readonly string[] = [], peers: readonly string[] = []) => {
  const asked = (names: readonly string[]) => Object.fromEntries(names.map((each) => [each, "workspace:*"]));
  const manifest = { name, version: "0.1.0", dependencies: asked(needs), peerDependencies: asked(peers) };
  return { folder: `packages/${name}`, manifest: readManifest(JSON.stringify(manifest)) };
};

test("a package is published after those that it brings along, and the maker of projects after all", () => {
  const packages = [
    one("create-wonflow"),
    one("tea", ["cup", "zod"], ["water"]),
    one("cup", ["clay"]),
    one("clay"),
    one("water"),
  ];
  const names = inOrderOfPublishing(packages).map(({ manifest }) => manifest.name);
  expect(names).toEqual(["clay", "cup", "water", "tea", "create-wonflow"]);
});

test("packages that bring each other along are published too", () => {
  const names = inOrderOfPublishing([one("tea", ["cup"]), one("cup", ["tea"])]).map(({ manifest }) => manifest.name);
  expect(names).toEqual(["cup", "tea"]);
});
