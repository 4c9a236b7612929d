import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import type { Happened } from "../run-sequence.ts";
import { operations } from "../interface/operations.ts";
import { receivedFrom } from "../attacked/received.ts";
import { scriptOf } from "./curl.ts";

function exchange(
  path: string,
  text: string,
  more: Partial<Extract<Happened, { readonly kind: "exchange" }>["asked"]> = {},
): Happened {
  const [operation] = operations;
  if (operation === undefined) throw new Error("the document lists no operation");
  const body = new TextEncoder().encode(text);
  const sent = { method: "POST", path, headers: [["Content-Type", "application/json"]] as const, body };
  const asked = { operation, caller: "secretKey", given: [], text, sent, ...more };
  return { kind: "exchange", asked, answer: receivedFrom(200, new Headers(), new Uint8Array()), ms: 1 };
}

/** Runs a script in a shell in which curl only prints its arguments, one a line. */
function argumentsOf(script: string): readonly string[] {
  const shell = `curl() { printf '%s\\n' "$@"; }\n${script}`;
  return execFileSync("bash", ["-c", shell], { encoding: "utf8" }).split("\n");
}

test("a body is unchanged, whatever it contains", () => {
  const text = `{"orderName":"it's $HOME \`x\` \\\\ \\"녹차\\""}`;
  expect(argumentsOf(scriptOf([exchange("/px/intents/confirm", text)]))).toEqual(expect.arrayContaining([text]));
});

test("a value from an answer is read from the answer", () => {
  const given = [{ value: "order-20261120-0001", request: 0, place: "items/*/orderId" }];
  const first = exchange("/first", "{}");
  const second = exchange("/px/intents/orders/order-20261120-0001", `{"orderId":"order-20261120-0001"}`, { given });
  const [, command = ""] = scriptOf([first, second]).split("\n");
  expect(scriptOf([first, second])).toContain("answer0=$(curl -s ");
  expect(command).not.toContain("order-20261120-0001");
  expect(command.split(`$(jq -r '.items[0].orderId' <<< "$answer0")`)).toHaveLength(3);
});

test("a parameter of a URL is read from the URL", () => {
  const given = [{ value: "Qm3vX8rT_kL2pZ7wYc5Nd", request: 0, place: "redirectUrl/?intentKey" }];
  const second = exchange("/px/intents/Qm3vX8rT_kL2pZ7wYc5Nd", "{}", { given });
  const script = scriptOf([exchange("/first", "{}"), second]);
  expect(script).toContain(`jq -r '.redirectUrl' <<< "$answer0" | sed -n 's/.*[?&]intentKey=\\([^&]*\\).*/\\1/p'`);
});

test("bytes that a command line cannot contain are piped, and time is moved", () => {
  const script = scriptOf([exchange("/first", "\u0000"), { kind: "wait", minutes: 5 }]);
  expect(script).toContain("base64 -d <<< AA== | curl -s");
  expect(script).toContain(`development/clock -H 'Content-Type: application/json' -d '{"forward":{"minutes":5}}'`);
});
