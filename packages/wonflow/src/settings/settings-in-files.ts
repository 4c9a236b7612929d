import { readFileSync } from "node:fs";
import { gatewayDefinitions } from "../gateways/definitions.ts";
import { SettingError } from "./setting-error.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Secrets that a file may hold, as containers and systemd hand them over: other processes of the machine may read a
 * variable, and a crash report may show it.
 */
const inFiles = [
  "DATABASE_URL",
  "WONFLOW_SECRET",
  ...gatewayDefinitions.flatMap(({ prefix }) => [`${prefix}_CLIENT_KEY`, `${prefix}_SECRET_KEY`]),
];

/**
 * The variables with the contents of the files that `WONFLOW_SECRET_FILE` and its like name, without the line break at
 * their end. Throws a SettingError for a file that cannot be read or is empty, and where both are set.
 */
export function withSettingsInFiles(variables: Variables): Variables {
  const found = inFiles.flatMap((name) => {
    const file = variables[`${name}_FILE`]?.trim() ?? "";
    if (file === "") return [];
    if ((variables[name]?.trim() ?? "") !== "") throw new SettingError(`Set ${name} or ${name}_FILE, not both`);
    return [[name, contentOf(`${name}_FILE`, file)] as const];
  });
  return { ...variables, ...Object.fromEntries(found) };
}

function contentOf(name: string, file: string): string {
  const content = read(name, file).trim();
  if (content === "") throw new SettingError(`${name} names an empty file: ${file}`);
  return content;
}

function read(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "it cannot be read";
    throw new SettingError(`${name} names a file that cannot be read: ${file} (${why})`);
  }
}
