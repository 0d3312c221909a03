-- name: refunds_to_purchases
-- title: Refunds to purchases
-- kind: match
-- left: Refunds paid out
-- right: Purchases that they point to
-- grain: one refund; and each purchase that says it is refunded and has no refund
-- meaning: Money went back to a customer that no purchase explains, or more of it than was paid, or twice.
-- action: Open the refund in the gateway; if it was made in error, ask the customer or the gateway for the money back.
-- order: 20
-- reason: refund_without_payment | orphan_refund | Money went back, and no purchase is known that it belongs to. | Open the refund in the gateway and find out for whom it was; if for nobody, ask for the money back.
-- reason: currency_differs | amount_differs | The refund is in another currency than its purchase. | Ask the gateway how it was converted; book the difference only with its answer.
-- reason: refunded_twice | duplicate | The same amount went back for the same purchase within half an hour. | Ask who gave the second refund; ask the customer for the money back where it was an error.
-- reason: refunded_above_paid | over_refund | More went back than the customer had paid. | Ask who gave the refund; ask the customer for what is too much.
-- reason: refund_may_follow | timing | The purchase was refunded after the last day of the statement, as it seems. | Nothing; the next statement shows the refund.
-- reason: refunded_without_refund | status_differs | The purchase says that it was refunded, and no refund left the account. | Wait for the next statement; then ask the gateway where the money is.
create or replace macro recon.refunds_to_purchases(period_start, period_end) as table (
  with
  payment as materialized (
    select company, payment_key, reference, currency, amount, status, business_date, paid_at, file_id, line_no
    from core.payment_now
    where kind = 'payment' and is_money_moved and occurrence = 1
  ),
  refund_line as materialized (
    select company, payment_key, reference, related_to, currency, amount, business_date, paid_at, file_id, line_no
    from core.payment_now
    where kind = 'refund' and is_money_moved and occurrence = 1
  ),
  -- only what a refund without a pointer may need: the references that such refunds name
  reference_wanted as (
    select distinct company, currency, reference from refund_line where related_to is null and reference is not null
  ),
  reference_once as (
    select company, currency, reference, min(payment.payment_key) as payment_key
    from payment
    inner join reference_wanted using (company, currency, reference)
    group by company, currency, reference
    having count(*) = 1
  ),
  -- every refund ever: what was refunded before the period counts against the purchase too
  refund as materialized (
    select
      refund.*,
      coalesce(refund.related_to, reference_once.payment_key) as refunded_key,
      case when refund.related_to is not null then 'same_identifier' else 'same_reference' end as found_by
    from refund_line as refund
    left join reference_once
      on refund.related_to is null
      and reference_once.company = refund.company
      and reference_once.currency = refund.currency
      and reference_once.reference = refund.reference
  ),
  in_order as (
    select
      refund.*,
      lag(paid_at) over (
        partition by company, refunded_key, currency, amount order by paid_at, payment_key
      ) as same_amount_before
    from refund
  ),
  marked as (
    select
      in_order.*,
      refunded_key is not null
        and same_amount_before is not null
        and paid_at - same_amount_before <= interval 30 minutes as is_repeat
    from in_order
  ),
  running as (
    select
      marked.*,
      sum(case when is_repeat then 0 else amount end) over (
        partition by company, refunded_key, currency order by paid_at, payment_key rows unbounded preceding
      ) as refunded_so_far
    from marked
  ),
  paired as (
    select
      running.*,
      payment.payment_key as found_key,
      payment.reference as found_reference,
      payment.amount as found_amount,
      payment.currency as found_currency,
      payment.paid_at as found_at,
      payment.file_id as found_file_id,
      payment.line_no as found_line_no
    from running
    left join payment on payment.company = running.company and payment.payment_key = running.refunded_key
    where running.business_date >= period_start and running.business_date < period_end
  ),
  judged as (
    select
      paired.*,
      case
        when found_key is null then 'orphan_refund'
        when found_currency <> currency then 'amount_differs'
        when is_repeat then 'duplicate'
        when refunded_so_far > found_amount then 'over_refund'
        else 'matched'
      end as outcome
    from paired
  ),
  refund_item as (
    select
      company,
      currency,
      business_date,
      'refund:' || payment_key as item_key,
      outcome,
      case outcome
        when 'orphan_refund' then 'refund_without_payment'
        when 'amount_differs' then 'currency_differs'
        when 'duplicate' then 'refunded_twice'
        when 'over_refund' then 'refunded_above_paid'
      end as reason_code,
      case outcome
        when 'orphan_refund' then format('No purchase is known for this refund of {}{}.', core.money_text(currency, amount),
          coalesce(' (it points to ' || related_to || ')', ''))
        when 'amount_differs' then format('The refund is in {}, the purchase in {}.', currency, found_currency)
        when 'duplicate' then format('The same purchase was refunded {} a second time within {} minutes.', core.money_text(currency, amount),
          date_diff('minute', same_amount_before, paid_at))
        when 'over_refund' then format('Refunds of this purchase come to {}, it was paid {}.', core.money_text(currency, refunded_so_far),
          core.money_text(currency, found_amount))
        else format('Refunded {} of {}, {} so far.', core.money_text(currency, amount), core.money_text(currency, found_amount),
          core.money_text(currency, refunded_so_far))
      end as reason,
      case when outcome = 'matched' then found_by end as match_pass,
      payment_key as left_key,
      reference as left_reference,
      amount::decimal(38, 4) as left_amount,
      paid_at as left_at,
      file_id as left_file_id,
      line_no as left_line_no,
      found_key as right_key,
      found_reference as right_reference,
      found_amount::decimal(38, 4) as right_amount,
      found_at as right_at,
      found_file_id as right_file_id,
      found_line_no as right_line_no,
      case outcome
        when 'orphan_refund' then -amount
        when 'duplicate' then -amount
        when 'over_refund' then found_amount - refunded_so_far
        else 0
      end::decimal(38, 4) as right_minus_left
    from judged
  ),
  -- a status is that of the moment when the statement was made; a refund of the hours since its last day is in the next one
  told as (
    select
      payment.*,
      (
        select min(version.known_from)
        from core.payment as version
        where version.company = payment.company and version.payment_key = payment.payment_key and version.status = payment.status
      ) as told_at,
      (
        select max(receipt.window_to)
        from core.statement_receipt as receipt
        where receipt.company = payment.company
          and coalesce(receipt.currency, payment.currency) = payment.currency
      ) as covered_to
    from payment
    anti join refund on refund.company = payment.company and refund.refunded_key = payment.payment_key
    where payment.status in ('refunded', 'partially_refunded')
      and payment.business_date >= period_start and payment.business_date < period_end
  ),
  unrefunded_item as (
    select
      told.company,
      currency,
      business_date,
      'purchase:' || payment_key as item_key,
      case when covered_to < told_at then 'timing' else 'status_differs' end as outcome,
      case when covered_to < told_at then 'refund_may_follow' else 'refunded_without_refund' end as reason_code,
      format(case when covered_to < told_at then 'The purchase says {}; its refund may be in the next statement.'
        else 'The purchase says {} and no refund of it is known.' end, status) as reason,
      null::text as match_pass,
      null::text as left_key,
      null::text as left_reference,
      null::decimal(38, 4) as left_amount,
      null::timestamptz as left_at,
      null::integer as left_file_id,
      null::bigint as left_line_no,
      payment_key as right_key,
      reference as right_reference,
      amount::decimal(38, 4) as right_amount,
      paid_at as right_at,
      file_id as right_file_id,
      line_no as right_line_no,
      amount::decimal(38, 4) as right_minus_left,
      case when covered_to < told_at then cast(timezone(company.zone, told_at) as date) end as expected_on,
      case when covered_to < told_at then cast(timezone(company.zone, told_at) as date) + 1 end as becomes_break_on
    from told
    inner join core.company as company on company.company = told.company
  )
  select *, null::date as expected_on, null::date as becomes_break_on, null::text as evidence, null::text as runners_up from refund_item
  union all
  select *, null, null from unrefunded_item
  order by company, currency, business_date, item_key
);
