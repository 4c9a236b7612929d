import type { HeaderLine } from "../generate/header-lines.ts";
import type { Happened } from "../run-sequence.ts";
import type { Given } from "../attacked/learned.ts";

type Exchange = Extract<Happened, { readonly kind: "exchange" }>;

/**
 * A shell script that repeats what happened, against `wonflow dev`. Ids are read from the answers that the script
 * receives, as another service has other ids.
 */
export function scriptOf(happened: readonly Happened[]): string {
  const needed = neededAnswers(happened);
  const lines = happened.map((one, number) => {
    if (one.kind === "wait") return waitLine(one.minutes);
    const command = commandOf(one);
    return needed.has(number) ? `answer${number}=$(${command})` : command;
  });
  const callers = new Set(happened.flatMap((one) => (one.kind === "exchange" ? [one.asked.caller] : [])));
  return [...signIns(callers), ...lines].join("\n");
}

function neededAnswers(happened: readonly Happened[]): ReadonlySet<number> {
  return new Set(
    happened.flatMap((one) => (one.kind === "exchange" ? one.asked.given : []).map(({ request }) => request)),
  );
}

const url = "http://localhost:4242";

function signIns(callers: ReadonlySet<string>): readonly string[] {
  const sign = (name: string, path: string, who: object) =>
    `${name}=$(curl -s -c /tmp/${name}.cookies ${url}${path} -H 'Content-Type: application/json' -d '${JSON.stringify(who)}' | jq -r .csrfToken)`;
  return [
    ...(callers.has("operatorSession")
      ? [sign("operator", "/operator/session", { mId: 1, mode: "test", name: "docs", password: "documentation" })]
      : []),
    ...(callers.has("platformSession")
      ? [
          "# after: wonflow operators add --platform --name choi, with the password of the next line",
          sign("platform", "/platform/session", { name: "choi", password: "four words are better" }),
        ]
      : []),
  ];
}

function waitLine(minutes: number): string {
  const body = JSON.stringify({ forward: { minutes } });
  return `curl -s ${url}/development/clock -H 'Content-Type: application/json' -d '${body}'`;
}

function commandOf({ asked: { sent, text, given, caller } }: Exchange): string {
  const replaced = (shown: string) => withAnswers(shown, given);
  const credentials: Readonly<Record<string, string>> = {
    operatorSession: `-b /tmp/operator.cookies -H "X-CSRF-Token: $operator"`,
    platformSession: `-b /tmp/platform.cookies -H "X-CSRF-Token: $platform"`,
  };
  const credential = credentials[caller];
  const isHidden = ([name]: HeaderLine) => credential !== undefined && /^(?:cookie|x-csrf-token)$/i.test(name);
  const headers = sent.headers.filter((line) => !isHidden(line));
  const parts = [
    `curl -s${methodOf(sent)}`,
    replaced(quoted(url + sent.path)),
    ...(credential === undefined ? [] : [credential]),
    ...headers.map(([name, value]) => `-H ${replaced(quoted(value === "" ? `${name};` : `${name}: ${value}`))}`),
  ];
  if (sent.body === undefined) return parts.join(" ");
  if (text !== undefined && isPrintable(text)) return [...parts, `--data-binary ${replaced(quoted(text))}`].join(" ");
  const encoded = Buffer.from(sent.body).toString("base64");
  return `base64 -d <<< ${encoded} | ${[...parts, "--data-binary @-"].join(" ")}`;
}

function methodOf({ method, body }: Exchange["asked"]["sent"]): string {
  if (method === "HEAD") return " -I";
  return method === (body === undefined ? "GET" : "POST") ? "" : ` -X ${method}`;
}

/** A command line can contain neither control characters nor a byte order mark; a few strings are too long for it. */
const isPrintable = (text: string) => text.length < 20_000 && !/[^\P{Cc}\n\t]|\ufeff/u.test(text);

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Replaces each value from an earlier answer with a command that reads it from that answer. */
function withAnswers(shown: string, given: readonly Given[]): string {
  return given.reduce((said, { value, request, place }) => {
    if (typeof value !== "string" || value.length < 6) return said;
    return said.replaceAll(value, `'"$(${reading(request, place)})"'`);
  }, shown);
}

function reading(request: number, place: string): string {
  const steps = place.split("/");
  const [last = ""] = steps.slice(-1);
  const path = steps.filter((step) => !step.startsWith("?")).map((step) => (step === "*" ? "[0]" : `.${step}`));
  const read = `jq -r '${path.join("").replace(/^\[/, ".[")}' <<< "$answer${request}"`;
  return last.startsWith("?") ? `${read} | sed -n 's/.*[?&]${last.slice(1)}=\\([^&]*\\).*/\\1/p'` : read;
}
