-- Whether each input that a business day needs covers it. What is needed follows from the declarations of the company's
-- connectors (core.company_input), and from what was imported by hand (core.imported_input); an input that is not needed is
-- listed where rows of it were rejected.
-- state: covered, missing, or awaited (not due yet by its cadence on the day of the last run). basis: what proves the coverage
-- rejected_count: rejected rows of the input that may belong to the day
-- grain: one input of one currency and day
-- key: currency, business_date, input
-- reads: core.currency_day, core.company_input, core.imported_input, core.payout_account, core.coverage, core.covered_span,
-- core.last_own_file, core.bank_gap, core.refused_receipt, core.request_retry, core.rejected_day, core.balance_not_offered, core.input_lost,
-- core.newest_statement, raw.receipt, recon.run
create or replace macro recon.input_day(period_start, period_end) as table (
  with
  every_day as (
    from core.currency_day(period_start, period_end)
  ),
  account as (
    select list(distinct currency) as currencies
    from core.payout_account
  ),
  required as (
    select every_day.*, input.kind, input.input, input.coverage, input.covers, input.reason, input.cadence, input.due
    from every_day
    cross join core.company_input as input
    cross join account
    where input.coverage is not null
      and not (input.input = 'balance' and exists (from core.balance_not_offered))
      -- an account states its currency; as long as none is known, the inputs are missing for every currency
      and (input.scope = 'currency' or account.currencies is null or list_contains(account.currencies, every_day.currency))
    union all
    select every_day.*, input.kind, input.input, 'file' as coverage, null as covers, null as reason, input.cadence, input.due
    from every_day
    inner join core.imported_input as input
      on input.currency = every_day.currency and input.first_day <= every_day.business_date
  ),
  receipt as (
    select receipt.*
    from raw.receipt as receipt
    where receipt.load_status in ('loaded', 'repeated')
  ),
  -- what a user can do about a missing input whose file was refused
  refusal as (
    select
      required.currency,
      required.business_date,
      required.kind,
      case
        when count(*) > 1 then rtrim(max_by(refused.refusal, refused.receipt_id), '.') || ' (and ' || (count(*) - 1) || ' more).'
        else max_by(refused.refusal, refused.receipt_id)
      end as refusal
    from required
    inner join core.refused_receipt as refused
      on refused.kind = required.kind
      and coalesce(refused.currency, required.currency) = required.currency
      and core.concerns_day(refused, required)
    group by required.currency, required.business_date, required.kind
  ),
  -- when unusable answers for the input are requested again
  retry as (
    select
      required.currency,
      required.business_date,
      required.kind,
      -- in a struct, because max_by leaves out nulls
      max_by(
        struct_pack(
          text := core.retry_message(null::text, retry.request_count, retry.next_attempt_at, retry.zone),
          is_incomplete := retry.because = 'incomplete'
        ),
        retry.receipt_id
      ) as newest
    from required
    inner join core.request_retry as retry
      on retry.kind in (required.kind, required.kind || '_request')
      and coalesce(retry.currency, required.currency) = required.currency
      and core.concerns_day(retry, required)
    group by required.currency, required.business_date, required.kind
  ),
  span as materialized (
    select kind, currency, first_day, last_day from core.covered_span
  ),
  coverage as materialized (
    select * from core.coverage
  ),
  -- the second format of a statement has to be of the window of the newest statement
  newest_window as (
    select newest.currency, newest.business_date, newest.window_from, newest.window_to
    from core.newest_statement(period_start, period_end) as newest
    inner join core.company_input as input on input.kind = newest.kind and input.input = 'statement'
  ),
  covered as (
    select
      required.currency,
      required.business_date,
      required.kind,
      bool_and(coverage.is_declared) as is_declared,
      -- a proof without a declaration comes first; for the same file, the stated span comes before the balance
      arg_min(
        coverage.basis, (coverage.is_declared, coverage.basis = 'later_line', coverage.receipt_id, coverage.basis = 'balance', coverage.basis)
      ) as basis
    from required
    inner join span
      on span.kind = required.kind and span.currency = required.currency
      and required.business_date between span.first_day and span.last_day
    inner join coverage
      on coverage.kind = required.kind and coalesce(coverage.currency, required.currency) = required.currency
      and required.business_date between coverage.first_day and coverage.last_day
    inner join receipt on receipt.receipt_id = coverage.receipt_id
    left join newest_window as newest on newest.currency = required.currency and newest.business_date = required.business_date
    where required.coverage <> 'window_of_statement'
      or receipt.window_from = newest.window_from and receipt.window_to = newest.window_to
    group by required.currency, required.business_date, required.kind
  ),
  -- for each day that nothing covers, the nearest covered days, and the file that covers the last day before it
  nearest as (
    select
      required.currency,
      required.business_date,
      required.kind,
      max(span.last_day) filter (span.last_day < required.business_date) as covered_through,
      min(span.first_day) filter (span.first_day > required.business_date) as covered_from
    from required
    inner join span on span.kind = required.kind and span.currency = required.currency
    where required.coverage in ('window', 'file', 'listening')
    group by required.currency, required.business_date, required.kind
  ),
  nearest_file as (
    select
      nearest.*,
      (
        select arg_max(receipt.file_name, coverage.receipt_id)
        from coverage
        inner join receipt on receipt.receipt_id = coverage.receipt_id
        where coverage.kind = nearest.kind and coalesce(coverage.currency, nearest.currency) = nearest.currency
          and coalesce(nearest.covered_through, nearest.covered_from) between coverage.first_day and coverage.last_day
      ) as file_name
    from nearest
  ),
  -- the last day of a run: an input that is due later is not missing yet
  run as (
    select coalesce(
      (select arg_max(as_of, run_id) from recon.run),
      (select max(cast(timezone(zone, received_at) as date)) from raw.receipt)
    ) as as_of
  ),
  -- the first statement that does not continue the previous one: lines may be missing from there on
  gap as (
    select required.currency, required.business_date, required.kind, arg_min(gap.reason, (gap.gap_from, gap.receipt_id, gap.statement_no)) as reason
    from required
    inner join core.bank_gap as gap
      on gap.currency = required.currency and gap.gap_from <= required.business_date
    where required.kind = 'bank_statement'
    group by required.currency, required.business_date, required.kind
  ),
  -- what is missing from answers that were received
  lost as (
    from core.input_lost(period_start, period_end)
  ),
  rejected as (
    select every_day.currency, every_day.business_date, rejected.kind, sum(rejected.rejected_count)::bigint as rejected_count
    from core.rejected_day as rejected
    inner join every_day
      on every_day.business_date = rejected.business_date
      and every_day.currency = coalesce(rejected.currency, every_day.currency)
    group by every_day.currency, every_day.business_date, rejected.kind
    having sum(rejected.rejected_count) > 0
  ),
  judged as (
    select
      required.*,
      covered.kind is not null and gap.kind is null and lost.kind is null as is_covered,
      covered.basis as proof,
      covered.is_declared,
      core.due_on(required.business_date, required.cadence, required.due) as due_on,
      case
        when gap.reason is not null then gap.reason
        when lost.reason is not null then core.say_all([
          lost.reason, case when lost.is_asked then coalesce(retry.newest.text, lost.what_to_do) end, lost.otherwise
        ])
      end as gap,
      refusal.refusal,
      coalesce(retry.newest.is_incomplete, false) as is_page_missing,
      retry.newest.text as retry,
      coalesce(rejected.rejected_count, 0) as rejected_count,
      nearest.covered_through,
      nearest.covered_from,
      nearest.file_name as nearest_file,
      last_file.file_name as last_file,
      case when proving.receipt_id is null then last_file.problem end as file_problem,
      proving.receipt_id is null and last_file.has_rejected_rows as is_file_wrong,
      last_file.first_day as line_from,
      -- as people call it: Bank statement
      case required.input when 'bank' then 'Bank statement' else upper(required.input[1]) || replace(required.input[2:], '_', ' ') end
        as title
    from required
    left join refusal
      on refusal.currency = required.currency and refusal.business_date = required.business_date and refusal.kind = required.kind
    left join retry
      on retry.currency = required.currency and retry.business_date = required.business_date and retry.kind = required.kind
    left join covered
      on covered.currency = required.currency and covered.business_date = required.business_date and covered.kind = required.kind
    left join nearest_file as nearest
      on nearest.currency = required.currency and nearest.business_date = required.business_date and nearest.kind = required.kind
    left join core.last_own_file as last_file on last_file.kind = required.kind
    left join (select distinct receipt_id from coverage) as proving on proving.receipt_id = last_file.receipt_id
    left join gap
      on gap.currency = required.currency and gap.business_date = required.business_date and gap.kind = required.kind
    left join lost
      on lost.currency = required.currency and lost.business_date = required.business_date and lost.kind = required.kind
    left join rejected
      on rejected.currency = required.currency and rejected.business_date = required.business_date and rejected.kind = required.kind
  ),
  stated as (
    select
      judged.*,
      case
        when is_covered then 'covered'
        -- an input that arrived and is wrong is not awaited
        when cadence <> 'daily' and run.as_of <= due_on and gap is null and refusal is null and not is_page_missing and rejected_count = 0 then 'awaited'
        else 'missing'
      end as state
    from judged
    cross join run
  )
  select
    currency,
    business_date,
    input,
    kind,
    state,
    case
      when state = 'covered' then null
      when gap is not null then gap
      -- the list of a service is never imported by hand
      when coverage = 'list' or (coverage <> 'file' and last_file is null) then core.say_all([
        reason,
        case
          when refusal is not null then core.say('rejected', { refusal: refusal })
          when is_page_missing then core.say('page_missing', null)
        end,
        retry
      ])
      else core.say_all([
        core.say('input-not_covered', {
          title: title, file: nearest_file, through: covered_through, from_day: covered_from, day: business_date,
          is_received: last_file is not null or refusal is not null or is_page_missing
        }),
        -- for files that arrived together with a refused file, the refused file is the reason
        case
          when refusal is null and not is_page_missing
            and (last_file is distinct from nearest_file or covered_through is null and covered_from is null)
            then file_problem
        end,
        case
          when refusal is not null then core.say('rejected', { refusal: refusal })
          when is_page_missing then core.say('page_missing', null)
        end,
        retry,
        case
          when refusal is null and not is_page_missing and rejected_count > 0 and file_problem is null
            then core.say('input-rows_rejected', { rows: rejected_count })
        end,
        case
          when state = 'awaited' then core.say('input-due', { due_on: due_on })
          when refusal is not null or is_page_missing or rejected_count > 0 or is_file_wrong then core.say('input-correct', null)
          when last_file is null then core.say('input-import', { input: input })
          else core.say('input-import_newer', {
            input: input,
            file: case when regexp_full_match(last_file, '[\w./:-]+') then last_file else '"' || last_file || '"' end,
            first_day: least(coalesce(covered_through + 1, line_from, business_date), business_date)::text,
            last_day: business_date::text,
            may_be_rule: coverage = 'file' and covers is null
          })
        end
      ])
    end as reason,
    case
      when refusal is not null then core.say_all([refusal, retry])
      when is_page_missing then core.say_all([core.say('page_missing', null), retry])
    end as refusal,
    case when state = 'awaited' then due_on end as due_on,
    case when state = 'covered' then proof end as basis,
    case when state = 'covered' then business_date else covered_through end as covered_through,
    state = 'covered' and coalesce(is_declared, false) as is_declared,
    rejected_count
  from stated
  union all
  select
    rejected.currency, rejected.business_date, coalesce(input.input, rejected.kind), rejected.kind, 'missing',
    core.say('input-only_rejected', null), null, null, null, null, false, rejected.rejected_count
  from rejected
  inner join every_day on every_day.currency = rejected.currency and every_day.business_date = rejected.business_date
  left join core.company_input as input on input.kind = rejected.kind
  anti join required
    on required.kind = rejected.kind and required.currency = rejected.currency and required.business_date = rejected.business_date
  order by 1, 2, 3, 4
);
