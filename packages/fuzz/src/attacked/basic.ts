/** The Authorization header of an API key. */
export function basic(key: string): string {
  return `Basic ${btoa(`${key}:`)}`;
}
