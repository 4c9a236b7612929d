import { parseArgs } from "node:util";
import { frameworkNames, stores, type Answers } from "./choices.ts";
import type { Words } from "./words.ts";

/** A command line asks for help, for a project, or for nothing that can be done. */
export type Asked =
  | { readonly is: "help" }
  | { readonly is: "project"; readonly answers: Answers }
  | { readonly is: "wrong"; readonly problem: string };

const options = {
  framework: { type: "string" },
  store: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** An option's value: one of its choices, undefined if left out, otherwise a problem. */
function chosen<Choice extends string>(value: string | boolean | undefined, choices: readonly Choice[]) {
  if (value === undefined) return { ok: true, value } as const;
  const found = choices.find((choice) => choice === value);
  return found === undefined ? ({ ok: false, given: value } as const) : ({ ok: true, value: found } as const);
}

/** Reads a command line. Each problem names the option and its choices. */
export function readArguments(args: readonly string[], words: Words): Asked {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const wrong = (problem: string): Asked => ({ is: "wrong", problem });
  if (values.help === true) return { is: "help" };
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(options, token.name));
  if (unknown?.kind === "option") return wrong(words.unknownOption(unknown.rawName, Object.keys(options)));
  if (positionals.length > 1) return wrong(words.oneFolder(positionals));
  const framework = chosen(values.framework, frameworkNames);
  if (!framework.ok) return wrong(words.noSuchChoice("--framework", framework.given, frameworkNames));
  const store = chosen(values.store, stores);
  if (!store.ok) return wrong(words.noSuchChoice("--store", store.given, stores));
  return { is: "project", answers: { folder: positionals[0], framework: framework.value, store: store.value } };
}
