import type { Vault } from "@wonflow/core";
import type { Caller, Wire } from "../engine/wire.ts";

/** In earnest it may be a machine of its own. */
export function vaultOver(wire: Wire, caller: Caller, vault: Vault): Vault {
  const send = <Answer>(method: string, effect: () => Promise<Answer>) =>
    wire.send(caller, {
      name: `vault.${method}`,
      possible: ["fail-before", "late", "stop"],
      quick: true,
      requestText: () => "",
      effect,
    });
  return {
    hash: (text) => send("hash", () => vault.hash(text)),
    fingerprints: (text) => send("fingerprints", () => vault.fingerprints(text)),
    seal: (text) => send("seal", () => vault.seal(text)),
    open: (envelope) => send("open", () => vault.open(envelope)),
  };
}
