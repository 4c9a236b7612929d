import { closingLine, runTests } from "./report.ts";

/*
 * Builds deploy/Dockerfile, runs the services of deploy/compose.yaml as containers, and pays through their proxy. It
 * needs root, npm's registry, and of Debian's packages buildah, podman, runc, mmdebstrap and caddy; some minutes.
 */
const tally = await runTests("process", ["packages/wonflow/test/image"], { WONFLOW_TEST_IMAGE: "on" });
console.log(`\n${closingLine(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
