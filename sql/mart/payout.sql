-- grain: one payout to a recipient, as last told
-- key: company, payout_id
-- reads: core.payout, core.recipient, core.payout_currency, raw.receipt
create or replace view mart.payout as
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
  receipt.file_name as file,
  payout.line_no,
  payout.file_id
from core.payout as payout
left join core.payout_currency as account_currency on account_currency.company = payout.company
left join core.recipient as recipient
  on recipient.company = payout.company and recipient.recipient_id = payout.recipient_id and recipient.known_to is null
left join raw.receipt as receipt on receipt.file_id = payout.file_id
where payout.known_to is null;

comment on view mart.payout is 'One payout to a recipient, as last told. What was paid out, and how far did it come?';
comment on column mart.payout.company is 'The company of the configuration.';
comment on column mart.payout.currency is 'ISO 4217 code of the amounts in the row.';
comment on column mart.payout.business_date is 'The business day in the company''s own zone.';
comment on column mart.payout.payout_id is 'Its number at the payout service.';
comment on column mart.payout.reference is 'Its reference.';
comment on column mart.payout.description is 'Its description.';
comment on column mart.payout.amount is 'What was or is to be paid, major units.';
comment on column mart.payout.state is 'How far it came.';
comment on column mart.payout.recipient_id is 'The recipient''s bank account at the payout service.';
comment on column mart.payout.bank_code is 'The bank of that account.';
comment on column mart.payout.recipient_status is 'Whether that account is verified.';
comment on column mart.payout.created_at is 'When it was ordered.';
comment on column mart.payout.updated_at is 'When it last moved.';
comment on column mart.payout.file is 'Name of the file that holds it.';
comment on column mart.payout.line_no is 'Line of that file.';
comment on column mart.payout.file_id is 'Receipt of that file.';
