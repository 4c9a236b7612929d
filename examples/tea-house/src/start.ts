import { spawn } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { developmentSecret } from "wonflow";

// Runs the program that `npm create wonflow` writes for a framework, such as `start.ts express`. It is copied to here
// because Node.js finds Express, Fastify and Hono among the dependencies of this package.
const framework = process.argv[2] ?? "http";
const template = path.resolve(import.meta.dirname, "../../../packages/create-wonflow/template/node/src");
const program = path.resolve(import.meta.dirname, "../dist", framework);
cpSync(template, program, { recursive: true });

// The program keeps its data in the folder that it runs in.
const cwd = path.resolve(process.env["WONFLOW_DATA"] ?? `.wonflow/examples/${framework}`);
mkdirSync(cwd, { recursive: true, mode: 0o700 });
const secret = process.env["WONFLOW_SECRET"] ?? (await developmentSecret({ dataDir: path.join(cwd, ".wonflow") }));
const server = spawn(process.execPath, [...process.execArgv, path.join(program, `server.${framework}.ts`)], {
  cwd,
  env: { ...process.env, WONFLOW_SECRET: secret },
  stdio: "inherit",
});
process.on("SIGINT", () => {}); // Ctrl-C reaches the server too, which then ends this process
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("exit", (code) => (process.exitCode = code ?? 1));
