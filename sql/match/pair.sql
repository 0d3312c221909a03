-- statement: pair_line
-- The lines of the merchant's own files, and the payments of the statement, as records that a pair matches.
-- source: the input: list_…, bank, orders or statement
-- grain: one current line of a list or a bank statement, one paid order, or one payment or refund of the statement
-- key: source, record_key
-- reads: core.list_line, core.bank_line_now, core.merchant_order, core.payment_now, core.company
create or replace view recon.pair_line as
with
line as (
  select
    'list_' || list as source, list_line_key as record_key, currency, amount, fee, identifier, reference, booked_on as occurred_on,
    counterparty, nullif(concat_ws(' ', description, words), '') as description, receipt_id, line_no
  from core.list_line
  where known_to is null
  union all
  select
    'bank', bank_line_key, currency, amount, null, null, coalesce(reference, entry_id), booked_on, null, description, receipt_id, line_no
  from core.bank_line_now
  union all
  select
    'orders', order_id, currency, amount, null, payment_key, coalesce(reference, order_id), business_date, customer_name, order_id,
    receipt_id, line_no
  from core.merchant_order
  where known_to is null and is_paid
  union all
  select
    'statement', payment_key, currency, case direction when 'outgoing' then -amount else amount end, fee, payment_key, reference,
    business_date, customer_name, description, receipt_id, line_no
  from core.payment_now
  where kind in ('payment', 'refund') and is_money_moved and occurrence = 1
)
select line.*, timezone(company.zone, line.occurred_on::timestamp) as occurred_at
from line
cross join core.company as company;

-- statement: pair_record
-- The records of both sides of a pair, from twice the days between the sides before a period to those days after it, at least a month: every
-- record that a record of the period may belong to, its rivals, and enough others to learn from, also where a single day is run. left_text, right_text: the text that lines of a side have in names or description.
-- grain: one record of one side
-- key: side, record_key
-- reads: recon.pair_line
create or replace macro recon.pair_record(
  left_source, right_source, left_text, right_text, is_opposite, days_between, period_start, period_end
) as table (
  select
    case source when left_source then 'left' else 'right' end as side,
    record_key,
    currency,
    case when is_opposite and source = right_source then -amount else amount end::decimal(18, 4) as amount,
    fee,
    identifier,
    reference,
    occurred_at,
    occurred_on,
    null::text as group_key,
    counterparty,
    description
  from recon.pair_line
  where source in (left_source, right_source)
    and occurred_on >= period_start - 2 * greatest(days_between, 31) and occurred_on < period_end + greatest(days_between, 31)
    and contains(
      lower(concat_ws(' ', counterparty, description)), lower(case source when left_source then left_text else right_text end)
    )
);

