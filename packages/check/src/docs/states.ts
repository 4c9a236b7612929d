import {
  attemptStates,
  billingKeyStates,
  deliveryStates,
  intentStates,
  payoutStates,
  sellerStates,
  sessionStates,
  type StateTable,
} from "@wonflow/core/internal";

interface Machine {
  readonly title: string;
  readonly about: string;
  /** Its first status is the one that it begins with. */
  readonly table: StateTable<string, string>;
}

export const machines: Readonly<Record<string, Machine>> = {
  sessionStates: {
    title: "Checkout session",
    about: "The link that a buyer pays through. A new session of the same order supersedes it.",
    table: sessionStates,
  },
  intentStates: {
    title: "Payment",
    about:
      "The public `status` of a PaymentIntent. While the outcome of an approval or a cancellation is unknown, it does not change.",
    table: intentStates,
  },
  attemptStates: {
    title: "Attempt",
    about:
      "One call to a gateway or a payout bank, which is written down before it is made. `UNKNOWN` never becomes `REFUSED` by time alone.",
    table: attemptStates,
  },
  payoutStates: {
    title: "Payout",
    about:
      "Money on its way to a seller, or to the merchant itself. A lost answer leaves it `SUBMITTING`: it is looked up, and never sent again. News from the bank after the end, such as a late return, is booked and flagged (`reconciliationRequired`), and the status stays.",
    table: payoutStates,
  },
  sellerStates: {
    title: "Seller",
    about: "A payee of a merchant's payouts. Money reserved for a deleted seller is still paid.",
    table: sellerStates,
  },
  billingKeyStates: {
    title: "Billing key",
    about: "A stored card. A charge that is under way when it is deleted ends as it would have.",
    table: billingKeyStates,
  },
  deliveryStates: {
    title: "Webhook delivery",
    about:
      "One message to a merchant's endpoint, with all its tries. `EXHAUSTED`: no try succeeded, or the receiver answered 410; the operator is notified. An answer to the last try may still arrive after its process was considered dead. Any of them can be sent again by hand.",
    table: deliveryStates,
  },
};

type Move = readonly [status: string, event: string, next: string];

function movesOf(table: Machine["table"]): readonly Move[] {
  return Object.entries(table).flatMap(([status, row]) => {
    return Object.entries(row).flatMap(([event, next]): Move[] => (next === undefined ? [] : [[status, event, next]]));
  });
}

function diagram(table: Machine["table"]): string {
  const moves = movesOf(table);
  const lines = [
    ...Object.keys(table)
      .slice(0, 1)
      .map((first) => `[*] --> ${first}`),
    ...moves.map(([status, event, next]) => `${status} --> ${next}: ${event}`),
    ...Object.keys(table)
      .filter((status) => moves.every(([from]) => from !== status))
      .map((last) => `${last} --> [*]`),
  ];
  return ["```mermaid", "stateDiagram-v2", ...lines.map((line) => `    ${line}`), "```"].join("\n");
}

function grid(table: Machine["table"]): string {
  const events = [...new Set(movesOf(table).map(([, event]) => event))];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = Object.entries(table).map(([status, row]) => {
    const cells = events.map((event) => (row[event] === undefined ? "–" : `\`${row[event]}\``));
    return line([`\`${status}\``, ...cells]);
  });
  return [line(["status", ...events]), `|${"---|".repeat(events.length + 1)}`, ...rows].join("\n");
}

export function printMachine({ title, about, table }: Machine): string {
  return `## ${title}\n\n${about}\n\n${diagram(table)}\n\n${grid(table)}\n`;
}

export function printStates(): string {
  const intro =
    "# Statuses\n\nEvery status, and where each event leads from it. A dash: the event is not possible there.\n";
  return [intro, ...Object.values(machines).map(printMachine)].join("\n");
}
