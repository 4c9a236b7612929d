import { runInNewContext } from "node:vm";
import type { BrowserReturn, WindowChoice } from "./window-orders.ts";

/** A page that opens the window: it loads the window's script, and then runs its own. */
export interface LaunchPage {
  /** The address of the window's script. */
  readonly url: string;
  /** It shows the element `failed` if the window does not open. */
  readonly script: string;
}

/** A form that a page submits. */
export interface SubmittedForm {
  action: string;
  readonly inputs: { name: string; value: string }[];
  append(input: { name: string; value: string }): void;
  submit(): void;
}

/** The form that a page posts to the window, as in a browser; undefined if it reports a failure. */
export async function launchInBrowser({ url, script }: LaunchPage): Promise<SubmittedForm | undefined> {
  const ofWindow = await (await fetch(url)).text();
  let submitted: SubmittedForm | undefined;
  const failed = { hidden: true };
  const document = {
    currentScript: { src: url },
    body: { append: () => undefined },
    createElement: (element: string) => (element === "form" ? newForm((form) => (submitted = form)) : {}),
    getElementById: () => failed,
  };
  runInNewContext(`${ofWindow};\n${script}`, { document, URL });
  if (failed.hidden && submitted === undefined) throw new Error("the window neither opens nor fails");
  return failed.hidden ? submitted : undefined;
}

function newForm(onSubmit: (form: SubmittedForm) => void): SubmittedForm {
  const form: SubmittedForm = {
    action: "",
    inputs: [],
    append: (input) => void form.inputs.push(input),
    submit: () => onSubmit(form),
  };
  return form;
}

/** Posts the form that opens the window, and does what a buyer chooses there; undefined if nothing comes back. */
export async function chooseInBrowser(form: SubmittedForm, choice: WindowChoice): Promise<BrowserReturn | undefined> {
  const posted = await post(form.action, Object.fromEntries(form.inputs.map(({ name, value }) => [name, value])));
  const [, page] = /action="(\/v1\/window\/[^"]+)"/.exec(posted) ?? [];
  if (page === undefined) throw new Error(`the window did not open: ${posted}`);
  const chosen = Object.entries(choice).map(([name, value]) => [name, String(value)] as const);
  const brought = await post(new URL(page, form.action).href, Object.fromEntries(chosen));
  const [, url] = /action="([^"]+)"/.exec(brought) ?? [];
  if (url === undefined) return undefined;
  const fields = [...brought.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  return {
    url: url.replaceAll("&amp;", "&"),
    fields: Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value] as const)),
  };
}

async function post(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  return (await fetch(url, { method: "POST", body: new URLSearchParams(fields) })).text();
}
