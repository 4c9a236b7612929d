/** Whether an address is of this machine, where an emulator may run. */
export function isOnThisMachine(given: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(URL.parse(given)?.hostname ?? "");
}