-- statement: pair_item
-- The matches of a pair and the records without a match. Of a match with several records of a side, each record of the side with more
-- records is an item, and a difference is on the first. A record without a match is missing on the other side once the files of that side
-- cover the days in which its partner is expected: from `days_before` before to `days_after` after the left record.
-- sides: those whose records without a match are items
-- grain: one pair of records, or one record of one side alone
-- key: item_key
-- reads: recon.match_of, recon.match_record, recon.pair_line, core.covered_span, core.company_input
create or replace macro recon.pair_item(
  the_name, left_source, right_source, left_title, right_title, days_after, days_before, sides, period_start, period_end
) as table (
  with
  record as (
    select record.side, record.record_key, record.currency, record.amount, record.occurred_on,
      recon.record_of(record.record_key, record.reference, record.occurred_at, line.receipt_id, line.line_no) as own
    from recon.match_record as record
    inner join recon.pair_line as line
      on line.record_key = record.record_key
      and line.source = case record.side when 'left' then left_source else right_source end
    where record.reconciliation = the_name
  ),
  matched as (
    select
      match_id, pass, is_suggested, runners_up, evidence, right_minus_left,
      coalesce(is_difference_the_fee, false) as is_difference_the_fee,
      left_count >= right_count as is_by_left,
      case when left_count >= right_count then left_keys else right_keys end as keys,
      case when left_count >= right_count then right_keys else left_keys end as other_keys,
      unnest(generate_series(1, greatest(left_count, right_count))) as position
    from recon.match_of(the_name)
  ),
  member as (
    select
      *,
      case when is_by_left then 'left' else 'right' end as side,
      keys[position] as record_key,
      -- records that cancel each other are of one side
      other_keys[least(position, length(other_keys))] as other_key,
      case when position = 1 and length(other_keys) > 0 then coalesce(right_minus_left, 0) else 0 end as difference
    from matched
  ),
  matched_side as (
    select distinct match_id, case when is_by_left then 'left' else 'right' end as side, other_keys from matched
  ),
  taken as (
    select side, record_key from member
    union
    select case side when 'left' then 'right' else 'left' end, unnest(other_keys) from matched_side
  ),
  covered as (
    select span.currency, input.input as source, span.first_day, span.last_day
    from core.covered_span as span
    inner join core.company_input as input on input.kind = span.kind
    where input.input in (left_source, right_source)
  ),
  alone as (
    select
      record.*,
      case record.side when 'left' then record.occurred_on + days_after else record.occurred_on + days_before end as expected_on,
      case record.side when 'left' then right_source else left_source end as other_source,
      case record.side when 'left' then right_title else left_title end as other_title
    from record
    anti join taken on taken.side = record.side and taken.record_key = record.record_key
    where record.occurred_on >= period_start and record.occurred_on < period_end and record.amount <> 0
      and list_contains(sides, record.side)
  ),
  matched_item as (
    select
      own.currency, own.occurred_on as business_date, member.side || ':' || member.record_key as item_key, member.side,
      case
        when member.is_suggested then 'suggested'
        when member.difference <> 0 and member.is_difference_the_fee then 'matched_with_tolerance'
        when member.difference <> 0 then 'amount_differs'
        else 'matched'
      end as outcome,
      case
        when member.is_suggested then 'several_fit'
        when member.difference <> 0 and not member.is_difference_the_fee then 'amount_differs'
      end as reason_code,
      case
        when member.is_suggested and length(member.other_keys) = 0 then 'The records may cancel each other.'
        when member.is_suggested then format('It may belong to {} on the other side.', coalesce(other.own.reference, 'a record'))
        when member.difference <> 0 and member.is_difference_the_fee
          then format('Matched; the difference of {} is the fee.', core.money_text(own.currency, abs(member.difference)))
        when member.difference <> 0
          then format(
            'Matched; {} has {} {}.', right_title, core.money_text(own.currency, abs(member.difference)),
            case when member.difference > 0 then 'more' else 'less' end
          )
        when length(member.other_keys) = 0 then 'The records cancel each other.'
        else 'Matched.'
      end as reason,
      member.pass as match_pass,
      own.own, other.own as other, own.amount, member.difference, member.evidence,
      case when member.is_suggested then to_json(member.runners_up)::text end as runners_up
    from member
    inner join record as own on own.side = member.side and own.record_key = member.record_key
    left join record as other on other.side <> member.side and other.record_key = member.other_key
    where own.occurred_on >= period_start and own.occurred_on < period_end
  ),
  open_item as (
    select
      alone.*,
      case
        when coalesce(covered.last_day, alone.occurred_on - 1) < alone.expected_on then 'awaited'
        when alone.side = 'left' then 'right_missing'
        -- the left record may be from before its files begin
        when covered.first_day > alone.occurred_on - days_after then 'left_unknown'
        else 'left_missing'
      end as reason_code,
      covered.first_day
    from alone
    left join covered
      on covered.currency = alone.currency and covered.source = alone.other_source
      and alone.occurred_on between covered.first_day and covered.last_day
    -- an input may have files of several kinds
    qualify row_number() over (partition by alone.side, alone.record_key order by covered.last_day desc nulls last) = 1
  ),
  shown as (
    from matched_item
    union all by name
    select
      currency, occurred_on as business_date, side || ':' || record_key as item_key, side,
      case reason_code when 'awaited' then 'timing' when 'right_missing' then 'missing_right' else 'missing_left' end as outcome,
      reason_code,
      case reason_code
        when 'awaited' then format('Expected in {} by {}.', other_title, core.day_text(expected_on))
        when 'left_unknown' then format('{} has nothing for it, and its files begin on {}.', other_title, core.day_text(first_day))
        else format('{} has nothing for it by {}.', other_title, core.day_text(expected_on))
      end as reason,
      own,
      amount,
      case side when 'left' then -amount else amount end::decimal(38, 4) as difference,
      case reason_code when 'awaited' then expected_on end as expected_on,
      case reason_code when 'awaited' then expected_on + 1 end as becomes_break_on
    from open_item
  ),
  item as (
    select
      currency, business_date, item_key, outcome, reason_code, reason, match_pass,
      case side when 'left' then own else other end as left_record,
      case side when 'left' then other else own end as right_record,
      -- the amount of the other side is that of the record and the difference of the match
      case when side = 'left' then amount when other is not null then amount - difference end as left_amount,
      case when side = 'right' then amount when other is not null then amount + difference end as right_amount,
      coalesce(difference, 0) as right_minus_left,
      expected_on, becomes_break_on, evidence, runners_up
    from shown
  )
  from recon.item_of(the_name, item)
);

