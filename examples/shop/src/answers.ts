import { readFile } from "node:fs/promises";

/** The fields of a form that was sent. */
export async function form(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}

/** An answer that shows a page of the shop. */
export function page(text: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** An answer that leads to another page, which a reload does not send again. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}

/** A file of `public`. */
export async function asset(name: string, type: string): Promise<Response> {
  const text = await readFile(new URL(`../public/${name}`, import.meta.url), "utf8");
  return new Response(text, { headers: { "Content-Type": `${type}; charset=utf-8` } });
}
