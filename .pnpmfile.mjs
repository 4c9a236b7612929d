/**
 * Inside the workspace the `source` condition leads to a package's TypeScript, so that tests and scripts
 * run without a build. Packages are published without their sources, so it is taken out when packing.
 */
function withoutSource(exports) {
  if (typeof exports !== "object" || exports === null) return exports;
  const kept = Object.entries(exports).filter(([condition]) => condition !== "source");
  return Object.fromEntries(kept.map(([condition, target]) => [condition, withoutSource(target)]));
}

const listed = (value) => (typeof value === "string" ? [value] : value);

export const hooks = {
  /**
   * The packages of Node.js name their system and processor as a text, which pnpm does not look at. Next.js brings what
   * makes smaller pictures, of which there are none, under a license of its own.
   */
  readPackage(manifest) {
    if (manifest.name === "next") {
      const { sharp: _pictures, ...optionalDependencies } = manifest.optionalDependencies;
      return { ...manifest, optionalDependencies };
    }
    if (!/^node-(?:linux|win)-/.test(manifest.name)) return manifest;
    return { ...manifest, os: listed(manifest.os), cpu: listed(manifest.cpu) };
  },
  beforePacking(manifest) {
    const exports = withoutSource(manifest.exports);
    return manifest.imports === undefined
      ? { ...manifest, exports }
      : { ...manifest, exports, imports: withoutSource(manifest.imports) };
  },
};
