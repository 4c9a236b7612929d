import ts from "typescript-5.9";

/** How a schema's type reads, by its name in zod; the others read as their first part. */
const plain: Readonly<Record<string, string>> = {
  ZodBoolean: "boolean",
  ZodEmail: "string",
  ZodInt: "number",
  ZodNumber: "number",
  ZodNumberFormat: "number",
  ZodString: "string",
  ZodTransform: "unknown",
  ZodURL: "string",
  ZodUnknown: "unknown",
};

const folded = new Set(["ZodDefault", "ZodOptional", "ZodPipe", "ZodPrefault", "ZodReadonly", "ZodType", "ZodCustom"]);

/** A schema's type as the shape of what it reads, in place of the names of zod's classes; undefined if it isn't a schema. */
export function zodShape(node: ts.TypeNode): string | undefined {
  if (!ts.isTypeReferenceNode(node)) return undefined;
  const name = node.typeName.getText().replace(/^.*\./, "");
  const parts = node.typeArguments ?? [];
  if (plain[name] !== undefined) return plain[name];
  const [first, second] = parts;
  if (first === undefined) return undefined;
  if (folded.has(name)) return shapeOf(first);
  switch (name) {
    case "ZodArray":
      return `(${shapeOf(first)})[]`.replace(/^\((\w+)\)/, "$1");
    case "ZodEnum":
      return ts.isTypeLiteralNode(first)
        ? first.members.map(({ name: each }) => `"${keyOf(each)}"`).join(" | ")
        : undefined;
    case "ZodLiteral":
      return first.getText();
    case "ZodNullable":
      return `${shapeOf(first)} | null`;
    case "ZodObject":
      return ts.isTypeLiteralNode(first) ? objectShape(first) : undefined;
    case "ZodRecord":
      return second && `Record<${shapeOf(first)}, ${shapeOf(second)}>`;
    case "ZodTuple":
      return `[${partsOf(first).map(shapeOf).join(", ")}]`;
    case "ZodUnion":
    case "ZodDiscriminatedUnion":
      return partsOf(first).map(shapeOf).join(" | ");
    default:
      return undefined;
  }
}

function shapeOf(node: ts.TypeNode): string {
  return zodShape(node) ?? node.getText().replaceAll(/\s+/g, " ");
}

function keyOf(name: ts.PropertyName | undefined): string {
  return name?.getText().replaceAll(/^"|"$/g, "") ?? "";
}

/** The members of a tuple type, which may be readonly. */
function partsOf(node: ts.TypeNode): readonly ts.TypeNode[] {
  const tuple = ts.isTypeOperatorNode(node) ? node.type : node;
  return ts.isTupleTypeNode(tuple) ? [...tuple.elements] : [];
}

const mayBeLeftOut = new Set(["ZodOptional", "ZodDefault", "ZodPrefault"]);

function objectShape(node: ts.TypeLiteralNode): string {
  const fields = node.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const { type } = member;
    const name = ts.isTypeReferenceNode(type) ? type.typeName.getText().replace(/^.*\./, "") : "";
    return `${member.name.getText()}${mayBeLeftOut.has(name) ? "?" : ""}: ${shapeOf(type)}`;
  });
  const line = `{ ${fields.join("; ")} }`;
  if (line.length <= 100 && !line.includes("\n")) return line;
  const lines = fields.map((field) => `    ${field.replaceAll("\n", "\n    ")};`);
  return ["{", ...lines, "}"].join("\n");
}
