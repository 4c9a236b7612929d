export type UnreadableForm = 400 | 415;

export async function readForm(request: Request): Promise<URLSearchParams | UnreadableForm> {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded") return 415;
  if (request.bodyUsed || request.body?.locked === true) {
    throw new Error("something read the form before Wonflow: mount the checkout page before any body parser");
  }
  try {
    return new URLSearchParams(await request.text());
  } catch {
    return 400;
  }
}
