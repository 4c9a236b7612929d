import { runInNewContext } from "node:vm";
import type { Opening } from "@wonflow/core";
import type { BrowserReturn, WindowChoice } from "@wonflow/nice-emulator";

/** A form that a page submits. */
interface Form {
  action: string;
  readonly inputs: { name: string; value: string }[];
  append(input: { name: string; value: string }): void;
  submit(): void;
}

type Script = Extract<Opening["open"], { readonly kind: "script" }>;

/** What the window's script posts when the launcher runs on a launch page; undefined if it reports a failure. */
export async function launched({ url, launcher, fields }: Script): Promise<Form | undefined> {
  const script = await (await fetch(url)).text();
  let submitted: Form | undefined;
  const document = {
    currentScript: { src: url },
    body: { append: () => undefined },
    createElement: (element: string) => (element === "form" ? newForm((form) => (submitted = form)) : {}),
  };
  let failures = 0;
  const page = { document, URL, fields, failed: () => (failures += 1) };
  runInNewContext(`${script};\n(${launcher})(fields, failed)`, page);
  if (failures === 0 && submitted === undefined) throw new Error("the window neither opens nor fails");
  return failures > 0 ? undefined : submitted;
}

function newForm(onSubmit: (form: Form) => void): Form {
  const form: Form = {
    action: "",
    inputs: [],
    append: (input) => void form.inputs.push(input),
    submit: () => onSubmit(form),
  };
  return form;
}

/** Opens the window as a buyer's browser does, and does what its buyer chooses; undefined if nothing comes back. */
export async function inBrowser(open: Opening["open"], choice: WindowChoice): Promise<BrowserReturn | undefined> {
  if (open.kind !== "script") throw new Error(`the window opens by ${open.kind}`);
  const form = await launched(open);
  if (form === undefined) throw new Error("the window's script failed");
  const posted = await post(form.action, Object.fromEntries(form.inputs.map(({ name, value }) => [name, value])));
  const [, page] = /action="(\/v1\/window\/[^"]+)"/.exec(posted) ?? [];
  if (page === undefined) throw new Error(`the window did not open: ${posted}`);
  const chosen = Object.entries(choice).map(([name, value]) => [name, String(value)]);
  const brought = await post(new URL(page, form.action).href, Object.fromEntries(chosen));
  const [, url] = /action="([^"]+)"/.exec(brought) ?? [];
  if (url === undefined) return undefined;
  const fields = [...brought.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  return { url: url.replaceAll("&amp;", "&"), fields: Object.fromEntries(fields) };
}

async function post(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  return (await fetch(url, { method: "POST", body: new URLSearchParams(fields) })).text();
}
