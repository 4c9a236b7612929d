import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { SettingError, type Environment } from "../environment.ts";

/** Listens where the settings say, and answers the port. Rejects with a `SettingError` where the address can't be used. */
export function listen(server: Server, { port, host }: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explained(error, port)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function explained(error: Error, port: number): Error {
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new SettingError(`Port ${port} is taken: stop what uses it, or set PORT to another one`);
  if (code === "EACCES")
    return new SettingError(`Port ${port} is not allowed for this user: set PORT to one above 1023`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return new SettingError("HOST is no address of this machine");
  return error;
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve();
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
