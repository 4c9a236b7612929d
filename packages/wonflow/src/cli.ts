#!/usr/bin/env node
import { runCommandLine } from "./cli/command-line.ts";
import { dropUnread } from "./cli/print.ts";

dropUnread();
const exitCode = await runCommandLine(process.argv.slice(2));
if (exitCode !== 0) process.exit(exitCode);
