import { open } from "node:fs/promises";

import { TableError } from "@wonflow/card-data";

const width = 30;

type Screen = Pick<NodeJS.WriteStream, "isTTY" | "write">;

/** The chunks of a file, with a progress bar on a terminal. Throws a `TableError` for an unreadable file. */
export async function* readWithProgress(
  path: string,
  screen: Screen = process.stderr,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path).catch((error: unknown) => {
    throw new TableError(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { size } = await file.stat();
  let read = 0;
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const bytes = chunk as Uint8Array;
      read += bytes.byteLength;
      draw(screen, read / Math.max(size, read));
      yield bytes;
    }
  } finally {
    if (screen.isTTY) screen.write("\r\u001b[K");
    await file.close();
  }
}

function draw(screen: Screen, share: number): void {
  if (!screen.isTTY) return;
  const filled = Math.round(share * width);
  screen.write(`\r[${"█".repeat(filled)}${"░".repeat(width - filled)}] ${Math.floor(share * 100)} %`);
}
