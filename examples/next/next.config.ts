import path from "node:path";
import type { NextConfig } from "next";

// Examples send no telemetry.
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

const config: NextConfig = {
  // It opens databases and files of its own, so it is loaded as it is, and not bundled.
  serverExternalPackages: ["wonflow"],
  // Only a workspace of several packages needs these: where it begins, and that types are checked with all of it.
  turbopack: { root: path.join(import.meta.dirname, "../..") },
  typescript: { ignoreBuildErrors: true },
};

export default config;
