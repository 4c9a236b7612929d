import { Option, type Argument, type Command } from "commander";
import { z } from "zod";
import { print } from "./print.ts";

export function option<Schema extends z.ZodType>(flags: string, help: string, schema: Schema): Schema {
  return schema.meta({ flags, help });
}

/** The first example of each command that `addCommand` has added. */
const firstExamples = new WeakMap<Command, string>();

/** A command line that shows how a command is used; undefined for a group of commands. */
export function exampleOf(command: Command): string | undefined {
  return firstExamples.get(command);
}

interface Definition<Schema extends z.ZodObject> {
  readonly description: string;
  /** Paragraphs of the help before the examples. */
  readonly notes?: string;
  readonly examples: readonly [string, ...string[]];
  readonly argument?: Argument;
  /** The options, each made by `option`; all commands also have `--json`. */
  readonly options?: Schema;
  readonly run: (
    options: z.output<Schema>,
    given: { readonly json: boolean; readonly args: readonly string[] },
  ) => Promise<{ readonly value: unknown; readonly text: string } | void>;
}

export function addCommand<Schema extends z.ZodObject = z.ZodObject<{}>>(
  parent: Command,
  name: string,
  { description, notes, examples, argument, options, run }: Definition<Schema>,
): void {
  const command = parent.command(name).description(description);
  firstExamples.set(command, examples[0]);
  if (argument !== undefined) command.addArgument(argument);
  for (const schema of Object.values<z.core.$ZodType>(options?.shape ?? {})) command.addOption(flagOf(schema));
  const shown = `${examples.length === 1 ? "Example" : "Examples"}:\n${examples.map((one) => `  ${one}`).join("\n")}`;
  command
    .option("--json", "print JSON")
    .addHelpText("after", `\n${notes === undefined ? "" : `${notes}\n\n`}${shown}`)
    .action(async () => {
      const { json = false, ...given }: { readonly json?: boolean } = command.opts();
      const printed = await run(read(options, given), { json, args: command.args });
      if (printed !== undefined) print(json, printed.value, printed.text);
    });
}

function flagOf(schema: z.core.$ZodType): Option {
  const { flags, help } = metaSchema.parse(z.globalRegistry.get(schema));
  const isNeeded = !z.safeParse(schema, undefined).success;
  return new Option(flags, help).makeOptionMandatory(isNeeded).hideHelp(help === hidden);
}

const metaSchema = z.object({ flags: z.string(), help: z.string() });

/** The help of an option that is not shown. */
export const hidden = "";

function read<Schema extends z.ZodObject>(options: Schema | undefined, given: object): z.output<Schema>;
function read(options: z.ZodObject | undefined, given: object): object {
  const parsed = (options ?? z.object({})).safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join("; "));
}

export class UsageError extends Error {}
