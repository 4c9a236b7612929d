import { visibleJson, visibleLine, visibleLines } from "../visible-text.ts";

/**
 * Prints a command's answer. Much of it is user input, whose escape sequences the terminal must not execute. Only the
 * command breaks lines: tables and lists keep user input on one line.
 */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? visibleJson(value) : visibleLines(text));
}

/** Prints what is wrong, on one line, below the help that belongs to it; as JSON to a program. */
export function printProblem(json: boolean, problem: string, help = ""): void {
  console.error(json ? visibleJson({ error: problem }) : `${help}wonflow: ${visibleLine(problem)}`);
}

/**
 * Drops output whose reader is gone, as behind `| head`: a command ends with its own exit code, and a service keeps
 * running without its log.
 */
export function dropUnread(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
