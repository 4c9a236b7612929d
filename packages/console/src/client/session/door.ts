import { consoleRoot } from "../address/mount.ts";

/**
 * Whether the page was loaded below `/console/platform`, for the platform's operators. The console has two doors, each
 * with a session of its own, and no link leads from one to the other.
 */
export const atPlatform = /^platform(?:\/|$)/.test(window.location.pathname.slice(consoleRoot.pathname.length));

/** The route of the session. */
export const sessionPath = atPlatform ? "platform/session" : "operator/session";
