import { createConsole, type Console, type OfferedOperator } from "@wonflow/console";
import { ok, refuse, type Payments, documentationMerchant } from "@wonflow/core";
import { Kept, pathBelow, type Endpoint } from "@wonflow/http";
import { allPages } from "./all-pages.ts";

/** A file's name changes with its content. */
const immutable = { "Cache-Control": "public, max-age=31536000, immutable" };

interface Mounted {
  readonly payments: Payments;
  readonly basePath: string;
  readonly isDevelopment: boolean;
  /** Whether to serve the merchant's console, and the platform's. */
  readonly merchants: boolean;
  readonly platform: boolean;
}

/** Paths of the platform's pages. */
const ofPlatform = /^\/console\/platform(?:\/|$)/;

/**
 * `GET /console` and every path below it: the console's one page, if it is enabled.
 * `GET /console/assets/{file}`: its script and style.
 */
export function consoleEndpoints({
  payments,
  basePath,
  isDevelopment,
  merchants,
  platform,
}: Mounted): readonly Endpoint[] {
  if (!merchants && !platform) return [];
  let making: Promise<Made> | undefined;
  const read = () => (making ??= make({ isDevelopment }));
  return [
    {
      method: "GET",
      path: "/console/assets/{file}",
      async answer({ parameters }) {
        const file = (await read()).files.get(parameters["file"] ?? "");
        // A script of an earlier version is gone; its page gets the current one when it is loaded again.
        return file === undefined ? refuse("NOT_FOUND_PATH") : ok(file);
      },
    },
    ...["/console", "/console/*"].map((path): Endpoint => {
      return {
        method: "GET",
        path,
        async answer({ request, language }) {
          const place = pathBelow(basePath, request);
          if (!(ofPlatform.test(place) ? platform : merchants)) return refuse("NOT_FOUND_PATH");
          const made = await read();
          const offered = isDevelopment ? await offeredOperator(payments) : undefined;
          const { text, headers } = made.console.page(place, language, offered);
          return ok(new Response(text, { headers: { ...headers, "Content-Type": "text/html; charset=utf-8" } }));
        },
      };
    }),
  ];
}

/** A service that a program embeds may have no documentation merchant, also in development. */
async function offeredOperator({ operators }: Payments): Promise<OfferedOperator | undefined> {
  const { mId, mode, name } = documentationOperator;
  const known = await allPages((page) => operators.list({ mId, mode }, page));
  return known.some((operator) => operator.name === name) ? documentationOperator : undefined;
}

interface Made {
  readonly console: Console;
  readonly files: ReadonlyMap<string, Kept>;
}

async function make(settings: Parameters<typeof createConsole>[0]): Promise<Made> {
  const console = await createConsole(settings);
  const files = console.files.map(({ name, contentType, text }) => {
    return [name, new Kept({ version: name, contentType, text: () => text }, immutable)] as const;
  });
  return { console, files: new Map(files) };
}

/** The documentation merchant's operator, an owner. The password is public, so only development has it. */
export const documentationOperator: OfferedOperator = {
  mId: documentationMerchant.mId,
  mode: documentationMerchant.mode,
  name: "docs",
  password: "documentation",
};
