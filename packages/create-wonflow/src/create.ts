import path from "node:path";
import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { cancel, intro, isCancel, select, text } from "@clack/prompts";
import { frameworkNames, frameworks, stores, type Answers } from "./choices.ts";
import { filesOf, type Manifest } from "./project.ts";
import { runsProjects, wordsIn, type Language, type Words } from "./words.ts";
import { packageName, standing, writeProject } from "./write.ts";
import { parseArgs } from "node:util";

/** The terminal that a person sits at, or a program's pipes. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  readonly errors: Writable;
}

interface Settings extends Terminal {
  /** The folder that the command was called in. */
  readonly folder: string;
  readonly language: Language;
  /** Of the Node.js that runs the command, such as `24.21.0`. */
  readonly nodeVersion: string;
  /** This package's own. */
  readonly manifest: Manifest;
}

type Whole = Required<{ readonly [Key in keyof Answers]: NonNullable<Answers[Key]> }>;

/** Why a project can't be written to the folder; undefined if it can. */
function problemWith(name: string, words: Words, { folder: here }: Settings): string | undefined {
  const folder = path.resolve(here, name);
  const found = standing(folder);
  if (found === "free") return undefined;
  const shown = path.relative(here, folder) || folder;
  return found === "a file" ? words.noFolder(shown) : words.notEmpty(shown);
}

/** Asks for the missing answers; undefined if the user cancels. */
async function ask(answers: Answers, words: Words, settings: Settings): Promise<Whole | undefined> {
  const { input, output } = settings;
  const common = { input, output };
  // @clack/prompts says them in English alone.
  const showInstructions = settings.language === "en";
  intro(words.title, common);
  const folder =
    answers.folder ??
    (await text({
      ...common,
      message: words.whichFolder,
      defaultValue: "my-shop",
      placeholder: "my-shop",
      validate: (name) => problemWith(name === undefined || name === "" ? "my-shop" : name, words, settings),
    }));
  if (isCancel(folder)) return undefined;
  const framework =
    answers.framework ??
    (await select({
      ...common,
      showInstructions,
      message: words.whichFramework,
      options: frameworkNames.map((value) => ({ value, label: frameworks[value] })),
    }));
  if (isCancel(framework)) return undefined;
  const options = stores.map((value) => ({ value, ...words.stores[value] }));
  const store = answers.store ?? (await select({ ...common, showInstructions, message: words.whichStore, options }));
  return isCancel(store) ? undefined : { folder, framework, store };
}

/** The options that are still missing. */
function missing({ folder, framework, store }: Answers): readonly string[] {
  return [
    ...(folder === undefined ? ["<folder>"] : []),
    ...(framework === undefined ? ["--framework"] : []),
    ...(store === undefined ? ["--store"] : []),
  ];
}

function isWhole(answers: Answers): answers is Whole {
  return missing(answers).length === 0;
}

/**
 * Runs the command with its arguments, and returns its exit code: 0 when a project was written or help
 * was asked for, 1 for a wrong input, and 130 when the person gave up. In the last two cases nothing was written.
 */
export async function create(args: readonly string[], settings: Settings): Promise<number> {
  const { input, output, errors, language } = settings;
  const words = wordsIn[language];
  const refuse = (problem: string) => {
    errors.write(`${problem}\n`);
    return 1;
  };
  const asked = readArguments(args, words);
  if (asked.is === "wrong") return refuse(asked.problem);
  if (asked.is === "help") {
    output.write(`${words.help}\n`);
    return 0;
  }
  const { answers } = asked;
  const problem = answers.folder === undefined ? undefined : problemWith(answers.folder, words, settings);
  if (problem !== undefined) return refuse(problem);
  if (!isWhole(answers) && input.isTTY !== true) return refuse(words.cannotAsk(missing(answers)));
  const whole = isWhole(answers) ? answers : await ask(answers, words, settings);
  if (whole === undefined) {
    cancel(words.nothingWritten, { output });
    return 130;
  }
  const folder = path.resolve(settings.folder, whole.folder);
  const secret = randomBytes(33).toString("base64");
  const files = filesOf({ ...whole, name: packageName(folder), language, secret }, settings.manifest);
  try {
    writeProject(folder, files);
  } catch (error) {
    return refuse(words.notWritten(whole.folder, error instanceof Error ? error.message : String(error)));
  }
  const inside = path.relative(settings.folder, folder) || ".";
  const steps = words.nextSteps({ folder: inside.startsWith("..") ? folder : inside, store: whole.store });
  const warning = runsProjects(settings.nodeVersion) ? [] : [words.tooOld(settings.nodeVersion), ""];
  output.write(`\n${[...warning, ...steps].join("\n")}\n`);
  return 0;
}

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
function readArguments(args: readonly string[], words: Words): Asked {
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
