-- statement: line_arithmetic
-- name: line_arithmetic
-- title: Arithmetic of statement lines
-- kind: control
-- left: Amount less fee and withheld
-- right: Net amount per statement
-- grain: company, currency, business day
-- needs: statement
-- meaning: The net amount of a statement line is not its amount less its fee and what is withheld.
-- action: Ask the gateway which of the figures is right. Do not book the line before it answers.
-- order: 11
-- reason: net_differs | amount_differs | The net amount is not the amount less the fee and what is withheld. | Ask the gateway which of the figures is right.
-- A line without a net amount, or of a statement without fees, cannot be compared; the items of the day count it. Lines that
-- differ are lines of the bridge, so the residual is zero when all of them are named.
create or replace macro recon.line_arithmetic(period_start, period_end) as table (
  with
  every_day as (
    select currency, business_date from core.configured_day(period_start, period_end)
    union
    select distinct currency, business_date
    from core.line_net
    where business_date >= period_start and business_date < period_end
  ),
  line as (
    select * from core.line_net where business_date >= period_start and business_date < period_end and is_net_stated
  ),
  summed as (
    select
      every_day.currency,
      every_day.business_date,
      'lines ' || every_day.currency as subject,
      'amount' as measure,
      coalesce(sum(line.amount), 0) as amount,
      coalesce(-sum(line.fee), 0) as fees,
      coalesce(-sum(line.withheld), 0) as withheld,
      coalesce(sum(line.net_minus_expected), 0) as difference,
      coalesce(sum(line.net_amount), 0) as net
    from every_day
    left join line
      on line.currency = every_day.currency and line.business_date = every_day.business_date
    group by every_day.currency, every_day.business_date
  ),
  bridge as (
    select *, 1 as line_no, 'amount' as line_code, 'Incoming less outgoing, of lines with a net amount' as title, amount as line_amount,
      false as is_total, false as is_residual
    from summed
    union all select *, 2, 'fees', 'Less: fees', fees, false, false from summed
    union all select *, 3, 'withheld', 'Less: withheld in reserve', withheld, false, false from summed
    union all select *, 4, 'expected_net', 'Net by these figures', amount + fees + withheld, true, false from summed
    union all select *, 5, 'differing', 'Lines whose net amount differs', difference, false, false from summed
    union all select *, 6, 'net', 'Net per statement', net, true, false from summed
    union all select *, 7, 'residual', 'Unexplained difference (net per statement less net by its figures)',
      net - amount - fees - withheld - difference, false, true
    from summed
  )
  from recon.bridge_of(bridge)
);

-- statement: line_arithmetic_item
-- items of: line_arithmetic
-- grain: each statement line whose net amount differs; and one item per day for the others
-- key: item_key
-- reads: core.line_net
create or replace macro recon.line_arithmetic_item(period_start, period_end) as table (
  with
  line as (
    select * from core.line_net where business_date >= period_start and business_date < period_end
  ),
  item as (
    select
      currency,
      business_date,
      concat_ws(':', 'line', payment_key, occurrence) as item_key,
      'net_differs' as reason_code,
      core.say('line_arithmetic-net_differs', {
        line: line_no,
        amount: core.money_figure(currency, amount),
        fee: core.money_figure(currency, fee),
        withheld: core.money_figure(currency, withheld),
        expected_net: core.money_figure(currency, net_amount - net_minus_expected),
        net: core.money_figure(currency, net_amount)
      }) as reason,
      recon.record_of(payment_key, reference, null, receipt_id, line_no) as left_record,
      net_amount - net_minus_expected as left_amount,
      recon.record_of(payment_key, reference, paid_at, receipt_id, line_no) as right_record,
      net_amount as right_amount,
      net_minus_expected as right_minus_left
    from line
    where net_minus_expected <> 0
    union all by name
    select
      currency,
      business_date,
      format('lines:{}:{}', currency, strftime(business_date, '%Y-%m-%d')) as item_key,
      core.say('line_arithmetic-' || case when count(*) filter (is_net_stated) = 0 then 'not_compared' else 'as_stated' end, {
        lines: count(*), compared: count(*) filter (is_net_stated)
      }) as reason,
      'totals_equal' as match_pass,
      'lines' as left_key,
      coalesce(sum(net_amount) filter (is_net_stated), 0) as left_amount,
      'lines' as right_key,
      left_amount as right_amount,
      0 as right_minus_left
    from line
    where coalesce(net_minus_expected, 0) = 0
    group by currency, business_date
  )
  from recon.item_of('line_arithmetic', item)
);

-- statement: line_arithmetic_unproven
-- unproven days of: line_arithmetic
-- grain: one business day with statement lines that do not state both fee and net amount, although lines of their kind do in the same
-- or an earlier statement of the company
-- key: currency, business_date
-- reads: core.payment_now, core.payment
-- If a column of one statement is missing from the next, there is nothing to compare. Where no statement ever had net amounts,
-- only turnover and balance prove their total. Lines are compared with lines of the same kind: a gateway may state net amounts
-- for payments and not for refunds. Lines that were taken on are left out.
create or replace macro recon.line_arithmetic_unproven(period_start, period_end) as table (
  with
  -- later statements with more columns do not change days that were proven without them
  stating as (
    select kind, min(receipt_id) as first_receipt_id
    from core.payment
    where is_net_stated
    group by kind
  )
  select
    line.currency,
    line.business_date,
    '' as subject,
    core.say('line_arithmetic-not_stated', { lines: count(*) }) as no_figures,
    'Ask the gateway for a statement with the fee and the net amount of every line. If a column has another name now, configure it (statement.aliases).'
      as what_to_do
  from core.payment_now as line
  inner join stating on stating.kind = line.kind and stating.first_receipt_id <= line.receipt_id
  where line.business_date >= period_start and line.business_date < period_end
    and line.is_money_moved and not line.is_net_stated and line.status <> 'taken_on'
  group by line.currency, line.business_date
);
