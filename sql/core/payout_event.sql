-- statement: payout_event_now
-- The newest event about each object of the payout service, in whatever order the deliveries came. An event cannot have occurred after
-- it was received, whatever the clock of the service says.
-- grain: one allocation, payout instruction or recipient that webhooks reported
-- key: kind, object_id
-- reads: core.payout_event
create or replace view core.payout_event_now as
select *
from core.payout_event
where kind is not null
qualify row_number() over (
  partition by kind, object_id order by least(occurred_at, received_at) desc, received_at desc, receipt_id desc, line_no desc
) = 1;

-- statement: payout_event_doubt
-- The objects for which the newest event reports another status than their record, or which have no record. The lists of the service are
-- cached for an hour, so an event within the hour before the list was read may be ahead of it. From then on a final status has to be in
-- the list; any other status may have been passed over. Without a list nothing can be said: the day has a missing input.
-- listed_status: null where the object has no record
-- grain: one object whose event and record differ
-- key: kind, object_id
-- reads: core.payout_event_now, core.payout_movement, core.payout, core.recipient, core.company, core.list_read_at, core.payout_currency
create or replace view core.payout_event_doubt as
with
record as (
  select 'allocation' as kind, 'payout_movements' as list, movement_id as object_id, status, updated_at
  from core.payout_movement
  where known_to is null and ledger_kind = 'allocation'
  union all
  select 'instruction', 'payouts', payout_id, state, updated_at from core.payout where known_to is null
  union all
  select 'recipient', 'recipients', recipient_id, status, updated_at from core.recipient where known_to is null
),
compared as (
  select
    event.* replace (coalesce(event.currency, payout_currency.currency) as currency),
    company.zone,
    list_read_at.read_at,
    record.status as listed_status,
    record.updated_at as listed_at,
    -- both words say that an allocation was approved
    if(event.kind = 'allocation' and event.status = 'success', 'approved', event.status)
      is distinct from if(event.kind = 'allocation' and record.status = 'success', 'approved', record.status) as is_different,
    (event.kind, event.status) in (
      ('allocation', 'approved'), ('allocation', 'success'), ('allocation', 'expired'),
      ('instruction', 'completed'), ('instruction', 'rejected'), ('instruction', 'deleted'),
      ('recipient', 'verified'), ('recipient', 'rejected')
    ) as is_final,
    least(event.occurred_at, event.received_at) > list_read_at.read_at - interval 1 hour as is_ahead
  from core.payout_event_now as event
  cross join core.company as company
  inner join core.list_read_at as list_read_at
    on list_read_at.list = case event.kind
      when 'allocation' then 'payout_movements' when 'instruction' then 'payouts' else 'recipients'
    end
  cross join core.payout_currency as payout_currency
  left join record on record.kind = event.kind and record.object_id = event.object_id
)
select
  kind,
  object_id,
  currency,
  amount,
  reference,
  occurred_at,
  business_date,
  receipt_id,
  line_no,
  listed_status,
  is_final,
  if(is_ahead, 'event_ahead', 'event_contradicted') as reason_code,
  core.say('payout_event-' || if(is_ahead, 'event_ahead', 'event_contradicted'), {
    reported: status,
    occurred_at: core.instant_figure(occurred_at, zone),
    listed: listed_status,
    listed_at: core.instant_figure(coalesce(listed_at, read_at), zone),
    read_at: core.instant_figure(read_at, zone)
  }) as reason,
  case when is_ahead then cast(timezone(zone, occurred_at) as date) + 1 end as expected_on
from compared
where is_different and (is_ahead or is_final) and coalesce(listed_at <= occurred_at, true);

-- statement: delivered_day
-- The days with items that a callback or a webhook may change: its own and, of an event about a recipient, those of the payouts since.
-- grain: one delivery and day
-- key: receipt_id, line_no, business_date
-- reads: core.callback, core.payout_event, core.payout
create or replace view core.delivered_day as
select receipt_id, line_no, business_date from core.callback
union
select receipt_id, line_no, business_date from core.payout_event where kind is not null
union
select event.receipt_id, event.line_no, payout.business_date
from core.payout_event as event
inner join core.payout as payout
  on payout.recipient_id = event.object_id and payout.created_at >= event.occurred_at
where event.kind = 'recipient' and payout.known_to is null;

-- statement: event_replaces
-- Whether the reason of an event replaces the reason of the item of its record. A break in the record stays as it is; an item without a
-- reason, or one that only waits for a final status, is replaced.
create or replace macro core.event_replaces(reason_code, is_final) as (
  reason_code is null or reason_code = 'no_money' or is_final and reason_code in ('waits_for_approval', 'not_listed_yet')
);

-- statement: payout_event_item
-- The items of events that are not said with a record. The caller leaves out those that are.
-- grain: one object whose event and record differ
-- key: item_key
-- reads: core.payout_event_doubt
create or replace macro core.payout_event_item(the_kind, prefix, period_start, period_end) as table (
  select
    currency,
    business_date,
    prefix || object_id as item_key,
    reason_code,
    reason,
    recon.record_of(object_id, reference, occurred_at, receipt_id, line_no) as right_record,
    amount as right_amount,
    coalesce(amount, 0) as right_minus_left,
    expected_on,
    expected_on as becomes_break_on
  from core.payout_event_doubt
  where kind = the_kind and currency is not null and business_date >= period_start and business_date < period_end
);
