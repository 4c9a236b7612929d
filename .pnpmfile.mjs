/**
 * Inside the workspace the `source` condition leads to a package's TypeScript, so that tests and scripts
 * run without a build. Packages are published without their sources, so it is taken out when packing.
 */
function withoutSource(exports) {
  if (typeof exports !== "object" || exports === null) return exports;
  const kept = Object.entries(exports).filter(([condition]) => condition !== "source");
  return Object.fromEntries(kept.map(([condition, target]) => [condition, withoutSource(target)]));
}

export const hooks = {
  beforePacking(manifest) {
    const exports = withoutSource(manifest.exports);
    return manifest.imports === undefined
      ? { ...manifest, exports }
      : { ...manifest, exports, imports: withoutSource(manifest.imports) };
  },
};
