import { chmod, mkdir, stat } from "node:fs/promises";

const ownerOnly = 0o700;
const others = 0o077;
/** On folders that all users share, such as `/tmp`. */
const sticky = 0o1000;

/**
 * Creates a folder, and the folders above it, that no other user of this machine may enter. The files of an embedded
 * database are open to all users whatever the process's umask, so the folder around them is what protects them. A
 * folder that others may enter already is narrowed. Where that can't be done, because it has another owner, is shared
 * by design, or its file system knows no modes, the folder is used as it is. A process warning reports either outcome.
 */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownerOnly });
  if (process.platform === "win32") return;
  const before = await stat(folder);
  if ((before.mode & others) === 0) return;
  const isOurs = before.uid === process.geteuid?.() && (before.mode & sticky) === 0;
  if (isOurs) await chmod(folder, ownerOnly).catch(() => undefined);
  const isNarrow = ((await stat(folder)).mode & others) === 0;
  const was = `The folder ${folder} was open to other users of this machine (mode ${octal(before.mode)})`;
  const outcome = isNarrow
    ? `its mode is ${octal(ownerOnly)} now`
    : "its mode could not be narrowed here: let its owner run chmod 700 on it, or use a folder of this user";
  process.emitWarning(`${was}; ${outcome}`, isNarrow ? "DataFolderNarrowed" : "DataFolderOpen");
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, "0");
}
