import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { functionsOnNodes } from "./node-functions.ts";
import { partsOnNodes } from "./shard-functions.ts";

/** Comments may be mended: they decide nothing. */
function digest(text: string): string {
  const code = text.replaceAll(/\s*--.*$/gm, "");
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}

test("no function of the nodes was altered without a new name: a database keeps those that it has", () => {
  const all = Object.entries({ ...partsOnNodes, ...functionsOnNodes });
  expect(Object.fromEntries(all.map(([name, text]) => [name, digest(text)]))).toEqual({
    adopt_shard_1: "5c7e791ef8f2ff79",
    claim_on_shard_1: "3ecf542155eaa16f",
    commit_on_shard_1: "2bc95c4bdb65d7d9",
    copy_on_shard_1: "57a1a4e54e999bec",
    due_on_node_1: "83eba47082e89bc1",
    forget_on_shard_1: "4adeef8c48452c8f",
    hold_shard_1: "6188d47937050874",
    read_on_node_1: "d5e33896abee2940",
  });
});

test("every function has the name that it is known by", () => {
  for (const [name, text] of Object.entries({ ...partsOnNodes, ...functionsOnNodes })) {
    expect(text).toContain(`create function wonflow.${name}(`);
  }
});
