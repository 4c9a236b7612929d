import type { Store } from "./choices.ts";

/** A finished project, for the next steps. */
export interface Finished {
  /** The folder as one types it after `cd`; `.` for the folder that one is in. */
  readonly folder: string;
  readonly store: Store;
}

/** All messages in one language. */
export interface Words {
  readonly help: string;
  readonly title: string;
  readonly whichFolder: string;
  readonly whichFramework: string;
  readonly whichStore: string;
  readonly stores: Readonly<Record<Store, { readonly label: string; readonly hint: string }>>;
  readonly nothingWritten: string;
  unknownOption(given: string, options: readonly string[]): string;
  oneFolder(given: readonly string[]): string;
  noSuchChoice(option: string, given: string | boolean, choices: readonly string[]): string;
  notEmpty(folder: string): string;
  noFolder(folder: string): string;
  notWritten(folder: string, reason: string): string;
  cannotAsk(options: readonly string[]): string;
  tooOld(version: string): string;
  nextSteps(finished: Finished): readonly string[];
}

/** Whether Node.js of a version runs a project: from 22.18, and from 23.6, it runs TypeScript as it is. */
export function runsProjects(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

const given = (value: string | boolean) => (typeof value === "string" ? `“${value}”` : "");
const listed = (names: readonly string[]) => names.map((name) => `--${name}`).join(", ");
const change = (folder: string) => (folder === "." ? [] : [`  cd ${folder}`]);
const database = "DATABASE_URL=postgres://user:password@localhost:5432/shop";

const usage = `npm create wonflow my-shop -- --framework hono --store embedded`;

const english: Words = {
  help: `Writes a shop that takes its first payment by \`npm start\`, with Wonflow inside.

  npm create wonflow
  ${usage}

  <folder>       where to write the project: a new or an empty folder
  --framework    express, fastify, hono, http (Node's own server), next (Next.js)
  --store        embedded: payments in a folder, no server to begin with
                 postgres: a PostgreSQL server, at DATABASE_URL
  --help         this text

Options that are left out are asked for. Node.js 22.18 or later, or 24, runs the project.`,
  title: "A shop with Wonflow inside",
  whichFolder: "In which folder?",
  whichFramework: "On which framework?",
  whichStore: "Where are payments kept?",
  stores: {
    embedded: { label: "In a folder", hint: "an embedded PostgreSQL, no server to begin with" },
    postgres: { label: "On a PostgreSQL server", hint: "at DATABASE_URL" },
  },
  nothingWritten: "Nothing was written.",
  unknownOption: (name, options) => `There is no option ${name}. The options are ${listed(options)}.`,
  oneFolder: (folders) => `One folder is needed, not ${folders.length}: ${folders.join(", ")}. ${usage}`,
  noSuchChoice: (option, value, choices) =>
    value === true
      ? `${option} needs a value: one of ${choices.join(", ")}.`
      : `${option} has no ${given(value)}. Choose one of ${choices.join(", ")}.`,
  notEmpty: (folder) => `The folder ${folder} is not empty. Name a new one, or one that is empty.`,
  noFolder: (folder) => `${folder} is a file. Name a new folder, or one that is empty.`,
  notWritten: (folder, reason) => `${folder} cannot be written (${reason}), and nothing was. Name another folder.`,
  cannotAsk: (options) => `There is no terminal to ask questions in, so give ${options.join(", ")}. ${usage}`,
  tooOld: (version) => `This is Node.js ${version}, and the project needs 22.18 or later, or 24: install that first.`,
  nextSteps: ({ folder, store }) => [
    "Next:",
    "",
    ...change(folder),
    ...(store === "postgres" ? [`  echo '${database}' >> .env   # yours`] : []),
    "  npm install",
    "  npm start",
    "",
    "Then open http://localhost:3000 and pay with the test card 4000 0000 0011 0009:",
    "any future expiry date, password 12, birth date 900101. No real money moves.",
  ],
};

const korean: Words = {
  help: `\`npm start\` 하나로 첫 결제를 받는 상점을 만들어요. Wonflow가 안에 들어 있어요.

  npm create wonflow
  ${usage}

  <폴더>          프로젝트를 만들 곳: 새 폴더 또는 빈 폴더
  --framework    express, fastify, hono, http (Node 기본 서버), next (Next.js)
  --store        embedded: 결제를 폴더에 저장해요. 서버가 필요 없어요
                 postgres: DATABASE_URL에 있는 PostgreSQL 서버에 저장해요
  --help         이 도움말

적지 않은 것은 물어봐요. 프로젝트는 Node.js 22.18 이상 또는 24에서 실행돼요.`,
  title: "Wonflow가 들어 있는 상점",
  whichFolder: "어느 폴더에 만들까요?",
  whichFramework: "어떤 프레임워크를 쓸까요?",
  whichStore: "결제를 어디에 저장할까요?",
  stores: {
    embedded: { label: "폴더", hint: "내장 PostgreSQL, 서버가 필요 없어요" },
    postgres: { label: "PostgreSQL 서버", hint: "DATABASE_URL로 연결해요" },
  },
  nothingWritten: "아무것도 만들지 않았어요.",
  unknownOption: (name, options) => `${name} 옵션은 없어요. 쓸 수 있는 옵션: ${listed(options)}`,
  oneFolder: (folders) => `폴더는 하나만 적어 주세요. 받은 것: ${folders.join(", ")}. 예: ${usage}`,
  noSuchChoice: (option, value, choices) =>
    value === true
      ? `${option}에 값이 필요해요. 고를 수 있는 값: ${choices.join(", ")}`
      : `${option}에는 ${given(value)} 값이 없어요. 고를 수 있는 값: ${choices.join(", ")}`,
  notEmpty: (folder) => `${folder} 폴더가 비어 있지 않아요. 새 폴더나 빈 폴더를 적어 주세요.`,
  noFolder: (folder) => `${folder}은(는) 파일이에요. 새 폴더나 빈 폴더를 적어 주세요.`,
  notWritten: (folder, reason) =>
    `${folder} 폴더에 쓸 수 없어서(${reason}) 아무것도 만들지 않았어요. 다른 폴더를 적어 주세요.`,
  cannotAsk: (options) => `여기서는 물어볼 수 없으니 ${options.join(", ")}을(를) 적어 주세요. 예: ${usage}`,
  tooOld: (version) => `지금 Node.js는 ${version}이에요. 프로젝트에는 22.18 이상이나 24가 필요하니 먼저 설치해 주세요.`,
  nextSteps: ({ folder, store }) => [
    "다음 순서로 시작하세요:",
    "",
    ...change(folder),
    ...(store === "postgres" ? [`  echo '${database}' >> .env   # 내 데이터베이스 주소로 바꿔 주세요`] : []),
    "  npm install",
    "  npm start",
    "",
    "http://localhost:3000 을 열고 테스트 카드 4000 0000 0011 0009로 결제해 보세요.",
    "유효기간은 미래의 아무 날짜, 비밀번호 12, 생년월일 900101이에요. 실제 돈은 움직이지 않아요.",
  ],
};

export type Language = "en" | "ko";
export const wordsIn: Readonly<Record<Language, Words>> = { en: english, ko: korean };

/** The language of the environment: the first of POSIX's variables that is set, else the system's. */
export function languageOf(env: Readonly<Record<string, string | undefined>>, system: string): Language {
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find(Boolean) ?? system;
  return /^ko\b/i.test(locale.replace("_", "-")) ? "ko" : "en";
}
