-- statement: input_set_up
-- The inputs that a company has set up: those that its connectors require for each day; the agreed fees of its configuration
-- and the opening balances, which are not required for each day; and the reserve, where anything was reserved or withheld.
-- grain: one input
-- key: input
-- is_daily: whether a day must be covered by it
-- reads: core.company_input, core.fee_rule, core.balance_not_offered, core.opening_item, core.gateway_balance, core.payment
create or replace view core.input_set_up as
select distinct input, true as is_daily
from core.company_input
where is_configured and coverage is not null
  and not (input = 'balance' and exists (from core.balance_not_offered))
union all
select distinct 'fee_schedule', false
from core.fee_rule
union all
select distinct 'opening_items', false
from core.opening_item
where known_to is null and item = 'balance'
union all
select 'reserve', false
where exists (from core.gateway_balance where reserved <> 0) or exists (from core.payment where withheld <> 0);

-- statement: imported_input
-- The inputs that were imported by hand although the configuration does not name them: each day from the first day that a file
-- covers has to be covered. Opening items and balances of the ledger are of single days.
-- grain: one kind and currency
-- key: kind, currency
-- first_day: the first covered day; an earlier day does not need the input
-- reads: core.company, core.company_input, core.coverage, raw.receipt
create or replace view core.imported_input as
with currency as (
  select unnest(currencies) as currency from core.company
)
select
  input.kind,
  input.input,
  input.cadence,
  input.due,
  currency.currency,
  min(coverage.first_day) as first_day
from core.company_input as input
inner join core.coverage as coverage on coverage.kind = input.kind
-- files that the configuration names are received in batches
inner join raw.receipt as receipt
  on receipt.receipt_id = coverage.receipt_id and receipt.batch_id is null and receipt.window_from is null
inner join currency
  on currency.currency = coalesce(coverage.currency, currency.currency)
where input.coverage is null and input.set_up_title is null and input.input not in ('opening_items', 'ledger_balances')
  and not exists (
    select 1 from core.company_input as needed
    where needed.input = input.input and needed.coverage is not null
  )
group by input.kind, input.input, input.cadence, input.due, currency.currency;

-- statement: input_in_use
-- The inputs that a company uses: an input that is set up, or an input with an imported file. An imported file without rows counts too.
-- grain: one input
-- key: input
-- reads: core.input_set_up, core.imported_input
create or replace view core.input_in_use as
select input from core.input_set_up where is_daily
union
select input from core.imported_input;

