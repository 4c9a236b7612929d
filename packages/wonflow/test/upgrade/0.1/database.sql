create schema wonflow;

create table wonflow.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);

create table wonflow.migrations_lock (id varchar(255) not null primary key, is_locked integer not null default 0);

create table wonflow.records (
    tenant text collate "C" not null,
    kind text collate "C" not null,
    id text collate "C" not null,
    version bigint not null check (version between 1 and 9007199254740991),
    body jsonb not null check (jsonb_typeof(body) = 'object'),
    due_at bigint check (due_at between -9007199254740991 and 9007199254740991),
    primary key (tenant, kind, id)
  );

create index records_due on wonflow.records (kind, due_at) where due_at is not null;

create table wonflow.accounts (
    tenant text collate "C" not null,
    account text collate "C" not null,
    balance bigint not null check (balance between -9007199254740991 and 9007199254740991),
    primary key (tenant, account)
  );

create table wonflow.entries (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    at bigint not null check (at between -9007199254740991 and 9007199254740991),
    reference text collate "C" not null,
    position bigint generated always as identity,
    primary key (tenant, commit_id)
  );

create index entries_reference on wonflow.entries (tenant, reference);

create table wonflow.postings (
    tenant text collate "C" not null,
    commit_id text collate "C" not null,
    line integer not null check (line >= 1),
    account text collate "C" not null,
    amount bigint not null check (amount between -9007199254740991 and 9007199254740991),
    primary key (tenant, commit_id, line)
  );

create table wonflow.commits (
    tenant text collate "C" not null,
    id text collate "C" not null,
    at bigint not null check (at between -9007199254740991 and 9007199254740991),
    refusal jsonb,
    primary key (tenant, id)
  );

create index commits_at on wonflow.commits using brin (at);

create function wonflow.refuse_alteration() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name;
  end $$;

create trigger append_only before update or delete or truncate on wonflow.entries
      for each statement execute function wonflow.refuse_alteration();

create trigger append_only before update or delete or truncate on wonflow.postings
      for each statement execute function wonflow.refuse_alteration();


create function wonflow.commit_change_set(change jsonb) returns jsonb language plpgsql as $$
declare
  this_tenant constant text := change ->> 'tenant';
  this_id constant text := change ->> 'id';
  guard record;
  reserved_keys boolean := false;
  failed_account text;
begin
  -- Waits for a transaction that is committing the same id, and then does nothing if that has committed.
  insert into wonflow.commits (tenant, id, at)
    values (this_tenant, this_id, (change ->> 'at')::bigint)
    on conflict do nothing;
  if not found then
    return (select refusal from wonflow.commits where tenant = this_tenant and id = this_id);
  end if;
  -- Old commit ids are pruned, those of entries stay with the entry.
  if change -> 'postings' <> '[]' and exists (
    select from wonflow.entries where tenant = this_tenant and commit_id = this_id
  ) then
    return null;
  end if;

  for guard in
    select * from jsonb_to_recordset(change -> 'records')
      as r(kind text, id text, expected bigint, write boolean, body jsonb, due_at bigint)
      order by kind collate "C", id collate "C"
  loop
    if guard.expected is null then
      -- The primary key lets one of all that expect the key absent go on; the others wait for its outcome.
      -- A key that must stay absent is reserved by an empty record, which is taken away again below.
      insert into wonflow.records (tenant, kind, id, version, body, due_at)
        values (this_tenant, guard.kind, guard.id, 1, coalesce(guard.body, '{}'), guard.due_at)
        on conflict do nothing;
      reserved_keys := reserved_keys or guard.body is null;
    elsif not guard.write then
      perform from wonflow.records
        where tenant = this_tenant and kind = guard.kind and id = guard.id and version = guard.expected
        for share;
    elsif guard.body is null then
      delete from wonflow.records
        where tenant = this_tenant and kind = guard.kind and id = guard.id and version = guard.expected;
    else
      update wonflow.records
        set version = version + 1, body = guard.body, due_at = guard.due_at
        where tenant = this_tenant and kind = guard.kind and id = guard.id and version = guard.expected;
    end if;
    if not found then
      raise exception 'a record is not as expected' using
        errcode = 'WF001',
        detail = jsonb_build_object(
          'status', 'conflict', 'key', jsonb_build_object('kind', guard.kind, 'id', guard.id));
    end if;
  end loop;

  if reserved_keys then
    delete from wonflow.records using jsonb_to_recordset(change -> 'records')
        as r(kind text, id text, expected bigint, body jsonb)
      where records.tenant = this_tenant and records.kind = r.kind and records.id = r.id
        and r.expected is null and r.body is null;
  end if;

  if change -> 'postings' <> '[]' then
    if (select sum(amount) from jsonb_to_recordset(change -> 'postings') as p(amount bigint)) <> 0 then
      raise exception 'postings are not balanced' using errcode = 'WF002';
    end if;
    insert into wonflow.entries (tenant, commit_id, at, reference)
      values (this_tenant, this_id, (change ->> 'at')::bigint, change ->> 'reference');
    insert into wonflow.postings (tenant, commit_id, line, account, amount)
      select this_tenant, this_id, p.line, p.account, p.amount
      from rows from (jsonb_to_recordset(change -> 'postings') as (account text, amount bigint))
        with ordinality as p(account, amount, line);
  end if;

  if change -> 'postings' <> '[]' or change -> 'floors' <> '[]' then
    -- Accounts come last, because their locks are the most wanted. One with a floor is locked even if nothing is posted to it.
    insert into wonflow.accounts (tenant, account, balance)
      select this_tenant, account, sum(amount) from (
        select account, amount from jsonb_to_recordset(change -> 'postings') as p(account text, amount bigint)
        union all
        select account, 0 from jsonb_to_recordset(change -> 'floors') as f(account text)
      ) as changes
      group by account order by account collate "C"
      on conflict (tenant, account) do update set balance = accounts.balance + excluded.balance;
    select f.account into failed_account
      from rows from (jsonb_to_recordset(change -> 'floors') as (account text, sign bigint, min bigint))
        with ordinality as f(account, sign, min, line)
      join wonflow.accounts on accounts.tenant = this_tenant and accounts.account = f.account
      where f.sign * accounts.balance < f.min
      order by f.line limit 1;
    if found then
      raise exception 'an account would be below its floor' using
        errcode = 'WF001',
        detail = jsonb_build_object('status', 'below-floor', 'account', failed_account);
    end if;
  end if;
  return null;
