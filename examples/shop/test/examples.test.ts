import { afterAll, expect, test } from "vitest";

import { preparedFolder, removeFolders, run } from "./run-example.ts";

afterAll(removeFolders);

test("npm start: the shop's address comes last, its page loads the SDK, and all ends with the shell that npm puts in between", async () => {
  const example = { folder: await preparedFolder(), until: "pay in it: ", inShell: true };
  // A shell passes no signal on. A process that is left over holds the output open.
  await run("shop/src/start.ts", example, async (output) => {
    expect(output).toMatch(/Ctrl-C[^]*pay in it: \S+\n$/);
    const shop = /http:\S+(?=\n$)/.exec(output)?.[0] ?? "";
    const page = await (await fetch(shop)).text();
    const script = /src="([^"]+payments-sdk\/v1)"/.exec(page)?.[1] ?? "";
    expect(await (await fetch(script)).text()).toContain("PaymentsSDK");
    const link = await fetch(`${shop}/links`, { method: "POST", body: new URLSearchParams({ quantity: "2" }) });
    const sent = await link.text();
    expect([link.status, sent]).toEqual([201, expect.stringContaining("/checkout?token=cs_1_test_")]);
    const checkout = await (await fetch(/href="([^"]+token=[^"]+)"/.exec(sent)?.[1] ?? "")).text();
    expect(checkout).toMatch(/id="merchant">찻집 다올</);
    const start = await (await fetch(`${new URL(script).origin}/`)).text();
    expect(start).toContain(`href="${shop}"`);
    const reference = await fetch(new URL(/href="(\/docs(?:\?[^"]*)?)"/.exec(start)?.[1] ?? "", script));
    expect([reference.status, await reference.text()]).toEqual([200, expect.stringContaining("test_sk_docs")]);
    const docs = await fetch(new URL(/href="(\/docs\/ko\/errors\.md[^"]*)"/.exec(start)?.[1] ?? "", script));
    expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining("REJECT_CARD_PAYMENT")]);
  });
});

test("the embedding example prints a link that opens a checkout", async () => {
  await run("embed/src/server.ts", { folder: await preparedFolder(), until: "Pay at" }, async (output) => {
    const response = await fetch(/http:\S+/.exec(output)?.[0] ?? "");
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Corner Shop")]);
  });
});
