/** A command line that can't be used. */
export class UsageError extends Error {}
