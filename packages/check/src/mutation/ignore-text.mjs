/**
 * Leaves text for people unmutated: a string with a space in it is a sentence, never a name or a value;
 * so is what describes a schema (`meta`), and what names a bug (`new Error`).
 */
function isText({ node, parent, listKey }) {
  if (node.type === "StringLiteral") return node.value.includes(" ");
  if (node.type === "TemplateLiteral") return node.quasis.some(({ value }) => value.raw.includes(" "));
  if (node.type === "NewExpression") return node.callee.name?.endsWith("Error") === true;
  return listKey === "arguments" && parent.callee?.property?.name === "meta";
}

const value = { shouldIgnore: (path) => (isText(path) ? "text for people" : undefined) };

export const strykerPlugins = [{ kind: "Ignore", name: "text", value }];
