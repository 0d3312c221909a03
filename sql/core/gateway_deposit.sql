-- statement: allocated_disbursement
-- Disbursements to the payout account. A disbursement of exactly the amount allocated from that day's settlement went to the
-- payout account, and not to the bank.
-- grain: one disbursement to the payout account
-- key: payment_key
-- reads: core.payment_now, core.payout_movement
create or replace view core.allocated_disbursement as
select payment.payment_key
from core.payment_now as payment
inner join (
  select currency, settlement_on, sum(amount) as amount
  from core.payout_movement
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
  group by currency, settlement_on
) as allocated
  on allocated.currency = payment.currency
  and allocated.settlement_on = payment.business_date and allocated.amount = payment.amount
where payment.kind = 'disbursement' and payment.is_money_moved and payment.occurrence = 1;

-- statement: settlement
-- grain: what the gateway settled for one currency on one day
-- key: currency, settlement_date
-- reads: core.payment_now, core.payout_movement
create or replace view core.settlement as
with allocated as (
  select currency, settlement_on, sum(amount) as amount
  from core.payout_movement
  where known_to is null and ledger_kind = 'allocation' and status in ('approved', 'success')
  group by currency, settlement_on
)
select
  payment.currency, payment.settlement_date,
  count(*) as line_count,
  min(payment.business_date) as first_paid_on,
  max(payment.business_date) as last_paid_on,
  coalesce(sum(payment.amount) filter (payment.direction = 'incoming'), 0) as incoming_amount,
  coalesce(sum(payment.amount) filter (payment.direction = 'outgoing'), 0) as outgoing_amount,
  sum(payment.fee) as charged_fee,
  sum(case when payment.direction = 'outgoing' then -payment.net_amount else payment.net_amount end) as net_amount,
  coalesce(max(allocated.amount), 0) as allocated_amount,
  max(payment.settled_at) as settled_at,
  max(payment.receipt_id) as receipt_id,
  max_by(payment.line_no, (payment.receipt_id, payment.line_no)) as line_no
from core.payment_now as payment
left join allocated
  on allocated.currency = payment.currency and allocated.settlement_on = payment.settlement_date
where payment.is_money_moved and payment.occurrence = 1 and payment.settled_at is not null and payment.kind <> 'disbursement'
group by payment.currency, payment.settlement_date;

-- statement: gateway_deposit
-- What the gateway reports as sent to the company's bank: its disbursement lines, or everything settled on a day, as
-- configured for the company. A settlement below zero makes no deposit: it is carried forward, and reduces the next deposit.
-- grain: one amount sent, or one settlement that is carried forward
-- key: deposit_key
-- amount: what is sent, zero for a settlement that is carried forward; net_amount: the settlement itself
-- carried_to: the next settlement day that leaves nothing to carry forward; carried_from: the first one that was carried forward to it
-- reads: core.allocated_disbursement, core.company_terms, core.payment_now, core.settlement
create table core.gateway_deposit as
with
summed as (
  select
    *,
    -- an allocation above the settlement is not carried forward
    greatest(net_amount - allocated_amount, least(net_amount, 0)) as left_amount,
    sum(greatest(net_amount - allocated_amount, least(net_amount, 0))) over (partition by currency order by settlement_date) as balance
  from core.settlement
  where (select deposits_are from core.company_terms) = 'settlements'
),
-- all that was sent before is the greatest balance before
sent as (
  select
    *,
    greatest(max(balance) over (
      partition by currency order by settlement_date rows between unbounded preceding and 1 preceding
    ), 0) as sent_before
  from summed
),
carried as (
  select
    *,
    min(case when balance >= sent_before then settlement_date end) over (
      partition by currency order by settlement_date rows between current row and unbounded following
    ) as carried_to
  from sent
)
select
  'disbursement:' || payment.payment_key as deposit_key,
  payment.currency,
  payment.amount,
  payment.reference,
  payment.paid_at as sent_at,
  payment.business_date as sent_on,
  1::bigint as line_count,
  payment.receipt_id,
  payment.line_no,
  payment.amount as net_amount,
  null::date as carried_to,
  null::date as carried_from
from core.payment_now as payment
cross join core.company_terms as company
where (company.deposits_are = 'disbursements' or payment.status = 'taken_on')
  and payment.kind = 'disbursement' and payment.is_money_moved and payment.occurrence = 1
  and not exists (
    select 1
    from core.allocated_disbursement as allocated
    where allocated.payment_key = payment.payment_key
  )
