/** Frameworks of projects: those that docs/mounts.md has code for. */
export const frameworks = { express: "Express", fastify: "Fastify", hono: "Hono", http: "node:http", next: "Next.js" };
export type Framework = keyof typeof frameworks;

/** Where a project keeps its payments. */
export const stores = ["embedded", "postgres"] as const;
export type Store = (typeof stores)[number];

export const frameworkNames = Object.keys(frameworks) as readonly Framework[];

/** The answers that are known already; the others are asked for. */
export interface Answers {
  readonly folder?: string | undefined;
  readonly framework?: Framework | undefined;
  readonly store?: Store | undefined;
}
