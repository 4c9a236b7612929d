/**
 * Prose: a string with a space in it is a sentence, never a name or a value; so is what describes
 * a schema (`meta`).
 */
function isText({ node, parent, listKey }) {
  if (node.type === "StringLiteral") return node.value.includes(" ");
  if (node.type === "TemplateLiteral") return node.quasis.some(({ value }) => value.raw.includes(" "));
  return listKey === "arguments" && parent.callee?.property?.name === "meta";
}

/**
 * A check that does nothing but throw an error: expected outcomes are values in core, so what throws names a
 * bug, which no input reaches.
 */
function isCheckForBugs({ node }) {
  return node.type === "IfStatement" && node.consequent.type === "ThrowStatement";
}

const value = {
  shouldIgnore(path) {
    if (isText(path)) return "prose";
    return isCheckForBugs(path) ? "a check for bugs" : undefined;
  },
};

/** What Stryker leaves as it is, see docs/mutation.md. */
export const strykerPlugins = [{ kind: "Ignore", name: "left-out", value }];
