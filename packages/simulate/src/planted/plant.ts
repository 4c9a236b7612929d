import { registerHooks } from "node:module";
import type { WrongDecision } from "./wrong-decision.ts";
import { wrongDecisions } from "./wrong-decisions.ts";

let planted: WrongDecision | undefined;
let isLoaded = false;

export function wrongDecisionOf(name: string | undefined): WrongDecision | undefined {
  return wrongDecisions.find((each) => each.name === name);
}

/** Throws if the module was never loaded, for example because it was moved. */
export function plantedDecision(): string | undefined {
  if (planted !== undefined && !isLoaded) {
    throw new Error(`“${planted.name}” is not planted: ${planted.file} was not loaded`);
  }
  return planted?.name;
}

/** It must run before the module is loaded, so no caller imports core. */
export function plantInCore(name: string | undefined): void {
  const wrong = wrongDecisionOf(name);
  if (wrong === undefined) return;
  planted = wrong;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/packages/${wrong.file}`)) return loaded;
      isLoaded = true;
      const { source } = loaded;
      const text = typeof source === "string" ? source : new TextDecoder().decode(source ?? new Uint8Array());
      return { ...loaded, source: withWrongDecision(text, wrong) };
    },
  });
}

/** For a program that `thread/program.ts` has bundled. */
export function isBundledWith(name: string | undefined): void {
  planted = wrongDecisionOf(name);
  isLoaded = true;
}

/** Throws unless the module contains the right text exactly once. */
export function withWrongDecision(text: string, { name, file, change: [right, wrong] }: WrongDecision): string {
  const times = text.split(right).length - 1;
  if (times === 1) return text.replace(right, () => wrong);
  throw new Error(`“${name}” cannot be planted: ${file} has ${times} times what it changes: ${right}`);
}
