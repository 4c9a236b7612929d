import { documentationKeys, type Language, ok, refuse } from "@wonflow/core";
import { testCards, windowChoices } from "@wonflow/sandbox";
import { html, raw } from "hono/html";
import { addressOf, isFirst, type Doc, docsPage, listDocs } from "./docs-page.ts";
import { htmlResponse } from "./html-response.ts";
import { languageOf } from "@wonflow/checkout";
import type { Endpoint } from "@wonflow/http";
import { SettingError } from "../settings/setting-error.ts";

/** Links of the page at `/`, besides the service's own reference. */
export interface StartLinks {
  readonly shop?: string | undefined;
  readonly docs?: string | undefined;
}

interface ShownLinks {
  readonly shop: string | undefined;
  readonly docs: readonly Doc[];
  readonly reference: boolean;
  readonly console: boolean;
  /** Whether the sandbox has a window. */
  readonly window: boolean;
}

type Say = (korean: string, english: string) => string;

const shownCards: readonly (readonly [name: string, korean: string, english: string])[] = [
  ["kb", "정상 승인돼요", "Everything succeeds"],
  [
    "stopped",
    "결제창에서 거절되고 다른 카드를 권해요. 다섯 번째 거절 뒤에는 failUrl로 가요",
    "Refused at the checkout, which offers to try another card; the fifth refusal leads to failUrl",
  ],
  ["no-funds", "승인할 때 거절돼요", "Refused when you confirm"],
  [
    "answer-lost",
    "승인되지만 응답이 유실돼요. 몇 초 뒤 조회로 알게 돼요",
    "Approved, but the answer is lost: seconds later a look-up finds it",
  ],
  [
    "no-installments",
    "할부만 거절돼요. 일시불은 정상 승인돼요",
    "Refused in installments only; a lump sum is approved",
  ],
  ["no-refund", "승인되지만 취소는 모두 거절돼요", "Approved; every cancellation is refused"],
];

async function startPage(language: Language, links: ShownLinks): Promise<Response> {
  const say: Say = (korean, english) => (language === "ko" ? korean : english);
  const other = say("en", "ko");
  const intro = say(
    "결제 서비스가 개발 모드로 켜져 있어요. 실제 돈은 움직이지 않아요. 이 화면은 개발 모드에만 있어요.",
    "The payment service runs in development mode. No real money moves. Only development has this page.",
  );
  const body = html`<main>
    <div class="top">
      <h1>Wonflow</h1>
      <a href="?lang=${other}" lang="${other}" hreflang="${other}">${say("English", "한국어")}</a>
    </div>
    <p>${intro}</p>
    ${where(say, { ...links, language })} ${keys(say)} ${cards(say)} ${links.window ? windows(say, language) : ""}
    ${reading(say, { ...links, language })}
    <p class="sr" role="status"></p>
  </main>`;
  const title = say("Wonflow 시작하기", "Start with Wonflow");
  return htmlResponse({ language, title, body: raw(await body) });
}

type InLanguage = ShownLinks & { readonly language: Language };

function where(say: Say, { shop, docs, reference, console, language }: InLanguage) {
  const first = docs.find((doc) => doc.language === language && isFirst(doc));
  return html`<section>
    <h2>${say("어디부터 볼까요", "Where to begin")}</h2>
    <ul class="links">
      ${first === undefined ? "" : firstLink(say, first, language)} ${shop === undefined ? "" : shopLink(say, shop)}
      ${console ? consoleLink(say) : ""} ${reference ? referenceLink(say, language) : documentLink(say)}
    </ul>
  </section>`;
}

function firstLink(say: Say, doc: Doc, language: Language) {
  const what = say(
    "명령 몇 줄로 결제하고, 승인하고, 일부를 취소하고, 웹훅까지 받아 보세요",
    "By hand: a payment, its confirmation, a part canceled, and the webhook",
  );
  return html`<li>
    <a class="big" href="${addressOf(doc, language)}">${doc.title}</a><br />
    <span class="note">${what}</span>
  </li>`;
}

function shopLink(say: Say, shop: string) {
  return html`<li>
    <a class="big" href="${shop}">${say("데모 상점 열기", "Open the demo shop")}</a><br />
    <span class="note">${say("차를 사고, 결제하고, 취소해 보세요", "Buy tea, pay for it, cancel a part of it")}</span>
  </li>`;
}

function consoleLink(say: Say) {
  const what = say(
    "결제를 찾고, 돌려주고, 언제 얼마가 정산되는지 보세요",
    "Find a payment, refund it, see how much is settled when",
  );
  return html`<li>
    <a class="big" href="/console">${say("콘솔 열기", "Open the console")}</a><br />
    <span class="note">${what}</span>
  </li>`;
}

function referenceLink(say: Say, language: Language) {
  return html`<li>
    <a class="big" href="/docs?lang=${language}">${say("API 레퍼런스", "API reference")}</a><br />
    <span class="note"
      >${say("모든 요청을 읽고 바로 보내 보세요", "Read about every request, and send it there")} ·
      <a href="/openapi.json">OpenAPI</a></span
    >
  </li>`;
}

function documentLink(say: Say) {
  return html`<li>
    <a class="big" href="/openapi.json">${say("API 명세", "API reference")}</a><br />
    <span class="note">${say("모든 요청과 응답 (OpenAPI)", "Every request and answer (OpenAPI)")}</span>
  </li>`;
}

function copyRow(say: Say, { shown, copied, what }: CopyRow) {
  return html`<li>
    <code>${shown}</code>
    <span>${what}</span>
    <button type="button" data-copy="${copied}" data-done="${say(`복사했어요: ${what}`, `Copied: ${what}`)}" hidden>
      <span class="sr">${what}</span>
      <b class="copy">${say("복사", "Copy")}</b><b class="done">${say("복사했어요", "Copied")}</b>
    </button>
  </li>`;
}

