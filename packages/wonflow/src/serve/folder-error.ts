import { SettingError } from "../settings/setting-error.ts";

/** The error to throw for an error: a `SettingError` where the data folder can't be written, else the error itself. */
export function folderError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new SettingError(
    `The data folder ${dataDir} can't be written to (${error.message}): set WONFLOW_DATA to another one`,
    { cause: error },
  );
}
