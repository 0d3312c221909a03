-- statement: coverage
-- The days that each receipt covers, and the proof. A service's answer covers its window or its day; a list that was read to
-- its end covers every day before. A file of the merchant covers the period that it states or that a person declares, the days
-- of a running balance, the days before its last line in a period with a known beginning, and the days that the configuration
-- declares. A receiver of deliveries covers the days through which it listened. No receipt covers the day on which it was requested
-- or received, and no file a day to which one of its rejected rows may belong (for those of an answer, see core.rejected_day). While
-- a file is refused, the files that were received with it cover nothing, and neither does the earlier version that it was to replace.
-- basis: window, answer, list, stated_span, balance, later_line, listened, declared or rule; is_declared: on a person's word
-- grain: one span of days that one receipt covers, for one reason
-- key: receipt_id, currency, account, basis, first_day
-- currency, account: null where the receipt covers any currency or account
-- reads: core.coverage_now
create table core.coverage as from core.coverage_now;

-- statement: coverage_now
-- The rows of core.coverage at this moment: a file that is being loaded replaces records of the days that it covers.
-- grain: one span of days that one receipt covers, for one reason
-- key: receipt_id, currency, account, basis, first_day
-- reads: raw.receipt, raw.file_span, core.stated_period, raw.file_claim, staging.rejected_row, core.company_input, core.company_terms,
-- raw.bank_statement_line, core.declared_span, core.bank_continuity, core.refused_receipt_now, core.received_answer,
-- core.statement_requested, core.listened
create or replace view core.coverage_now as
with
receipt as (
  select
    receipt.receipt_id, receipt.source, receipt.kind, input.input, input.coverage, input.covers, receipt.batch_id,
    -- a file of a list in MYR has all lines of the list, so it also proves that the list has no line in SGD
    case when not starts_with(receipt.kind, 'list_') then receipt.currency end as currency,
    receipt.sha256, receipt.file_name, receipt.zone, receipt.window_from, receipt.window_to, receipt.received_at, receipt.is_last_page,
    receipt.rejected_count,
    cast(timezone(receipt.zone, receipt.received_at) as date) as received_on,
    -- a file that is received again has the content of the loaded file, and is no newer than that file
    max(receipt.receipt_id) filter (receipt.load_status = 'loaded') over content as content_id,
    min(cast(timezone(receipt.zone, receipt.received_at) as date)) over content as content_on
  from core.received_answer as receipt
  inner join core.company_input as input on input.kind = receipt.kind
  where receipt.load_status in ('loaded', 'repeated')
  window content as (partition by receipt.kind, receipt.sha256)
),
-- a list with a refused page is not complete; files that were received together may belong together
refused as (
  select kind, batch_id, receipt_id, case when window_from is null and page is null then file_name end as file_name
  from core.refused_receipt_now
),
service as (
  select
    receipt.receipt_id, kind, input, currency,
    case
      when coverage = 'list' then (select earliest_day from core.company_terms)
      else core.first_whole_day(zone, window_from)
    end as first_day,
    case
      when coverage = 'list' then received_on - 1
      -- a statement that was requested before the end of its window covers the days before the request
      else cast(timezone(zone, least(window_to, coalesce(requested.requested_at, window_to))) as date) - 1
    end as last_day,
    case coverage when 'day' then 'answer' when 'list' then 'list' else 'window' end as basis
  from receipt
  left join core.statement_requested as requested on requested.receipt_id = receipt.receipt_id
  where not exists (
    select 1 from refused
    where refused.kind = receipt.kind and refused.batch_id = receipt.batch_id
  ) and case coverage
    when 'list' then is_last_page
    when 'day' then window_from is not null and received_at >= window_to and rejected_count = 0
    else window_from is not null and source <> 'receiver'
  end
),
-- a balance is read at the start and at the end of a day
reading as (
  select opening.receipt_id, opening.kind, opening.input, opening.currency, day.opens_on
  from receipt as opening
  cross join lateral (select cast(timezone(opening.zone, opening.window_from) as date) as opens_on) as day
  inner join receipt as closing
    on closing.kind = opening.kind and closing.window_from = timezone(opening.zone, (day.opens_on + 1)::timestamp)
  where opening.coverage = 'reading' and opening.window_from = timezone(opening.zone, day.opens_on::timestamp)
    and opening.received_at >= opening.window_from and closing.received_at >= closing.window_from
),
own as (
  select receipt.*
  from receipt
  where window_from is null and coalesce(coverage, 'file') in ('file', 'window', 'listening') and not exists (
    select 1 from refused
    where refused.kind = receipt.kind
      and (refused.batch_id = receipt.batch_id or refused.file_name = receipt.file_name and refused.receipt_id > receipt.receipt_id)
  )
),
declared as (
  select kind, sha256, arg_max(first_day, receipt_id) as first_day, arg_max(last_day, receipt_id) as last_day
  from core.declared_span
  group by kind, sha256
),
claim as (
  select
    claim.receipt_id,
    claim.currency,
    claim.account,
    try_cast(claim.first_day as date) as first_day,
    try_cast(claim.last_day as date) as last_day,
    -- an opening balance may be dated on the day before the first line; it is taken so where no version of the statement has a
    -- line of that date
    coalesce(claim.first_day = claim.opening_on and claim.first_day < claim.last_day, false) and not exists (
      -- the lines as they are in the files, because core.bank_line has only lines that no earlier file had
      select 1
      from raw.file_claim as version
      inner join raw.bank_statement_line as line
        on line.receipt_id = version.receipt_id and line.statement_no = version.statement_no::text and line.booked_on = version.first_day
      where version.first_day = claim.first_day and version.opening = claim.opening
        and version.account is not distinct from claim.account and version.currency is not distinct from claim.currency
    ) as is_day_before
  from raw.file_claim as claim
),
stated as (
  select own.receipt_id, null as currency, null as account, span.first_day, span.last_day
  from own
  inner join core.stated_period as span on span.receipt_id = own.content_id
  where not span.is_contradicted
  union all
  select
    own.receipt_id, claim.currency, claim.account, case when claim.is_day_before then claim.first_day + 1 else claim.first_day end,
    claim.last_day
  from own
  inner join claim on claim.receipt_id = own.content_id
),
-- the day on which the content of a file begins, as the file states or a person declares
beginning as (
  select receipt_id, currency, account, first_day, last_day, false as is_declared from stated where first_day is not null
  union all
  select own.receipt_id, null, null, declared.first_day, declared.last_day, true
  from own
  inner join declared on declared.kind = own.kind and declared.sha256 = own.sha256
),
spanned as (
  select receipt_id, currency, account, first_day, last_day, 'stated_span' as basis, false as is_declared
  from stated
  where first_day is not null and last_day is not null
  union all
  select receipt_id, currency, account, first_day, last_day, 'declared', true from beginning where is_declared
  union all
  select own.receipt_id, continuity.currency, continuity.account, continuity.first_day, continuity.last_day, 'balance', false
  from own
  inner join core.bank_continuity as continuity on continuity.receipt_id = own.content_id
  union all
  select
    beginning.receipt_id, beginning.currency, beginning.account,
    coalesce(greatest(beginning.first_day, beginning.last_day + 1), beginning.first_day), span.last_day - 1, 'later_line',
    beginning.is_declared
  from beginning
  inner join own on own.receipt_id = beginning.receipt_id
  inner join raw.file_span as span on span.receipt_id = own.content_id
),
proven as (
  select
    own.receipt_id, own.content_id, own.kind, own.input, coalesce(spanned.currency, own.currency) as currency,
    spanned.account, spanned.first_day, least(spanned.last_day, own.content_on - 1) as last_day, spanned.basis, spanned.is_declared
  from spanned
  inner join own on own.receipt_id = spanned.receipt_id
  union all
  select
    own.receipt_id, own.content_id, own.kind, own.input, own.currency, null,
    least(coalesce(span.first_day, own.received_on - 1), own.received_on - 1), own.received_on - 1, 'rule', true
  from own
  left join raw.file_span as span on span.receipt_id = own.content_id
  where own.covers = 'through_previous_day'
  union all
  select
    receipt.receipt_id, receipt.receipt_id, receipt.kind, receipt.input, null, null, listened.first_day,
    listened.last_day, 'listened', false
  from receipt
  inner join core.listened as listened
    on listened.receipt_id = receipt.receipt_id and listened.stretch_id = receipt.receipt_id
),
-- rejected rows that should have been lines: each belongs to its day, or, without a date, to any day of its file; a delivery that was
-- rejected to the days on which it may have arrived
lacking as (
  select receipt_id, business_date
  from staging.rejected_row
  where staging.is_record(reason_code) and receipt_id not in (select listened.receipt_id from core.listened as listened)
  group by receipt_id, business_date
  union
  select stretch_id, unnest(generate_series(coalesce(arrived_on, began_on), coalesce(arrived_on, ended_on), interval 1 day))::date
  from (
    select listened.*, case when business_date is not null then greatest(began_on, least(business_date, ended_on)) end as arrived_on
    from core.listened as listened
    inner join staging.rejected_row as rejected on rejected.receipt_id = listened.receipt_id
    where staging.is_record(reason_code)
  )
),
-- the proven days of each file, split at the days of its rejected rows
whole as (
  select
    proven.* replace (
      greatest(proven.first_day, coalesce(piece.after_day + 1, proven.first_day))::date as first_day,
      least(proven.last_day, coalesce(piece.before_day - 1, proven.last_day))::date as last_day
    )
  from proven
  left join (
    select
      receipt_id,
      unnest(list_prepend(null, list(business_date order by business_date))) as after_day,
      unnest(list_append(list(business_date order by business_date), null)) as before_day
    from lacking
    where business_date is not null
    group by receipt_id
  ) as piece on piece.receipt_id = proven.content_id
  where not exists (
    select 1 from lacking where lacking.receipt_id = proven.content_id and lacking.business_date is null
  )
)
select kind, input, currency, null as account, first_day, last_day, basis, false as is_declared, receipt_id
from service
where first_day <= last_day
union all
select kind, input, currency, null, opens_on, opens_on, 'answer', false, receipt_id
from reading
union all
select kind, input, currency, account, first_day, last_day, basis, is_declared, receipt_id
from whole
where first_day <= last_day;