interface CopyRow {
  readonly shown: string;
  readonly copied: string;
  readonly what: string;
}

function keys(say: Say) {
  const { secret, client } = documentationKeys;
  const rows = [
    [secret, say("시크릿 키: 서버에서만 써요", "Secret key: stays on your server")],
    [client, say("클라이언트 키: 페이지에서 써요", "Client key: may be used in a page")],
  ] as const;
  return html`<section>
    <h2>${say("키", "Keys")}</h2>
    <ul class="rows">
      ${rows.map(([key, what]) => copyRow(say, { shown: key, copied: key, what }))}
    </ul>
  </section>`;
}

function cards(say: Say) {
  const rows = shownCards.map(([name, korean, english]) => {
    const number = testCards.find((card) => card.name === name)?.number ?? "";
    return copyRow(say, {
      shown: number.replaceAll(/(\d{4})(?=\d)/g, "$1 "),
      copied: number,
      what: say(korean, english),
    });
  });
  const rest = say(
    "유효기간은 지나지 않은 아무 달, 생년월일은 900101, 비밀번호 앞 두 자리는 12로 쓰세요.",
    "With any expiry that has not passed, birth date 900101 and password 12.",
  );
  return html`<section>
    <h2>${say("테스트 카드", "Test cards")}</h2>
    <ul class="rows">
      ${rows}
    </ul>
    <p class="note">${rest}</p>
  </section>`;
}

/** What to press at the checkout and in the simulated window. */
function windows(say: Say, language: Language) {
  const shown = windowChoices.filter(({ refuse }) => refuse === undefined);
  const how = say(
    "세션을 만들 때 methods에 KEYIN, CARD, KAKAOPAY를 적으면 체크아웃에서 카카오페이를 누를 수 있어요. 샌드박스 결제창이 열리면 다음 중 하나를 누르세요.",
    "A session with the methods KEYIN, CARD and KAKAOPAY offers Kakao Pay at the checkout: press it, and in the sandbox's window one of these.",
  );
  const failures = say(
    `나머지 버튼 ${windowChoices.length - shown.length}개는 그 코드로 인증에 실패해요. 창을 닫아도 돼요.`,
    `Its other ${windowChoices.length - shown.length} buttons fail with the code that they show. Or close the tab.`,
  );
  return html`<section>
    <h2>${say("카카오페이와 카드 결제창", "Kakao Pay, and cards in the window")}</h2>
    <p>${how}</p>
    <ul class="rows">
      ${shown.map((choice) => html`<li>${choice[language]}</li>`)}
    </ul>
    <p class="note">${failures}</p>
  </section>`;
}

/** The pages in the reader's language; below them for Korean readers those that there are in English only. */
function reading(say: Say, { docs, language }: InLanguage) {
  const own = docs.filter((doc) => doc.language === language && /^(?:ko\/)?[\w-]+\.md$/.test(doc.file));
  const names = new Set(own.map(({ file }) => file.replace(/^ko\//, "")));
  const english = docs.filter(({ file }) => language === "ko" && !file.includes("/") && !names.has(file));
  if (own.length + english.length === 0) return "";
  return html`<section>
    <h2>${say("문서", "Documentation")}</h2>
    ${linksTo(own, language)} ${english.length === 0 ? "" : inEnglish(english, language)}
  </section>`;
}

function inEnglish(docs: readonly Doc[], language: Language) {
  return html`<details>
    <summary>영어 문서 ${docs.length}개</summary>
    <div lang="en">${linksTo(docs, language)}</div>
  </details>`;
}

function linksTo(docs: readonly Doc[], language: Language) {
  return html`<ul class="links">
    ${docs.map((doc) => html`<li><a href="${addressOf(doc, language)}">${doc.title}</a></li>`)}
  </ul>`;
}

/** Throws a SettingError for a link that leads nowhere. */
export async function checkStartLinks({ shop, docs }: StartLinks): Promise<void> {
  if (shop !== undefined && !/^https?:$/.test(URL.parse(shop)?.protocol ?? "")) {
    throw new SettingError("--shop must be an http or https URL");
  }
  await listDocs(docs).catch((error: unknown) => {
    throw new SettingError("--docs must be a folder that can be read", { cause: error });
  });
}

/** Pages in development: `/` with keys, test cards and links, `/docs/{page}` of the `docs` folder and the folders in it. */
export function startPages(
  links: StartLinks & Pick<ShownLinks, "reference" | "console" | "window">,
): readonly Endpoint[] {
  const { shop, docs, ...shown } = links;
  const start: Endpoint = {
    method: "GET",
    path: "/",
    answer: async ({ request, language: preferred }) => {
      const language = languageOf(request, preferred);
      return ok(await startPage(language, { ...shown, shop, docs: await listDocs(docs) }));
    },
  };
  const pages = ["/docs/{page}", "/docs/{folder}/{page}"].map((path): Endpoint => {
    return {
      method: "GET",
      path,
      async answer({ request, language: preferred, parameters: { folder, page } }) {
        const file = folder === undefined ? page : `${folder}/${page}`;
        const all = await listDocs(docs);
        const doc = all.find((each) => each.file === file);
        if (doc === undefined) return refuse("NOT_FOUND_PATH");
        const reader = languageOf(request, doc.language === "ko" ? "ko" : preferred);
        return ok(await docsPage({ doc, docs: all, reader }));
      },
    };
  });
  return [start, ...pages];
}
