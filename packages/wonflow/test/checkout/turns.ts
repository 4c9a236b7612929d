/**
 * Returns a function that picks the next of several at each call, for behavior that should not depend on them. In
 * `npm run test:long` it picks all.
 */
export function turns(): <Each>(all: readonly Each[]) => readonly Each[] {
  let turn = 0;
  return (all) => {
    const next = turn++ % all.length;
    return all.filter((_, index) => process.env["TESTS"] === "long" || index === next);
  };
}
