export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value) : text);
}

/**
 * Drops what nobody reads any more, as behind `| head`: a command ends as it would have, with its own exit code, and a
 * service keeps running without its log.
 */
export function dropUnread(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (!("code" in error && error.code === "EPIPE")) throw error;
    });
  }
}
