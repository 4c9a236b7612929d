export const health = { alive: { summary: "Alive", answer: { status: "alive" as const } } };

export const readiness = {
  ready: { summary: "Ready", answer: { status: "ready" as const } },
  notReady: {
    summary: "Not ready: the store is out of reach, or the process is about to stop",
    status: 503,
    answer: { status: "not-ready" as const },
  },
};

export const openApiDocument = {
  beginning: { summary: "Its beginning", answer: { openapi: "3.1.1" } },
};
