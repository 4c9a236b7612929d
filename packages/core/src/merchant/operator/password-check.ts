import { z } from "zod";

import type { Context } from "../../context.ts";
import type { Ids } from "../../ports.ts";
import { refuseFor, type Refused, refuse, type Result } from "../../result.ts";
import { type Source, countTry, sourceOf, type SignInFrom } from "./password-tries.ts";
import { characterCount } from "../../engine/text/readable-text.ts";
import { tenantId, type Owner } from "../../engine/tenant/tenant.ts";

/** Keeps passwords: a port, as core has no cryptography. Use a hash that costs time and memory, such as scrypt. */
export interface Passwords {
  /** A text to verify the password by, another one each time; it names its own parameters. */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** Replaces the port in a service without operators. */
export const noPasswords: Passwords = { hash: withoutPasswords, verify: withoutPasswords };

async function withoutPasswords(): Promise<never> {
  throw new TypeError("operators need `passwords`, a port that createPayments was not given");
}

const shortest = 12;
const longest = 200;

/** Keyboards type the same letter as different code points: normalized, so that the password still fits. */
const passwordText = z
  .string()
  .normalize("NFKC")
  .refine((text) => characterCount(text) <= longest, `must be at most ${longest} characters`);

export const newPasswordSchema = passwordText.refine(
  (text) => characterCount(text) >= shortest,
  `must be at least ${shortest} characters`,
);

export const triedPasswordSchema = passwordText.meta({ maxLength: longest, format: "password" });

export interface OperatorContext extends Context {
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
}

interface PasswordCheck {
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

interface Party {
  readonly source: Source;
  /** The tries of this name from this source without a right password, this one included. */
  readonly tries: number;
}

interface Waiting {
  readonly party: Party;
  readonly begin: () => void;
}

interface Turns {
  readonly isIdle: () => boolean;
  run<Value>(party: Party, task: () => Promise<Value>): Promise<Value>;
}

/**
 * Runs one task at a time. Known devices come first, then those with the fewest wrong tries, then the address whose last
 * turn is the longest ago. So guesses stand back: an operator waits for few of them, even at the address of all others.
 */
function createTurns(): Turns {
  const waiting: Waiting[] = [];
  /** The number of the last turn of each source, since nothing was waiting. */
  const lastTurns = new Map<string, number>();
  let isBusy = false;
  let turn = 0;

  function placeOf({ source, tries }: Party): readonly [known: number, tries: number, turn: number] {
    return [source.isKnown ? 0 : 1, tries, lastTurns.get(source.id) ?? 0];
  }

  function next(): Waiting | undefined {
    const first = waiting.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || isBefore(placeOf(one.party), placeOf(best.party)) ? one : best),
      undefined,
    );
    if (first !== undefined) waiting.splice(waiting.indexOf(first), 1);
    return first;
  }

  function passOn(): void {
    const following = next();
    isBusy = following !== undefined;
    if (following === undefined) lastTurns.clear();
    else following.begin();
  }

  return {
    isIdle: () => !isBusy,
    async run(party, task) {
      if (isBusy) await new Promise<void>((begin) => waiting.push({ party, begin }));
      isBusy = true;
      turn += 1;
      lastTurns.set(party.source.id, turn);
      try {
        return await task();
      } finally {
        passOn();
      }
    },
  };
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const differs = one.findIndex((number, index) => number !== other[index]);
  return differs !== -1 && (one[differs] ?? 0) < (other[differs] ?? 0);
}

interface Typed {
  readonly tenant: Owner;
  readonly name: string;
  readonly password: string;
  readonly from: SignInFrom;
}

/** A password that fits. */
export interface RightPassword {
  readonly tenant: Owner;
  readonly name: string;
  readonly source: Source;
  /** The hash that it fits; the operator's may have been replaced meanwhile. */
  readonly passwordHash: string;
}

export const rightPasswordErrors = [
  "INCORRECT_OPERATOR_CREDENTIALS",
  "TOO_MANY_REQUESTS",
  "CONCURRENT_REQUEST",
] as const;

/**
 * Continues with the right password. A try is counted before its password is checked, so that requests at the same time
 * get no extra tries. A name without an operator is counted and locked like any other, and each refusal comes 2 seconds
 * after its request (`settings.signInRefusalMs`), so that neither answers nor times show which names exist.
 */
export async function withRightPassword<Answer extends Result<unknown>>(
  context: OperatorContext,
  { tenant, name, password, from }: Typed,
  goOn: (right: RightPassword) => Promise<Answer>,
) {
  const source = await sourceOf(context, { tenant, name }, from);
  return context.passwordCheck.admit(`${tenantId(tenant)} ${name}`, source, async () => {
    const refusal = context.clock.after(context.settings.signInRefusalMs);
    try {
      const answer = await tryPassword(context, { tenant, name, source, password }, goOn);
      if (!answer.ok && context.settings.signInRefusalMs > 0) await refusal.elapsed;
      return answer;
    } finally {
      refusal.cancel();
    }
  });
}

async function tryPassword<Answer extends Result<unknown>>(
  context: OperatorContext,
  { password, ...tried }: Omit<RightPassword, "passwordHash"> & { readonly password: string },
  goOn: (right: RightPassword) => Promise<Answer>,
) {
  const counted = await countTry(context, tried);
  if (!counted.ok) return counted;
  const { passwordHash, tries } = counted.value;
  const fits = await context.passwordCheck.fits(password, passwordHash, { source: tried.source, tries });
  if (!fits || passwordHash === undefined) return refuse("INCORRECT_OPERATOR_CREDENTIALS");
  return goOn({ ...tried, passwordHash });
}