-- statement: input_lost
-- What is missing from inputs that were received: a currency that is no longer in the readings of the gateway's balance; a paid
-- recipient that is in no list, and could not be looked up or was not looked up yet; the company and mode (live or test) of the
-- newest statement, where the answer to its request was refused; and the callbacks of a day on which the receiver listened and not one
-- came, although the statement has payments. A later good answer, or delivery, supplies it.
-- is_asked: an answer was received, and is requested again; what_to_do: used while no time for the next request is known;
-- otherwise: what else can be done
-- grain: one kind of input, currency and business day
-- key: currency, business_date, kind
-- reads: core.company, core.company_input, core.balance_lost, core.refused_receipt, core.statement_requested, core.newest_statement,
-- core.payout, core.payout_movement, core.payout_currency, core.recipient, core.recipient_looked_up, core.list_read_at, core.coverage,
-- core.payment_now, core.callback
create or replace macro core.input_lost(period_start, period_end) as table (
  with
  every_day as (
    from core.currency_day(period_start, period_end)
  ),
  balance as (
    select
      every_day.currency,
      every_day.business_date,
      arg_min(lost, lost.balance_at) as lost,
      arg_min(case when lost.balance_at = every_day.day_from then 'start' else 'end' end, lost.balance_at) as edge
    from every_day
    inner join core.balance_lost as lost
      on lost.currency = every_day.currency
      and lost.balance_at in (every_day.day_from, every_day.day_to)
    group by every_day.currency, every_day.business_date
  ),
  look_up as (
    select
      every_day.currency,
      every_day.business_date,
      refused.kind,
      count(*) as look_up_count,
      arg_max(refused.refusal, refused.receipt_id) as refusal
    from every_day
    inner join core.refused_receipt as refused
      on refused.coverage = 'list' and refused.page is null and refused.received_at >= every_day.day_to
    group by every_day.currency, every_day.business_date, refused.kind
  ),
  -- the recipients of the payouts and verifications of a day that are in no list and were not looked up yet
  unlisted as (
    select paid.currency, paid.business_date, count(distinct paid.recipient_id) as recipient_count
    from (
      select coalesce(payout.currency, payout_currency.currency) as currency, business_date, recipient_id, created_at
      from core.payout as payout
      cross join core.payout_currency as payout_currency
      where known_to is null and state not in ('rejected', 'deleted')
      union all
      select currency, business_date, recipient_id, created_at
      from core.payout_movement
      where known_to is null and ledger_kind = 'verification' and status not in ('expired', 'rejected', 'failed', 'deleted', 'cancelled')
    ) as paid
    inner join core.list_read_at as list_read_at
      on list_read_at.list = 'recipients' and list_read_at.read_at >= paid.created_at
    anti join core.recipient as recipient on recipient.recipient_id = paid.recipient_id
    anti join core.recipient_looked_up as looked_up on looked_up.recipient_id = paid.recipient_id
    where paid.recipient_id > 0
      and paid.business_date >= period_start and paid.business_date < period_end
    group by paid.currency, paid.business_date
  ),
  -- days on which nothing but the receiver shows that callbacks are complete
  listened as (
    select every_day.currency, every_day.business_date, coverage.kind
    from every_day
    inner join core.coverage as coverage
      on every_day.business_date between coverage.first_day and coverage.last_day
    where coverage.kind = 'callbacks'
    group by every_day.currency, every_day.business_date, coverage.kind
    having bool_and(coverage.basis = 'listened')
  ),
  unheard as (
    select listened.currency, listened.business_date, listened.kind, count(*) as payment_count
    from listened
    inner join core.payment_now as payment
      on payment.currency = listened.currency and payment.business_date = listened.business_date
      and payment.kind = 'payment' and payment.is_money_moved and payment.occurrence = 1
    where not exists (
      select 1 from core.callback as callback
      where callback.is_signed and callback.kind = 'payment'
        and callback.business_date = listened.business_date
    )
    group by listened.currency, listened.business_date, listened.kind
  )
  select
    balance.currency,
    balance.business_date,
    input.kind,
    core.say('balance_lost', {
      edge: edge, day: balance.business_date, currency: balance.currency,
      before: core.money_figure(balance.currency, balance.lost.balance_before)
    }) as reason,
    true as is_asked,
    core.say('ask_again', null) as what_to_do,
    core.say('waive_closed_balance', null) as otherwise
  from balance
  inner join core.company_input as input on input.input = 'balance'
  union all
  select
    currency,
    business_date,
    kind,
    core.say('recipients_not_looked_up', { recipients: look_up_count, refusal: refusal }),
    true,
    null,
    null
  from look_up
  union all
  select
    unlisted.currency,
    unlisted.business_date,
    input.kind,
    core.say('recipients_unlisted', { recipients: recipient_count }),
    false,
    null,
    null
  from unlisted
  inner join core.company_input as input on input.input = 'recipients'
  anti join look_up
    on look_up.currency = unlisted.currency and look_up.business_date = unlisted.business_date and look_up.kind = input.kind
  union all
  select
    newest.currency,
    newest.business_date,
    newest.kind,
    core.say('request_refused', { refusal: requested.refusal }),
    true,
    core.say('run_again', null),
    null
  from core.newest_statement(period_start, period_end) as newest
  inner join core.statement_requested as requested on requested.receipt_id = newest.receipt_id
  where requested.refusal is not null
  union all
  select
    currency,
    business_date,
    kind,
    core.say('callbacks_unheard', { payments: payment_count }),
    false,
    null,
    null
  from unheard
);

-- statement: currency_seen
-- Every currency that any input of a company names. Money in a currency that is not configured is not reconciled. A balance of
-- zero does not count as naming a currency: the gateway lists every wallet that a company could use.
-- grain: one currency
-- key: currency
-- inputs: the inputs that name it
-- reads: core.company, core.payment, core.turnover, core.gateway_balance, core.payout_account, core.payout_movement,
-- core.merchant_order, core.bank_line, core.list_line, core.callback
create or replace view core.currency_seen as
with seen as (
  select currency, 'statement' as input, min(business_date) as seen_on from core.payment group by currency
  union all
  select currency, 'turnover', min(business_date) from core.turnover
  where payment_count <> 0 or amount <> 0
  group by currency
  union all
  -- a reading at midnight is the closing balance of the day before
  select reading.currency, 'balance', min(cast(timezone(company.zone, reading.balance_at - interval 1 second) as date))
  from core.gateway_balance as reading
  cross join core.company as company
  where reading.balance <> 0 or reading.reserved <> 0 or reading.pending_outgoing <> 0
  group by reading.currency
  union all
  select account.currency, 'payout_accounts', min(cast(timezone(company.zone, account.observed_at) as date))
  from core.payout_account as account
  cross join core.company as company
  group by account.currency
  union all
  select currency, 'payout_movements', min(business_date) from core.payout_movement group by currency
  union all
  select currency, 'orders', min(business_date) from core.merchant_order group by currency
  union all
  select currency, 'bank', min(booked_on) from core.bank_line group by currency
  union all
  select currency, 'list_' || list, min(booked_on) from core.list_line group by currency, list
  union all
  select currency, 'callbacks', min(business_date) from core.callback where currency is not null group by currency
)
select
  seen.currency,
  min(seen.seen_on) as first_seen_on,
  list(seen.input order by seen.seen_on, seen.input) as inputs,
  coalesce(list_contains(any_value(company.currencies), seen.currency), false) as is_configured
from seen
cross join core.company as company
where seen.currency is not null
group by seen.currency;

-- statement: filter_word
-- A method, product or flow of a statement line as the gateway's filters write it: razer_grabpay for "Razer GrabPay".
create or replace macro core.filter_word(word) as (
  regexp_replace(lower(trim(word)), '[^a-z0-9]+', '_', 'g')
);
