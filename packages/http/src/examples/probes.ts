export const health = { alive: { summary: "Alive", answer: { status: "alive" as const } } };

export const readiness = {
  ready: { summary: "Ready", answer: { status: "ready" as const } },
  workWaits: {
    summary: "Ready, and due work waits",
    answer: { status: "ready" as const, work: "waiting" as const },
  },
  stopping: {
    summary: "Not ready: the process is about to stop",
    status: 503,
    answer: { status: "not-ready" as const, process: "stopping" as const },
  },
  unreachable: {
    summary: "Not ready: the store is unavailable",
    status: 503,
    answer: { status: "not-ready" as const, store: "unreachable" as const },
  },
  refusesWrites: {
    summary: "Not ready: the store refuses writes",
    status: 503,
    answer: { status: "not-ready" as const, store: "refuses-writes" as const },
  },
};

export const openApiDocument = {
  beginning: { summary: "Its beginning", answer: { openapi: "3.1.1" } },
};
