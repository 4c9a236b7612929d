/**
 * Answers a function that gives one of several, the next at each call: for what is the same with all of them, as far as
 * anybody knows. In `npm run test:long` it gives all.
 */
export function turns(): <Each>(all: readonly Each[]) => readonly Each[] {
  let turn = 0;
  return (all) => {
    const next = turn++ % all.length;
    return all.filter((_, index) => process.env["TESTS"] === "long" || index === next);
  };
}
