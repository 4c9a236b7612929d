import type { Context } from "../../context.ts";
import type { Ids } from "../../ports.ts";
import { refuseFor, type Refused } from "../../result.ts";
import type { Passwords } from "./passwords.ts";
import type { Source } from "./sign-in-source.ts";
import { createTurns, type Party } from "./turns.ts";

export interface OperatorContext extends Context {
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
}

export interface PasswordCheck {
  /** Begins a sign-in of an operator, whom a text names, or refuses it where too many are under way. */
  admit<Answer>(
    operator: string,
    source: Source,
    signIn: () => Promise<Answer>,
  ): Promise<Answer | Refused<"TOO_MANY_REQUESTS">>;
  /** Whether a password fits a hash. Without a hash it fits none. */
  fits(password: string, hash: string | undefined, party: Party): Promise<boolean>;
}

/**
 * The most sign-ins under way in one process: in all, of one source, and by one name. Strangers, however many, leave the
 * room of known devices free, and one address leaves half of the strangers' room to others. Most sign-ins of strangers
 * only wait to be refused, so there is room for many; each of them costs a commit, so there is an end. Strangers' checks
 * of one name end before their refusals are sent, or a late refusal would tell that the name exists.
 */
export const signInRooms = {
  known: { all: 100, each: 10, name: 10 },
  strangers: { all: 400, each: 200, name: 4 },
} as const;

const crowdedMs = 1_000;

/**
 * Checks one password at a time, as a check takes some tenths of a second of a processor that takes payments too. A name
 * without an operator is checked against a decoy, but only while the queue is empty, so that made-up names delay an
 * operator by one check at most. No answer shows the difference: a refusal waits for `settings.signInRefusalMs`.
 */
export function createPasswordCheck(passwords: Passwords, ids: Ids): PasswordCheck {
  const turns = createTurns();
  const underWay = new Map<string, number>();
  const add = (room: string, count: number) => {
    const left = (underWay.get(room) ?? 0) + count;
    if (left === 0) underWay.delete(room);
    else underWay.set(room, left);
  };
  let decoy: string | undefined;
  return {
    async admit(operator, { id, isKnown }, signIn) {
      const room = isKnown ? "known" : "strangers";
      const { all, each, name } = signInRooms[room];
      const rooms: readonly (readonly [room: string, most: number])[] = [
        [room, all],
        [id, each],
        [`${room} ${operator}`, name],
      ];
      if (rooms.some(([one, most]) => (underWay.get(one) ?? 0) >= most)) {
        return refuseFor("TOO_MANY_REQUESTS", crowdedMs);
      }
      for (const [one] of rooms) add(one, 1);
      try {
        return await signIn();
      } finally {
        for (const [one] of rooms) add(one, -1);
      }
    },
    async fits(password, hash, party) {
      if (hash === undefined && !turns.isIdle()) return false;
      return turns.run(party, async () => {
        // Also made for a known name, so that the first unknown one takes no longer.
        decoy ??= await passwords.hash(ids.random(32));
        return passwords.verify(password, hash ?? decoy);
      });
    },
  };
}
