import { ok, refuse } from "@wonflow/core";
import { Kept, type Endpoint } from "@wonflow/http";
import { integrity, released, script, version } from "@wonflow/sdk/script";

/** After this time a page asks again, and gets a 304 of a few bytes if nothing has changed. */
const freshSeconds = 600;

const frozenSeconds = 31_536_000;

interface Version {
  readonly script: string;
  readonly integrity: string;
}

/** Any page may load the script, also under Cross-Origin-Embedder-Policy. */
function kept({ script: text, integrity: hash }: Version, caching: string): Kept {
  return new Kept(
    { version: hash, contentType: "text/javascript; charset=utf-8", text: () => text },
    { "Cache-Control": `public, ${caching}`, "Cross-Origin-Resource-Policy": "cross-origin" },
  );
}

const current = kept({ script, integrity }, `max-age=${freshSeconds}`);

/**
 * `GET /payments-sdk/v1`: the script for merchants' pages (interface: Client SDK). It changes with the service, so a page
 * with an `integrity` attribute loads an exact version instead.
 */
export const sdkScript: Endpoint = {
  method: "GET",
  path: "/payments-sdk/v1",
  crossOrigin: true,
  answer: async () => ok(current),
};

/**
 * `GET /payments-sdk/v1.0.0/payments.js`: one version, never changed, for pages that load it with an `integrity` attribute.
 * Every released version is served, so that a service can be upgraded before its merchants' pages.
 */
export function sdkVersions(versions: Readonly<Record<string, Version>>): Endpoint {
  const served = new Map(
    Object.entries(versions).map(([number, one]) => [`v${number}`, kept(one, `max-age=${frozenSeconds}, immutable`)]),
  );
  const problem = `is not a version of the script: use ${[...served.keys()].join(", ")}, or /payments-sdk/v1`;
  return {
    method: "GET",
    path: "/payments-sdk/{version}/payments.js",
    crossOrigin: true,
    answer: async ({ parameters }) => {
      const found = served.get(parameters["version"] ?? "");
      const code = "NOT_FOUND_PATH";
      return found === undefined ? refuse(code, [{ field: "version", code, problem }]) : ok(found);
    },
  };
}

export const servedVersions: Readonly<Record<string, Version>> = { ...released, [version]: { script, integrity } };
