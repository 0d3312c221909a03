-- statement: summary_row_note
-- Adds to the notes of a file the rows that state the sums of its lines.
update raw.receipt
set notes = list_append(
  coalesce(notes, []),
  case
    when summary.row_count = 1 then 'Line ' || summary.first_line || ', "' || summary.first_label || '", states the sum of ' || summary.first_scope || '.'
    else summary.row_count || ' rows state sums of the lines and agree with them: lines ' || summary.lines || '.'
  end
)
from (
  select
    count(*) as row_count,
    min(line_no) as first_line,
    arg_min(label, line_no) as first_label,
    arg_min(scope, line_no) as first_scope,
    array_to_string(list(line_no order by line_no)[1:10], ', ') || case when count(*) > 10 then ' …' else '' end as lines
  from raw.summary_row
  where receipt_id = $receipt_id
) as summary
where receipt.receipt_id = $receipt_id and summary.row_count > 0;

-- statement: summary_row_insert
-- Keeps the rows whose figures are the sums of other lines; they are neither facts nor rejected rows. Reads summary_proof.
insert into raw.summary_row
select $receipt_id, line_no, label, variant || ' ' || scope
from summary_proof
where is_proven and not is_unknown;

-- statement: summary_proof
-- grain: one row of a file that states a total, with the sum that comes closest to its figures
-- key: line_no
-- reads: summed_line (the lines and summary rows of the file)
-- A row may sum the lines since the previous summary row, the lines above it, or all lines of the file. Of these it may sum
-- all, those whose money moved, or the incoming ones; outgoing amounts count as written or are subtracted. All its figures must
-- come from the same sum. A sum with a figure that cannot be read proves nothing.
create or replace temp table summary_proof as
with
variant as (
  select line_no, is_summary, currency, unnest([
    {'rank': 1, 'name': 'all lines', 'is_in': true, 'is_signed': false},
    {'rank': 2, 'name': 'all lines, less the outgoing ones', 'is_in': true, 'is_signed': true},
    {'rank': 3, 'name': 'the lines whose money moved', 'is_in': is_moved, 'is_signed': false},
    {'rank': 4, 'name': 'the lines whose money moved, less the outgoing ones', 'is_in': is_moved, 'is_signed': true},
    {'rank': 5, 'name': 'the incoming lines whose money moved', 'is_in': is_moved and not goes_out, 'is_signed': false}
  ]) as variant, goes_out, amount, fee, net
  from summed_line
),
figure as (
  select
    line_no,
    is_summary,
    currency,
    variant.name,
    variant.rank,
    case when variant.is_in and not is_summary then case when variant.is_signed and goes_out then -abs(amount) else amount end end
      as amount,
    case when variant.is_in and not is_summary then fee end as fee,
    case when variant.is_in and not is_summary then case when variant.is_signed and goes_out then -abs(net) else net end end as net,
    variant.is_in and not is_summary and amount is null as is_unknown,
    variant.is_in and not is_summary and net is null as is_net_unknown
  from variant
),
running as (
  select
    *,
    coalesce(sum(amount) over above, 0) as amount_above,
    coalesce(sum(fee) over above, 0) as fee_above,
    coalesce(sum(net) over above, 0) as net_above,
    count(*) filter (is_unknown) over above as unknown_above,
    count(*) filter (is_net_unknown) over above as net_unknown_above,
    coalesce(sum(amount) over whole, 0) as amount_all,
    coalesce(sum(fee) over whole, 0) as fee_all,
    coalesce(sum(net) over whole, 0) as net_all,
    count(*) filter (is_unknown) over whole as unknown_all,
    count(*) filter (is_net_unknown) over whole as net_unknown_all
  from figure
  window
    above as (partition by currency, name order by line_no rows unbounded preceding),
    whole as (partition by currency, name)
),
total as (
  select
    *,
    lag(amount_above, 1, 0) over earlier as amount_before,
    lag(fee_above, 1, 0) over earlier as fee_before,
    lag(net_above, 1, 0) over earlier as net_before
  from running
  where is_summary
  window earlier as (partition by currency, name order by line_no)
),
candidate as (
  select
    line_no,
    name,
    rank,
    unnest([
      {'name': 'above', 'amount': amount_above, 'fee': fee_above, 'net': net_above, 'unknown': unknown_above, 'net_unknown': net_unknown_above},
      {
        'name': 'since the row before', 'amount': amount_above - amount_before, 'fee': fee_above - fee_before,
        'net': net_above - net_before, 'unknown': unknown_above, 'net_unknown': net_unknown_above
      },
      {'name': 'of the file', 'amount': amount_all, 'fee': fee_all, 'net': net_all, 'unknown': unknown_all, 'net_unknown': net_unknown_all}
    ]) as found
  from total
),
compared as (
  select
    summed_line.line_no,
    summed_line.label,
    summed_line.has_label
      and (
        summed_line.is_currency_stated
        or (select count(distinct line.currency) from summed_line as line where not line.is_summary) = 1
      ) as is_total,
    candidate.name as variant,
    candidate.rank,
    candidate.found.name as scope,
    summed_line.amount as stated_amount,
    candidate.found.amount as line_amount,
    summed_line.fee as stated_fee,
    candidate.found.fee as line_fee,
    summed_line.net as stated_net,
    candidate.found.net as line_net,
    summed_line.amount = candidate.found.amount as is_amount_equal,
    summed_line.fee is null or summed_line.fee = candidate.found.fee as is_fee_equal,
    summed_line.net is null or candidate.found.net_unknown > 0 or summed_line.net = candidate.found.net as is_net_equal,
    candidate.found.unknown > 0 as is_unknown
  from summed_line
  inner join candidate on candidate.line_no = summed_line.line_no
  where summed_line.is_summary and summed_line.amount is not null
)
select
  *,
  is_amount_equal and is_fee_equal and is_net_equal as is_proven
from compared
qualify row_number() over (
  partition by line_no
  order by is_amount_equal and is_fee_equal and is_net_equal and not is_unknown desc, is_unknown desc, is_amount_equal desc,
    abs(stated_amount - line_amount), rank, scope
) = 1;

-- statement: summary_contradiction
-- The first row of a file that is labelled as a total and states a sum other than that of its lines. Reads summary_proof.
select
  'FILE_TOTALS_CONTRADICT' as code,
  'Line ' || line_no || ', "' || label || '", states ' || case
      when not is_amount_equal then 'an amount of ' || regexp_replace(stated_amount::text, '(\.[0-9]{2})00$', '\1')
      when not is_fee_equal then 'a fee of ' || regexp_replace(stated_fee::text, '(\.[0-9]{2})00$', '\1')
      else 'a net amount of ' || regexp_replace(stated_net::text, '(\.[0-9]{2})00$', '\1')
    end || ', and ' || variant || ' ' || scope || ' give ' || case
      when not is_amount_equal then regexp_replace(line_amount::text, '(\.[0-9]{2})00$', '\1')
      when not is_fee_equal then regexp_replace(line_fee::text, '(\.[0-9]{2})00$', '\1')
      else regexp_replace(line_net::text, '(\.[0-9]{2})00$', '\1')
    end || '.' as message,
  'Export the file again: lines are missing or altered. If the row is not a total of these lines, remove it.' as remedy,
  line_no
from summary_proof
where not is_proven and not is_unknown and is_total
order by line_no
limit 1;