end $$;


create function wonflow.commit_in_doubt(change jsonb) returns jsonb language plpgsql as $$
declare
  refused text;
begin
  begin
    return wonflow.commit_change_set(change);
  exception when sqlstate 'WF001' then
    get stacked diagnostics refused = pg_exception_detail;
  end;
  insert into wonflow.commits (tenant, id, at, refusal)
    values (change ->> 'tenant', change ->> 'id', (change ->> 'at')::bigint, refused::jsonb)
    on conflict do nothing;
  -- When the earlier try has got in between, its outcome stands.
  return (
    select refusal from wonflow.commits where tenant = change ->> 'tenant' and id = change ->> 'id'
  );
end $$;

set session_replication_role = replica;

insert into wonflow.migrations (name, timestamp) values
('0001-records-and-ledger', '2026-11-22T02:00:55.897Z');

insert into wonflow.migrations_lock (id, is_locked) values
('migration_lock', '0');

insert into wonflow.records (tenant, kind, id, version, body, due_at) values
('1:test', 'merchant', 'self', '1', '{"mId": 1, "mode": "test", "name": "Wonflow Docs", "feeRate": "3.3", "origins": [], "contracts": {"kyc": true, "payouts": true, "taxFree": true, "webhook": true, "gateways": ["PG_A", "PG_B"]}, "maxAmount": 1000000000000, "minAmount": 1}', NULL),
('7:test', 'attempt', 'approval.DJcwiTZAPNJd6wlDtb3xB', '2', '{"key": "approval.DJcwiTZAPNJd6wlDtb3xB", "kind": "approval", "amount": 10000, "answer": {"ok": true, "value": {"mId": 7, "status": "DONE", "methods": [{"keyin": {"number": "400000******0009", "issuerCode": "11", "installmentPlanMonths": 0}, "amount": 10000, "method": "KEYIN"}], "orderId": "upgraded-order-canceled", "intentKey": "DJcwiTZAPNJd6wlDtb3xB", "orderName": "Tea", "approvedAt": "2026-11-22T11:01:13+09:00", "requestedAt": "2026-11-22T11:01:13+09:00", "totalAmount": 10000, "settlementId": null}}, "reason": null, "status": "DONE", "flagged": false, "lookUps": 0, "deadline": 1795312903576, "lookUpAt": null, "openedAt": 1795312873576, "reversal": null, "intentKey": "DJcwiTZAPNJd6wlDtb3xB", "approvalKey": "approval.DJcwiTZAPNJd6wlDtb3xB"}', NULL),
('7:test', 'attempt', 'approval.Ebcsu6B3YyvTTFtoWsYks', '2', '{"key": "approval.Ebcsu6B3YyvTTFtoWsYks", "kind": "approval", "amount": 10000, "answer": null, "reason": null, "status": "UNKNOWN", "flagged": false, "lookUps": 1, "deadline": 1795312903687, "lookUpAt": 1795312874694, "openedAt": 1795312873687, "reversal": null, "intentKey": "Ebcsu6B3YyvTTFtoWsYks", "approvalKey": "approval.Ebcsu6B3YyvTTFtoWsYks"}', '1795312874694'),
('7:test', 'attempt', 'approval.JfLBvOka3YhMkNPYBSsF0', '2', '{"key": "approval.JfLBvOka3YhMkNPYBSsF0", "kind": "approval", "amount": 10000, "answer": {"ok": true, "value": {"mId": 7, "status": "DONE", "methods": [{"keyin": {"number": "400000******0009", "issuerCode": "11", "installmentPlanMonths": 0}, "amount": 10000, "method": "KEYIN"}], "orderId": "upgraded-order-partly-canceled", "intentKey": "JfLBvOka3YhMkNPYBSsF0", "orderName": "Tea", "approvedAt": "2026-11-22T11:01:13+09:00", "requestedAt": "2026-11-22T11:01:13+09:00", "totalAmount": 10000, "settlementId": null}}, "reason": null, "status": "DONE", "flagged": false, "lookUps": 0, "deadline": 1795312903495, "lookUpAt": null, "openedAt": 1795312873495, "reversal": null, "intentKey": "JfLBvOka3YhMkNPYBSsF0", "approvalKey": "approval.JfLBvOka3YhMkNPYBSsF0"}', NULL),
('7:test', 'attempt', 'approval.U5YHaTP_9lOkuPurzayTq', '2', '{"key": "approval.U5YHaTP_9lOkuPurzayTq", "kind": "approval", "amount": 10000, "answer": {"ok": false, "error": {"code": "REJECT_CARD_PAYMENT"}}, "reason": null, "status": "REFUSED", "flagged": false, "lookUps": 0, "deadline": 1795312903643, "lookUpAt": null, "openedAt": 1795312873643, "reversal": null, "intentKey": "U5YHaTP_9lOkuPurzayTq", "approvalKey": "approval.U5YHaTP_9lOkuPurzayTq"}', NULL),
('7:test', 'attempt', 'approval.zkKRpKC7j2dDdzAXD1J3V', '2', '{"key": "approval.zkKRpKC7j2dDdzAXD1J3V", "kind": "approval", "amount": 10000, "answer": {"ok": true, "value": {"mId": 7, "status": "DONE", "methods": [{"keyin": {"number": "400000******0009", "issuerCode": "11", "installmentPlanMonths": 0}, "amount": 10000, "method": "KEYIN"}], "orderId": "upgraded-order-done", "intentKey": "zkKRpKC7j2dDdzAXD1J3V", "orderName": "Tea", "approvedAt": "2026-11-22T11:01:13+09:00", "requestedAt": "2026-11-22T11:01:13+09:00", "totalAmount": 10000, "settlementId": null}}, "reason": null, "status": "DONE", "flagged": false, "lookUps": 0, "deadline": 1795312903361, "lookUpAt": null, "openedAt": 1795312873361, "reversal": null, "intentKey": "zkKRpKC7j2dDdzAXD1J3V", "approvalKey": "approval.zkKRpKC7j2dDdzAXD1J3V"}', NULL),
('7:test', 'attempt', 'cancellation.DJcwiTZAPNJd6wlDtb3xB.1', '2', '{"key": "cancellation.DJcwiTZAPNJd6wlDtb3xB.1", "kind": "cancellation", "amount": 10000, "answer": {"ok": true, "value": {"mId": 7, "cancel": {"canceledAt": "2026-11-22T11:01:13+09:00"}, "status": "CANCELED", "methods": [{"keyin": {"number": "400000******0009", "issuerCode": "11", "installmentPlanMonths": 0}, "amount": 10000, "method": "KEYIN"}], "orderId": "upgraded-order-canceled", "intentKey": "DJcwiTZAPNJd6wlDtb3xB", "orderName": "Tea", "approvedAt": "2026-11-22T11:01:13+09:00", "requestedAt": "2026-11-22T11:01:13+09:00", "totalAmount": 10000, "settlementId": null}}, "reason": "out of stock", "status": "DONE", "flagged": false, "lookUps": 0, "deadline": 1795312903603, "lookUpAt": null, "openedAt": 1795312873603, "reversal": null, "intentKey": "DJcwiTZAPNJd6wlDtb3xB", "approvalKey": "approval.DJcwiTZAPNJd6wlDtb3xB"}', NULL),
('7:test', 'attempt', 'cancellation.JfLBvOka3YhMkNPYBSsF0.1', '2', '{"key": "cancellation.JfLBvOka3YhMkNPYBSsF0.1", "kind": "cancellation", "amount": 4000, "answer": {"ok": true, "value": {"mId": 7, "cancel": {"canceledAt": "2026-11-22T11:01:13+09:00"}, "status": "PARTIAL_CANCELED", "methods": [{"keyin": {"number": "400000******0009", "issuerCode": "11", "installmentPlanMonths": 0}, "amount": 10000, "method": "KEYIN"}], "orderId": "upgraded-order-partly-canceled", "intentKey": "JfLBvOka3YhMkNPYBSsF0", "orderName": "Tea", "approvedAt": "2026-11-22T11:01:13+09:00", "requestedAt": "2026-11-22T11:01:13+09:00", "totalAmount": 10000, "settlementId": null}}, "reason": "out of stock", "status": "DONE", "flagged": false, "lookUps": 0, "deadline": 1795312903523, "lookUpAt": null, "openedAt": 1795312873523, "reversal": null, "intentKey": "JfLBvOka3YhMkNPYBSsF0", "approvalKey": "approval.JfLBvOka3YhMkNPYBSsF0"}', NULL),
('7:test', 'idempotency', 'cancel 1', '1', '{"answer": null, "attempt": "cancellation.JfLBvOka3YhMkNPYBSsF0.1", "forgetAt": 1796608873517, "fingerprint": "7efbcb11d48c8a038cfcc1c5568d3bded14ff672ff61f4e9af25231615d21242"}', '1796608873517'),
('7:test', 'idempotency', 'confirm 1', '1', '{"answer": null, "attempt": "approval.zkKRpKC7j2dDdzAXD1J3V", "forgetAt": 1796608873360, "fingerprint": "5fbb47e51f8a5eaef9155fff06e7b53b7d91e462f7ef829da416ef5727dc38c1"}', '1796608873360'),
('7:test', 'idempotency', 'session 1', '1', '{"answer": "v1.91bc9dbbe3dbed2a.OkuGheRx6rOzm5bG._azgwjWa3xiN2qv4rEp9_tv1bn8U7Uso0DV8xcwmBUzHPoikQHZTBdivjxrrG9y5vn9p8pnPLqlE1VCU5J4DFOfwLjgN8R56Y10PG03J_CAKZ7cVyn-RrP3ZoSpnpR5ImbCtVXCSEy94pbOmxlR_k-mZQIk89b5-taWmsAVxiaGeCy4K2U0kD9YCqL2be-edVS3MTxgb05weT2HypqXV1yRvOHWEq5irRgxZJyq1I2u-zXtsvuqxFEUYu4Say2BUhRcVQDmgOCb6I_DRz6DF", "attempt": null, "forgetAt": 1796608872968, "fingerprint": "3f0137724a794698b3da3ed864b1c146eb2b6d4c5b8c66108a9b1c40bd383105"}', '1796608872968'),
('7:test', 'intent', 'DJcwiTZAPNJd6wlDtb3xB', '6', '{"status": "CANCELED", "failure": null, "feeRate": "2.8", "methods": [{"amount": 10000, "cardToken": "sbx_kb_7:test_kanXGiQLGoNDHqEi", "issuerCode": "11", "maskedNumber": "400000******0009", "installmentPlanMonths": 0}], "orderId": "upgraded-order-canceled", "metadata": null, "confirmBy": 1795313473567, "intentKey": "DJcwiTZAPNJd6wlDtb3xB", "orderName": "Tea", "sessionId": "225decb0ea2274e2f0c7db19f7fffe3a45bf2c7fcf1114b8015a0c72ab10aff3", "approvedAt": 1795312873577, "canceledAt": 1795312873605, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": "approval.DJcwiTZAPNJd6wlDtb3xB", "openAttempt": null, "requestedAt": 1795312873546, "totalAmount": 10000, "settlementId": null, "cancellations": 1, "canceledAmount": 10000}', NULL),
('7:test', 'intent', 'Ebcsu6B3YyvTTFtoWsYks', '3', '{"status": "IN_PROGRESS", "failure": null, "feeRate": "2.8", "methods": [{"amount": 10000, "cardToken": "sbx_answer-lost_7:test_glcD-ROjfhTUefiO", "issuerCode": "51", "maskedNumber": "400000******0008", "installmentPlanMonths": 0}], "orderId": "upgraded-order-unknown", "metadata": null, "confirmBy": 1795313473680, "intentKey": "Ebcsu6B3YyvTTFtoWsYks", "orderName": "Tea", "sessionId": "f77cb8ab83e0f26c28d224f5c8aa175f30feb51f2d946b7b96397f02902ba89a", "approvedAt": null, "canceledAt": null, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": "approval.Ebcsu6B3YyvTTFtoWsYks", "openAttempt": "approval.Ebcsu6B3YyvTTFtoWsYks", "requestedAt": 1795312873658, "totalAmount": 10000, "settlementId": null, "cancellations": 0, "canceledAmount": 0}', NULL),
('7:test', 'intent', 'JfLBvOka3YhMkNPYBSsF0', '6', '{"status": "PARTIAL_CANCELED", "failure": null, "feeRate": "2.8", "methods": [{"amount": 10000, "cardToken": "sbx_kb_7:test_6duome2z2Qi0d-iq", "issuerCode": "11", "maskedNumber": "400000******0009", "installmentPlanMonths": 0}], "orderId": "upgraded-order-partly-canceled", "metadata": null, "confirmBy": 1795313473478, "intentKey": "JfLBvOka3YhMkNPYBSsF0", "orderName": "Tea", "sessionId": "4184549a0339192b971b8a7c757f223f3a4bc793caecae9e462bc0e4bf6f10ed", "approvedAt": 1795312873496, "canceledAt": 1795312873526, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": "approval.JfLBvOka3YhMkNPYBSsF0", "openAttempt": null, "requestedAt": 1795312873459, "totalAmount": 10000, "settlementId": null, "cancellations": 1, "canceledAmount": 4000}', NULL),
('7:test', 'intent', 'U5YHaTP_9lOkuPurzayTq', '4', '{"status": "ABORTED", "failure": "REJECT_CARD_PAYMENT", "feeRate": "2.8", "methods": [{"amount": 10000, "cardToken": "sbx_no-funds_7:test_5m_6srgVOLrhWXsh", "issuerCode": "41", "maskedNumber": "400000******0009", "installmentPlanMonths": 0}], "orderId": "upgraded-order-refused", "metadata": null, "confirmBy": 1795313473638, "intentKey": "U5YHaTP_9lOkuPurzayTq", "orderName": "Tea", "sessionId": "12a00fa4f6cadfbdca5902e4ed1d3afe5e8f52b4a83e5852ad40eb4b7d5abea8", "approvedAt": null, "canceledAt": null, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": "approval.U5YHaTP_9lOkuPurzayTq", "openAttempt": null, "requestedAt": 1795312873620, "totalAmount": 10000, "settlementId": null, "cancellations": 0, "canceledAmount": 0}', NULL),
('7:test', 'intent', 'eLSaiGdsKtO-WKbrSGjhn', '1', '{"status": "READY", "failure": null, "feeRate": null, "methods": [], "orderId": "upgraded-order-ready", "metadata": null, "confirmBy": null, "intentKey": "eLSaiGdsKtO-WKbrSGjhn", "orderName": "Tea", "sessionId": "f66bbc068325ec8514b207e586256c0bd2ef42729e69a75cdd3fe5b59d27bda9", "approvedAt": null, "canceledAt": null, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": null, "openAttempt": null, "requestedAt": 1795312872968, "totalAmount": 10000, "settlementId": null, "cancellations": 0, "canceledAmount": 0}', NULL),
('7:test', 'intent', 'eWT7Ad69eLXCEw5h8ID6_', '2', '{"status": "IN_PROGRESS", "failure": null, "feeRate": null, "methods": [{"amount": 10000, "cardToken": "sbx_kb_7:test_DQWuQkxrVQxrU8fw", "issuerCode": "11", "maskedNumber": "400000******0009", "installmentPlanMonths": 0}], "orderId": "upgraded-order-authenticated", "metadata": null, "confirmBy": 1795313473291, "intentKey": "eWT7Ad69eLXCEw5h8ID6_", "orderName": "Tea", "sessionId": "c36d8b2c0e5926dc38945ba62abced1e191e2dee45c06a23007f119f78708636", "approvedAt": null, "canceledAt": null, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": null, "openAttempt": null, "requestedAt": 1795312873060, "totalAmount": 10000, "settlementId": null, "cancellations": 0, "canceledAmount": 0}', '1795313473291'),
('7:test', 'intent', 'zkKRpKC7j2dDdzAXD1J3V', '4', '{"status": "DONE", "failure": null, "feeRate": "2.8", "methods": [{"amount": 10000, "cardToken": "sbx_kb_7:test_rvzZj-qHD_82sYI1", "issuerCode": "11", "maskedNumber": "400000******0009", "installmentPlanMonths": 0}], "orderId": "upgraded-order-done", "metadata": null, "confirmBy": 1795313473347, "intentKey": "zkKRpKC7j2dDdzAXD1J3V", "orderName": "Tea", "sessionId": "c8150911419a217b3e055f46ad1890b5de52b6a1ccd0402ffbabe7f8804fd1f3", "approvedAt": 1795312873364, "canceledAt": null, "customerId": "upgrade-buyer", "superseded": false, "approvalKey": "approval.zkKRpKC7j2dDdzAXD1J3V", "openAttempt": null, "requestedAt": 1795312873315, "totalAmount": 10000, "settlementId": null, "cancellations": 0, "canceledAmount": 0}', NULL),
('7:test', 'merchant', 'self', '1', '{"mId": 7, "mode": "test", "name": "Corner Shop", "feeRate": "2.8", "origins": [], "contracts": {"kyc": false, "payouts": false, "taxFree": false, "webhook": false, "gateways": []}, "maxAmount": 1000000000000, "minAmount": 1}', NULL),
('7:test', 'order', 'upgraded-order-authenticated', '1', '{"orderId": "upgraded-order-authenticated", "intentKey": "eWT7Ad69eLXCEw5h8ID6_"}', NULL),
('7:test', 'order', 'upgraded-order-canceled', '1', '{"orderId": "upgraded-order-canceled", "intentKey": "DJcwiTZAPNJd6wlDtb3xB"}', NULL),
('7:test', 'order', 'upgraded-order-done', '1', '{"orderId": "upgraded-order-done", "intentKey": "zkKRpKC7j2dDdzAXD1J3V"}', NULL),
('7:test', 'order', 'upgraded-order-partly-canceled', '1', '{"orderId": "upgraded-order-partly-canceled", "intentKey": "JfLBvOka3YhMkNPYBSsF0"}', NULL),
('7:test', 'order', 'upgraded-order-ready', '1', '{"orderId": "upgraded-order-ready", "intentKey": "eLSaiGdsKtO-WKbrSGjhn"}', NULL),
('7:test', 'order', 'upgraded-order-refused', '1', '{"orderId": "upgraded-order-refused", "intentKey": "U5YHaTP_9lOkuPurzayTq"}', NULL),
('7:test', 'order', 'upgraded-order-unknown', '1', '{"orderId": "upgraded-order-unknown", "intentKey": "Ebcsu6B3YyvTTFtoWsYks"}', NULL),
('7:test', 'session', '12a00fa4f6cadfbdca5902e4ed1d3afe5e8f52b4a83e5852ad40eb4b7d5abea8', '2', '{"id": "12a00fa4f6cadfbdca5902e4ed1d3afe5e8f52b4a83e5852ad40eb4b7d5abea8", "kyc": null, "status": "AUTHENTICATED", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312873620, "expiresAt": 1795314673620, "intentKey": "U5YHaTP_9lOkuPurzayTq", "successUrl": "https://shop.example/ok"}', NULL),
('7:test', 'session', '225decb0ea2274e2f0c7db19f7fffe3a45bf2c7fcf1114b8015a0c72ab10aff3', '2', '{"id": "225decb0ea2274e2f0c7db19f7fffe3a45bf2c7fcf1114b8015a0c72ab10aff3", "kyc": null, "status": "AUTHENTICATED", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312873546, "expiresAt": 1795314673546, "intentKey": "DJcwiTZAPNJd6wlDtb3xB", "successUrl": "https://shop.example/ok"}', NULL),
('7:test', 'session', '4184549a0339192b971b8a7c757f223f3a4bc793caecae9e462bc0e4bf6f10ed', '2', '{"id": "4184549a0339192b971b8a7c757f223f3a4bc793caecae9e462bc0e4bf6f10ed", "kyc": null, "status": "AUTHENTICATED", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312873459, "expiresAt": 1795314673459, "intentKey": "JfLBvOka3YhMkNPYBSsF0", "successUrl": "https://shop.example/ok"}', NULL),
('7:test', 'session', 'c36d8b2c0e5926dc38945ba62abced1e191e2dee45c06a23007f119f78708636', '2', '{"id": "c36d8b2c0e5926dc38945ba62abced1e191e2dee45c06a23007f119f78708636", "kyc": null, "status": "AUTHENTICATED", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312873060, "expiresAt": 1795314673060, "intentKey": "eWT7Ad69eLXCEw5h8ID6_", "successUrl": "https://shop.example/ok"}', NULL),
('7:test', 'session', 'c8150911419a217b3e055f46ad1890b5de52b6a1ccd0402ffbabe7f8804fd1f3', '2', '{"id": "c8150911419a217b3e055f46ad1890b5de52b6a1ccd0402ffbabe7f8804fd1f3", "kyc": null, "status": "AUTHENTICATED", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312873315, "expiresAt": 1795314673315, "intentKey": "zkKRpKC7j2dDdzAXD1J3V", "successUrl": "https://shop.example/ok"}', NULL),
('7:test', 'session', 'f66bbc068325ec8514b207e586256c0bd2ef42729e69a75cdd3fe5b59d27bda9', '1', '{"id": "f66bbc068325ec8514b207e586256c0bd2ef42729e69a75cdd3fe5b59d27bda9", "kyc": null, "status": "OPEN", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312872968, "expiresAt": 1795314672968, "intentKey": "eLSaiGdsKtO-WKbrSGjhn", "successUrl": "https://shop.example/ok"}', '1795314672968'),
('7:test', 'session', 'f77cb8ab83e0f26c28d224f5c8aa175f30feb51f2d946b7b96397f02902ba89a', '2', '{"id": "f77cb8ab83e0f26c28d224f5c8aa175f30feb51f2d946b7b96397f02902ba89a", "kyc": null, "status": "AUTHENTICATED", "failUrl": "https://shop.example/fail", "openedBy": "server", "createdAt": 1795312873658, "expiresAt": 1795314673658, "intentKey": "Ebcsu6B3YyvTTFtoWsYks", "successUrl": "https://shop.example/ok"}', NULL),
('platform', 'apiKey', '6b2c4a2a8838b12a06c2c9159031867b1f7ab1af2f3da043cb756086e3c0d89b', '1', '{"hint": "Qee3", "type": "secret", "tenant": "7:test", "createdAt": 1795312866928, "revokedAt": null}', NULL),
('platform', 'apiKey', 'ad6a6495b339ae954828b3b373b3fa0dede6cec1354292426065a6c489719926', '1', '{"hint": "brT6", "type": "client", "tenant": "7:test", "createdAt": 1795312870066, "revokedAt": null}', NULL),
('platform', 'cardTable', 'bins', '1', '{"parts": 1, "version": "83dd2c85caf91d0ead13ff52f06c98b1", "importedAt": 1795312855934}', NULL),
('platform', 'cardTable', 'catalogue', '1', '{"parts": 1, "version": "4dd64c098cd3fb1bfc048ee77e01d0cf", "importedAt": 1795312861097}', NULL),
('platform', 'cardTablePart', 'bins.83dd2c85caf91d0ead13ff52f06c98b1.0', '1', '{"rows": [{"bin": "40005001", "kind": "credit", "type": "CRD", "issuer": "71", "acquirer": "71", "nickname": "롯데상회", "updatedAt": "2026-11-22", "providerCode": ""}]}', NULL),
('platform', 'cardTablePart', 'catalogue.4dd64c098cd3fb1bfc048ee77e01d0cf.0', '1', '{"rows": [{"id": "5f0c9a3e-7d1b-4c2a-9e60-000000000001", "ref": "11-C1007", "name": "오래된 카드", "acquirer": "11", "benefits": [{"notes": ["이용금액 1,000원당 적립됩니다.", "상품권·선불카드 충전 금액은 제외됩니다."], "title": "항공 마일리지 적립", "details": [{"content": ["RATIO", 0.1], "discountLimit": {"amount": {"monthly": 10000}}, "prevMonthSpendingRange": [300000, 1000000]}, {"content": ["RATIO", 0.15], "discountLimit": {"amount": {"daily": 10000, "monthly": 20000}}, "prevMonthSpendingRange": [1000000, null]}], "categoryId": 1}, {"notes": ["해외 가맹점 원화 결제는 제외됩니다."], "title": "해외 이용 할인", "details": [{"content": ["RATIO", 1], "discountLimit": {"amount": {"monthly": 10000}}, "prevMonthSpendingRange": [300000, 1000000]}, {"content": ["RATIO", 2], "discountLimit": {"amount": {"daily": 10000, "monthly": 20000}}, "prevMonthSpendingRange": [1000000, null]}], "categoryId": 2}], "updatedAt": "2026-02-02T00:00:00+09:00", "thumbnails": ["https://cards.example/thumbnails/11-c1007-front.png", "https://cards.example/thumbnails/11-c1007-back.png"], "annualFeeDomestic": 49000, "annualFeeInternational": {"VISA": 52000}}]}', NULL),
('platform', 'instalmentFeed', 'PG_A', '2', '{"offers": {"free": [{"issuer": "11", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 5, "min": 2}}, {"issuer": "21", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "31", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 7, "min": 2}}, {"issuer": "33", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 4, "min": 2}}, {"issuer": "W1", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 4, "min": 2}}, {"issuer": "41", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "41", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 8, "min": 7}}, {"issuer": "41", "lastDay": "", "maximumAmount": null, "minimumAmount": 200000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "41", "lastDay": "", "maximumAmount": null, "minimumAmount": 200000, "installmentMonth": {"max": 8, "min": 7}}, {"issuer": "41", "lastDay": "", "maximumAmount": null, "minimumAmount": 200000, "installmentMonth": {"max": 14, "min": 14}}, {"issuer": "51", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 6, "min": 2}}, {"issuer": "61", "lastDay": "", "maximumAmount": null, "minimumAmount": 100000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "71", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 3}}, {"issuer": "91", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 6, "min": 2}}], "period": {"endDate": "2026-11-30", "startDate": "2026-11-01"}, "partial": [{"plan": [{"month": 10, "customerInterestMonthRange": {"end": 4, "start": 1}}, {"month": 12, "customerInterestMonthRange": {"end": 5, "start": 1}}], "issuer": "11", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000}, {"plan": [{"month": 10, "customerInterestMonthRange": {"end": 4, "start": 1}}], "issuer": "41", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000}, {"plan": [{"month": 12, "customerInterestMonthRange": {"end": 6, "start": 1}}, {"month": 18, "customerInterestMonthRange": {"end": 8, "start": 1}}], "issuer": "51", "lastDay": "", "maximumAmount": null, "minimumAmount": 50000}]}, "readAt": 1795312872828, "sandbox": true}', '1795316472828'),
('platform', 'instalmentFeed', 'PG_B', '2', '{"offers": {"free": [{"issuer": "11", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 5, "min": 2}}, {"issuer": "15", "lastDay": "2026-11-30", "maximumAmount": 3000000, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "21", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "31", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 7, "min": 2}}, {"issuer": "33", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 4, "min": 2}}, {"issuer": "41", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "41", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 8, "min": 7}}, {"issuer": "41", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 200000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "41", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 200000, "installmentMonth": {"max": 8, "min": 7}}, {"issuer": "41", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 200000, "installmentMonth": {"max": 14, "min": 14}}, {"issuer": "51", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 6, "min": 2}}, {"issuer": "61", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 100000, "installmentMonth": {"max": 3, "min": 2}}, {"issuer": "71", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 3, "min": 3}}, {"issuer": "91", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 6, "min": 2}}, {"issuer": "W1", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000, "installmentMonth": {"max": 4, "min": 2}}], "period": {"endDate": "2026-11-30", "startDate": "2026-11-01"}, "partial": [{"plan": [{"month": 10, "customerInterestMonthRange": {"end": 4, "start": 1}}, {"month": 12, "customerInterestMonthRange": {"end": 5, "start": 1}}], "issuer": "11", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000}, {"plan": [{"month": 10, "customerInterestMonthRange": {"end": 4, "start": 1}}], "issuer": "41", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000}, {"plan": [{"month": 12, "customerInterestMonthRange": {"end": 6, "start": 1}}, {"month": 18, "customerInterestMonthRange": {"end": 8, "start": 1}}], "issuer": "51", "lastDay": "2026-11-30", "maximumAmount": null, "minimumAmount": 50000}]}, "readAt": 1795312872800, "sandbox": true}', '1795316472800');

