import {
  createCheckoutPage,
  createReceiptPage,
  createWindowPage,
  type CheckoutPage,
  type ReceiptPage,
  type WindowPage,
} from "@wonflow/checkout";
import { ok, type Payments } from "@wonflow/core";
import { testCards } from "@wonflow/sandbox";
import {
  createHttpHandler,
  type Endpoint,
  type HttpHandler,
  type HttpSettings,
  WrongMount,
  type Compressions,
} from "@wonflow/http";
import { systemClock } from "./machine.ts";
import { consoleEndpoints } from "./console.ts";
import { unclaimedWork } from "./findings/unclaimed-work.ts";
import { checkRunning } from "./findings/payments.ts";
import { consoleLogger, type Logger } from "./logger/logger.ts";
import { requestLog } from "./logger/notice-lines.ts";
import { checkable } from "./mount/check-mount.ts";
import { referenceEndpoint } from "./reference.ts";
import { sdkScript, sdkVersions, servedVersions } from "./sdk-script.ts";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export interface HandlerSettings extends HttpSettings {
  /** Such as `/pay`; by default from `settings.checkoutUrl`. Set it if a proxy leads that address elsewhere. */
  readonly basePath?: string;
  /** Receives every request, as `debug`, and every failure; the console by default, which shows failures only. */
  readonly logger?: Logger;
  /** Whether `/docs` has the interactive reference; by default only with a `developmentClock`. */
  readonly docs?: boolean;
  /** Whether `/console` has the merchant's console; by default only with a `developmentClock`. */
  readonly console?: boolean;
  /**
   * Whether to serve `/platform/…` and the pages at `/console/platform` to the platform's operators, with a sign-in of
   * their own; by default only with a `developmentClock`.
   */
  readonly platform?: boolean;
}

/**
 * The whole service as one fetch handler: the interface, the hosted checkout at `/checkout`, receipts at `/receipts`,
 * and the SDK's script at `/payments-sdk/v1`. Mount it at `settings.checkoutUrl` of the payments without its
 * `/checkout`: docs/mounts.md has the lines for each framework.
 *
 * Throws a `WrongMount` if that address does not end with `/checkout`. `checkMount` checks that it leads to the handler.
 *
 * @example
 * const handler = createHandler(payments);
 * const response = await handler(new Request("http://localhost/healthz"));
 */
export function createHandler(payments: Payments, options: HandlerSettings = {}): HttpHandler {
  const { address } = payments.checkout;
  const { logger = consoleLogger(), basePath = basePathOf(address), docs, console, ...settings } = options;
  const { platform = settings.developmentClock !== undefined } = settings;
  const { beside = [], developmentClock } = settings;
  const isDevelopment = developmentClock !== undefined;
  const pages = [
    ...checkoutEndpoints(payments, developmentClock?.now),
    ...windowEndpoints(payments),
    ...receiptEndpoints(payments),
    sdkScript,
    sdkVersions(servedVersions),
    ...((docs ?? isDevelopment) ? [referenceEndpoint({ isDevelopment })] : []),
    ...consoleEndpoints({ payments, basePath, isDevelopment, merchants: console ?? isDevelopment, platform }),
    ...beside,
  ];
  const unclaimed = unclaimedWork(payments, { logger });
  const findings = () => checkRunning(payments, developmentClock?.now() ?? systemClock.now());
  const given = {
    compressions: zlibCompressions,
    findings,
    ...requestLog(logger),
    workWaits: () => unclaimed.isWaiting(),
    ...settings,
    platform,
  };
  const answer = createHttpHandler(payments, { ...given, basePath, beside: pages });
  const handler: HttpHandler = (request, peer) => {
    unclaimed.look();
    return answer(request, peer);
  };
  const compresses = Object.keys(given.compressions).length > 0;
  return checkable(handler, { url: address.replace(/\/checkout(?:[?#].*)?$/, ""), basePath, compresses });
}

function checkoutEndpoints(payments: Payments, now: (() => number) | undefined): readonly Endpoint[] {
  const [testCard] = testCards;
  const answer = answerOf(createCheckoutPage(payments, now === undefined ? {} : { now, testCard: testCard?.number }));
  return [
    { method: "GET", path: "/checkout", answer },
    { method: "POST", path: "/checkout", answer },
    { method: "GET", path: "/checkout/assets/{file}", answer },
  ];
}

function windowEndpoints(payments: Payments): readonly Endpoint[] {
  const answer = answerOf(createWindowPage(payments));
  return [
    { method: "GET", path: "/windows/{token}", onWindowHost: true, answer },
    { method: "GET", path: "/windows/{token}/return", answer },
    { method: "POST", path: "/windows/{token}/return", answer },
    { method: "GET", path: "/windows/{token}/returned", answer },
  ];
}

function receiptEndpoints(payments: Payments): readonly Endpoint[] {
  const answer = answerOf(createReceiptPage(payments));
  return [
    { method: "GET", path: "/receipts/{token}", answer },
    { method: "GET", path: "/receipts/{token}/{method}", answer },
  ];
}

/** The limits of pages. Their token identifies a session, so they need no key. */
const pageLimits = { page: "keylessByAddress", card: "authenticatingByAddress" } as const;

function answerOf(page: CheckoutPage | ReceiptPage | WindowPage): Endpoint["answer"] {
  return async ({ request, language, report, admission }) => {
    const admit = (what: keyof typeof pageLimits) => admission.byAddress(pageLimits[what]);
    return ok(await page(request, { language, report, admit }));
  };
}

/** The path before `/checkout`. Throws a `WrongMount` for no address of a page that `createHandler` serves. */
function basePathOf(checkoutUrl: string): string {
  const url = URL.parse(checkoutUrl);
  const basePath = /^(.*)\/checkout$/.exec(url?.pathname ?? "")?.[1];
  if (basePath !== undefined && /^https?:$/.test(url?.protocol ?? "")) return basePath;
  throw new WrongMount(
    `settings.checkoutUrl is ${JSON.stringify(checkoutUrl)}, where no checkout is served: it must be buyers' address ` +
      "of the service, and end with /checkout, such as https://shop.example/pay/checkout for a service that is " +
      "mounted at /pay. If a proxy leads another address there, set basePath",
  );
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Compression off the main thread, at a high level, because its results are sent many times. */
const zlibCompressions: Compressions = {
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes, { level: 9 })),
  br: async (bytes) =>
    new Uint8Array(
      await compressBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
        },
      }),
    ),
};
