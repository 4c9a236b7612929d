import { registerHooks } from "node:module";
import type { WrongDecision } from "./wrong-decision.ts";
import { wrongDecisions } from "./wrong-decisions.ts";

let planted: WrongDecision | undefined;
let isLoaded = false;

/**
 * The wrong decision that this thread runs with; undefined where it runs what there is. Throws where its
 * module was never loaded, as one that has another name now.
 */
export function plantedDecision(): string | undefined {
  if (planted !== undefined && !isLoaded) {
    throw new Error(`“${planted.name}” is not planted: ${planted.file} was not loaded`);
  }
  return planted?.name;
}

/**
 * Makes this thread load one module with a wrong decision in it. To be called before the module is
 * loaded, so nothing that calls it imports core; names that are no wrong decision change nothing.
 */
export function plantInCore(name: string | undefined): void {
  plantAmongTexts(name);
  const wrong = planted;
  if (wrong === undefined) return;
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

/** The same for a program that has all texts of a module, of which it takes the chosen one. */
export function plantAmongTexts(name: string | undefined): void {
  planted = wrongDecisions.find((each) => each.name === name);
}

/**
 * Of a module's texts that are all there the one that this program runs with: `seeds-program.ts` calls it.
 *
 * @public
 */
export function chosen<Module>(right: Module, wrong: Readonly<Record<string, Module>>): Module {
  const choice = planted && wrong[planted.name];
  if (choice !== undefined) isLoaded = true;
  return choice ?? right;
}

/** The text of a module with the wrong decision in it. Throws where the right one does not stand there exactly once. */
export function withWrongDecision(text: string, { name, file, changes }: WrongDecision): string {
  return changes.reduce((changed, [right, wrong]) => {
    const times = changed.split(right).length - 1;
    if (times === 1) return changed.replace(right, () => wrong);
    throw new Error(`“${name}” cannot be planted: ${file} has ${times} times what it changes: ${right}`);
  }, text);
}
