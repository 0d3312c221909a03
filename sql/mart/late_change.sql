-- statement: late_change
-- Changes of a closed month after its close. The pack stays unchanged: the change is an out-of-period item of the month in which it
-- became known, unless the closed month is reopened. Only months that began in the 13 months before the last run are compared.
-- change: new, changed, gone (the record has no current version in the month)
-- is_open: whether the month in which it became known is not closed yet
-- grain: one record of one closed month
-- key: closed_month, record, record_key
-- reads: core.closed_month, core.record_version, core.company, recon.last_run
create or replace view mart.late_change as
with
closed as (
  select closed.*
  from core.closed_month as closed
  cross join recon.last_run as last_run
  where closed.first_day >= last_run.as_of - interval 13 month
),
touched as (
  select distinct closed.month, version.record, version.record_key
  from closed
  inner join core.record_version as version
    on version.business_date >= closed.first_day and version.business_date < closed.day_after
    and (version.receipt_id > closed.receipt_id or version.known_to > closed.closed_at)
),
-- a version that was known when the month was closed, and the current version of a record
version as (
  select
    touched.month,
    version.*,
    closed.closed_at,
    closed.version as pack_version,
    closed.receipt_id as close_receipt_id,
    version.receipt_id < closed.receipt_id and (version.known_to is null or version.known_to > closed.closed_at) as is_sealed,
    version.known_to is null as is_current
  from touched
  inner join closed on closed.month = touched.month
  inner join core.record_version as version
    on version.record = touched.record and version.record_key = touched.record_key
    and version.business_date >= closed.first_day and version.business_date < closed.day_after
),
record as (
  select
    month,
    record,
    record_key,
    any_value(pack_version) as version,
    any_value(closed_at) as closed_at,
    coalesce(any_value(currency) filter (is_current), any_value(currency)) as currency,
    coalesce(any_value(business_date) filter (is_current), any_value(business_date)) as business_date,
    coalesce(any_value(reference) filter (is_current), any_value(reference)) as reference,
    any_value(amount) filter (is_sealed) as sealed_amount,
    any_value(amount) filter (is_current) as current_amount,
    any_value(content) filter (is_sealed) as sealed_content,
    any_value(content) filter (is_current) as current_content,
    coalesce(max(known_from) filter (is_current and receipt_id > close_receipt_id), max(known_to)) as known_at
  from version
  group by month, record, record_key
)
select
  core.this_company() as company,
  record.month as closed_month,
  record.version,
  record.closed_at,
  cast(timezone(company.zone, record.known_at) as date) as changed_on,
  record.business_date,
  record.currency,
  record.record,
  record.record_key,
  record.reference,
  case when sealed_content is null then 'new' when current_content is null then 'gone' else 'changed' end as change,
  sealed_amount::decimal(38, 4) as sealed_amount,
  current_amount::decimal(38, 4) as current_amount,
  (coalesce(current_amount, 0) - coalesce(sealed_amount, 0))::decimal(38, 4) as effect,
  record.known_at,
  not exists (
    select 1
    from core.closed_month as later
    where later.closed_at > record.known_at
      and cast(timezone(company.zone, record.known_at) as date) >= later.first_day
      and cast(timezone(company.zone, record.known_at) as date) < later.day_after
  ) as is_open
from record
cross join core.company as company
where record.sealed_content is distinct from record.current_content;

comment on view mart.late_change is 'Changes of closed months after their close. Which records changed, with which effect, and when did the change become known?';
comment on column mart.late_change.closed_month is 'The closed month, such as 2026-10.';
comment on column mart.late_change.version is 'The newest version of its pack.';
comment on column mart.late_change.closed_at is 'When that version was sealed.';
comment on column mart.late_change.changed_on is 'The day on which the change became known, in the zone of the company.';
comment on column mart.late_change.business_date is 'The business day of the record.';
comment on column mart.late_change.currency is 'Currency (ISO 4217).';
comment on column mart.late_change.record is 'statement_line, order, bank_line, list_line, payout, payout_movement or ledger_balance.';
comment on column mart.late_change.record_key is 'The key of the record at its source.';
comment on column mart.late_change.reference is 'The reference of the record.';
comment on column mart.late_change.change is 'new, changed or gone.';
comment on column mart.late_change.sealed_amount is 'The amount when the month was closed, less fees, in major units; null for a new record.';
comment on column mart.late_change.current_amount is 'The amount as known now; null for a record that is gone.';
comment on column mart.late_change.effect is 'The current amount less the sealed amount.';
comment on column mart.late_change.known_at is 'When the change became known.';
comment on column mart.late_change.is_open is 'Whether the month in which it became known is not closed yet.';
