/** The prefix of the key of each call that employees make at a gateway's console. */
export const byPeople = "people.";

export function isByPeople(key: string): boolean {
  return key.startsWith(byPeople);
}
