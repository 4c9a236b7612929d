import path from "node:path";
import { mkdir, writeFile } from "node:fs/promises";
import { documentationMerchant, webhookEvents } from "@wonflow/core";
import { expect, vi } from "vitest";
import { z } from "zod";
import { signedHeaders } from "../../src/webhook-signature.ts";
import { Command, createSession, newFolder, run } from "../command.ts";
import { newDatabase } from "../new-database.ts";
import { argumentsOf, type Given, type RuledCommand } from "./rule.ts";

async function answerOf(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const [exitCode, output] = await run([...args, "--json"], environment);
  return { exitCode, answer: z.looseObject({}).parse(JSON.parse(output.split("\n")[0] ?? "")) };
}

interface Asked {
  readonly url: URL;
  readonly body: string;
}

/** Runs a function against fake external services; returns the requests that they received. */
async function withElsewhere<Value>(
  answer: (url: URL) => Response,
  work: (asked: readonly Asked[]) => Promise<Value>,
): Promise<Value> {
  const asked: Asked[] = [];
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (to, init) => {
    const url = new URL(to instanceof Request ? to.url : to);
    if (url.hostname === "127.0.0.1") return fetch(to, init);
    asked.push({ url, body: typeof init?.body === "string" ? init.body : "" });
    return answer(url);
  });
  try {
    return await work(asked);
  } finally {
    spy.mockRestore();
  }
}

/** Ended by the first answer. */
export const trigger: RuledCommand = {
  base: {},
  run: (given) =>
    withElsewhere(
      () => new Response("", { status: 503 }),
      async (asked) => {
        await run(["trigger", "settlement.completed", ...argumentsOf(given)], {});
        const [first] = asked;
        return { url: first?.url.origin, order: z.looseObject({}).parse(JSON.parse(first?.body ?? "{}")) };
      },
    ),
  rules: {
    "--url <url>": {
      at: "url",
      without: "http://localhost:4242",
      given: "https://pay.example/",
      seen: "https://pay.example",
    },
    "--amount <won>": { at: "order.amount.value", without: 10_000, given: "250000", seen: 250_000 },
  },
};

const serviceSecret = `whsec_${btoa("a secret of the service")}`;
const shopSecret = `whsec_${btoa("a secret of the shop's server")}`;
const settlement = { settlementId: "stl.x", amount: 1, settledAt: "2026-11-26T00:00:00.000Z", lines: [] };

function serviceAndShop({ pathname }: URL): Response {
  const isService = pathname.startsWith("/development/");
  return isService ? Response.json({ secret: serviceSecret }) : new Response("", { status: 299 });
}

/** Sends a message as the service does, and answers the status. */
async function send(listening: string): Promise<number> {
  const body = JSON.stringify(settlement);
  const signed = signedHeaders({ id: "msg_settlement-completed_x", sentAt: new Date(), body }, [serviceSecret]);
  const headers = { ...signed, "webhook-event": "settlement.completed" };
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const { status } = await fetch(listening, { method: "POST", headers, body });
  log.mockRestore();
  return status;
}

/** Sends the listener one message, and ends it. */
export const listen: RuledCommand = {
  base: {},
  run: (given) =>
    withElsewhere(serviceAndShop, async (asked) => {
      const before = new Set(process.listeners("SIGTERM"));
      const { answer } = await answerOf(["webhooks", "listen", ...argumentsOf(given)], {});
      const { listening, secret } = z.object({ listening: z.url(), secret: z.string() }).parse(answer);
      try {
        const [registration] = asked;
        const { events } = z.looseObject({ events: z.unknown() }).parse(JSON.parse(registration?.body ?? ""));
        return { service: registration?.url.origin, events, status: await send(listening), secret };
      } finally {
        for (const stop of process.listeners("SIGTERM").filter((each) => !before.has(each))) {
          stop("SIGTERM");
          process.off("SIGTERM", stop);
          process.off("SIGINT", stop);
        }
      }
    }),
  rules: {
    "--url <url>": {
      at: "service",
      without: "http://localhost:4242",
      given: "https://pay.example/",
      seen: "https://pay.example",
    },
    "--forward-to <url>": { at: "status", without: 200, given: "https://shop.example/webhook", seen: 299 },
    "--events <names>": {
      at: "events",
      without: webhookEvents.map(({ name }) => name),
      given: "payment.done, payout.failed",
      seen: ["payment.done", "payout.failed"],
    },
    "--secret <whsec>": { at: "secret", without: serviceSecret, given: shopSecret, seen: shopSecret },
  },
};

