export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value) : text);
}
