export const health = { alive: { summary: "It is", answer: { status: "alive" as const } } };

export const readiness = {
  ready: { summary: "They can", answer: { status: "ready" as const } },
  notReady: {
    summary: "They can't: the store is out of reach, or the process is about to stop",
    status: 503,
    answer: { status: "not-ready" as const },
  },
};

export const openApiDocument = {
  beginning: { summary: "How it begins", answer: { openapi: "3.1.1" } },
};