insert into wonflow.accounts (tenant, account, balance) values
('7:test', 'fee', '-448'),
('7:test', 'pending', '-15507'),
('7:test', 'receivable', '16000'),
('7:test', 'vat', '-45');

insert into wonflow.entries (tenant, commit_id, at, reference) values
('7:test', 'st_zrK4XSbO_hJ0OCGmc32M8', '1795312873441', 'zkKRpKC7j2dDdzAXD1J3V'),
('7:test', '2xDIfYdHk09J4XJNovr4xi71', '1795312873503', 'JfLBvOka3YhMkNPYBSsF0'),
('7:test', 'WwtVts3dKMrgtPtQNb69LF20', '1795312873530', 'JfLBvOka3YhMkNPYBSsF0'),
('7:test', 'qc6HSefgiA1OSjDARy-4n5Q1', '1795312873592', 'DJcwiTZAPNJd6wlDtb3xB'),
('7:test', '2Tn-YqtMdGOEyqNc9Fdwt2Aw', '1795312873607', 'DJcwiTZAPNJd6wlDtb3xB');

insert into wonflow.postings (tenant, commit_id, line, account, amount) values
('7:test', '2Tn-YqtMdGOEyqNc9Fdwt2Aw', '1', 'receivable', '-10000'),
('7:test', '2Tn-YqtMdGOEyqNc9Fdwt2Aw', '2', 'pending', '9692'),
('7:test', '2Tn-YqtMdGOEyqNc9Fdwt2Aw', '3', 'fee', '280'),
('7:test', '2Tn-YqtMdGOEyqNc9Fdwt2Aw', '4', 'vat', '28'),
('7:test', '2xDIfYdHk09J4XJNovr4xi71', '1', 'receivable', '10000'),
('7:test', '2xDIfYdHk09J4XJNovr4xi71', '2', 'pending', '-9692'),
('7:test', '2xDIfYdHk09J4XJNovr4xi71', '3', 'fee', '-280'),
('7:test', '2xDIfYdHk09J4XJNovr4xi71', '4', 'vat', '-28'),
('7:test', 'WwtVts3dKMrgtPtQNb69LF20', '1', 'receivable', '-4000'),
('7:test', 'WwtVts3dKMrgtPtQNb69LF20', '2', 'pending', '3877'),
('7:test', 'WwtVts3dKMrgtPtQNb69LF20', '3', 'fee', '112'),
('7:test', 'WwtVts3dKMrgtPtQNb69LF20', '4', 'vat', '11'),
('7:test', 'qc6HSefgiA1OSjDARy-4n5Q1', '1', 'receivable', '10000'),
('7:test', 'qc6HSefgiA1OSjDARy-4n5Q1', '2', 'pending', '-9692'),
('7:test', 'qc6HSefgiA1OSjDARy-4n5Q1', '3', 'fee', '-280'),
('7:test', 'qc6HSefgiA1OSjDARy-4n5Q1', '4', 'vat', '-28'),
('7:test', 'st_zrK4XSbO_hJ0OCGmc32M8', '1', 'receivable', '10000'),
('7:test', 'st_zrK4XSbO_hJ0OCGmc32M8', '2', 'pending', '-9692'),
('7:test', 'st_zrK4XSbO_hJ0OCGmc32M8', '3', 'fee', '-280'),
('7:test', 'st_zrK4XSbO_hJ0OCGmc32M8', '4', 'vat', '-28');

