import { errorCatalog, errorCodes, koreanActions, type ErrorCode, type Retry } from "@wonflow/core";

const koreanHeadings: Readonly<Record<string, string>> = {
  Authentication: "인증",
  "Operators of a merchant": "가맹점 운영자",
  Requests: "요청",
  Checkout: "결제창",
  Settlements: "정산",
  "Sellers and payouts": "판매자와 지급",
  "Webhooks, for the service's operator": "웹훅 (서비스 운영자용)",
  Confirm: "결제 승인",
  "Attempts, for the service's operator": "외부 호출 (서비스 운영자용)",
  "Card look-ups": "카드 정보 조회",
  Cancel: "결제 취소",
  Billing: "빌링",
};

const koreanRetries: Readonly<Record<Retry, string>> = {
  no: "아니요",
  later: "네, 잠시 후",
  "look-up-first": "조회한 다음에만",
};

interface Group {
  readonly heading: string;
  readonly codes: readonly ErrorCode[];
}

const retries: Readonly<Record<Retry, string>> = {
  no: "no",
  later: "yes, later",
  "look-up-first": "only after a look-up",
};

/** The codes below each comment on a line of its own. Throws for a code in no group. */
export function groupsOf(source: string): readonly Group[] {
  const found = [...source.matchAll(/^ {2}(?:\/\/ (?<heading>.+)|(?<code>[A-Z_]+): entry\()/gm)];
  const groups: { heading: string; codes: ErrorCode[] }[] = [];
  for (const { groups: match = {} } of found) {
    const { heading, code } = match;
    if (heading !== undefined) groups.push({ heading, codes: [] });
    const known = errorCodes.find((one) => one === code);
    if (known !== undefined) groups.at(-1)?.codes.push(known);
  }
  const grouped = new Set(groups.flatMap(({ codes }) => codes));
  const missing = errorCodes.filter((code) => !grouped.has(code));
  if (missing.length > 0) throw new Error(`no heading is above ${missing.join(", ")}`);
  return groups.filter(({ codes }) => codes.length > 0);
}

/** Text in a cell of a table, where `<` would begin markup and `|` the next cell. */
function cell(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("|", "\\|");
}

function row(code: ErrorCode): string {
  const { status, en, ko, retry, action } = errorCatalog[code];
  const message = `${cell(en)}<br>${cell(ko)}`;
  return `| <a id="${code}"></a>\`${code}\` | ${status} | ${message} | ${retries[retry]} | ${cell(action)} |`;
}

function koreanRow(code: ErrorCode): string {
  const { status, ko, retry } = errorCatalog[code];
  const name = `<a id="${code}"></a>\`${code}\``;
  return `| ${name} | ${status} | ${cell(ko)} | ${koreanRetries[retry]} | ${cell(koreanActions[code])} |`;
}

function section({ heading, codes }: Group): string {
  const head = "| code | status | message | retry | what to do |\n|---|---|---|---|---|";
  return `## ${heading}\n\n${head}\n${codes.map(row).join("\n")}\n`;
}

function koreanSection({ heading, codes }: Group): string {
  const korean = koreanHeadings[heading];
  if (korean === undefined) throw new Error(`"${heading}" has no Korean heading`);
  const head = "| 코드 | HTTP 상태 | 원인 | 재시도 | 할 일 |\n|---|---|---|---|---|";
  return `## ${korean}\n\n${head}\n${codes.map(koreanRow).join("\n")}\n`;
}

export function printErrors(catalogSource: string): string {
  const intro = `# Errors

Every error has the same shape: \`{ statusCode, code, message, traceId, details? }\`. Decide by \`code\`, which never changes its meaning; \`message\` is what went wrong and what to do, in the language that \`Accept-Language\` asks for: it is for the people behind a shop, never its buyers; \`details\` names each field that is wrong; quote \`traceId\` when you ask for help. [한국어](ko/errors.md)

**Retry** says whether the same request may help when it is sent again. *Only after a look-up* means that it is still unknown whether money has moved: look the payment up before you do anything else.

What the SDK finds out by itself in a buyer's browser is in [its own list](../packages/sdk/README.md), and so is what the [client](../packages/client/README.md#errors) finds on a merchant's server.
`;
  return [intro, ...groupsOf(catalogSource).map(section)].join("\n");
}

export function printKoreanErrors(catalogSource: string): string {
  const intro = `# 에러 코드

모든 에러는 \`{ statusCode, code, message, traceId, details? }\` 모양이에요. 프로그램에서는 뜻이 바뀌지 않는 \`code\`로 판단하고, \`message\`는 무엇이 잘못됐고 어떻게 하는지를 \`Accept-Language\`에 따라 한국어나 영어로 알려 줘요. 가맹점의 개발자와 담당자가 읽을 글이니 구매자에게는 보여 주지 마세요. \`details\`에는 잘못된 항목이 하나씩 나오고, 문의할 때는 \`traceId\`를 알려 주세요. [English](../errors.md)

**재시도**는 같은 요청을 다시 보내도 되는지 알려 줘요. *조회한 다음에만*은 돈이 움직였는지 아직 모른다는 뜻이에요. 다른 일을 하기 전에 결제부터 조회해 주세요.

구매자의 브라우저에서 SDK가 내는 에러는 [SDK 문서](../../packages/sdk/README.md)에, 가맹점 서버에서 클라이언트가 내는 에러는 [클라이언트 문서](../../packages/client/README.md#errors)에 있어요.
`;
  return [intro, ...groupsOf(catalogSource).map(koreanSection)].join("\n");
}
