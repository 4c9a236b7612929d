import { newAnswerCheck, refusalProblems, auditProblems } from "./check/answer.ts";
import type { Step } from "./generate/sequence.ts";
import { operations } from "./interface/operations.ts";
import type { Wrong } from "./planted/wrong.ts";
import { assemble, type Assembled } from "./attacked/assemble.ts";
import { newCallers } from "./attacked/callers.ts";
import { askHandler, doDueWork, openService, type AttackedService } from "./attacked/attacked-service.ts";
import { newLearned } from "./attacked/learned.ts";
import { isLong, type Received } from "./attacked/received.ts";
import { listen, type Listening } from "./attacked/socket.ts";

/** What was sent and answered, or minutes that passed. */
export type Happened =
  | {
      readonly kind: "exchange";
      readonly asked: Assembled;
      readonly answer: Received;
      /** Undefined for an answer that waited for the service's clock. */
      readonly ms: number | undefined;
    }
  | { readonly kind: "wait"; readonly minutes: number };

interface Problem {
  /** The same for the same mistake in the same operation. */
  readonly kind: string;
  readonly text: string;
}

export interface SequenceReport {
  readonly happened: readonly Happened[];
  /** What is wrong with the last exchange; undefined if all is correct. */
  readonly problem: Problem | undefined;
}

export interface RunOptions {
  /** A planted mistake. */
  readonly wrong?: Wrong | undefined;
  /** Whether requests go over a real socket. */
  readonly overSocket?: boolean;
}

const byId = new Map(operations.map((operation) => [operation.operationId, operation]));

const checkAnswer = newAnswerCheck();

/** Runs a sequence against a new service, until something is wrong. */
export async function runSequence(steps: readonly Step[], options: RunOptions = {}): Promise<SequenceReport> {
  const service = await openService(options.wrong);
  const listening = options.overSocket === true ? await listen(service) : undefined;
  try {
    return await run(steps, service, listening);
  } finally {
    await listening?.close();
  }
}

async function run(
  steps: readonly Step[],
  service: AttackedService,
  listening: Listening | undefined,
): Promise<SequenceReport> {
  const learned = newLearned();
  const callers = newCallers(service);
  const happened: Happened[] = [];
  const asked: Assembled[] = [];

  async function wait(minutes: number): Promise<void> {
    happened.push({ kind: "wait", minutes });
    await service.clock.advance(minutes * 60_000);
    await doDueWork(service);
    await callers.signIn();
  }

  async function exchange(one: Assembled): Promise<Problem | undefined> {
    asked.push(one);
    const before = service.changes.length;
    const [began, clockBefore] = [performance.now(), service.clock.now()];
    const asking = listening?.ask(one.sent) ?? askHandler(service, one.sent);
    const answer = await asking.catch(noAnswer);
    const ms = service.clock.now() === clockBefore ? performance.now() - began : undefined;
    const { operationId } = one.operation;
    const isOwn = one.sent.method === one.operation.method;
    if (isOwn && answer.status < 300 && !isLong(answer.text)) learned.learn(operationId, happened.length, answer.body);
    happened.push({ kind: "exchange", asked: one, answer, ms });
    if (answer.status === 0) return problemOf(operationId, [`no answer: ${answer.text}`]);
    const exchanged = { asked: one, answer, changes: service.changes.slice(before) };
    await callers.received(one.caller, answer);
    const reports = service.reported.map((text) => `reports: ${text}`);
    return problemOf(operationId, [...reports, ...checkAnswer(exchanged), ...refusalProblems(exchanged)]);
  }

  async function take(step: Step): Promise<Problem | undefined> {
    if (step.kind === "wait") {
      await wait(step.minutes);
      return problemOf("due work", service.reported);
    }
    if (step.kind === "again") {
      const one = asked.at(-1 - step.nth);
      return one && exchange(one);
    }
    const operation = byId.get(step.operationId);
    if (operation === undefined) throw new Error(`there is no operation ${step.operationId}`);
    return exchange(assemble(step, { operation, learned, callers }));
  }

  await doDueWork(service);
  await callers.signIn();
  for (const step of steps) {
    const problem = await take(step);
    if (problem !== undefined) return { happened, problem };
  }
  return { happened, problem: problemOf("audit", await auditProblems(service)) };
}

/** A handler that rejects, or a connection that ends without an answer. */
function noAnswer(error: unknown): Received {
  return { status: 0, headers: new Headers(), text: String(error), body: undefined };
}

function problemOf(where: string, problems: readonly string[]): Problem | undefined {
  const [first] = problems;
  return first === undefined ? undefined : { kind: `${where}: ${kindOf(first)}`, text: problems.join("\n") };
}

/** Leaves out what differs from one request to the next. */
function kindOf(problem: string): string {
  const [line = ""] = problem.split("\n");
  return line.replaceAll(/\d+/g, "…").slice(0, 160);
}
