/** Prints what a command answers: one line of JSON for a program, or text for a person. */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value) : text);
}
