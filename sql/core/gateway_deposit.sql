-- What the gateway reports as sent to the company's bank: its disbursement lines, or everything settled on a day, as
-- configured for the company. A disbursement of exactly the amount allocated from that day's settlement went to the payout
-- account, and not to the bank.
-- grain: one amount sent
-- key: company, deposit_key
-- reads: core.company_terms, core.payment_now, core.payout_movement
create or replace view derive.gateway_deposit as
with
allocated as (
  select company, currency, settlement_on, sum(amount) as amount
  from core.payout_movement
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
  group by company, currency, settlement_on
)
select
  payment.company,
  'disbursement:' || payment.payment_key as deposit_key,
  payment.currency,
  payment.amount,
  payment.reference,
  payment.paid_at as sent_at,
  payment.business_date as sent_on,
  1::bigint as line_count,
  payment.file_id,
  payment.line_no
from core.payment_now as payment
inner join core.company_terms as company on company.company = payment.company
where (company.deposits_are = 'disbursements' or payment.status = 'taken_on')
  and payment.kind = 'disbursement' and payment.is_money_moved and payment.occurrence = 1
  and not exists (
    select 1
    from allocated
    where allocated.company = payment.company and allocated.currency = payment.currency
      and allocated.settlement_on = payment.business_date and allocated.amount = payment.amount
  )
union all
select
  payment.company,
  format('settlement:{}:{}', payment.currency, strftime(payment.settlement_date, '%Y-%m-%d')),
  payment.currency,
  (sum(case when payment.direction = 'outgoing' then -payment.net_amount else payment.net_amount end)
    - coalesce(max(allocated.amount), 0))::decimal(18, 4),
  null,
  max(payment.settled_at),
  payment.settlement_date,
  count(*),
  max(payment.file_id),
  max_by(payment.line_no, (payment.file_id, payment.line_no))
from core.payment_now as payment
inner join core.company_terms as company on company.company = payment.company
left join allocated
  on allocated.company = payment.company and allocated.currency = payment.currency
  and allocated.settlement_on = payment.settlement_date
where company.deposits_are = 'settlements'
  and payment.is_money_moved and payment.occurrence = 1 and payment.settled_at is not null and payment.kind <> 'disbursement'
group by payment.company, payment.currency, payment.settlement_date;

create table if not exists core.gateway_deposit as from derive.gateway_deposit limit 0;
