-- The receipts that do not count as received, so that the next run asks for them again: what was refused, what has a rejected
-- record (with every page of its list), a list of which a page is missing, a balance that lost a currency, a statement of which the
-- answer to the request was refused, and the gateway's answers on which a control total of the period rests that is out of balance
-- and undecided, until the gateway has given the same answer twice.
-- grain: one receipt
-- key: file_id
-- reads: raw.receipt, staging.rejected_row, core.company_input, core.balance_lost, core.incomplete_list, core.statement_requested,
-- recon.control
create or replace macro core.unusable_receipt(the_company, period_start, period_end) as table (
  with
  rejected as (
    select distinct file_id
    from staging.rejected_row
    where reason_code not in ('summary_row', 'header_repeated', 'item_row', 'text_row', 'not_signed')
  ),
  bad as (
    select receipt.file_id, receipt.kind, receipt.batch_id, receipt.sha256, receipt.window_from, receipt.window_to
    from raw.receipt as receipt
    left join rejected on rejected.file_id = receipt.file_id
    left join core.balance_lost as lost on lost.file_id = receipt.file_id
    left join core.incomplete_list as cut
      on cut.company = receipt.company and cut.kind = receipt.kind and cut.batch_id = receipt.batch_id
    where receipt.company = the_company
      and (receipt.load_status = 'refused' or rejected.file_id is not null or lost.file_id is not null or cut.kind is not null)
  ),
  -- a day whose total is out of balance, or that has no figures although its inputs came
  doubtful as (
    select distinct control.currency, control.business_date, need.input
    from recon.control as control
    inner join (values
      ('statement_to_turnover', 'statement'), ('statement_to_turnover', 'turnover'), ('gateway_balance', 'balance')
    ) as need (control, input) on need.control = control.control
    where control.company = the_company
      and control.business_date >= period_start and control.business_date < period_end
      and not control.is_decided
      and (control.state = 'out_of_balance' or (control.state = 'not_made' and coalesce(control.input, '') = ''))
  ),
  doubted as (
    select receipt.file_id
    from raw.receipt as receipt
    inner join core.company_input as input on input.company = receipt.company and input.kind = receipt.kind
    inner join doubtful
      on doubtful.input = input.input
      and coalesce(receipt.currency, doubtful.currency) = doubtful.currency
      and receipt.window_from <= timezone(receipt.zone, (doubtful.business_date + interval 1 day)::timestamp)
      and receipt.window_to >= timezone(receipt.zone, doubtful.business_date::timestamp)
    where receipt.company = the_company
      and receipt.load_status in ('loaded', 'repeated')
      and not exists (
        select 1
        from raw.receipt as other
        where other.company = receipt.company and other.kind = receipt.kind and other.file_id <> receipt.file_id
          and other.sha256 = receipt.sha256 and other.currency is not distinct from receipt.currency
          and other.window_from = receipt.window_from and other.window_to = receipt.window_to
          and other.load_status in ('loaded', 'repeated')
      )
  )
  select file_id from bad
  union
  select file_id from doubted
  union
  -- the statement itself is good: the same content with a good answer to its request counts as received
  select receipt.file_id
  from raw.receipt as receipt
  inner join core.statement_requested as requested on requested.file_id = receipt.file_id
  where receipt.company = the_company and requested.refusal is not null
  union
  -- the other pages of the list, and what was received again with the same content
  select other.file_id
  from raw.receipt as other
  inner join bad
    on bad.kind = other.kind
    and (
      bad.batch_id = other.batch_id
      or (
        other.load_status = 'repeated' and bad.sha256 = other.sha256 and bad.window_from = other.window_from
        and bad.window_to = other.window_to
      )
    )
  where other.company = the_company
);
