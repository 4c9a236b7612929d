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
   * The packages of Node.js declare their system and processor as a string, which pnpm ignores. Next.js depends on sharp,
   * which resizes pictures under a license of its own; no page here has pictures.
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
