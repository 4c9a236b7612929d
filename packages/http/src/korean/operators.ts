/** Operators of a merchant, what they changed, and its API keys. */
export const operatorTexts = {
  "Signs a merchant's operator in; the answer's cookie is the session":
    "가맹점 운영자 로그인: 응답의 쿠키가 세션이에요",
  "For a page of the service's own origin. The cookie identifies the operator; csrfToken goes into the header X-CSRF-Token of every request that changes something. The operation is missing where the host application signs operators in.":
    "서비스와 출처(origin)가 같은 페이지에서 쓰는 요청이에요. 쿠키로 운영자를 알아보고, 데이터를 바꾸는 요청에는 csrfToken을 X-CSRF-Token 헤더로 함께 보내요. 서비스를 넣은 백엔드가 운영자 로그인을 맡으면 이 요청은 없어요.",
  "An operator of merchant 1, for its test payments": "1번 가맹점의 테스트 결제를 보는 운영자",
  "The session, and a mark that tells this device from strangers at later sign-ins; no script can read them":
    "세션과, 다음 로그인 때 낯선 기기가 아니라고 알아보는 표시. 스크립트로는 읽을 수 없어요",
  "Reads the signed-in operator and the CSRF token, such as after a page was reloaded":
    "로그인한 운영자와 CSRF 토큰 조회: 페이지를 새로 고친 뒤에 쓰세요",
  "Answers 401 without a session.": "세션이 없으면 401로 응답해요.",
  "A signed-in operator": "로그인한 운영자",
  "Signs the operator out, and removes the cookie": "로그아웃: 세션 쿠키를 지워요",
  "Needs the header X-CSRF-Token.": "X-CSRF-Token 헤더가 있어야 해요.",
  "Removes the session's cookie": "세션 쿠키를 지워요",
  "The signed-in operator": "로그인한 운영자",
  "Takes the operator's password again, for operations that ask for it":
    "비밀번호 다시 확인: 다시 확인해야 하는 요청 전에 보내요",
  "Changes that only an owner may make are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago. A wrong one counts, and locks the name, as at a sign-in. Needs the header X-CSRF-Token.":
    "비밀번호를 입력한 지 15분이 지나면 owner만 할 수 있는 변경을 PASSWORD_REQUIRED로 거절해요. 틀린 횟수는 로그인과 함께 세고, 많이 틀리면 그 이름이 잠겨요. X-CSRF-Token 헤더가 있어야 해요.",
  "The password of the signed-in operator": "로그인한 운영자의 비밀번호",
  "The merchant's name as it is registered; null where it is not registered":
    "등록된 가맹점 이름. 등록되지 않았으면 null",
  "A viewer reads, a cashier cancels payments too, an owner does everything":
    "viewer는 조회만, cashier는 결제 취소까지, owner는 모두 할 수 있어요",
  "For the header X-CSRF-Token of every request that changes something":
    "데이터를 바꾸는 요청의 X-CSRF-Token 헤더에 넣을 값",
  "The latest time of the next sign-in": "늦어도 이때까지는 다시 로그인해야 해요",
  "From then on changes that only an owner may make ask for the password again: send it with POST /operator/session/password":
    "이때부터 owner만 할 수 있는 변경을 하려면 비밀번호를 다시 확인해야 해요. POST /operator/session/password로 보내세요",

  "Lists the changes that operators made or tried, the newest first":
    "운영자의 변경 기록: 변경했거나 하려던 일을 최신순으로 보여 줘요",
  "A change is recorded before it is made, and again when it has ended. What a secret key changes is not in the list.":
    "변경하기 전에 기록하고, 끝난 뒤에 결과를 기록해요. 시크릿 키로 바꾼 일은 나오지 않아요.",
  "The most actions of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 기록 수. 1~10,000, 기본값 10",
  "A part of a payment that an operator has given back": "운영자가 결제를 부분 취소한 기록",
  "null for an operator whom a host application does not name":
    "서비스를 넣은 백엔드가 이름을 알려 주지 않은 운영자라면 null",
  "The operationId of what was asked for": "요청한 API의 operationId",
  "Names and amounts of the request, never secrets": "요청에 있던 이름과 금액. 비밀 값은 없어요",
  "null while it is under way, and where its process died": "처리하고 있거나, 처리하던 프로세스가 죽었으면 null",
  "The refusal; null where it was done": "거절한 이유. 처리됐으면 null",

  "Lists the merchant's operators in the session's mode, by name":
    "운영자 목록: 세션과 같은 모드의 운영자를 이름순으로 보여 줘요",
  "For an owner's session; a secret key is refused.": "owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요.",
  "The most operators of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 운영자 수. 1~10,000, 기본값 10",
  "Two people": "운영자 두 명",
  "Adds an operator": "운영자 추가",
  "For an owner's session, whose password was typed a short while ago; a secret key is refused, as it could make an operator who outlives it. A password has 12 to 200 characters.":
    "비밀번호를 방금 확인한 owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 키를 폐기한 뒤에도 남는 운영자를 만들 수 있기 때문이에요. 비밀번호는 12~200자예요.",
  "Somebody at the counter": "매장에서 일하는 운영자",
  "Gives an operator another role, another password or both; what is left out stays":
    "운영자 변경: 권한이나 비밀번호를 바꿔요. 보내지 않은 것은 그대로예요",
  "For an owner's session, whose password was typed a short while ago; a secret key is refused, as it could make an operator who outlives it. A role holds at once, also in open sessions. A password ends the operator's sessions and lifts a lock. Nobody takes the role of an owner from himself or from the last one.":
    "비밀번호를 방금 확인한 owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 키를 폐기한 뒤에도 남는 운영자를 만들 수 있기 때문이에요. 바꾼 권한은 열려 있는 세션에도 바로 적용돼요. 비밀번호를 바꾸면 그 운영자의 세션이 모두 끝나고, 잠긴 이름도 풀려요. 자기 자신이나 마지막 owner의 권한은 낮출 수 없어요.",
  "The operator's name": "운영자 이름",
  "Another role": "권한 변경",
  "Another password": "비밀번호 변경",
  "Removes an operator, and ends the operator's sessions at once": "운영자 삭제: 그 운영자의 세션도 바로 끝내요",
  "For an owner's session, whose password was typed a short while ago; a secret key is refused, as it could make an operator who outlives it. Nobody removes himself or the last owner.":
    "비밀번호를 방금 확인한 owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 키를 폐기한 뒤에도 남는 운영자를 만들 수 있기 때문이에요. 자기 자신이나 마지막 owner는 삭제할 수 없어요.",
  "Somebody who has left": "일을 그만둔 운영자",
  "Ends every session of an operator": "운영자의 모든 세션 끝내기",
  "For an owner's session, whose password was typed a short while ago; a secret key is refused, as it could make an operator who outlives it.":
    "비밀번호를 방금 확인한 owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 키를 폐기한 뒤에도 남는 운영자를 만들 수 있기 때문이에요.",
  "A lost telephone": "휴대전화를 잃어버린 운영자",

  "Lists the merchant's API keys in the session's mode, the newest first, with revoked ones":
    "API 키 목록: 세션과 같은 모드의 키를 최신순으로 보여 줘요. 폐기한 키도 나와요",
  "For an owner's session; a secret key is refused. The keys themselves are not stored.":
    "owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 키 자체는 저장하지 않아요.",
  "A secret key that works": "쓸 수 있는 시크릿 키",
  "Issues another API key; only this answer shows it": "API 키 발급: 키는 이 응답에서만 볼 수 있어요",
  "For an owner's session, whose password was typed a short while ago; a secret key is refused. Several keys work at once, so that they are exchanged without a pause.":
    "비밀번호를 방금 확인한 owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 키 여러 개를 함께 쓸 수 있어서 멈추지 않고 교체할 수 있어요.",
  "A key for the merchant's server": "가맹점 서버에서 쓸 키",
  "A secret key stays on the merchant's server; a client key may stand in a page":
    "시크릿 키는 가맹점 서버에만 두고, 클라이언트 키는 페이지에 넣어도 돼요",
  "Revokes an API key at once and for good": "API 키 폐기: 바로 폐기하고, 되살릴 수 없어요",
  "For an owner's session, whose password was typed a short while ago; a secret key is refused. A repeat changes nothing.":
    "비밀번호를 방금 확인한 owner 권한의 세션으로 요청하세요. 시크릿 키는 거절해요. 다시 보내도 바뀌는 것은 없어요.",
  "Twelve hexadecimal digits, which name the key without being one": "키를 가리키는 16진수 12자리. 키로 쓸 수는 없어요",
  "A key by its id in the list": "목록에 있는 id로 고른 키",
  "Its beginning and its last four characters": "키의 앞부분과 끝 4자",
  "null while it works": "쓸 수 있는 키라면 null",
  "The key, which is not shown again": "키. 다시 보여 주지 않아요",
} as const;
