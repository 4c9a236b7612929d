export { randomIds } from "./machine.ts";
export { webCryptoVault } from "./vault.ts";
