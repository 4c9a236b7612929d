import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { functionsOnNodes } from "./node-functions.ts";
import { partsOnNodes } from "./shard-functions.ts";

/** Comments may change: they decide nothing. */
function digest(text: string): string {
  const code = text.replaceAll(/\s*--.*$/gm, "");
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

test("no function of the nodes was altered without a new name: a database keeps those that it has", () => {
  const all = Object.entries({ ...partsOnNodes, ...functionsOnNodes });
  expect(Object.fromEntries(all.map(([name, text]) => [name, digest(text)]))).toEqual({
    adopt_shard_5: "93017e3043373e96",
    claim_on_shard_5: "488a567e779015fd",
    commit_on_shard_5: "3e2b43e9c0edda1d",
    copy_on_shard_5: "bebba93c9d9ba7bc",
    due_on_node_1: "83eba47082e89bc1",
    forget_on_shard_1: "4adeef8c48452c8f",
    hold_shard_1: "6188d47937050874",
    read_on_node_5: "fb9e1765e1300bd4",
  });
});

test("every function has the name that it is known by", () => {
  for (const [name, text] of Object.entries({ ...partsOnNodes, ...functionsOnNodes })) {
    expect(text).toContain(`create function wonflow.${name}(`);
  }
});
