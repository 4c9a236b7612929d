import { integrity, script } from "#page-script";

/** The script's path below the page; it changes with the script. */
export const scriptPath = `assets/${integrity
  .replace(/^sha384-/, "")
  .replaceAll(/[^A-Za-z0-9]/g, "")
  .slice(0, 16)}.js`;

export function scriptResponse(): Response {
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
