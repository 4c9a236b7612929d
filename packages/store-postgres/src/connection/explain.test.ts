import { expect, test } from "vitest";
import { explainOpening } from "./explain.ts";

const refused = (code: string) => Object.assign(new Error("refused"), { code, severity: "ERROR" });

test.each<[code: string, advice: string]>([
  ["28P01", "check the user and the password of the database URL"],
  ["3D000", "create the database, or correct its name in the database URL"],
  ["53300", "it has no room for more connections; use a smaller pool, or allow more"],
  ["57P03", "it is starting or stopping; try again in a moment"],
  // A migration, or a distribution over Citus, beside a service that commits.
  ["40P01", "other processes are at work in it; stop them, or try again in a moment"],
  ["55P03", "other processes are at work in it; stop them, or try again in a moment"],
])("a database that refuses with %s is reported with what to do", (code, advice) => {
  expect(explainOpening(refused(code), "postgres://db/x").message).toBe(
    `The database postgres://db/x refused (refused): ${advice}`,
  );
});

test("an error unrelated to opening is unchanged", () => {
  const error = refused("42P01");
  expect(explainOpening(error, "postgres://db/x")).toBe(error);
});
