-- The days that each receipt covers, and what proves it. A service's answer covers its window or its day, a list that was read to
-- its end every day before. A file of the merchant covers the period that it states or that a person declares, the days of a
-- running balance, the days before its last line in a period whose beginning is known, and what the configuration declares.
-- Nothing covers the day on which it was requested or received, or a day to which one of its rejected rows may belong. While a
-- file is refused, those that were received with it cover nothing, and neither does an earlier version of it, which it was to
-- replace.
-- basis: window, answer, list, stated_span, balance, later_line, declared or rule; is_declared: on a person's word
-- grain: one span of days that one receipt covers, for one reason
-- key: file_id, currency, account, basis, first_day
-- currency, account: null for any
-- reads: raw.receipt, raw.file_span, core.stated_period, raw.file_claim, staging.rejected_row, core.company_input, core.company_terms,
-- raw.bank_statement_line, core.declared_span, core.bank_continuity, derive.refused_receipt, core.incomplete_list, core.statement_requested
create or replace view derive.coverage as
with
receipt as (
  select
    receipt.file_id, receipt.company, receipt.kind, input.input, input.coverage, input.covers, receipt.currency, receipt.batch_id,
    receipt.sha256, receipt.file_name, receipt.zone, receipt.window_from, receipt.window_to, receipt.received_at, receipt.is_last_page,
    receipt.rejected_count,
    cast(timezone(receipt.zone, receipt.received_at) as date) as received_on,
    -- a file that is received again has the content of the one that was loaded, and is no newer than that
    max(receipt.file_id) filter (receipt.load_status = 'loaded') over content as content_id,
    min(cast(timezone(receipt.zone, receipt.received_at) as date)) over content as content_on
  from raw.receipt as receipt
  inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
  where receipt.load_status in ('loaded', 'repeated')
  window content as (partition by receipt.company, receipt.kind, receipt.sha256)
),
-- a list of which a page was refused is not complete; files that were received together may be parts of one
refused as (
  select company, kind, batch_id, file_id, case when window_from is null and page is null then file_name end as file_name
  from derive.refused_receipt
),
service as (
  select
    receipt.file_id, company, kind, input, currency,
    case
      when coverage = 'list' then (select earliest_day from core.company_terms as terms where terms.company = receipt.company)
      else cast(timezone(zone, window_from + interval 1 day - interval 1 microsecond) as date)
    end as first_day,
    case
      when coverage = 'list' then received_on - 1
      -- a statement that was requested before its window was over
      else cast(timezone(zone, least(window_to, coalesce(requested.requested_at, window_to))) as date) - 1
    end as last_day,
    case coverage when 'day' then 'answer' when 'list' then 'list' else 'window' end as basis
  from receipt
  left join core.statement_requested as requested on requested.file_id = receipt.file_id
  where case coverage
    when 'list' then is_last_page and not exists (
      select 1 from refused
      where refused.company = receipt.company and refused.kind = receipt.kind and refused.batch_id = receipt.batch_id
    ) and not exists (
      select 1 from core.incomplete_list as cut
      where cut.company = receipt.company and cut.kind = receipt.kind and cut.batch_id is not distinct from receipt.batch_id
    )
    when 'day' then window_from is not null and received_at >= window_to and rejected_count = 0
    else window_from is not null
  end
),
own as (
  select receipt.*
  from receipt
  where window_from is null and coalesce(coverage, 'file') in ('file', 'window') and not exists (
    select 1 from refused
    where refused.company = receipt.company and refused.kind = receipt.kind
      and (refused.batch_id = receipt.batch_id or refused.file_name = receipt.file_name and refused.file_id > receipt.file_id)
  )
),
declared as (
  select company, kind, sha256, arg_max(first_day, file_id) as first_day, arg_max(last_day, file_id) as last_day
  from core.declared_span
  group by company, kind, sha256
),
claim as (
  select
    claim.file_id,
    claim.currency,
    claim.account,
    try_cast(claim.first_day as date) as first_day,
    try_cast(claim.last_day as date) as last_day,
    -- the opening balance may be that of the end of the day before, where no version of the statement has a line of the day
    coalesce(claim.first_day = claim.opening_on and claim.first_day < claim.last_day, false) and not exists (
      -- the lines as they are in the files: core.bank_line has only those that no earlier file had
      select 1
      from raw.file_claim as version
      inner join raw.bank_statement_line as line
        on line.file_id = version.file_id and line.statement_no = version.statement_no::text and line.booked_on = version.first_day
      where version.first_day = claim.first_day and version.opening = claim.opening
        and version.account is not distinct from claim.account and version.currency is not distinct from claim.currency
    ) as is_day_before
  from raw.file_claim as claim
),
stated as (
  select own.file_id, null as currency, null as account, span.first_day, span.last_day
  from own
  inner join core.stated_period as span on span.file_id = own.content_id
  where not span.is_contradicted
  union all
  select
    own.file_id, claim.currency, claim.account, case when claim.is_day_before then claim.first_day + 1 else claim.first_day end,
    claim.last_day
  from own
  inner join claim on claim.file_id = own.content_id
),
-- the days on which the content of a file begins by what it states, or by what a person declares
beginning as (
  select file_id, currency, account, first_day, last_day, false as is_declared from stated where first_day is not null
  union all
  select own.file_id, null, null, declared.first_day, declared.last_day, true
  from own
  inner join declared on declared.company = own.company and declared.kind = own.kind and declared.sha256 = own.sha256
),
spanned as (
  select file_id, currency, account, first_day, last_day, 'stated_span' as basis, false as is_declared
  from stated
  where first_day is not null and last_day is not null
  union all
  select file_id, currency, account, first_day, last_day, 'declared', true from beginning where is_declared
  union all
  select own.file_id, continuity.currency, continuity.account, continuity.first_day, continuity.last_day, 'balance', false
  from own
  inner join core.bank_continuity as continuity on continuity.file_id = own.content_id
  union all
  select
    beginning.file_id, beginning.currency, beginning.account,
    coalesce(greatest(beginning.first_day, beginning.last_day + 1), beginning.first_day), span.last_day - 1, 'later_line',
    beginning.is_declared
  from beginning
  inner join own on own.file_id = beginning.file_id
  inner join raw.file_span as span on span.file_id = own.content_id
),
proven as (
  select
    own.file_id, own.content_id, own.company, own.kind, own.input, coalesce(spanned.currency, own.currency) as currency,
    spanned.account, spanned.first_day, least(spanned.last_day, own.content_on - 1) as last_day, spanned.basis, spanned.is_declared
  from spanned
  inner join own on own.file_id = spanned.file_id
  union all
  select
    own.file_id, own.content_id, own.company, own.kind, own.input, own.currency, null,
    least(coalesce(span.first_day, own.received_on - 1), own.received_on - 1), own.received_on - 1, 'rule', true
  from own
  left join raw.file_span as span on span.file_id = own.content_id
  where own.covers = 'through_previous_day'
),
-- rows that should be lines and were rejected: of a day, or of any day of their file
lacking as (
  select file_id, business_date
  from staging.rejected_row
  where reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')
  group by file_id, business_date
),
-- the days between those that rejected rows belong to
whole as (
  select
    proven.* replace (
      greatest(proven.first_day, coalesce(piece.after_day + 1, proven.first_day))::date as first_day,
      least(proven.last_day, coalesce(piece.before_day - 1, proven.last_day))::date as last_day
    )
  from proven
  left join (
    select
      file_id,
      unnest(list_prepend(null, list(business_date order by business_date))) as after_day,
      unnest(list_append(list(business_date order by business_date), null)) as before_day
    from lacking
    where business_date is not null
    group by file_id
  ) as piece on piece.file_id = proven.content_id
  where not exists (
    select 1 from lacking where lacking.file_id = proven.content_id and lacking.business_date is null
  )
)
select company, kind, input, currency, null as account, first_day, last_day, basis, false as is_declared, file_id
from service
where first_day <= last_day
union all
select company, kind, input, currency, account, first_day, last_day, basis, is_declared, file_id
from whole
where first_day <= last_day;

create table if not exists core.coverage as from derive.coverage limit 0;
