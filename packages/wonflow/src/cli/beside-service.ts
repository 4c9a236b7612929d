import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { errorCodes, platform, type Owner, type Result } from "@wonflow/core";
import { z } from "zod";
import { readEnvironment } from "../settings/environment.ts";
import { SettingError } from "../settings/setting-error.ts";
import { commandSocketOf, type AskedBeside, type PaymentsBeside } from "../serve/command-socket.ts";
import { notRegistered, ofRegistered, valueIn, type Words, withSecret } from "./with-payments.ts";
import { ServiceError } from "./running-service.ts";

/**
 * Runs work on operators: through the service that has the embedded database open, or else on the database itself. No
 * operation is sent to both: once a service accepted the connection, the database is left alone.
 */
export async function withOperators<Answer>(work: (payments: PaymentsBeside) => Promise<Answer>): Promise<Answer> {
  const { databaseUrl, dataDir } = readEnvironment(process.env, "development");
  if (databaseUrl === undefined && (await takesCommands(dataDir))) return work(besideService(dataDir));
  return withSecret(work);
}

/** Does an operation for the operators of a merchant or the platform, as `ofMerchant` does. */
export async function ofOperators<Value>(
  owner: Owner,
  ask: (payments: PaymentsBeside) => Promise<Result<Value>>,
  words: Words = {},
): Promise<Value> {
  if (owner === platform) return valueIn(await withOperators(ask), words);
  const result = await withOperators((payments) => ofRegistered(payments, owner, () => ask(payments)));
  return valueIn(result, { FORBIDDEN_REQUEST: notRegistered(owner), ...words });
}

/** Connect errors that mean no service is running. */
const notRunning: readonly string[] = ["ENOENT", "ECONNREFUSED", "ENOTDIR", "ENOTSOCK", "EINVAL", "ENAMETOOLONG"];

function takesCommands(dataDir: string): Promise<boolean> {
  if (process.platform === "win32") return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const socket = connect(commandSocketOf(dataDir));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (notRunning.includes(error.code ?? "")) resolve(false);
      else if (error.code !== "EACCES" && error.code !== "EPERM") reject(error);
      else
        reject(new SettingError(`The data folder ${dataDir} belongs to another user: run this command as that user`));
    });
  });
}

function besideService(dataDir: string): PaymentsBeside {
  const asking = <Operation>(operation: string): Operation => {
    const ask = async (...given: readonly unknown[]) => answerOf(await sent(dataDir, { operation, given: [...given] }));
    // The service sends the operation's own answer, so the operation's types hold.
    return ask as Operation;
  };
  return {
    merchants: { get: asking("merchants.get") },
    operators: {
      list: asking("operators.list"),
      set: asking("operators.set"),
      remove: asking("operators.remove"),
      signOutAll: asking("operators.signOutAll"),
      actions: asking("operators.actions"),
    },
  };
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** The check of a password takes a part of a second; a database that is held up takes longer. */
const answerTimeoutMs = 60_000;

function sent(dataDir: string, asked: AskedBeside): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const failed = (cause: NodeJS.ErrnoException) => {
      const message = notRunning.includes(cause.code ?? "")
        ? "The running service has just stopped, and nothing was done: run this command again"
        : "The running service did not answer, so the outcome is unknown: check with wonflow operators list";
      reject(new ServiceError(message, { cause }));
    };
    const options = {
      socketPath: commandSocketOf(dataDir),
      method: "POST",
      headers: { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(answerTimeoutMs),
    };
    const request = httpRequest(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), failed);
    });
    request.once("error", failed);
    request.end(JSON.stringify(asked));
  });
}

const problemSchema = z.object({ problem: z.string() });

const resultSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.looseObject({ code: z.enum(errorCodes) }) }),
]);

function answerOf({ status, body }: Answered) {
  const answer: unknown = JSON.parse(body);
  if (status === 200) return resultSchema.parse(answer);
  throw new ServiceError(`The running service refuses: ${problemSchema.parse(answer).problem}`);
}
