import { parseArgs } from "node:util";
import type { EmulatedAccount } from "./merchant.ts";
import { startNiceEmulator } from "./emulator.ts";

const usage = `pnpm emulate:nice --account KEY:SECRET[:MERCHANT] [--port N]
  Runs the emulated gateway on 127.0.0.1 until SIGTERM, and prints its address in one line.

  --account A   a client key and its secret key of 32 characters; several share a book by the name of their MERCHANT
  --port N      any free one, if left out
`;

function accountOf(text: string): EmulatedAccount {
  const [clientKey = "", secretKey = "", merchant] = text.split(":");
  return { clientKey, secretKey, ...(merchant !== undefined && { merchant }) };
}

const { values } = parseArgs({
  // pnpm hands on the separator that it was called with.
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    account: { type: "string", multiple: true, default: [] },
    port: { type: "string", default: "0" },
    help: { type: "boolean", default: false },
  },
});

if (values.help || values.account.length === 0) {
  process.stdout.write(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const emulator = await startNiceEmulator({ accounts: values.account.map(accountOf), port: Number(values.port) });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void emulator.close());
  process.stdout.write(`The emulated gateway is at ${emulator.url}\n`);
}