-- statement: covered_span
-- The days that an input covers without a gap, whichever receipts prove them. A bank account is covered by receipts that name
-- it and by receipts that name no account; a currency is covered where all of its known accounts are. A period or declaration
-- names no account: where all lines of the file do, it is that of their accounts, and of accounts that some file has beside
-- them, because an account may have no line in a period. Deadlines use these days: an item expected by a day is overdue once the
-- input is covered through that day.
-- grain: one stretch of days of one kind and currency
-- key: kind, currency, first_day
-- reads: core.coverage, core.company, core.bank_line, core.bank_statement, raw.bank_statement_line, raw.receipt
create table core.covered_span as
with
file_account as (
  select receipt.receipt_id, coalesce(staging.tidy_text(line.account), receipt.account) as account
  -- a total below the lines has no day, and no account
  from (select distinct receipt_id, account from raw.bank_statement_line where booked_on is not null) as line
  inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
),
-- the files whose lines all name their account; a file that is received again has the lines of the loaded file
named_file as (
  select receipt.receipt_id, max(file.receipt_id) as content_id
  from raw.receipt as receipt
  inner join raw.receipt as loaded
    on loaded.kind = receipt.kind and loaded.sha256 = receipt.sha256 and loaded.load_status = 'loaded'
  inner join (
    select receipt_id from file_account group by receipt_id having count(*) = count(account)
  ) as file on file.receipt_id = loaded.receipt_id
  group by receipt.receipt_id
),
beside as (
  select distinct own.account, other.account as beside_account
  from file_account as own
  inner join file_account as other on other.receipt_id = own.receipt_id
),
named_account as (
  select distinct file.receipt_id, beside.beside_account as account
  from named_file as file
  inner join file_account as own on own.receipt_id = file.content_id
  inner join beside on beside.account = own.account
),
currency as (
  select unnest(currencies) as currency from core.company
  union
  select currency from core.coverage where currency is not null
),
known_account as (
  select 'bank_statement' as kind, currency, account from core.bank_line where account is not null
  union
  select 'bank_statement', currency, account from core.bank_statement where account is not null
  union
  select coverage.kind, currency.currency, coverage.account
  from core.coverage as coverage
  inner join currency
    on currency.currency = coalesce(coverage.currency, currency.currency)
  where coverage.account is not null
),
span as (
  select
    coverage.kind, currency.currency, coalesce(coverage.account, known.account, '') as account,
    coverage.first_day, coverage.last_day
  from core.coverage as coverage
  inner join currency
    on currency.currency = coalesce(coverage.currency, currency.currency)
  left join known_account as known
    on coverage.account is null and known.kind = coverage.kind and known.currency = currency.currency
  left join named_file as file on file.receipt_id = coverage.receipt_id
  left join named_account as named on named.receipt_id = coverage.receipt_id and named.account = known.account
  where file.receipt_id is null or known.account is null or named.account is not null
),
numbered as (
  select
    *,
    coalesce(first_day > max(last_day) over earlier + 1, true)::integer as is_start
  from span
  window earlier as (
    partition by kind, currency, account order by first_day, last_day rows between unbounded preceding and 1 preceding
  )
),
stretch as (
  select kind, currency, account, min(first_day) as first_day, max(last_day) as last_day
  from (
    select *, sum(is_start) over (partition by kind, currency, account order by first_day, last_day) as stretch_no
    from numbered
  ) as counted
  group by kind, currency, account, stretch_no
),
-- the days from which the number of covered accounts changes
edge as (
  select kind, currency, from_day, sum(sum(step)) over (partition by kind, currency order by from_day) as account_count
  from (
    select kind, currency, first_day as from_day, 1 as step from stretch
    union all
    select kind, currency, last_day + 1, -1 from stretch
  ) as step
  group by kind, currency, from_day
),
account_total as (
  select kind, currency, count(*) as account_count from known_account group by kind, currency
),
ended as (
  select edge.*, lead(from_day) over (partition by kind, currency order by from_day) - 1 as until_day
  from edge
)
select ended.kind, ended.currency, ended.from_day::date as first_day, ended.until_day::date as last_day
from ended
left join account_total as total
  on total.kind = ended.kind and total.currency = ended.currency
