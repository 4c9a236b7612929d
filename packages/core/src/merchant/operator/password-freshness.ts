import type { Settings } from "../../settings.ts";

/** Times of a session, in milliseconds since 1970. */
interface TypedPassword {
  readonly startedAt: number;
  /** When the password was last typed after the sign-in. */
  readonly passwordAgainAt?: number | undefined;
  readonly expiresAt: number;
}

/** How long the session may do what asks for the password again, and whether it still may. */
export function passwordFreshness(
  { startedAt, passwordAgainAt = startedAt, expiresAt }: TypedPassword,
  { operatorPasswordFreshMs }: Settings,
  now: number,
) {
  const passwordFreshUntil = Math.min(passwordAgainAt + operatorPasswordFreshMs, expiresAt);
  return { passwordFreshUntil, isPasswordFresh: now < passwordFreshUntil };
}
