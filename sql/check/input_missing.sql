-- What a day needs and does not have: without it nothing can be proven, and the day is incomplete.
-- grain: one missing input of one company, currency and day
-- key: company, currency, business_date, input
-- reads: core.company, core.payout_account, core.turnover_now, core.payment, raw.receipt
create or replace macro recon.input_missing(the_company, period_start, period_end) as table (
  with
  day as (
    select
      company.company,
      company.zone,
      company.has_gateway,
      company.has_payout,
      unnest(company.currencies) as currency,
      unnest(generate_series(period_start, period_end - interval 1 day, interval 1 day))::date as business_date
    from core.company as company
    where company.company = the_company
  ),
  every_day as (
    select distinct day.company, day.zone, day.has_gateway, day.has_payout, currency.currency, date.business_date
    from day
    cross join (select distinct currency from day where currency is not null) as currency
    cross join (select distinct business_date from day where business_date is not null) as date
  ),
  bounded as (
    select
      every_day.*,
      timezone(zone, business_date::timestamp) as day_from,
      timezone(zone, (business_date + interval 1 day)::timestamp) as day_to
    from every_day
  ),
  imported as (
    select distinct receipt.company, payment.currency, payment.business_date
    from raw.receipt as receipt
    inner join core.payment as payment on payment.file_id = receipt.file_id
    where receipt.company = the_company and receipt.kind = 'statement' and receipt.window_from is null
  ),
  statement_missing as (
    select company, currency, business_date, 'statement' as input,
      'No statement that covers the day was loaded.' as reason
    from bounded
    where has_gateway
      and not exists (
        select 1
        from raw.receipt as receipt
        where receipt.company = bounded.company
          and receipt.kind = 'statement'
          and receipt.load_status in ('loaded', 'repeated')
          and coalesce(receipt.currency, bounded.currency) = bounded.currency
          and receipt.window_from <= bounded.day_from
          and receipt.window_to >= bounded.day_to
      )
      and not exists (
        select 1
        from imported
        where imported.company = bounded.company
          and imported.currency = bounded.currency
          and imported.business_date = bounded.business_date
      )
  ),
  turnover_missing as (
    select company, currency, business_date, 'turnover' as input,
      'The gateway''s turnover of the day was not received.' as reason
    from bounded
    where has_gateway
      and (
        select count(*)
        from core.turnover_now as turnover
        where turnover.company = bounded.company
          and turnover.currency = bounded.currency
          and turnover.business_date = bounded.business_date
      ) < 2
  ),
  ledger_missing as (
    select bounded.company, bounded.currency, business_date, payout_list.list as input,
      'The ' || replace(payout_list.list, '_', ' ') || ' of the payout service were not received whole after the day''s end.' as reason
    from bounded
    left join (select company, max(currency) as currency from core.payout_account group by company) as account
      on account.company = bounded.company
    cross join staging.payout_list as payout_list
    -- the accounts say which currency they are in; as long as they do not, no currency is proven
    where has_payout
      and (account.currency is null or account.currency = bounded.currency)
      and not exists (
        select 1
        from raw.receipt as receipt
        where receipt.company = bounded.company
          and receipt.kind = payout_list.receipt_kind
          and receipt.load_status = 'loaded'
          and receipt.is_last_page
          and receipt.received_at >= bounded.day_to
      )
  ),
  -- the merchant's own files are needed where the company gives them: up to the day, and not only for its beginning
  book_missing as (
    select bounded.company, bounded.currency, bounded.business_date, book.kind as input,
      'The ' || book.title || ' does not reach the day.' as reason
    from bounded
    inner join core.company as company on company.company = bounded.company
    cross join (
      values ('orders', 'order file', 'orders'), ('bank', 'bank statement', 'bank_statement'), ('callbacks', 'file of callbacks', 'callbacks')
    ) as book (kind, title, receipt_kind)
    where case book.kind when 'orders' then company.has_orders when 'bank' then company.has_bank else company.has_callbacks end
      and not exists (
        select 1
        from raw.receipt as receipt
        where receipt.company = bounded.company
          and receipt.kind = book.receipt_kind
          and receipt.load_status in ('loaded', 'repeated')
          and receipt.received_at >= bounded.day_to
      )
  )
  select * from statement_missing
  union all
  select * from turnover_missing
  union all
  select * from ledger_missing
  union all
  select * from book_missing
  order by company, currency, business_date, input
);
