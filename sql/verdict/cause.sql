-- statement: cause_item_clear
-- Deletes the company's closed items, and the items that this run has judged again, from the items that the causes are computed
-- from.
delete from recon.cause_item as cause_item
where cause_item.break_id in (select item.break_id from recon.item as item where item.run_id = $run_id)
  or cause_item.break_id not in (select break_life.break_id from recon.break_life as break_life where break_life.closed_on is null);

-- statement: cause_item_open
-- Adds the open items of this run to the items that the causes are computed from.
insert into recon.cause_item by name
select difference.* exclude (run_id), break_life.first_seen_on
from recon.open_difference as difference
inner join recon.break_life as break_life on break_life.break_id = difference.break_id
where difference.run_id = $run_id;

-- statement: cause_before_clear
-- Deletes the causes that the company's items had before its previous run.
delete from recon.cause_before;

-- statement: cause_before_note
-- Records the cause of each open item before this run groups them again: a cause keeps its id.
insert into recon.cause_before by name
select break_id, cause_id
from recon.cause_member
where not is_explained;

-- statement: cause_member_clear
-- Deletes the causes of the company's items, which are computed again.
delete from recon.cause_member;

-- statement: cause_member
-- Assigns each open item of the company to a cause. Items have one cause when they share a record, or when a link between their
-- records is proven:
-- an order and a payment that are both missing in the statement have the same reference and amount, and no other has them;
-- the difference between statement and turnover was narrowed down to one payment: by its line, or, where the line is missing,
-- by the only callback of those minutes and that amount, or the only order of the hour before; a difference of fees by the only
-- payment of that time whose fee differs from the schedule by as much.
-- Equal amounts alone are not a link. A total of a day counts nothing itself if the items of other causes explain it to the
-- last unit: turnover by the payments to which it was narrowed down, the balance by the differences between statement and
-- turnover. A cause keeps its id while any item that had it is open; if several ids are possible, the item seen first decides.
insert into recon.cause_member by name
with recursive
item as materialized (
  select
    break_id, currency, business_date, reconciliation, reason_code, records, effect, missing_of, reference, gross, occurred_at,
    measure, located, is_negated, net_effect, first_seen_on,
    row_number() over (order by break_id) as item_no,
    list_filter(records, lambda record: starts_with(record, 'payment:'))[1] as payment
  from recon.cause_item
),
same_reference as (
  select currency, reference, gross, 'reference:' || reference || ':' || gross as record
  from item
  where missing_of is not null and reference is not null
  group by currency, reference, gross
  having count(*) filter (missing_of = 'order') = 1
    and count(distinct payment) filter (missing_of = 'payment') = 1
),
part as (
  select
    item_no,
    currency,
    effect,
    measure,
    part.payment,
    part.from_at,
    part.to_at,
    case when is_negated or measure = 'fee' then -part.amount else part.amount end as part_effect,
    part.amount,
    part.missing_count,
    count(*) over (partition by item_no) as part_count
  from (
    select
      item_no, currency, effect, measure, is_negated,
      unnest(list_transform(from_json(located, '["JSON"]'), lambda one: {
        'payment': one ->> '$.payment', 'from_at': (one ->> '$.from')::timestamptz, 'to_at': (one ->> '$.to')::timestamptz,
        'amount': (one ->> if(measure = 'fee', '$.fee', '$.turnover_minus_statement'))::decimal(38, 4),
        'missing_count': case when (one ->> '$.line_count')::bigint = 0 then (one ->> '$.count')::bigint end
      })) as part
    from item
    where located is not null
  )
),
-- another record of a payment that a part counts and the statement lacks: its callback, or, without a callback, its order,
-- which is placed before the payment; or the fee of a payment that differs by as much as the part. Each fits only one part
known_elsewhere as (
  select
    part.item_no,
    part.from_at,
    part.amount,
    case
      when count(*) filter (other.missing_of = 'payment') = 1 then min(other.payment) filter (other.missing_of = 'payment')
      when count(*) = 1 then min('item:' || other.break_id)
    end as record
  from part
  inner join item as other
    on other.currency = part.currency and other.occurred_at < part.to_at
    and other.occurred_at >= part.from_at - case when other.missing_of = 'order' then interval 1 hour else interval 0 hours end
    and case other.reconciliation
      when 'fees_to_schedule' then part.measure = 'fee' and other.effect = part.part_effect
      else part.missing_count = 1 and other.gross = part.amount and other.reason_code in ('callback_without_line', 'order_without_payment')
    end
  group by part.item_no, part.from_at, part.to_at, part.amount
  qualify count(*) over (partition by record) = 1
),
located as (
  select part.*, coalesce('payment:' || part.payment, known_elsewhere.record) as record
  from part
  left join known_elsewhere
    on known_elsewhere.item_no = part.item_no and known_elsewhere.from_at = part.from_at and known_elsewhere.amount = part.amount
),
entry as materialized (
  select item_no, currency, unnest(records) as record from item
  union all
  select item.item_no, item.currency, same_reference.record
  from item
  inner join same_reference
    on same_reference.currency = item.currency and same_reference.reference = item.reference and same_reference.gross = item.gross
  where item.missing_of is not null
  union all
  select item_no, currency, record
  from located
  where part_count = 1 and record is not null and part_effect = effect
),
-- a record that only one item has creates no link
shared as materialized (
  select record, currency, dense_rank() over (order by currency, record) as record_no
  from (select record, currency from entry group by record, currency having count(*) > 1)
),
node as materialized (
  select entry.item_no, shared.record_no
  from entry
  inner join shared on shared.record = entry.record and shared.currency = entry.currency
),
-- the smallest item number that can be reached from an item; each round passes smaller numbers on through the shared records
label (item_no, smallest) using key (item_no) as (
  select distinct item_no, item_no from node
  union
  select node.item_no, min(reached.smallest)
  from (
    select node.record_no, min(label.smallest) as smallest
    from label
    inner join node on node.item_no = label.item_no
    group by node.record_no
  ) as reached
  inner join node on node.record_no = reached.record_no
  inner join recurring.label as known on known.item_no = node.item_no
  where reached.smallest < known.smallest
  group by node.item_no
),
member as materialized (
  select item.*, coalesce(label.smallest, item.item_no) as group_no
  from item
  left join label on label.item_no = item.item_no
),
-- parts of a day's total that another item explains with the same effect
part_explained as (
  select located.item_no, located.part_effect, min(known.item_no) as explained_by
  from located
  inner join entry on entry.record = located.record and entry.currency = located.currency and entry.item_no <> located.item_no
  inner join member as known on known.item_no = entry.item_no and known.effect = located.part_effect
  where located.part_count > 1 and located.amount <> 0
  group by located.item_no, located.record, located.part_effect
),
turnover_explained as (
  select item_no, min(explained_by) as explained_by, sum(part_effect) as explained
  from part_explained
  group by item_no
),
balance_explained as (
  select balance.item_no, min_by(turnover.item_no, (-abs(turnover.effect), turnover.item_no)) as explained_by
  from item as balance
  inner join item as turnover
    on turnover.reconciliation = 'statement_to_turnover' and turnover.currency = balance.currency
    and turnover.business_date = balance.business_date and turnover.net_effect is not null
  where balance.reconciliation = 'gateway_balance'
  group by balance.item_no, balance.net_effect
  having sum(turnover.net_effect) = balance.net_effect
),
counted as materialized (
  select
    member.*,
    case
      when balance_explained.item_no is not null then 0
      when turnover_explained.item_no is not null then member.effect - turnover_explained.explained
      else member.effect
    end::decimal(38, 4) as counted_now,
    coalesce(balance_explained.explained_by,
      case when turnover_explained.explained = member.effect then turnover_explained.explained_by end) as explained_by
  from member
  left join turnover_explained on turnover_explained.item_no = member.item_no
  left join balance_explained on balance_explained.item_no = member.item_no
),
-- an id goes to the group of the item that was first seen with it; a group takes the id that was seen first
claim as (
  select before.cause_id, counted.group_no, counted.currency, counted.first_seen_on, counted.break_id
  from counted
  inner join recon.cause_before as before on before.break_id = counted.break_id
  where counted.explained_by is null
  qualify row_number() over (partition by before.cause_id order by counted.first_seen_on, counted.break_id) = 1
),
kept as (
  select group_no, currency, cause_id
  from claim
  qualify row_number() over (partition by group_no, currency order by first_seen_on, cause_id) = 1
),
named as (
  select
    own.group_no,
    own.currency,
    coalesce(
      kept.cause_id,
      case when taken.cause_id is null then md5('cause|' || own.break_id) else md5('cause|' || own.break_id || '|' || $run_id) end
    ) as cause_id
  from (select group_no, currency, min(break_id) as break_id from counted where explained_by is null group by group_no, currency) as own
  left join kept on kept.group_no = own.group_no and kept.currency = own.currency
  left join claim as taken on taken.cause_id = md5('cause|' || own.break_id)
),
own as (
  select counted.item_no, counted.break_id, named.cause_id, counted.counted_now, counted.explained_by
  from counted
  inner join named on named.group_no = counted.group_no and named.currency = counted.currency
  where counted.explained_by is null
)
select break_id, cause_id, counted_now as counted, false as is_explained
from own
union all
select counted.break_id, coalesce(direct.cause_id, further.cause_id), 0, true
from counted
left join own as direct on direct.item_no = counted.explained_by
-- the balance may be explained by a total of turnover that is itself explained
left join counted as between_them on between_them.item_no = case when direct.item_no is null then counted.explained_by end
left join own as further on further.item_no = between_them.explained_by
where counted.explained_by is not null;

