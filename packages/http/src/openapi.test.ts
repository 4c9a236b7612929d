import { errorCatalog, webhookEvents } from "@wonflow/core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { openService } from "../test/open-service.ts";
import { openApiDocument } from "./index.ts";
import { routes } from "./routes.ts";

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

function operation(operationId: string) {
  const found = operations.find((one) => one.operation.operationId === operationId);
  if (found === undefined) throw new Error(`the document has no ${operationId}`);
  return found.operation;
}

/** Every value of every `$ref` in a document, however deep. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    name === "$ref" && typeof member === "string" ? [member] : referencesIn(member),
  );
}

function follow(reference: string): unknown {
  const names = reference.replace(/^#\//, "").split("/");
  return names.reduce<unknown>((place, name) => Object(place)[name], document);
}

/** The names of what a request may carry besides its body, also of what operations share. */
function parameterNames(operationId: string): readonly string[] {
  return operation(operationId).parameters.map((one) => ("name" in one ? one.name : Object(follow(one.$ref)).name));
}

test("the document is served to anyone, and may be cached for a while", async () => {
  const { call } = await openService();
  const { status, body, headers } = await call("GET", "/openapi.json", { headers: { Authorization: null } });
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  expect(headers.get("Cache-Control")).toBe("public, max-age=300");
});

test("it is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect([valid, validator.version]).toEqual([true, "3.1"]);
});

test("it names the version of the package", () => {
  expect(document.info.version).toBe(manifest.version);
});

test("it has every route and no other", () => {
  const inList = routes.map(({ method, path }) => `${method} ${path}`);
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(inList.toSorted());
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
});

test("every reference leads somewhere, and every named schema is led to", () => {
  const references = referencesIn(document);
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) expect(follow(reference), reference).toBeTypeOf("object");
  const named = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(named.filter((name) => !references.includes(name))).toEqual([]);
});

test("every webhook event is there, with an example and its id", () => {
  const named = [...webhookEvents.map(({ name }) => name), "webhook.test"];
  expect(Object.keys(document.webhooks)).toEqual(named);
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    const { examples = {} } = post.requestBody?.content["application/json"] ?? {};
    expect(Object.keys(examples)).not.toEqual([]);
    const exampleOf = (header: string) => post.parameters.find((one) => "name" in one && one.name === header);
    expect(exampleOf("webhook-event")).toMatchObject({ example: name });
    expect(exampleOf("webhook-id")).toMatchObject({
      example: expect.stringMatching(`^msg_${name.replaceAll(".", "-")}_`),
    });
  }
});

test("the settlement webhook is what a look-up of the settlement answers", () => {
  const settlementCompleted = document.webhooks["settlement.completed"];
  const look = operation("getSettlement").responses["200"]?.content?.["application/json"]?.examples["settlement"];
  const { schema, examples = {} } = settlementCompleted?.post.requestBody?.content["application/json"] ?? {};
  expect([schema, Object.values(examples)]).toEqual([{ $ref: "#/components/schemas/Settlement" }, [look]]);
  const headers = settlementCompleted?.post.parameters.map((one) => ("name" in one ? one.name : one.$ref));
  expect(headers).toEqual(["webhook-event", "webhook-id", "webhook-timestamp", "webhook-signature"]);
});

