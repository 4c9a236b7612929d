export interface SentRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A field with its value. */
interface FilledField {
  readonly place: string;
  readonly name: string;
  readonly value: string;
}

/** The filled-in form of an operation. */
export interface Filled {
  readonly method: string;
  /** With its open parts in braces. */
  readonly path: string;
  /** The value of the Authorization header. */
  readonly authorization: string | undefined;
  readonly fields: readonly FilledField[];
  readonly body: string | undefined;
}

/** The request of a form: empty fields are left out, except the open parts of the path. */
export function requestOf({ method, path, authorization, fields, body }: Filled): SentRequest {
  const ofPlace = (place: string) => fields.filter((field) => field.place === place);
  const filled = (place: string) => ofPlace(place).filter(({ value }) => value !== "");
  const query = new URLSearchParams(filled("query").map(({ name, value }) => [name, value])).toString();
  const asked = ofPlace("path").reduce(
    (made, { name, value }) => made.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  return {
    method,
    path: query === "" ? asked : `${asked}?${query}`,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...Object.fromEntries(filled("header").map(({ name, value }) => [name, value])),
    },
    body,
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function curlOf({ method, path, headers, body }: SentRequest, origin: string): string {
  const parts = [
    `curl -s -X ${method} ${quoted(origin + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** The Authorization header of a credential; undefined for none, or an empty one. */
export function authorizationOf(way: string, credential: string): string | undefined {
  if (credential === "") return undefined;
  return way === "checkoutToken" ? `Bearer ${credential}` : `Basic ${btoa(`${credential}:`)}`;
}