-- statement: cause_clear
-- Deletes the company's causes, which are computed again from its open items.
delete from recon.cause;

-- statement: cause
-- Writes the causes of the company. A cause counts one figure for each measure and sign, the largest that any of its items
-- gives (the amount of a payment rather than the amount less its fee), so a payment that four reconciliations report is counted
-- once. Items that are only outstanding count where the cause has nothing else. A control that is out of balance without an
-- item has its own cause.
insert into recon.cause by name
with
item as (
  select
    cause_item.* replace (coalesce(reason_with_sum, reason) as reason),
    reason_with_sum is not null as adds_up,
    member.cause_id,
    member.counted,
    member.is_explained,
    outcome.is_break or cause_item.outcome = 'suggested' as is_difference,
    coalesce(decision.is_settled, false) as is_decided,
    reconciliation.list_order
  from recon.cause_item as cause_item
  inner join recon.cause_member as member on member.break_id = cause_item.break_id
  inner join recon.outcome as outcome on outcome.outcome = cause_item.outcome
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = cause_item.reconciliation
  left join recon.decision_now as decision on decision.break_id = cause_item.break_id
),
measured as (
  select
    cause_id,
    is_difference,
    -- the differences of amount and fee may explain the difference of the net amount, so the larger figure counts
    greatest(
      greatest(max(counted) filter (measure = 'amount'), sum(greatest(counted, 0)) filter (reason_code = 'as_the_file'), 0)
        + greatest(max(counted) filter (measure = 'fee'), 0),
      max(counted) filter (measure = 'net'), 0
    ) as debit,
    greatest(
      greatest(max(-counted) filter (measure = 'amount'), sum(greatest(-counted, 0)) filter (reason_code = 'as_the_file'), 0)
        + greatest(max(-counted) filter (measure = 'fee'), 0),
      max(-counted) filter (measure = 'net'), 0
    ) as credit
  from item
  where not is_explained
  group by cause_id, is_difference
),
described as (
  select
    cause_id,
    any_value(currency) as currency,
    min(business_date) as business_date,
    max(business_date) as last_day,
    count(*) as item_count,
    list_transform(list_sort(list_distinct(list({'list_order': list_order, 'name': reconciliation}))), lambda one: one.name) as reconciliations,
    bool_or(is_difference) as is_difference,
    -- a difference is described before an outstanding item, what a file has in common before its orders, a break before another suggestion,
    -- a record before a total that it explains
    min_by(
      {'reconciliation': reconciliation, 'outcome': outcome, 'reason_code': reason_code, 'reason': reason, 'adds_up': adds_up},
      {
        'a': not is_difference, 'b': is_explained, 'c': reason_code is distinct from 'one_factor', 'd': outcome = 'suggested',
        'e': list_order, 'f': -abs(effect), 'g': break_id
      }
    ) as lead,
    case when bool_and(is_decided) filter (is_difference) then 'decided' else 'open' end as status
  from item
  group by cause_id
),
control as (
  select control.*
  from recon.control as control
  inner join recon.reconciliation as reconciliation on reconciliation.reconciliation = control.control and not reconciliation.is_spanning
  anti join item
    on item.reconciliation = control.control and item.currency = control.currency and item.business_date = control.business_date
  where control.state = 'out_of_balance' and not control.is_decided and control.difference <> 0
)
select
  described.cause_id,
  described.currency,
  described.business_date,
  described.last_day,
  measured.debit::decimal(38, 4) as debit,
  measured.credit::decimal(38, 4) as credit,
  (measured.debit - measured.credit)::decimal(38, 4) as net,
  described.item_count,
  described.reconciliations,
  described.lead.reconciliation as lead_reconciliation,
  described.lead.outcome as lead_outcome,
  described.lead.reason_code as lead_reason_code,
  described.lead.reason as reason,
  described.lead.adds_up as adds_up,
  described.is_difference,
  described.status
