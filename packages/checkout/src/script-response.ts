import { integrity, script } from "#page-script";

/** Where the script is, below the page: its name changes with its text. */
export const scriptPath = `assets/${integrity
  .replace(/^sha384-/, "")
  .replaceAll(/[^A-Za-z0-9]/g, "")
  .slice(0, 16)}.js`;

/** The page's script, which browsers may keep as long as they like. */
export function scriptResponse(): Response {
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
