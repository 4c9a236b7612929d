import { describe, expect, test } from "vitest";
import { emptyField, kinds, leave, press, sentOf, typeIn, typingRows } from "../../test/typist.ts";
import { reformat, type Change, type TypedKind } from "./typing.ts";

const rows = typingRows();

describe.each(kinds)("%s", (kind) => {
  const own = rows.filter((row) => row.kind === kind);

  test("twenty ways and more", () => expect(own.length).toBeGreaterThanOrEqual(20));

  test.each(own)("$how $input → $shown → $sent", ({ how, input, shown, sent }) => {
    const field = typeIn(kind, { how, input });
    const value = leave(kind, field);
    const outcome = sentOf(kind, value);
    const said = field.said.length === 0 ? "" : ` said ${[...new Set(field.said)].join()}`;
    expect({ shown: value, sent: ("sent" in outcome ? outcome.sent : `! ${outcome.problem}`) + said }).toEqual({
      shown,
      sent,
    });
    // The field's value is sent unchanged, whether or not the field was left before.
    expect(sentOf(kind, field.value)).toEqual(outcome);
    expect(leave(kind, { ...field, value }), "leaving twice changes nothing").toBe(value);
  });
});

describe("an expiry date after each key", () => {
  const states: readonly (readonly [keys: string, shown: readonly string[]])[] = [
    ["12/2039", ["1", "12/", "12/", "12/2", "12/20", "12/203", "12/39"]],
    ["122039", ["1", "12/", "12/2", "12/20", "12/203", "12/39"]],
    ["1230", ["1", "12/", "12/3", "12/30"]],
    ["202912", ["2", "20", "202", "2029", "20291", "12/29"]],
    ["2039-12", ["2", "20", "203", "2039", "2039-", "2039-1", "12/39"]],
    ["39/12", ["3", "39", "39/", "39/1", "12/39"]],
    ["3912", ["3", "39", "391", "12/39"]],
    ["13/39", ["1", "13", "13/", "13/3", "13/39"]],
    ["139", ["1", "13", "139"]],
    ["8/29", ["08/", "08/", "08/2", "08/29"]],
    ["1 / 2039", ["1", "01/", "01/", "01/", "01/2", "01/20", "01/203", "01/39"]],
    ["00", ["0", "00"]],
    ["12⌫⌫⌫", ["1", "12/", "12", "1", ""]],
    ["12⌫3", ["1", "12/", "12", "12/3"]],
    ["12/39⌫8", ["1", "12/", "12/", "12/3", "12/39", "12/3", "12/38"]],
    ["2x", ["2", "2x"]],
  ];
  test.each(states)("%s", (keys, shown) => {
    let field = emptyField;
    const seen = Array.from(keys).map((key) => (field = press("expiry", field, key)).value);
    expect(seen).toEqual(shown);
  });
});

describe("the caret stays behind its digit", () => {
  /** `|` is the caret. */
  const carets: readonly (readonly [kind: TypedKind, before: string, change: Change, after: string])[] = [
    ["number", "40001|", "key", "4000 1|"],
    ["number", "40900| 0000", "key", "4090 0|000 0"],
    ["number", "4000| 0000", "key", "4000 |0000"],
    ["number", "4000|0000", "deletion", "4000| 0000"],
    ["number", "400| 0000 0011", "deletion", "400|0 0000 011"],
    ["number", "|4000", "deletion", "|4000"],
    ["number", "400 x|0", "key", "400|0"],
    ["number", "４|", "key", "4|"],
    ["number", "40x0012 1|", "key", "40x0012 1|"],
    ["business", "1234|", "key", "123-4|"],
    ["business", "123|4-56", "deletion", "123|-45-6"],
    ["expiry", "12|", "key", "12/|"],
    ["expiry", "12|", "deletion", "12|"],
    ["expiry", "8|", "key", "08/|"],
    ["expiry", "1|/30", "deletion", "1|/30"],
    ["expiry", "12|/30", "key", "12|/30"],
    ["expiry", "１|/30", "key", "1|/30"],
    ["password", "１|", "key", "1|"],
    ["password", "1|2", "key", "1|2"],
    ["password", "31|2", "key", "31|"],
    ["birthDate", "9|00101", "key", "9|00101"],
    ["birthDate", "9001011|", "key", "900101|"],
  ];
  const parts = (text: string) => ({ value: text.replace("|", ""), caret: text.indexOf("|") });
  test.each(carets)("%s %s, %s → %s", (kind, before, change, after) => {
    const { value, caret } = reformat(kind, parts(before), change);
    expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(after);
  });
});

test("invisible characters from copying are ignored", () => {
  expect(typeIn("number", { how: "paste", input: "\u202A4000 0000 0011 0009\u202C" }).value).toBe(
    "4000 0000 0011 0009",
  );
  expect(typeIn("expiry", { how: "paste", input: "\u200B12/39\uFEFF" }).value).toBe("12/39");
});