insert into wonflow.commits (tenant, id, at, refusal) values
('1:test', 'th0k_4_4KULIeqAUWxPRPRJe', '1795312872555', NULL),
('7:test', '0JpsyNFho3ySlUV4FDW75WPl', '1795312873461', NULL),
('7:test', '2Tn-YqtMdGOEyqNc9Fdwt2Aw', '1795312873607', NULL),
('7:test', '2xDIfYdHk09J4XJNovr4xi71', '1795312873503', NULL),
('7:test', '3Er4IvUeFB4bu_J-AQ6fzJss', '1795312865095', NULL),
('7:test', '5OzIvYkOOJQHxevC0BsFqBiE', '1795312873694', NULL),
('7:test', '5ho8OOGDJsvni-SCcwASMaq1', '1795312873645', NULL),
('7:test', '7qC-oBmStRF4tTVIivZqSCBq', '1795312873135', NULL),
('7:test', '9DspU_aSwW7mnyVbID9LTeLs', '1795312873495', NULL),
('7:test', 'B_68Y_z0JiqD7A8sizrMHJLf', '1795312873361', NULL),
('7:test', 'DUuSmwDkLN-eJOZ7Ee3B96lD', '1795312873523', NULL),
('7:test', 'JSNYY53Pzby1IX6OW_07iq_4', '1795312873347', NULL),
('7:test', 'Lpr5WLR_vXYUQKgvbbusIxiV', '1795312873627', NULL),
('7:test', 'O6bBwY0yg8WX7d4NyPD2XrpM', '1795312873661', NULL),
('7:test', 'Of4NAc8KFPiFm8E7r36zBo0c', '1795312873638', NULL),
('7:test', 'SBbVWSEWvrws76PjeTYtvrNe', '1795312873567', NULL),
('7:test', 'TmoBZJAH_Z72sItXSJ67CJlI', '1795312873680', NULL),
('7:test', 'WwtVts3dKMrgtPtQNb69LF20', '1795312873530', NULL),
('7:test', 'Zqf944vKbrnONDBu2dFaXI76', '1795312873550', NULL),
('7:test', 'coPvglgKtg3K57eUNugHy81E', '1795312873291', NULL),
('7:test', 'erLCR0fG-gTLeLPGP09bTm3P', '1795312873687', NULL),
('7:test', 'hiBkR0fsgNFGeH92PSTw6NxH', '1795312873603', NULL),
('7:test', 'ilk0pnhqvRKcXG5ahnrYEo-3', '1795312872987', NULL),
('7:test', 'mjJ_AAnQuCBe0C-xXpis_F9E', '1795312873478', NULL),
('7:test', 'pwf-sTEMynEXVlxr5_lznY-n', '1795312873643', NULL),
('7:test', 'qc6HSefgiA1OSjDARy-4n5Q1', '1795312873592', NULL),
('7:test', 'st_zrK4XSbO_hJ0OCGmc32M8', '1795312873441', NULL),
('7:test', 'tg6i-SgGjCVBwKnnJ6tX5Vw0', '1795312873576', NULL),
('7:test', 'tjqUbJ0Ar0v4gfUfqsLP9GlD', '1795312873323', NULL),
('platform', '2unA6dWvxYZAazWNLfPlIm_Z', '1795312872800', NULL),
('platform', 'fq2kUMnuggkINwHrjey05dk-', '1795312855947', NULL),
('platform', 'htPia0c0qsZ8c-7-KDoqTiOz', '1795312866930', NULL),
('platform', 'jJhLOfw0FAQdRBbYOPH1pZU2', '1795312870069', NULL),
('platform', 'k5qogY3DJ5QkHGH1e57KySnS', '1795312861102', NULL),
('platform', 'lug5kLKoraahVTEIchrYsks0', '1795312872630', NULL),
('platform', 'yD4UX_gilACaW5I20GiIKWBo', '1795312872648', NULL),
('platform', 'zzfqP9T19Y2P0iWOsL0R3c7P', '1795312872828', NULL);

reset session_replication_role;