from described
inner join measured on measured.cause_id = described.cause_id and measured.is_difference = described.is_difference
union all
select
  md5(concat_ws('|', 'control', currency, business_date, control, subject)), currency, business_date, business_date,
  difference, 0, difference, 0, [control], control, 'control_breach', null, reason, false, true, 'open'
from control;

-- statement: verdict_cause
-- Gives each day of the company the figures of the causes that begin on it, and completes its reason with them, so that every
-- report shows the same causes and the same amount. A cause without an amount, such as a wrong status, is listed without an
-- amount.
update recon.verdict as verdict
set cause_count = figure.cause_count,
  cause_item_count = figure.item_count,
  unexplained_debit = figure.debit,
  unexplained_credit = figure.credit,
  unexplained_net = figure.debit - figure.credit,
  reason = figure.reason
from (
  select
    *,
    core.say_all([
      reason_parts[1],
      case
        when cause_count > 0 then core.say('verdict-causes', {
          causes: cause_count, items: item_count,
          debit: core.money_figure(currency, nullif(debit, 0)), credit: core.money_figure(currency, nullif(-credit, 0))
        })
        when break_count > 0 then core.say('verdict-earlier_causes', { breaks: break_count })
      end,
      reason_parts[2]
    ]) as reason
  from (
    select
      day.currency,
      day.business_date,
      day.break_count,
      day.reason_parts,
      count(cause.cause_id) as cause_count,
      coalesce(sum(cause.item_count), 0)::bigint as item_count,
      coalesce(sum(cause.debit), 0)::decimal(38, 4) as debit,
      coalesce(sum(cause.credit), 0)::decimal(38, 4) as credit
    from recon.verdict as day
    inner join recon.run as run on run.run_id = $run_id
    left join recon.cause as cause
      on cause.currency = day.currency and cause.business_date = day.business_date
      and cause.is_difference and cause.status = 'open'
    group by day.currency, day.business_date, day.break_count, day.reason_parts
  ) as day
) as figure
where verdict.currency = figure.currency and verdict.business_date = figure.business_date
  and (verdict.cause_count, verdict.cause_item_count, verdict.unexplained_debit, verdict.unexplained_credit)
    is distinct from (figure.cause_count, figure.item_count, figure.debit, figure.credit);
