export { randomIds } from "./ids.ts";
export { webCryptoVault } from "./vault.ts";
