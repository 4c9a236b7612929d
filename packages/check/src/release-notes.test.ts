import { expect, test } from "vitest";
import { notesOf } from "./release-notes.ts";

const tea = {
  name: "tea",
  version: "0.2.0",
  text: `# tea

## 0.2.0

### Minor Changes

- 51019e1: Tea is brewed cold.

  It takes a night.

### Patch Changes

- Cups are warm.
- Updated dependencies [51019e1]
  - @shop/water@0.2.0

## 0.1.0

The first version.
`,
};
const water = {
  name: "@shop/water",
  version: "0.2.0",
  text: "# @shop/water\n\n## 0.2.0\n\n### Patch Changes\n\n- 51019e1: Tea is brewed cold.\n\n  It takes a night.\n",
};
const cups = { name: "cups", version: "0.2.0", text: "# cups\n\n## 0.2.0\n" };

test("the notes of a release list each change once, at its largest, with the packages that it concerns", () => {
  expect(notesOf([tea, water, cups])).toBe(`## Minor Changes

- **tea, @shop/water**: Tea is brewed cold.

  It takes a night.

## Patch Changes

- **tea**: Cups are warm.

tea 0.2.0, @shop/water 0.2.0, cups 0.2.0
`);
});

test("a release without changes names its packages", () => {
  expect(notesOf([cups])).toBe("cups 0.2.0\n");
});
