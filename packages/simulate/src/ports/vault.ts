import type { Vault } from "@wonflow/core";
import type { Caller, Wire } from "../engine/wire.ts";

/** The vault as a process reaches it: in earnest it may be a machine of its own. */
export function vaultOver(wire: Wire, caller: Caller, vault: Vault): Vault {
  const send = (method: string, effect: () => Promise<string>) =>
    wire.send(caller, {
      name: `vault.${method}`,
      possible: ["fail-before", "late", "stop"],
      quick: true,
      requestText: () => "",
      effect,
    });
  return {
    hash: (text) => send("hash", () => vault.hash(text)),
    fingerprint: (text) => send("fingerprint", () => vault.fingerprint(text)),
    seal: (text) => send("seal", () => vault.seal(text)),
    open: (envelope) => send("open", () => vault.open(envelope)),
  };
}
