import { say } from "../language/language.ts";

/** Banks by the codes that Korean transfers use. Another code can be typed. */
export function banks(): readonly (readonly [code: string, name: string])[] {
  return [
    ["004", say("국민은행", "KB Kookmin")],
    ["088", say("신한은행", "Shinhan")],
    ["020", say("우리은행", "Woori")],
    ["081", say("하나은행", "Hana")],
    ["011", say("농협은행", "NH")],
    ["003", say("기업은행", "IBK")],
    ["090", say("카카오뱅크", "KakaoBank")],
    ["092", say("토스뱅크", "Toss Bank")],
    ["089", say("케이뱅크", "K bank")],
    ["023", say("SC제일은행", "SC First")],
    ["007", say("수협은행", "Suhyup")],
    ["002", say("산업은행", "KDB")],
    ["031", say("아이엠뱅크", "iM Bank")],
    ["032", say("부산은행", "Busan")],
    ["039", say("경남은행", "Kyongnam")],
    ["034", say("광주은행", "Kwangju")],
    ["037", say("전북은행", "Jeonbuk")],
    ["035", say("제주은행", "Jeju")],
    ["045", say("새마을금고", "MG Community Credit")],
    ["048", say("신협", "Credit Union")],
    ["071", say("우체국", "Korea Post")],
  ];
}

/** `국민은행`, or the code of one that is not in the list. */
export function bankText(code: string): string {
  return banks().find(([one]) => one === code)?.[1] ?? code;
}
