import { expect } from "vitest";

interface Reopening<Context> {
  readonly reopen: () => Promise<Context>;
}

/** Expects the same answer to a repeated call, also after a restart. */
export async function answersAgain<Context extends Reopening<Context>>(
  context: Context,
  call: (context: Context) => Promise<unknown>,
): Promise<void> {
  const first = await call(context);
  expect(await call(context)).toEqual(first);
  expect(await call(await context.reopen())).toEqual(first);
}

/** Expects this acknowledgement of a call under its key or a new one, also after a restart. */
export async function acknowledgesAgain<Context extends Reopening<Context>>(
  context: Context & { readonly newKey: () => string },
  acknowledged: unknown,
  call: (context: Context, key?: string) => Promise<unknown>,
): Promise<void> {
  const key = context.newKey();
  for (const again of [key, key, undefined]) expect(await call(context, again)).toEqual(acknowledged);
  expect(await call(await context.reopen(), key)).toEqual(acknowledged);
}

/** A refusal of a key used again with other content would wrongly say that the first call had no effect. */
export function expectFirstOrUnknown(answer: { readonly outcome: string }, first: unknown): void {
  if (answer.outcome === "done") expect(answer).toEqual(first);
  else expect(answer.outcome).toBe("unknown");
}