union all
select
  format('settlement:{}:{}', currency, strftime(settlement_date, '%Y-%m-%d')),
  currency,
  greatest(balance - sent_before, 0)::decimal(18, 4),
  null,
  settled_at, settlement_date, line_count, receipt_id, line_no,
  left_amount::decimal(18, 4),
  carried_to,
  min(settlement_date) over (
    partition by currency, carried_to order by settlement_date rows between unbounded preceding and 1 preceding
  )
from carried
where left_amount <> 0;

-- statement: deposit_due
-- When each amount sent should be at the bank, by the usual time of deposits, and when it is overdue.
-- grain: one amount sent
-- key: deposit_key
-- becomes_break_on: the first day on which it is overdue
-- reads: core.gateway_deposit, core.deposit_lag, core.business_day
create or replace view core.deposit_due as
select
  sent.deposit_key,
  coalesce(lag.usual_days, 3) as usual_days,
  greatest(sent.sent_on, usual.on_day) as expected_on,
  greatest(sent.sent_on, high.on_day) as becomes_break_on
from core.gateway_deposit as sent
left join core.deposit_lag as lag on lag.currency = sent.currency
left join core.business_day as sent_day on sent_day.on_day = sent.sent_on
left join core.business_day as usual
  on usual.is_business_day
  and usual.business_number = sent_day.business_number + coalesce(lag.usual_days, 3)
left join core.business_day as high
  on high.is_business_day
  and high.business_number = sent_day.business_number + coalesce(lag.high_days, 4)
where sent.amount > 0;

-- statement: lost_deposit
-- Deposits that were at the bank and are not there any more: the bank returned them, or a later file of their day has neither
-- the deposit nor another line with its amount or reference.
-- lost_because: deposit_returned or deposit_gone; lost_on: the day on which the bank returned it; lost_receipt_id: the file that
-- shows it; has_transfer: whether the gateway sent an amount with the same reference
-- grain: one deposit
-- key: bank_line_key
-- reads: core.bank_line, core.bank_line_now, core.bank_reversal, core.company_terms, core.gateway_deposit
create or replace view core.lost_deposit as
with
ended as (
  select *, core.replacing_file(ended_by) as ending_receipt_id from core.bank_line where known_to is not null
),
gone as (
  select bank_line.*
  from ended as bank_line
  anti join core.bank_line_now as current_line
    on current_line.bank_line_key = bank_line.bank_line_key
  -- two joins: with an "or" each ended line would be compared with each line of the file
  anti join core.bank_line_now as same_amount
    on same_amount.receipt_id = bank_line.ending_receipt_id
    and same_amount.currency = bank_line.currency and same_amount.amount = bank_line.amount and same_amount.amount > 0
    and same_amount.booked_on between bank_line.booked_on - 7 and bank_line.booked_on + 7
  anti join core.bank_line_now as same_reference
    on same_reference.receipt_id = bank_line.ending_receipt_id
    and same_reference.currency = bank_line.currency and same_reference.reference = bank_line.reference and same_reference.amount > 0
    and same_reference.booked_on between bank_line.booked_on - 7 and bank_line.booked_on + 7
  qualify row_number() over (
    partition by bank_line.bank_line_key order by bank_line.known_to desc, bank_line.receipt_id desc
  ) = 1
),
lost as (
  select
    bank_line_key, currency, amount, reference, description, booked_on, 'deposit_gone' as lost_because,
    null::date as lost_on, ending_receipt_id as lost_receipt_id
  from gone
  union all
  select
    bank_line.bank_line_key, bank_line.currency, bank_line.amount, bank_line.reference, bank_line.description,
    bank_line.booked_on, 'deposit_returned', reversal.booked_on, reversal.receipt_id
  from core.bank_reversal as reversal
  inner join core.bank_line_now as bank_line
    on bank_line.bank_line_key = reversal.reversed_key
)
select
  lost.bank_line_key, lost.currency, lost.amount, lost.reference, lost.booked_on, lost.lost_because, lost.lost_on,
  lost.lost_receipt_id, transfer.reference is not null as has_transfer
from lost
left join (select distinct currency, reference from core.gateway_deposit where reference is not null) as transfer
  on transfer.currency = lost.currency and transfer.reference = lost.reference
cross join core.company_terms as company
where lost.amount > 0
  and (company.deposit_text is null or contains(lower(lost.description), lower(company.deposit_text)));
