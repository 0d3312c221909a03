-- A deposit that the bank took back is none, and neither is a line that takes a payment out back.
-- grain: one deposit of the gateway at the bank
-- key: company, bank_line_key
-- again_of: the earlier deposit with the same reference and amount; null where there is none
-- reads: core.company_terms, core.bank_line_now, core.bank_reversal
create or replace view derive.bank_deposit as
with
netted as (
  select company, bank_line_key from core.bank_reversal where is_marked or reversed_key is not null
  union
  select company, reversed_key from core.bank_reversal where reversed_key is not null
)
select
  bank_line.company,
  bank_line.bank_line_key,
  bank_line.currency,
  bank_line.amount,
  bank_line.reference,
  bank_line.description,
  bank_line.booked_on,
  timezone(company.zone, bank_line.booked_on::timestamp) as booked_at,
  bank_line.file_id,
  bank_line.line_no,
  case when bank_line.reference is not null then lag(bank_line.bank_line_key) over (
    partition by bank_line.company, bank_line.currency, bank_line.reference, bank_line.amount
    order by bank_line.booked_on, bank_line.file_id, bank_line.line_no
  ) end as again_of
from core.bank_line_now as bank_line
inner join core.company_terms as company on company.company = bank_line.company
anti join netted on netted.company = bank_line.company and netted.bank_line_key = bank_line.bank_line_key
where bank_line.amount > 0
  and (company.deposit_text is null or contains(lower(bank_line.description), lower(company.deposit_text)));

create table if not exists core.bank_deposit as from derive.bank_deposit limit 0;
