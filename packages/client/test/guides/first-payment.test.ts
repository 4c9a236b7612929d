import path from "node:path";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { freePort } from "@wonflow/testkit/free-port";
import { expect, onTestFinished, test } from "vitest";
import { blocksOf, curlsIn, requestOf, openTestedService } from "./guide.ts";

/** Runs the page's receiver as a program; returns its output and its address. */
async function startReceiver(code: string, { secret, port }: { readonly secret: string; readonly port: number }) {
  const folder = mkdtempSync(path.join(tmpdir(), "wonflow-receive-"));
  const file = path.join(folder, "receive.mjs");
  writeFileSync(file, code);
  const env = { WEBHOOK_SECRET: secret, PORT: String(port) };
  const program = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  program.stdout.on("data", (data) => (printed += String(data)));
  onTestFinished(() => {
    program.kill();
    rmSync(folder, { recursive: true });
  });
  const url = `http://localhost:${port}`;
  await expect
    .poll(() =>
      fetch(url, { method: "POST", body: "{}" }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(400);
  return () => printed;
}

interface Answer {
  readonly checkoutUrl: string;
  readonly secret: string;
  readonly status: string;
  readonly now: string;
}

test.each(["first-payment.md", "ko/first-payment.md"])("the calls of docs/%s do what it says", async (page) => {
  const { handler } = await openTestedService();
  const port = await freePort();
  const [create = "", confirm = "", lookUp = "", cancel = "", setWebhook = "", moveClock = "", ...more] = curlsIn(
    blocksOf(page, "sh"),
  );
  expect(more).toEqual([]);
  const send = async (call: string) => {
    const response = await handler(requestOf(call.replace("localhost:8080", `localhost:${port}`)));
    const answer = (await response.json()) as Answer;
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  };

  const { checkoutUrl } = await send(create);
  const token = new URL(checkoutUrl).searchParams.get("token");
  const card = { number: "4000 0000 0011 0009", passwordFront2: "12", registNo: "900101" };
  const authenticated = await handler(
    new Request("http://localhost:4242/checkout/session/authenticate", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ ...card, expiryMonth: "12", expiryYear: "39" }),
    }),
  );
  const { redirectUrl } = (await authenticated.json()) as { readonly redirectUrl: string };
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  const [shown = ""] = blocksOf(page, "text");
  expect(shown.trim().replace("<intentKey>", intentKey)).toBe(redirectUrl);

  expect((await send(confirm.replace("<intentKey>", intentKey))).status).toBe("DONE");
  expect((await send(lookUp)).status).toBe("DONE");
  expect((await send(cancel)).status).toBe("PARTIAL_CANCELED");
  const { secret } = await send(setWebhook);
  const [receiver = ""] = blocksOf(page, "js");
  const printed = await startReceiver(receiver, { secret, port });
  await send(moveClock);
  // The page's fee, VAT and settled amount.
  for (const sum of ["transactionAmount: 6000", "feeAmount: 198", "vatAmount: 20", "settledAmount: 5782"]) {
    await expect.poll(printed).toContain(sum);
  }
});
