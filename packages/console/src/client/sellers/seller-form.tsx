import type { CreateSellerRequest } from "@wonflow/client";
import type { TargetedSubmitEvent } from "preact";
import { type Problem, problemText } from "../call/call.ts";
import { Choice, Field, typedIn, useFocused } from "../form/field.tsx";
import { useWish } from "../form/wish.tsx";
import { say } from "../language/language.ts";
import { useOperator } from "../session/session.ts";

/** Banks by the codes that Korean transfers use. Another code can be typed. */
function banks(): readonly (readonly [code: string, name: string])[] {
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

interface SellerFormProps {
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

const businessTypes = ["INDIVIDUAL", "INDIVIDUAL_BUSINESS", "CORPORATE"] as const;

function isBusinessType(text: string): text is CreateSellerRequest["businessType"] {
  return businessTypes.some((one) => one === text);
}

/** The request that a filled-in form stands for. */
function requestOf(form: HTMLFormElement): CreateSellerRequest {
  const { sellerName: name = "", refSellerId = "", businessType = "", businessNumber = "", ...others } = typedIn(form);
  const { bankCode = "", accountNumber = "", holderName = "" } = others;
  const number = businessNumber.replaceAll("-", "");
  return {
    refSellerId,
    name,
    businessType: isBusinessType(businessType) ? businessType : "INDIVIDUAL",
    ...(number === "" ? {} : { businessRegistrationNumber: number }),
    account: { bankCode, accountNumber, holderName },
  };
}

/** Adds a seller. The bank checks the account at once, and may refuse it. */
export function SellerForm({ onAdded, onClose }: SellerFormProps) {
  const { mId } = useOperator();
  const { isSending, problem, send } = useWish();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = requestOf(event.currentTarget);
    const answer = await send({ method: "POST", path: `merchants/${mId}/sellers`, body });
    if (answer?.ok !== true) return;
    onAdded();
    onClose();
  };
  return (
    <form class="card adding" onSubmit={(event) => void submit(event)} aria-busy={isSending}>
      <h2>{say("판매자 더하기", "Add a seller")}</h2>
      <SellerFields />
      <div role="alert">{problem !== undefined && <p class="alert">{refused(problem)}</p>}</div>
      <div class="buttons">
        <button class="primary" aria-disabled={isSending}>
          {isSending ? say("은행에 확인하는 중이에요", "Asking the bank") : say("더하기", "Add")}
        </button>
        <button type="button" onClick={onClose}>
          {say("닫기", "Close")}
        </button>
      </div>
    </form>
  );
}

/** Names the fields that can't be accepted. */
function refused(problem: Problem): string {
  const titles: Readonly<Record<string, string>> = {
    refSellerId: say("판매자 번호", "your id"),
    name: say("이름", "name"),
    businessRegistrationNumber: say("사업자등록번호", "business number"),
    "account.bankCode": say("은행", "bank"),
    "account.accountNumber": say("계좌번호", "account number"),
    "account.holderName": say("예금주", "holder"),
  };
  const wrong = problem.details.map(({ field }) => titles[field] ?? field).join(", ");
  return wrong === "" ? problemText(problem) : say(`다시 확인해 주세요: ${wrong}`, `Check: ${wrong}`);
}

function SellerFields() {
  const first = useFocused<HTMLInputElement>();
  return (
    <div class="fields">
      <Field id="sellerName" label={say("이름", "Name")}>
        <input id="sellerName" ref={first} name="sellerName" required maxLength={100} autocomplete="off" />
      </Field>
      <Field id="refSellerId" label={say("판매자 번호 (상점에서 쓰는)", "Your own id of the seller")}>
        <input id="refSellerId" name="refSellerId" required maxLength={50} autocomplete="off" />
      </Field>
      <Field id="businessType" label={say("구분", "Kind")}>
        <Choice
          id="businessType"
          name="businessType"
          initial="INDIVIDUAL"
          options={[
            ["INDIVIDUAL", say("개인", "Person")],
            ["INDIVIDUAL_BUSINESS", say("개인사업자", "Sole trader")],
            ["CORPORATE", say("법인", "Company")],
          ]}
        />
      </Field>
      <Field id="businessNumber" label={say("사업자등록번호 (있으면)", "Business number, if any")}>
        <input
          id="businessNumber"
          name="businessNumber"
          inputMode="numeric"
          pattern="[0-9\-]{10,12}"
          autocomplete="off"
        />
      </Field>
      <Field id="bankCode" label={say("은행 (코드 세 자리)", "Bank (code of three digits)")}>
        <input
          id="bankCode"
          name="bankCode"
          list="banks"
          required
          pattern="[0-9]{3}"
          inputMode="numeric"
          autocomplete="off"
        />
        <datalist id="banks">
          {banks().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
      </Field>
      <Field id="accountNumber" label={say("계좌번호", "Account number")}>
        <input
          id="accountNumber"
          name="accountNumber"
          required
          inputMode="numeric"
          pattern="[0-9\-]{6,30}"
          autocomplete="off"
        />
      </Field>
      <Field id="holderName" label={say("예금주", "Account holder")}>
        <input id="holderName" name="holderName" required maxLength={100} autocomplete="off" />
      </Field>
    </div>
  );
}
