/** Begins the key of each call that people make at a gateway's console. */
export const byPeople = "people.";

export function isByPeople(key: string): boolean {
  return key.startsWith(byPeople);
}
