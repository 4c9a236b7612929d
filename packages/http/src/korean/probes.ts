/** Probes, and the document itself. */
export const probeTexts = {
  "The process is alive": "프로세스가 살아 있는지 확인",
  "A liveness probe: it does not ask the database. It is never limited.":
    "liveness 프로브예요. 데이터베이스를 확인하지 않고, 요청 제한도 없어요.",
  Alive: "살아 있을 때",
  "The process can serve requests; 503 while it can't": "요청을 받을 수 있는지 확인: 받을 수 없으면 503이에요",
  "A readiness probe: it asks the store, and answers 503 as long as writes fail. A process that is about to stop answers no first. It is never limited.":
    "readiness 프로브예요. 저장소를 확인하고, 쓰기가 실패하는 동안은 503으로 응답해요. 곧 끝날 프로세스는 먼저 503으로 응답해요. 요청 제한은 없어요.",
  "This process is about to stop: send requests to another one":
    "이 프로세스는 곧 끝나요. 요청을 다른 프로세스로 보내 주세요",
  "The store does not answer; or it answers reads and refuses writes, as on a full disk or a database that became read-only":
    "저장소가 응답하지 않아요(unreachable). 또는 읽기에는 응답하지만 쓰기를 거절해요(refuses-writes). 디스크가 가득 찼거나 데이터베이스가 읽기 전용이 됐을 때예요",
  "Due work has waited for a minute, and no process claims it: call startWork(payments) in the program that has the service inside, or run wonflow work beside wonflow serve":
    "예정된 작업이 1분 넘게 밀렸는데 맡은 프로세스가 없어요. 서비스가 든 프로그램에서 startWork(payments)를 호출하거나, wonflow serve와 함께 wonflow work를 실행해 주세요",
  Ready: "요청을 받을 수 있을 때",
  "Ready, and due work waits": "요청을 받을 수 있지만 예정된 작업이 밀려 있을 때",
  "Not ready: the process is about to stop": "프로세스가 곧 끝나서 요청을 받을 수 없을 때",
  "Not ready: the store is out of reach": "저장소에 연결되지 않아 요청을 받을 수 없을 때",
  "Not ready: the store refuses writes": "저장소가 쓰기를 거절해서 요청을 받을 수 없을 때",
  "This document": "API 문서",
  "OpenAPI 3.1, made of the same routes that answer requests.":
    "OpenAPI 3.1 문서예요. 요청을 처리하는 바로 그 경로 정의로 만들어서 실제 동작과 같아요.",
  "Its beginning": "문서의 앞부분",
  "The language of the texts; English by default": "설명의 언어. 기본값은 영어",
} as const;
