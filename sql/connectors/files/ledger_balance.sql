-- statement: ledger_balance
-- grain: one line of a ledger file, typed
-- key: receipt_id, line_no
-- reads: the table the_lines, raw.receipt, staging.currency, core.company
-- A rejected line has reject_code and reject_reason, and is not loaded. Lines of the same account, currency and day with the same
-- balance count once (is_repeated); lines with different balances are all rejected, because it is not known which balance is right.
create or replace macro staging.ledger_balance(the_receipt_id, the_zone, the_lines) as table (
  with
  line as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at,
      receipt.earliest_day,
      receipt.latest_day,
      company.currencies,
      nullif(trim(line.account), '') as account,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      line.balance_on as day_text,
      staging.day_from_text(line.balance_on, receipt.date_order) as balance_on,
      line.balance as written_balance,
      staging.with_decimal_point(line.balance, receipt.decimal_mark) as balance_text,
      concat_ws(' | ', line.account, line.currency, line.balance_on, line.balance) as raw_text
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    left join core.company as company on true
  ),
  typed as (
    select
      line.*,
      currency.exponent,
      staging.money_from_text(balance_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as balance
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
  ),
  compared as (
    select
      *,
      min(case when balance is not null then line_no end) over same_balance as first_line_no,
      min(balance) over same_balance as least_balance,
      max(balance) over same_balance as greatest_balance
    from typed
    window same_balance as (partition by account, currency_code, balance_on)
  )
  select
    receipt_id,
    line_no,
    account,
    currency_code as currency,
    balance_on,
    balance_on as business_date,
    balance,
    received_at as known_from,
    line_no > first_line_no as is_repeated,
    case
      when staging.tidy_text(day_text) is null
        and (account is null or regexp_matches(lower(account), '^(grand[ -]?|sub[ -]?)?(total|jumlah|sum|summe|gesamt)'))
        then 'summary_row'
      when account is null then 'account_missing'
      when currency_code is null then 'currency_missing'
      when exponent is null then 'currency_unknown'
      -- without a configuration no currency is configured
      when len(currencies) > 0 and not list_contains(currencies, currency_code) then 'currency_not_configured'
      when staging.tidy_text(day_text) is null then 'date_missing'
      when balance_on is null and staging.has_short_year(day_text) then 'year_two_digits'
      when balance_on is null then 'date_unreadable'
      when balance_on < earliest_day or balance_on > latest_day then 'date_implausible'
      when staging.tidy_text(balance_text) is null then 'balance_missing'
      when balance is null then 'balance_unreadable'
      when least_balance <> greatest_balance then 'balances_differ'
    end as reject_code,
    case reject_code
      when 'summary_row' then 'Summary row among the lines: "' || coalesce(account, written_balance, '') || '".'
      when 'account_missing' then 'The line names no account.'
      when 'currency_missing' then 'The line names no currency.'
      when 'currency_unknown' then staging.currency_reason(currency_code)
      when 'currency_not_configured' then 'The currency "' || currency_code || '" is not among the currencies of the company.'
      when 'date_missing' then 'The line has no date.'
      when 'year_two_digits' then 'The year of the date "' || day_text || '" has two digits: set books.ledger.two_digit_years.'
      when 'date_unreadable' then 'The date "' || day_text || '" is not a valid date.'
      when 'date_implausible' then 'The date "' || day_text || '" is not between ' || earliest_day || ' and ' || latest_day || '.'
      when 'balance_missing' then 'The line has no balance.'
      when 'balance_unreadable' then 'The balance "' || written_balance || '" is not a valid amount in ' || currency_code || '.'
      when 'balances_differ' then 'The file has different balances of account "' || account || '" in ' || currency_code || ' on ' || balance_on || '.'
    end as reject_reason,
    raw_text
  from compared
);

-- statement: ledger_figures
-- The accepted balances of one ledger file by day and currency. The balances of a whole ledger add up to zero. Reads incoming.
select balance_on as business_date, currency, 'ledger balance' as kind, count(*) as line_count, sum(balance) as amount, null::decimal(38, 4) as fee
from incoming
where reject_code is null and not is_repeated
group by all;

-- statement: ledger_note
-- Adds a note to a ledger file where no account is configured, or where the file has no balance of a configured account: it may be
-- the file of another company. Reads incoming.
update raw.receipt
set notes = list_append(coalesce(notes, []), lacking.sentence)
from (
  select case
      when count(*) = 0 then 'No balance is used until books.ledger.accounts names the account of the gateway, the bank or the payout service.'
      else 'No line has a balance of an account in books.ledger.accounts: ' || string_agg(account, ', ' order by account) || '.'
    end as sentence
  from core.ledger_account
  having not coalesce(bool_or(account in (select account from incoming where reject_code is null)), false)
) as lacking
where receipt_id = $receipt_id;

-- statement: ledger_close
-- Ends the current version of each balance that this file changes. Reads incoming, which the load step fills.
update core.ledger_balance
set known_to = incoming.known_from
from incoming as incoming
where ledger_balance.known_to is null
  and incoming.reject_code is null
  and not incoming.is_repeated
  and ledger_balance.account = incoming.account
  and ledger_balance.currency = incoming.currency
  and ledger_balance.balance_on = incoming.balance_on
  and ledger_balance.balance <> incoming.balance;

-- statement: ledger_insert
-- Adds each balance of a file that is new or has changed. Reads incoming, which the load step fills.
insert into core.ledger_balance by name
select account, currency, balance_on, balance, receipt_id, line_no, known_from, null as known_to
from incoming
anti join core.ledger_balance as known
  on known.known_to is null and known.account = incoming.account
  and known.currency = incoming.currency and known.balance_on = incoming.balance_on
where reject_code is null and not is_repeated;
