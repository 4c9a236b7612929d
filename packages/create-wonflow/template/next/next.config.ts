import type { NextConfig } from "next";

const config: NextConfig = {
  // It opens databases and files of its own, so it is loaded as it is, and not bundled.
  serverExternalPackages: ["wonflow"],
};

export default config;
