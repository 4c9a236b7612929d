import { dayInSeoul, type CardMovement, type StatementQuestion } from "@wonflow/core";
import { insteadOfBreaking, oneTenant, type Right, type Wrong, type WrongGateway, type CardCalls } from "./right.ts";

const dayMs = 24 * 3_600_000;
const anApproval =
  "statement: lists an approval once, under its key and its reference, at its time, also after a restart";
const cancellations = "statement: lists each cancellation with its amount, beside the whole amount that was approved";
const once = "statement: lists each of several once over all its pages, and the same whenever it is asked";
const broken = "statement: that breaks is unknown";
const running = "statement: of a day that is not over is unknown";

function listed(movements: readonly CardMovement[], next: string | null = null) {
  return { outcome: "done", value: { movements, next } } as const;
}

type Statement = NonNullable<CardCalls["statement"]>;

/** The list of a right gateway that promises one. */
function statementOf({ statement }: CardCalls): Statement {
  if (statement === undefined) throw new Error("the sandbox of these tests has a list of a day");
  return statement;
}

/** A gateway whose lists have other lines. */
const listing =
  (change: (lines: readonly CardMovement[], question: StatementQuestion, right: Right) => readonly CardMovement[]) =>
  (right: Right): ReturnType<Wrong> => ({
    async statement(question) {
      const answer = await statementOf(right.gateway)(question);
      return answer.outcome === "done" ? listed(change(answer.value.movements, question, right)) : answer;
    },
  });

const changed = (change: (line: CardMovement, right: Right) => Partial<CardMovement>): Wrong =>
  listing((lines, _question, right) => lines.map((line) => ({ ...line, ...change(line, right) })));

const without = (isLeftOut: (line: CardMovement, right: Right) => boolean): Wrong =>
  listing((lines, _question, right) => lines.filter((line) => !isLeftOut(line, right)));

/** A gateway that cuts its list into pages in its own way. */
const paging =
  (pageAt: (lines: readonly CardMovement[], index: number) => readonly [CardMovement[], string | null]): Wrong =>
  ({ gateway }) => ({
    async statement(question) {
      const answer = await statementOf(gateway)({ ...question, cursor: null });
      if (answer.outcome !== "done") return answer;
      return listed(...pageAt(answer.value.movements, Number(question.cursor ?? 0)));
    },
  });

/** A gateway that makes its list of a day from that day and the day before. */
const twoDays =
  (choose: (lines: readonly CardMovement[], question: StatementQuestion) => readonly CardMovement[]): Wrong =>
  ({ gateway }) => ({
    async statement(question) {
      const statement = statementOf(gateway);
      const before = dayInSeoul(Date.parse(`${question.day}T12:00:00+09:00`) - dayMs);
      const answers = [await statement({ ...question, day: before }), await statement(question)];
      const lines = answers.flatMap((answer) => (answer.outcome === "done" ? answer.value.movements : []));
      return listed(choose(lines, question));
    },
  });

const recordOf = ({ gateway }: Right, { approvalKey }: CardMovement) =>
  gateway.records().find(({ key }) => key === approvalKey);

