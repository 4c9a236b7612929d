/** Prints one line of JSON for a program, or text for people. */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value) : text);
}
