import { StoreUnavailable, failureOf, serverError } from "../errors.ts";
import { reason } from "../retry.ts";

/** What to do about a server that does not let us in, by SQLSTATE; the longest match counts. */
const advice: Readonly<Record<string, string>> = {
  "28": "check the user and the password of the database URL",
  "3D000": "create the database, or correct its name in the database URL",
  "40": "other processes are at work in it; stop them, or try again in a moment",
  "55P03": "other processes are at work in it; stop them, or try again in a moment",
  "42501": "grant the user the right to create a schema there, or create the schema wonflow and give it to the user",
  "53": "it has no room for more connections; use a smaller pool, or allow more",
  "57P": "it is starting or stopping; try again in a moment",
};

/** The error of a database that could not be opened, as one line that says what to do about it. */
export function explainOpening(error: unknown, name: string): Error {
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    return new StoreUnavailable(
      `The database ${name} was set up by another version of Wonflow (${reason(error)}): use the newest version in use`,
      { cause: error },
    );
  }
  const answer = serverError(error);
  if (answer === undefined && failureOf(error) === "lost") {
    return new StoreUnavailable(
      `Can't reach the database ${name} (${reason(error)}): start it, or correct the database URL`,
      { cause: error },
    );
  }
  const code = answer?.code ?? "";
  const todo = advice[code] ?? advice[code.slice(0, 3)] ?? advice[code.slice(0, 2)];
  if (todo === undefined) return error instanceof Error ? error : new Error(reason(error));
  return new StoreUnavailable(`The database ${name} refused (${reason(error)}): ${todo}`, { cause: error });
}