/** The lines of a day's list, and their fields. */
export const wrongStatements: readonly WrongGateway[] = [
  [
    "leaves the last page out",
    once,
    paging((lines, index) => [lines.slice(index, index + 1), index + 2 < lines.length ? String(index + 1) : null]),
  ],
  [
    "begins each page with the last line of the page before",
    once,
    paging((lines, index) => [
      lines.slice(Math.max(0, index - 1), index + 1),
      index + 1 < lines.length ? String(index + 1) : null,
    ]),
  ],
  ["has the first page again and again", once, paging((lines) => [lines.slice(0, 1), "again"])],
  ["lists a line twice", anApproval, listing((lines) => [...lines, ...lines.slice(-1)])],
  ["returns times in seconds", anApproval, changed(({ at }) => ({ at: Math.floor(at / 1_000) }))],
  ["returns times nine hours ahead", anApproval, changed(({ at }) => ({ at: at + dayMs * (9 / 24) }))],
  ["names an approval by its reference only", anApproval, changed(() => ({ approvalKey: null }))],
  ["omits the reference of an approval", anApproval, changed(() => ({ approvalReference: null }))],
  ["loses its approvals at a restart", anApproval, without((_line, { restarts }) => restarts > 0)],
  [
    "lists only what it has answered",
    "statement: lists an approval whose answer was lost",
    (right) => ({
      ...without(({ approvalKey }) => !right.seen.has(approvalKey ?? ""))(right),
      async approve(request) {
        const answer = await right.gateway.approve(request);
        right.seen.add(request.key);
        return answer;
      },
    }),
  ],
  [
    "lists what remains of an approval",
    cancellations,
    changed((line, right) => {
      const canceled = recordOf(right, line)?.canceledAmount ?? 0;
      return line.kind === "APPROVED" ? { amount: line.amount - canceled } : {};
    }),
  ],
  ["lists no cancellations", cancellations, without(({ kind }) => kind === "CANCELED")],
  ["lists cancellations as approvals", cancellations, changed(() => ({ kind: "APPROVED" }))],
  [
    "lists two cancellations of one amount as one",
    cancellations,
    listing((lines) => {
      const names = lines.map(({ kind, approvalKey, amount }) => `${kind} ${approvalKey} ${amount}`);
      return lines.filter((_line, index) => names.indexOf(names[index] ?? "") === index);
    }),
  ],
  [
    "lists no manual refunds",
    "statement: lists a manual refund",
    without((line, right) => {
      const own = recordOf(right, line)?.cancellations ?? [];
      return line.kind === "CANCELED" && own.some(({ key }) => key.includes("by-hand"));
    }),
  ],
  [
    "lists a reversed approval as approved",
    "statement: lists no money of a reversed approval",
    listing((lines, { tenant, day }, { gateway }) => {
      const undone = gateway.records().filter((record) => record.tenant === tenant && record.state === "REVERSED");
      const standing = undone.map(({ key, amount, arrivedAt }) => {
        return { kind: "APPROVED", approvalKey: key, approvalReference: null, amount, at: arrivedAt ?? 0 } as const;
      });
      return [...lines, ...standing.filter(({ at }) => dayInSeoul(at) === day)];
    }),
  ],
  [
    "lists a refused approval",
    "statement: lists no approval that was refused",
    listing((lines, { tenant }, { gateway }) => {
      const failed = gateway.records().filter((record) => record.tenant === tenant && record.state === "REFUSED");
      const shown = failed.map(({ key, amount, arrivedAt }) => {
        return { kind: "APPROVED", approvalKey: key, approvalReference: null, amount, at: arrivedAt ?? 0 } as const;
      });
      return [...lines, ...shown];
    }),
  ],
  [
    "lists by the days of London",
    "statement: lists an approval of the small hours on its day in Seoul",
    twoDays((lines, { day }) => lines.filter(({ at }) => new Date(at).toISOString().startsWith(day))),
  ],
  ["lists the day before too", "statement: lists nothing of another day", twoDays((lines) => lines)],
  [
    "lists another merchant's",
    "statement: lists nothing of another merchant",
    ({ gateway }) => ({ statement: (question) => statementOf(gateway)({ ...question, tenant: oneTenant }) }),
  ],
  [
    "answers a day that is not over",
    running,
    ({ gateway }) => ({ statement: insteadOfUnknown(statementOf(gateway), () => listed([])) }),
  ],
  [
    "reports a broken list as an empty one",
    broken,
    ({ gateway }) => ({ statement: insteadOfBreaking(statementOf(gateway), () => listed([])) }),
  ],
];

function insteadOfUnknown(statement: Statement, answer: () => Awaited<ReturnType<Statement>>): Statement {
  return async (question) => {
    const told = await statement(question);
    return told.outcome === "unknown" ? answer() : told;
  };
}