-- statement: pair_left_over
-- The records of pairs that are in no item although their day was judged: they were in a match that the newest matching does not make, and
-- only the day of the other record was judged with it. A record of zero and of a side whose records are no items needs none.
-- grain: one record
-- key: reconciliation, side, record_key
-- reads: recon.match_record, recon.match_member, recon.item, recon.control, core.company_setting
create or replace macro recon.pair_left_over() as table (
  with
  pair as (
    select each.key as reconciliation, each.value ->> '$' as unmatched
    from core.company_setting as setting, json_each(setting.value) as each
    where setting.name = 'pair_sides'
  ),
  known as (
    select reconciliation, 'left' as side, left_key as record_key from recon.item where left_key is not null
    union all
    select reconciliation, 'right', right_key from recon.item where right_key is not null
  )
  select record.reconciliation, record.side, record.record_key, record.occurred_on as business_date
  from recon.match_record as record
  inner join pair on pair.reconciliation = record.reconciliation and pair.unmatched in ('both', record.side)
  anti join recon.match_member as member
    on member.reconciliation = record.reconciliation and member.side = record.side
    and member.record_key = record.record_key
  anti join known
    on known.reconciliation = record.reconciliation and known.side = record.side and known.record_key = record.record_key
  semi join recon.control as control
    on control.control = record.reconciliation and control.business_date = record.occurred_on
    and control.currency = record.currency
  where record.amount <> 0
);

-- statement: pair_unproven
-- The days of a pair whose text no line of a side has: the text may be misspelt, and a side without lines has nothing that could be
-- missing. From the first line with the text on, all days are compared.
-- grain: one day and currency
-- key: currency, business_date
-- reads: core.company, recon.pair_line
create or replace macro recon.pair_unproven(left_source, right_source, left_text, right_text, left_title, right_title, period_start, period_end)
as table (
  with
  side as (
    select left_source as source, left_text as words, left_title as title
    union all
    select right_source, right_text, right_title
  ),
  lacking as (
    select company.currencies, min(format('No line of {} has the text "{}".', side.title, side.words)) as no_figures
    from core.company as company
    cross join side
    where side.words <> '' and not exists (
      select 1
      from recon.pair_line as line
      where line.source = side.source
        and contains(lower(concat_ws(' ', line.counterparty, line.description)), lower(side.words))
    )
    group by company.currencies
  )
  select
    currency.currency,
    day.business_date::date as business_date,
    '' as subject,
    lacking.no_figures,
    'Correct left_text or right_text of the pair in the configuration.' as what_to_do
  from lacking
  cross join unnest(lacking.currencies) as currency (currency)
  cross join generate_series(period_start, period_end - interval 1 day, interval 1 day) as day (business_date)
);
