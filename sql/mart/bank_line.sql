-- grain: one line of a bank account in its current version
-- key: bank_line_key
-- reads: core.bank_line_now, recon.item, raw.receipt
create or replace view mart.bank_line as
select
  core.this_company() as company,
  line.currency,
  line.booked_on as business_date,
  line.value_on,
  line.bank_line_key,
  line.account,
  line.amount,
  line.balance,
  line.reference,
  line.entry_id,
  line.description,
  coalesce(line.is_reversal, false) as is_reversal,
  compared.outcome,
  compared.break_id,
  receipt.file_name,
  line.line_no,
  line.receipt_id
from core.bank_line_now as line
-- a line with several items has the outcome of its open item
left join (
  select left_key, min_by(outcome, (outcome in ('matched', 'matched_with_tolerance'), item_key)) as outcome,
    substr(min_by(break_id, (outcome in ('matched', 'matched_with_tolerance'), item_key)), 1, 12) as break_id
  from recon.item
  where reconciliation = 'bank_to_settlement'
  group by left_key
) as compared on compared.left_key = line.bank_line_key
left join raw.receipt as receipt on receipt.receipt_id = line.receipt_id;

comment on view mart.bank_line is 'One line of a bank account as it is known now. What did the bank receive and pay, and what was it matched with?';
comment on column mart.bank_line.business_date is 'Day on which the bank booked it.';
comment on column mart.bank_line.value_on is 'Value date.';
comment on column mart.bank_line.bank_line_key is 'Key of the line; left_key of its item in mart.item.';
comment on column mart.bank_line.account is 'Bank account, as its file or the configuration names it.';
comment on column mart.bank_line.amount is 'Amount, in major units; negative for money out.';
comment on column mart.bank_line.balance is 'Balance after the line, in major units; empty where the file does not state it.';
comment on column mart.bank_line.reference is 'Reference.';
comment on column mart.bank_line.entry_id is 'Reference of the entry at the bank.';
comment on column mart.bank_line.description is 'Description, as written by the bank.';
comment on column mart.bank_line.is_reversal is 'Whether the bank marks it as a reversal of another line.';
comment on column mart.bank_line.outcome is 'Outcome in bank_to_settlement; empty for a line that is no deposit of the gateway.';
comment on column mart.bank_line.receipt_id is 'Receipt number of that file.';
