-- statement: page_line_text
-- The place of a line of a document with pages: its number is the page times 1000 plus the line on the page.
create or replace macro staging.page_line_text(the_line_no) as
  format('page {}, line {}', the_line_no // 1000, the_line_no % 1000);

-- statement: bank_pdf_sign
-- The sign of an amount that is printed without one: where the balance printed beside each such line differs from the balance
-- before it by the amount, the difference has the sign. The table begins with the oldest line or with the newest. Amounts for
-- which that is not so keep the direction "unsigned", and refuse the file.
-- grain: one line of a file of PDF whose amount has no sign
-- key: receipt_id, line_no
-- reads: file_line, raw.file_claim
update file_line as line
set direction = case when signed.step < 0 then 'debit' else 'credit' end
from (
  with
  printed as (
    select
      line.line_no,
      line.statement_no,
      line.direction = 'unsigned' as is_unsigned,
      try_cast(line.amount as decimal(38, 4)) as amount,
      try_cast(line.balance as decimal(38, 4)) as balance,
      try_cast(claim.opening as decimal(38, 4)) as opening
    from file_line as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id and receipt.format = 'pdf'
    inner join raw.file_claim as claim
      on claim.receipt_id = line.receipt_id and claim.statement_no = try_cast(line.statement_no as integer)
    where coalesce(line.amount, line.credit, line.debit, line.balance) is not null
  ),
  stepped as (
    select
      line_no,
      statement_no,
      is_unsigned,
      amount,
      balance - lag(balance, 1, opening) over file_order as oldest_first,
      balance - lead(balance, 1, opening) over file_order as newest_first
    from printed
    window file_order as (partition by statement_no order by line_no)
  ),
  chosen as (
    select
      stepped.*,
      bool_and(coalesce(abs(oldest_first) = amount, false)) over (partition by statement_no) as is_oldest_first,
      bool_and(coalesce(abs(newest_first) = amount, false)) over (partition by statement_no) as is_newest_first
    from stepped
    where is_unsigned
  )
  select line_no, case when is_oldest_first then oldest_first else newest_first end as step
  from chosen
  where is_oldest_first or is_newest_first
) as signed
where line.line_no = signed.line_no;

-- statement: bank_pdf_balance
-- Every balance that a bank statement in PDF prints beside a line, or between pages, with the balance that its opening balance
-- and the lines give: with the oldest line first the opening balance and the lines up to there, with the newest first the
-- closing balance less the lines above.
-- grain: one printed balance
-- key: line_no
-- reads: raw.file_claim, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.bank_pdf_balance(the_receipt_id, the_lines) as table (
  with
  line as (
    select
      line.statement_no,
      line.line_no,
      coalesce(line.currency, claim.currency) as currency,
      line.running_balance as printed,
      try_cast(claim.opening as decimal(38, 4)) + sum(coalesce(line.amount, 0)) over up_to_here as oldest_first,
      try_cast(claim.closing as decimal(38, 4)) - sum(coalesce(line.amount, 0)) over up_to_here + coalesce(line.amount, 0)
        as newest_first
    from query_table(the_lines) as line
    inner join raw.file_claim as claim on claim.receipt_id = the_receipt_id and claim.statement_no = line.statement_no
    window up_to_here as (partition by line.statement_no order by line.line_no rows unbounded preceding)
  ),
  ordered as (
    select
      line.*,
      count(case when newest_first = printed then 1 end) over (partition by statement_no)
        > count(case when oldest_first = printed then 1 end) over (partition by statement_no) as is_newest_first
    from line
    where printed is not null
  )
  select
    statement_no,
    line_no,
    currency,
    printed,
    is_newest_first,
    (case when is_newest_first then newest_first else oldest_first end)::decimal(38, 4) as expected
  from ordered
);

-- statement: bank_pdf
-- Refuses a bank statement in PDF that does not prove itself: an entry that cannot be read or is booked outside the period, an
-- opening or closing balance that is not printed, a printed balance that the lines do not give, or totals other than those of
-- the lines. Nothing but the balances shows that the text of a page was read as it is meant.
-- grain: one contradiction, the first of the file
-- key: code
-- reads: raw.receipt, file_line, and the temporary table incoming
with
proof as (
  select proof.* replace (coalesce(proof.currency, receipt.currency) as currency)
  from staging.bank_proof($receipt_id, 'incoming') as proof
  inner join raw.receipt as receipt on receipt.receipt_id = proof.receipt_id and receipt.format = 'pdf'
),
unreadable as (
  select
    1 as position,
    incoming.line_no,
    'FILE_ROW_UNREADABLE' as code,
    case
      when incoming.reject_code = 'direction_unknown' and incoming.raw_text like '%unsigned%' then format(
        'The amount of the entry on {} has no sign, and no balance beside the lines proves whether it is money in or money out.',
        staging.page_line_text(incoming.line_no)
      )
      when incoming.reject_code <> 'summary_row'
        then format('The entry on {} cannot be read: {}', staging.page_line_text(incoming.line_no), incoming.reject_reason)
      when line.balance is not null and incoming.running_balance is null
        then format('The balance on {} cannot be read: "{}".', staging.page_line_text(incoming.line_no), line.balance)
      when incoming.has_unreadable_value_date then format('The value date of the entry on {} is not a valid date.', staging.page_line_text(incoming.line_no))
      else format(
        'The entry on {} is booked on {}, outside the period of the statement ({}).',
        staging.page_line_text(incoming.line_no), core.day_text(incoming.booked_on),
        coalesce(core.day_text(proof.first_day) || ' to ', 'until ') || core.day_text(proof.last_day)
      )
    end as message,
    case
      when incoming.reject_code = 'direction_unknown'
        then 'Name the column that states debit or credit under books.bank.aliases.direction, or the columns of the amounts under debit and credit.'
      when incoming.reject_code = 'currency_missing' then 'Give its currency: --currency MYR, or currencies of the company.'
      else 'Without this entry the balances prove nothing, so nothing of the file was loaded: download the statement again, or import it in another format.'
    end as remedy
  from incoming
  inner join proof on proof.statement_no = incoming.statement_no
  inner join file_line as line on line.line_no = incoming.line_no
  where (line.balance is not null and incoming.running_balance is null)
    or (
      incoming.reject_code is distinct from 'summary_row'
      and (incoming.reject_code is not null or incoming.has_unreadable_value_date or incoming.booked_on < proof.first_day or incoming.booked_on > proof.last_day)
    )
),
missing as (
  select
    2 as position,
    line_no,
    'FILE_BALANCE_MISSING' as code,
    format(
      'The {} that begins on {} prints no {} that can be read.', title, staging.page_line_text(line_no),
      case when opening is null and closing is null then 'opening and closing balance' when opening is null then 'opening balance'
        else 'closing balance' end
    ) as message,
    'A PDF is loaded only if its balances prove its entries: download the whole statement with all its pages, or import it in another format.' as remedy
  from proof
  where opening is null or closing is null
),
beside as (
  select
    3 as position,
    balance.line_no,
    'FILE_BALANCE_CONTRADICTS' as code,
    format(
      'The balance on {} is {}, but the {} and the entries up to there give {}.', staging.page_line_text(balance.line_no),
      core.money_text(balance.currency, balance.printed), case when is_newest_first then 'closing balance' else 'opening balance' end,
      core.money_text(balance.currency, balance.expected)
    ) as message,
    'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy
  from staging.bank_pdf_balance($receipt_id, 'incoming') as balance
  inner join proof on proof.statement_no = balance.statement_no
  where balance.printed <> balance.expected
),
whole as (
  select
    4 as position,
    closing_line as line_no,
    'FILE_BALANCE_CONTRADICTS' as code,
    format(
      'The {} begins with a balance of {} ({}) and ends with {} ({}), but its entries add up to {}: {} {}.', title,
      core.money_text(currency, opening), staging.page_line_text(opening_line), core.money_text(currency, closing),
      staging.page_line_text(closing_line), core.money_text(currency, amount), core.money_text(currency, abs(closing - opening - amount)),
      case when closing - opening > amount then 'is missing from the entries' else 'is too much in the entries' end
    ) as message,
    'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy
  from proof
  where opening + amount <> closing
),
totals as (
  select
    5 as position,
    line_no,
    'FILE_TOTALS_CONTRADICT' as code,
    format('The {} that begins on {} {}.', title, staging.page_line_text(line_no), what) as message,
    'An entry is missing, doubled or changed: download the statement again. Nothing of the file was loaded.' as remedy
  from (
    select
      line_no,
      title,
      case
        when entry_count <> line_count then format('states {} entries and has {}', entry_count, line_count)
        when stated_credits <> credit_sum then format(
          'states credits of {}, and its credits add up to {}', core.money_text(currency, stated_credits), core.money_text(currency, credit_sum)
        )
        when stated_debits <> debit_sum then format(
          'states debits of {}, and its debits add up to {}', core.money_text(currency, stated_debits), core.money_text(currency, debit_sum)
        )
      end as what
    from proof
  )
  where what is not null
),
contradiction as (
  from unreadable
  union all
  from missing
  union all
  from beside
  union all
  from whole
  union all
  from totals
)
-- an amount without a currency has no text
select code, coalesce(message, 'The balances and entries of the statement do not agree.') as message, remedy, line_no
from contradiction
order by position, line_no
limit 1;