describe("an operation", () => {
  test.each(routes)("$method $path has its success, its errors by status, and its open parts", (route) => {
    const { responses, parameters, requestBody } = operation(route.operationId);
    const statuses = route.errors.map((code) => String(errorCatalog[code].status));
    const notModified = route.ifNoneMatch === true ? ["304"] : [];
    const expected = new Set([...route.statuses.map(String), ...notModified, ...statuses]);
    expect(Object.keys(responses).toSorted()).toEqual([...expected].toSorted());
    for (const code of route.errors) {
      const { status } = errorCatalog[code];
      expect(responses[status]).toMatchObject({
        description: expect.stringContaining(code),
        content: {
          "application/json": {
            schema: {
              allOf: [
                { $ref: "#/components/schemas/Error" },
                { properties: { statusCode: { const: status }, code: { enum: expect.arrayContaining([code]) } } },
              ],
            },
          },
        },
      });
    }
    const open = parameters.flatMap((one) => ("name" in one && one.in === "path" ? [`{${one.name}}`] : []));
    expect(open).toEqual(route.path.match(/\{\w+\}/g) ?? []);
    expect(requestBody !== undefined).toBe(route.request !== undefined);
    if (route.query !== undefined) expect(route.errors).toContain("INVALID_REQUEST");
  });

  test("of a merchant that changes something takes an Idempotency-Key", () => {
    const posts = routes.filter(({ path, method }) => path.startsWith("/px/") && method === "POST");
    expect(posts.length).toBeGreaterThan(5);
    for (const { operationId } of posts) {
      expect(parameterNames(operationId)).toContain("Idempotency-Key");
    }
  });

  test("takes Payments-Test-Code where it confirms, cancels, stores a card or charges", () => {
    const taking = routes
      .map(({ operationId }) => operationId)
      .filter((operationId) => parameterNames(operationId).includes("Payments-Test-Code"));
    expect(taking).toEqual(["confirmPayment", "cancelPayment", "cancelPaymentOfOrder", "issueBillingKey", "charge"]);
  });

  test("says what allows it", () => {
    const schemes = [
      [/^\w+ \/px\/intents\/(\{|orders)/, ["secretKey", "operatorSession"]],
      [/^GET \/px\/settlements/, ["secretKey", "operatorSession"]],
      [/^DELETE \/px\/billing/, ["secretKey", "operatorSession"]],
      [/^\w+ \/px\//, ["secretKey"]],
      [/^\w+ \/merchants\/\{mId\}\/(keys|operators)/, ["operatorSession"]],
      [/^\w+ \/merchants\//, ["secretKey", "operatorSession"]],
      [/^((GET|DELETE) \/operator\/session|POST \/operator\/session\/password)$/, ["operatorSession"]],
      [/^(?!POST \/platform\/session$)\w+ \/platform\//, ["platformSession"]],
      [/^\w+ \/checkout\/sessions$/, ["clientKey"]],
      [/^\w+ \/installments\//, ["clientKey"]],
      [/^\w+ \/checkout\/session(\/|$)/, ["checkoutToken"]],
    ] as const;
    const anyKey = [{}, { clientKey: [] }, { secretKey: [] }];
    for (const { method, path, operation: one } of operations) {
      const names = schemes.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1];
      const open = /^\/(bin-ko|card-catalogs)\//.test(path) ? anyKey : [];
      const ways = names?.map((name) => ({ [name]: [] })) ?? open;
      expect([method, path, one.security]).toEqual([method, path, ways]);
    }
    const all = ["secretKey", "operatorSession", "platformSession", "clientKey", "checkoutToken"];
    expect(Object.keys(document.components.securitySchemes)).toEqual(all);
  });
});

test("a filter is described as what its text must be, without the null that no query has", () => {
  const filters = operation("listPayments").parameters.flatMap((one) => ("schema" in one ? [one] : []));
  const schemaOf = (name: string) => filters.find((one) => one.name === name)?.schema;
  expect(schemaOf("amountGte")).toEqual({ type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
  expect(schemaOf("issuerCode")).toEqual({ type: "string", pattern: "^[0-9A-Z]{2}$" });
  expect(operations.filter(({ operation: { parameters } }) => JSON.stringify(parameters).includes('"null"'))).toEqual(
    [],
  );
});

test("schemas are core's own: what is sent as it is sent, what is answered as it is answered", () => {
  expect(document.components.schemas).toMatchObject({
    CreateSessionRequest: {
      required: ["customerId", "orderId", "orderName", "amount", "successUrl", "failUrl"],
      properties: {
        orderId: { pattern: "^[A-Za-z0-9_-]{16,50}$" },
        orderName: { minLength: 1, maxLength: 100 },
        amount: { properties: { value: { type: "integer", minimum: 1 } } },
      },
    },
    ConfirmRequest: { required: ["intentKey", "orderId", "amount"] },
    CancelRequest: { required: ["cancelReason"], properties: { cancelReason: { maxLength: 200 } } },
    PaymentIntent: {
      required: [
        "intentKey",
        "orderId",
        "settlementId",
        "orderName",
        "mId",
        "totalAmount",
        "status",
        "requestedAt",
        "methods",
      ],
    },
    Error: { required: ["statusCode", "code", "message", "traceId"] },
  });
  // A request has known names only, at every depth; an answer may gain some.
  expect(document.components.schemas).toMatchObject({
    CreateSessionRequest: { additionalProperties: false, properties: { amount: { additionalProperties: false } } },
    CancelRequest: { additionalProperties: false },
  });
  expect(JSON.stringify(document.components.schemas["PaymentIntent"])).not.toContain('additionalProperties":false');
});