/** Looks at what is here, or at a service that does not answer. */
export const runDoctor: RuledCommand = {
  base: {},
  async run(given, { environment }) {
    const nice = { WONFLOW_NICE_URL: "http://127.0.0.1:9" };
    const asked = given["mid"] === undefined ? given : { gateway: "own", ...given };
    const { answer } = await answerOf(["doctor", ...argumentsOf(asked)], { ...environment, ...nice });
    if ("error" in answer) return answer;
    const { findings } = z.object({ findings: z.array(z.object({ check: z.string() })) }).parse(answer);
    return { looksAt: findings.some(({ check }) => check === "service") ? "a service" : "the database" };
  },
  rules: {
    "--url <url>": { at: "looksAt", without: "the database", given: "http://127.0.0.1:9", seen: "a service" },
    "--gateway <name>": {
      at: "looksAt",
      without: "the database",
      given: "nowhere",
      seen: "there is no gateway nowhere with keys: it is default, with the keys of the settings, or own",
    },
    "--mid <number>": {
      at: "looksAt",
      without: "the database",
      given: "8",
      seen: expect.stringMatching(/^merchant 8 has no keys of its own: wonflow merchants provider-keys --mid 8/),
    },
  },
};

/** On a database without tables; then whether any migration is pending. */
export const migrate: RuledCommand = {
  base: {},
  async run(given) {
    const environment = { DATABASE_URL: await newDatabase() };
    const { answer } = await answerOf(["migrate", ...argumentsOf(given)], environment);
    const { exitCode } = await answerOf(["migrate", "--check"], environment);
    return { told: Object.keys(answer).toSorted((one, other) => one.localeCompare(other)), isPending: exitCode === 1 };
  },
  rules: { "--check": { at: "isPending", without: false, given: "", seen: true } },
};

/** The output of a process, as the service runs until a signal ends it. */
async function shownInDevelopment(given: Given) {
  const { docs } = given;
  const pages = await newFolder();
  if (docs !== undefined) {
    await mkdir(path.join(pages, "docs"));
    await writeFile(path.join(pages, "docs", "index.md"), "# Pages of the shop\n");
  }
  const folder = docs === undefined ? {} : { docs: path.join(pages, docs) };
  const command = new Command(["dev", ...argumentsOf({ ...given, ...folder })], {
    DATABASE_URL: await newDatabase(),
    WONFLOW_DATA: pages,
  });
  const url = await command.url();
  const session = await createSession(url, "order-20261120-0001");
  const { checkoutUrl } = z.object({ checkoutUrl: z.url() }).parse(await session.json());
  const [start, checkout] = await Promise.all([url, checkoutUrl].map(async (page) => (await fetch(page)).text()));
  command.child.kill("SIGTERM");
  await command.exitCode();
  return {
    name: [documentationMerchant.name, "찻집 다올"].find((name) => checkout?.includes(name)),
    shop: /href="(http:\/\/localhost:9\/[^"]*)"/.exec(start ?? "")?.[1],
    docs: /href="(\/docs\/[^"]*)"/.exec(start ?? "")?.[1],
  };
}

/** Each process takes seconds: the one without options is looked at once for all. */
let withoutOptions: ReturnType<typeof shownInDevelopment> | undefined;

export const inDevelopment: RuledCommand = {
  base: {},
  run: (given) =>
    Object.keys(given).length === 0 ? (withoutOptions ??= shownInDevelopment(given)) : shownInDevelopment(given),
  rules: {
    "--name <name>": { at: "name", without: documentationMerchant.name, given: "찻집 다올", seen: "찻집 다올" },
    "--shop <url>": {
      at: "shop",
      without: undefined,
      given: "http://localhost:9/shop",
      seen: "http://localhost:9/shop",
    },
    "--docs <folder>": { at: "docs", without: undefined, given: "docs", seen: "/docs/index.md?lang=ko" },
  },
};