where ended.account_count >= coalesce(total.account_count, 1);

-- statement: last_own_file
-- The newest file of each kind that has no window: a file of the merchant, or a statement that was imported by hand.
-- problem: a message that says why the file does not prove the days that it may be about, for files that cover no day
-- grain: one kind
-- key: kind
-- first_day, last_day: of its accepted lines
-- reads: staging.rejected_row, raw.receipt, raw.file_span, core.stated_period, raw.file_claim
create table core.last_own_file as
with
last as (
  select
    receipt.kind,
    receipt.receipt_id,
    receipt.file_name,
    content.receipt_id as content_id,
    content.row_count,
    (
      select count(*)
      from staging.rejected_row as rejected
      where rejected.receipt_id = content.receipt_id
        and staging.is_record(rejected.reason_code)
    ) as rejected_count,
    span.first_day,
    span.last_day,
    exists (select 1 from core.stated_period as stated where stated.receipt_id = content.receipt_id)
      or exists (
        select 1 from raw.file_claim as claim where claim.receipt_id = content.receipt_id and claim.last_day is not null
      ) as is_period_stated,
    exists (
      select 1 from core.stated_period as stated where stated.receipt_id = content.receipt_id and stated.is_contradicted
    ) as is_outside_period
  from raw.receipt as receipt
  inner join raw.receipt as content
    on content.kind = receipt.kind and content.sha256 = receipt.sha256
    and content.load_status = 'loaded'
  left join raw.file_span as span on span.receipt_id = content.receipt_id
  where receipt.load_status in ('loaded', 'repeated') and receipt.window_from is null
  qualify row_number() over (partition by receipt.kind order by receipt.receipt_id desc, content.receipt_id desc) = 1
)
select
  kind,
  receipt_id,
  file_name,
  first_day,
  last_day,
  rejected_count > 0 as has_rejected_rows,
  core.say(case
    when first_day is null and rejected_count > 0 then 'own_file-unread'
    when rejected_count > 0 then 'own_file-rejected_rows'
    when is_outside_period then 'own_file-outside_period'
    when is_period_stated then 'own_file-period_not_over'
    when first_day is null then 'own_file-empty'
    else 'own_file-without_period'
  end, { file: file_name, from_day: first_day, to_day: last_day, rows: rejected_count }) as problem
from last;
