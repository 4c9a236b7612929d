import { z } from "zod";

import { decideAndCommit, loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { recordKind } from "../../engine/commit/record.ts";
import { ok } from "../../result.ts";
import { platform } from "../../engine/tenant/tenant.ts";

/** Detects a wrong secret at start: the fingerprint of a known text under the secret that was last in use. */
export const secretCheckRecord = recordKind("secretCheck", z.looseObject({ fingerprint: z.string() }));

const ref = secretCheckRecord.ref("newest");
const knownText = "the secret of this database";

/** The secret of this process is not the one that the processes before it have sealed with. */
export class WrongSecret extends Error {
  override readonly name = "WrongSecret";

  constructor() {
    super(
      "The secret is not the one that this database was set up with: put that one in its place, " +
        "or behind it while the secret is rotated",
    );
    // Without frames: a program that ends with it shows the message alone.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/**
 * Compares the secret with the one that was last in use, and notes the newest one of this process. In a database
 * without a note, the first process has the right one. Throws `WrongSecret`, which changes nothing.
 */
export async function checkSecret(context: Context): Promise<void> {
  const fingerprints = await context.vault.fingerprints(knownText);
  const [newest] = fingerprints;
  const checked = await decideAndCommit(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: ([noted]) => {
      const isRight = noted === undefined || fingerprints.includes(noted.fingerprint);
      if (!isRight || noted?.fingerprint === newest) return { answer: ok({ isRight }) };
      return { answer: ok({ isRight }), changes: noteOf({ ...noted, fingerprint: newest }) };
    },
  });
  if (!checked.ok)
    throw new Error("The secret could not be compared, as other processes noted theirs again and again.");
  if (!checked.value.isRight) throw new WrongSecret();
}

/** Whether `checkSecret` would pass; it notes nothing. */
export async function isRightSecret(context: Context): Promise<boolean> {
  const [noted] = await loadOnce(context, platform, (read) => read(ref));
  if (noted === undefined) return true;
  return (await context.vault.fingerprints(knownText)).includes(noted.fingerprint);
}

export const acceptSecretErrors = ["CONCURRENT_REQUEST"] as const;

export async function acceptSecret(context: Context) {
  const [fingerprint] = await context.vault.fingerprints(knownText);
  return decideAndCommit(context, {
    tenant: platform,
    lane: ref.id,
    load: (read) => read(ref),
    decide: ([noted]) => ({ answer: ok({ accepted: true as const }), changes: noteOf({ ...noted, fingerprint }) }),
  });
}

function noteOf(note: z.output<typeof secretCheckRecord.schema>) {
  return { writes: [secretCheckRecord.write(ref.id, note)] };
}
