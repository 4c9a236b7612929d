import { mountContract } from "@wonflow/testkit";
import { expect, onTestFinished, test } from "vitest";

import { afterParsers, mounts } from "../../test/mounts/frameworks.ts";
import { openMounted } from "../../test/mounts/mounted-service.ts";

for (const [name, mount] of Object.entries(mounts)) mountContract(name, () => openMounted(mount, { at: "/pay" }));

const withPeer = Object.entries(mounts).filter(([name]) => name !== "Hono, which strips the prefix");

test.each(withPeer)("%s: the handler receives the address of the connection's peer", async (_name, mount) => {
  const peers: unknown[] = [];
  const { url, close } = await openMounted(
    (handler) =>
      mount(async (request, peer) => {
        peers.push(peer?.remoteAddress);
        return handler(request, peer);
      }),
    { at: "/pay" },
  );
  onTestFinished(close);
  await fetch(`${url}/healthz`);
  expect(peers).toEqual(["127.0.0.1"]);
});

mountContract("Express 5, after express.json() and express.urlencoded()", async () => {
  return { ...(await openMounted(afterParsers, { at: "/pay" })), bodiesAreReadBefore: true };
});
