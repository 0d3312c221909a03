-- grain: one payout to a recipient, in its latest version
-- key: company, payout_id
-- reads: core.payout, core.recipient, core.payout_currency, raw.receipt
create or replace view publish.payout as
select
  payout.company,
  coalesce(payout.currency, account_currency.currency) as currency,
  payout.business_date,
  payout.payout_id as payout_id,
  payout.reference,
  payout.description,
  payout.amount,
  payout.state,
  payout.recipient_id,
  recipient.bank_code,
  recipient.status as recipient_status,
  payout.created_at,
  payout.updated_at,
  receipt.file_name,
  payout.line_no::bigint as line_no,
  payout.file_id as receipt_id
from core.payout as payout
left join core.payout_currency as account_currency on account_currency.company = payout.company
left join core.recipient as recipient
  on recipient.company = payout.company and recipient.recipient_id = payout.recipient_id and recipient.known_to is null
left join raw.receipt as receipt on receipt.file_id = payout.file_id
where payout.known_to is null;

create table if not exists mart.payout as from publish.payout limit 0;

comment on table mart.payout is 'One payout to a recipient, in its latest version. What was paid out, and what is its state?';
comment on column mart.payout.company is 'Company, as named in the configuration.';
comment on column mart.payout.currency is 'ISO 4217 code of the amounts.';
comment on column mart.payout.business_date is 'Business day in the time zone of the company.';
comment on column mart.payout.payout_id is 'Id of the payout at the payout service.';
comment on column mart.payout.reference is 'Reference.';
comment on column mart.payout.description is 'Description.';
comment on column mart.payout.amount is 'Amount, in major units.';
comment on column mart.payout.state is 'State, as reported by the payout service.';
comment on column mart.payout.recipient_id is 'Id of the recipient at the payout service.';
comment on column mart.payout.bank_code is 'Bank code of the recipient.';
comment on column mart.payout.recipient_status is 'Verification status of the recipient.';
comment on column mart.payout.created_at is 'Time of the instruction.';
comment on column mart.payout.updated_at is 'Time of the last change.';
comment on column mart.payout.file_name is 'Name of the file.';
comment on column mart.payout.line_no is 'Line in that file.';
comment on column mart.payout.receipt_id is 'Receipt number of that file.';
