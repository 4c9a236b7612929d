import type { AuthenticatedMethod, AuthenticationQuestion, KeyedCall, PaymentWindow, TenantId } from "@wonflow/core";
import type { askingOver } from "./port-call.ts";

interface WindowBehindWire {
  readonly ask: ReturnType<typeof askingOver>;
  readonly change: ReturnType<typeof askingOver>;
  readonly travelling: (request: KeyedCall) => { readonly arrivesBy: number };
  /** The reference of an authentication that has been approved already, of another opening than this key's. */
  readonly usedReference: (tenant: TenantId, key: string) => string | undefined;
}

/** The window as a process reaches it. What it offers is known without a call. */
export function windowOver(window: PaymentWindow, behind: WindowBehindWire): PaymentWindow {
  const { ask, change, travelling } = behind;
  const lookUp = window.lookUpAuthentication?.bind(window);
  return {
    approvableForMs: window.approvableForMs,
    methods: (tenant) => window.methods(tenant),
    begin: (request) =>
      change("begin", request, {
        effect: () => window.begin(request),
        ...travelling(request),
        distort: () => opened("not an address"),
        // The provider has no such opening.
        lie: () => opened(`https://window.example/open?key=${request.key}-other`),
      }),
    finish: (request) =>
      ask("finish", request, { effect: () => window.finish(request), ...answersOfOthers(request, behind) }),
    ...(lookUp !== undefined && {
      lookUpAuthentication: (question) =>
        ask("lookUpAuthentication", question, {
          effect: () => lookUp(question),
          ...answersOfOthers(question, behind),
        }),
    }),
  };
}

/** An answer about another opening or amount, or one that repeats an authentication that has been used. */
function answersOfOthers({ tenant, key, amount }: AuthenticationQuestion, { usedReference }: WindowBehindWire) {
  const another = (side: 0 | 1) => {
    const used = usedReference(tenant, key);
    if (used !== undefined) return authenticated({ key, amount, reference: used });
    const reference = "of-another-opening";
    return authenticated(
      side === 0 ? { key: `${key}-other`, amount, reference } : { key, amount: amount + 1, reference },
    );
  };
  return { distort: (_: unknown, side: 0 | 1) => another(side), lie: another };
}

function opened(url: string) {
  return { outcome: "done" as const, value: { lastsMs: 60_000, open: { kind: "redirect" as const, url } } };
}

function authenticated(about: Pick<AuthenticatedMethod, "key" | "amount" | "reference">) {
  return { outcome: "done" as const, value: { ...about, authenticatedAt: null, paidWith: null } };
}
