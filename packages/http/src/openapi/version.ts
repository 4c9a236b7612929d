/** The version of this package, which `release:version` writes: a bundle has no package.json beside it. */
export const version = "0.1.0";
