import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "a confirm that follows another is not remembered",
    within: 400,
    breaks: ["same answer to a repeat", "no idempotency key is lost"],
    file: "core/src/payment/confirm.ts",
    changes: [
      [
        "const writes = followed.ok ? rememberRequest(request, { attempt: approval.key }) : [];",
        "const writes = rememberRequest(undefined, { attempt: approval.key });",
      ],
    ],
  },
  {
    name: "a cancellation follows whatever its key names",
    within: 400,
    breaks: ["no internal error"],
    file: "core/src/payment/cancel.ts",
    changes: [
      [
        "const earlier = replay(request, record);\n  const earlierKey",
        "const earlier = record?.attempt == null ? undefined : { attempt: record.attempt };\n  const earlierKey",
      ],
    ],
  },
  {
    name: "versions that start again",
    within: 2000,
    breaks: ["due work is one process's", "no idempotency key is lost", "one effect of a key"],
    file: "store-memory/src/records.ts",
    changes: [["version: lastVersion, body", "version: (before?.version ?? 0) + 1, body"]],
  },
  {
    name: "an idempotency key forgotten though it was used again",
    within: 2000,
    breaks: ["no idempotency key is lost"],
    file: "core/src/idempotency/forget.ts",
    changes: [["if (record === undefined || record.forgetAt > now) return", "if (record === undefined) return"]],
  },
];
