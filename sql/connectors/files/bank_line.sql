-- statement: bank_line
-- grain: one line of a bank statement, typed
-- key: receipt_id, line_no
-- reads: the table the_lines, raw.receipt, raw.file_claim, staging.currency, staging.bank_word, staging.balance_cell
-- A rejected line has reject_code and reject_reason, and is not loaded.
-- The amount is the column amount, or credit less debit. Most debits of a file have the sign with which its bank writes debits;
-- a debit with the other sign was reversed. Banks disagree on the sign of a reversing entry: where the balances of its
-- statement agree only with the other sign, the entries have that sign.
-- Bank lines have no number: a line is identified by its content, and a repeated line by its position. The key of a table's
-- line has only the columns that such lines have always had; full_key also has account and entry_id, and distinguishes lines
-- with the same shorter key.
create or replace macro staging.bank_line(the_receipt_id, the_zone, the_lines) as table (
  with
  sides as (
    select
      coalesce(bool_or(regexp_matches(concat_ws(';', amount, balance), '[0-9)] ?C(;|$)')), false)
        and coalesce(bool_or(regexp_matches(concat_ws(';', amount, balance), '[0-9)] ?D(;|$)')), false) as has_side_letters,
      count(credit) > 0 as has_credits,
      count(debit) > 0 as has_debits
    from query_table(the_lines)
  ),
  -- the decimal mark matters for currencies with three decimals only, which few files have
  mark as (
    select coalesce(bool_or(staging.proves_point(figure)) and not bool_or(staging.proves_point(translate(figure, '.,', ',.'))), false)
      as is_point_proven
    from (
      select concat_ws('; ', amount, credit, debit, balance) as figure
      from query_table(the_lines)
      where exists (
        select 1
        from query_table(the_lines) as line
        inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
        inner join staging.currency as currency
          on currency.currency = coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency)
        where currency.exponent >= 3
      )
    ) as written
  ),
  written as (
    select
      line.receipt_id,
      line.line_no,
      receipt.received_at,
      receipt.date_order,
      receipt.earliest_day,
      receipt.latest_day,
      receipt.format in ('csv', 'xlsx') as is_table,
      case when is_table then receipt.decimal_mark end as table_mark,
      line.booked_on as booked_text,
      line.value_date as value_text,
      coalesce(nullif(upper(trim(line.currency)), ''), receipt.currency) as currency_code,
      -- a word in the column of sides decides where the file has only credits or only debits
      staging.tidy_text(line.direction) is not null and sides.has_credits <> sides.has_debits as has_own_side,
      case when has_own_side then coalesce(line.amount, line.credit, line.debit) else line.amount end as own_amount,
      case when not has_own_side then line.credit end as own_credit,
      case when not has_own_side then line.debit end as own_debit,
      line.balance as own_balance,
      sides.has_side_letters,
      coalesce(line.amount, line.credit, line.debit) as written_amount,
      is_table and table_mark is null and not mark.is_point_proven as is_mark_open,
      staging.tidy_text(line.direction) as direction_word,
      staging.tidy_text(line.status) as status_word,
      lower(staging.tidy_text(line.reversal)) in ('true', '1', 'yes', 'y', 'r') as is_reversal,
      try_cast(line.statement_no as integer) as statement_no,
      nullif(trim(line.place), '') as place,
      nullif(trim(line.description), '') as description,
      nullif(trim(line.reference), '') as reference,
      coalesce(staging.tidy_text(line.account), receipt.account) as account,
      staging.tidy_text(line.entry_id) as entry_id,
      concat_ws(
        ' | ', line.booked_on, line.currency, line.amount, line.credit, line.debit, line.direction, line.description,
        line.reference
      ) as raw_text,
      -- where a line has a description, its other cells may say what a payment is for: "Final balance"
      case when is_table then staging.balance_cell(
        case
          when staging.tidy_text(line.description) is not null then concat(':"', line.booked_on, '",:"', line.description, '"')
          else concat(':"', concat_ws('",:"', line.booked_on, line.value_date, line.reference), '",', line.other_cells)
        end
      ) end as balance_cell,
      is_table and line.description is not null
        and coalesce(
          line.booked_on, line.value_date, line.currency, line.amount, line.reference, line.balance, line.account, line.entry_id, line.credit,
          line.debit, line.direction, line.reversal, line.status
        ) is null
        and not coalesce(contains(line.other_cells, ':"'), false) as has_only_description
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    cross join sides
    cross join mark
  ),
  -- each CTE from here on uses the results of the CTE before it as columns, because a macro repeats its argument expression
  line as (
    select
      written.*,
      case when is_table then staging.bank_figure(own_amount, table_mark, has_side_letters) else own_amount end as amount_text,
      case when is_table then staging.bank_figure(own_credit, table_mark, has_side_letters) else own_credit end as credit_text,
      case when is_table then staging.bank_figure(own_debit, table_mark, has_side_letters) else own_debit end as debit_text,
      case when is_table then staging.bank_figure(own_balance, table_mark, has_side_letters) else own_balance end as balance_text
    from written
  ),
  -- the text of rows that continue the description of the entry above them
  continued as (
    select entry.line_no, string_agg(more.description, ' ' order by more.line_no) as text
    from (select line_no, description from line where has_only_description) as more
    asof join (select line_no from line where not has_only_description) as entry on more.line_no > entry.line_no
    group by entry.line_no
  ),
  worded as (
    select
      line.* replace (nullif(concat_ws(' ', line.description, continued.text), '') as description),
      min(case when not has_only_description then line.line_no end) over () as first_entry,
      currency.exponent,
      list_concat(currency.symbols, [currency.currency]) as symbols,
      staging.tidy_text(coalesce(amount_text, credit_text, debit_text)) is null as has_no_amount,
      side_term.meaning as side,
      status_term.meaning as status,
      case
        when exponent >= 3 and is_mark_open
          then list_filter([amount_text, credit_text, debit_text, balance_text], lambda figure: staging.is_ambiguous_figure(figure))[1]
        -- the reader of a bank format leaves a comma only where it may separate thousands or decimals
        when not is_table and contains(written_amount, ',') and staging.is_ambiguous_figure(written_amount) then written_amount
      end as ambiguous_figure,
      staging.signed_amount_text(amount_text) as signed_amount,
      staging.without_plus(credit_text) as credit_figure,
      staging.without_plus(debit_text) as debit_figure,
      staging.signed_amount_text(debit_text) as signed_debit,
      staging.signed_amount_text(balance_text) as signed_balance,
      staging.without_zone(booked_text) as booked_day_text,
      staging.without_zone(value_text) as value_day_text
    from line
    left join staging.currency as currency on currency.currency = line.currency_code
    left join continued on continued.line_no = line.line_no
    left join staging.bank_word as side_term
      on side_term.kind = 'side' and side_term.word = staging.bank_side_form(line.direction_word)
    left join staging.bank_word as status_term
      on status_term.kind = 'status' and status_term.word = staging.bank_word_form(line.status_word)
  ),
  read as (
    select
      worded.*,
      case when ambiguous_figure is null then staging.money_from_text(signed_amount, symbols, exponent) end
        as plain_amount,
      case when ambiguous_figure is null then staging.money_from_text(credit_figure, symbols, exponent) end as credit,
      is_table and coalesce(staging.bank_side(debit_text) in ('CR', 'DR', '+'), false) as has_side,
      case when ambiguous_figure is null and not has_side then staging.money_from_text(debit_figure, symbols, exponent) end
        as debit,
      -- the column of a card statement, in which amounts without a side are debits
      case when ambiguous_figure is null and has_side then staging.money_from_text(signed_debit, symbols, exponent) end
        as sided_debit,
      case when ambiguous_figure is null then staging.money_from_text(balance_text, symbols, exponent) end as balance,
      case when ambiguous_figure is null then staging.money_from_text(signed_balance, symbols, exponent) end
        as running_balance,
      staging.day_from_text(booked_day_text, date_order) as booked_on,
      staging.day_from_text(value_day_text, date_order) as value_on
    from worded
  ),
  debited as (
    select
      read.*,
      case when side = 'debit' then coalesce(plain_amount, debit) else debit end as written_debit,
      -- some banks write every debit with a minus; a count with a filter over () would read the whole file for each line
      case
        when count(case when written_debit < 0 then 1 end) over () > count(case when written_debit > 0 then 1 end) over () then -1
        else 1
      end as debit_sign
    from read
  ),
  signed as (
    select
      debited.*,
      case
        when staging.tidy_text(credit_text) is not null and credit is null then null
        when staging.tidy_text(debit_text) is not null and coalesce(debit, sided_debit) is null then null
        when coalesce(credit, 0) <> 0 and coalesce(debit, sided_debit, 0) <> 0 then null
        -- a credit with a minus was reversed, and so was a debit with a sign other than that of most debits of the file
        else coalesce(credit, 0) + coalesce(sided_debit, 0) - debit_sign * coalesce(debit, 0)
      end as column_amount,
      case
        when has_no_amount then null
        when staging.tidy_text(amount_text) is null then column_amount
        when direction_word is not null and side is null then null
        -- an amount without a sign, beside the credit or debit column that has the same amount
        when column_amount <> 0 and abs(plain_amount) = abs(column_amount) then column_amount
        when side = 'debit' then -debit_sign * plain_amount
        when side = 'credit' and plain_amount < 0 then null
        else plain_amount
      end as first_amount
    from debited
  ),
  statement as (
    select
      signed.statement_no,
      try_cast(any_value(claim.closing) as decimal(38, 4)) - try_cast(any_value(claim.opening) as decimal(38, 4)) as stated,
      sum(first_amount) as straight,
      sum(case when is_reversal then -first_amount else first_amount end) as turned,
      count(*) = count(first_amount) as is_readable
    from signed
    inner join raw.file_claim as claim
      on claim.receipt_id = signed.receipt_id and claim.statement_no = signed.statement_no
    group by signed.statement_no
  ),
  settled as (
    select
      signed.* exclude (is_reversal),
      coalesce(is_reversal, false) as is_reversal,
      coalesce(statement.is_readable and statement.stated = statement.turned and statement.straight <> statement.stated, false)
        as is_turned,
      case when is_turned and signed.is_reversal then -first_amount else first_amount end as amount
    from signed
    left join statement on statement.statement_no = signed.statement_no
  ),
  keyed as (
    select
      settled.*,
      concat_ws(
        '|', booked_on, value_on, currency_code, amount, description, reference, balance,
        row_number() over (
          partition by booked_on, value_on, currency_code, amount, description, reference, balance order by line_no
        )
      ) as table_content,
      concat_ws(
        '|', booked_on, value_on, currency_code, amount, description, reference, balance, account, entry_id,
        row_number() over (
          partition by booked_on, value_on, currency_code, amount, description, reference, balance, account, entry_id
          order by line_no
        )
      ) as full_content,
      case
        when has_no_amount and (balance is not null or booked_on is null) and regexp_matches(
            lower(concat_ws(' ', booked_text, description, reference)),
            '(total|balance|brought|carried|\bb/?f\b|\bc/?f\b|jumlah|baki|saldo|summe)'
          )
          then 'summary_row'
        when booked_on is null and regexp_matches(lower(concat_ws(' ', booked_text, description)), '^\s*(grand |sub)?total\b')
          then 'summary_row'
        -- a balance is no movement, in whatever column it stands
        when balance_cell is not null then 'summary_row'
        when is_table and regexp_full_match(
            lower(staging.tidy_text(description)),
            '\W*(ledger balance|[bc]/?f|(grand |daily |sub)?totals?( (credits?|debits?|deposits?|withdrawals?|in|out))?)\W*'
          )
          then 'summary_row'
        when has_only_description and line_no > first_entry then 'continuation'
        when status = 'not_booked' then 'not_booked'
        when currency_code is null then 'currency_missing'
        when exponent is null then 'currency_unknown'
        when has_no_amount then 'amount_missing'
        when direction_word is not null and side is null then 'direction_unknown'
        when status_word is not null and status is null then 'status_unknown'
        when coalesce(credit, 0) <> 0 and coalesce(debit, sided_debit, 0) <> 0 then 'credit_and_debit'
        when ambiguous_figure is not null then 'amount_ambiguous'
        when amount is null then 'amount_unreadable'
        when staging.tidy_text(amount_text) is not null and coalesce(credit_text, debit_text) is not null
          and column_amount is distinct from amount and column_amount <> 0
          then 'amounts_differ'
        when (side = 'credit' and debit_sign * debit > 0) or (side = 'debit' and credit > 0) then 'sides_differ'
        when staging.tidy_text(booked_text) is null then 'date_missing'
        when booked_on is null and staging.has_short_year(booked_text) then 'year_two_digits'
        when booked_on is null then 'date_unreadable'
        when booked_on < earliest_day or booked_on > latest_day then 'date_implausible'
      end as reject_code
    from settled
  )
  select
    receipt_id,
    line_no,
    statement_no,
    is_table,
    'bank-' || substr(md5(case when is_table then table_content else full_content end), 1, 20) as bank_line_key,
    'bank-' || substr(md5(full_content), 1, 20) as full_key,
    booked_on,
    case when booked_on between earliest_day and latest_day then booked_on end as business_date,
    value_on,
    value_on is null and staging.tidy_text(value_text) is not null as has_unreadable_value_date,
    currency_code as currency,
    amount,
    description,
    reference,
    balance,
    running_balance,
    account,
    entry_id,
    is_reversal,
    is_turned,
    balance_cell is not null and has_no_amount and running_balance is not null as is_balance_row,
    received_at as known_from,
    reject_code,
    case reject_code
      when 'summary_row' then 'Summary row among the lines: "' || coalesce(balance_cell, description, booked_text, reference) || '".'
      when 'continuation' then 'The row continues the description of the line above it: "' || description || '".'
      when 'not_booked' then 'The line is not booked: its status is "' || status_word || '".'
      when 'currency_missing' then 'The line names no currency.'
      when 'currency_unknown' then staging.currency_reason(currency_code)
      when 'amount_missing' then 'The line has no amount.'
      when 'direction_unknown' then '"' || direction_word || '" is neither credit nor debit: name it under books.bank.sides.'
      when 'status_unknown' then 'The status "' || status_word || '" is unknown: name it under books.bank.statuses.'
      when 'credit_and_debit' then 'The line has a credit and a debit.'
      when 'amount_ambiguous' then 'The figure "' || ambiguous_figure || '" is ' || regexp_replace(ambiguous_figure, '[.,]', '')
        || ' or ' || replace(ambiguous_figure, ',', '.')
        || case
          when is_table then ' in ' || currency_code || ': set books.bank.decimal_mark.'
          else ': the format has no mark between thousands, and ' || currency_code || ' has fewer decimals.'
        end
      when 'amount_unreadable' then 'The amount "' || written_amount || '" is not a valid amount in ' || currency_code || '.'
      when 'amounts_differ' then 'The amount "' || written_amount || '" and the credit or debit of the line differ.'
      when 'sides_differ' then 'The amount "' || written_amount || '" is in the column of ' || case side when 'credit' then 'debits' else 'credits' end
        || ', and "' || direction_word || '" states a ' || side || '.'
      when 'date_missing' then 'The line has no booking date.'
      when 'year_two_digits' then 'The year of the booking date "' || booked_text || '" has two digits: set books.bank.two_digit_years.'
      when 'date_unreadable' then 'The booking date "' || booked_text || '" is not a valid date.'
      when 'date_implausible' then 'The booking date "' || booked_text || '" is before ' || earliest_day::text || ' or after '
        || latest_day::text || '.'
    end || coalesce(' It is ' || place || '.', '') as reject_reason,
    raw_text
  from keyed
);

-- statement: bank_continuation
-- Rejects rows with only a description in a table whose balances do not agree from line to line: such a row may be an entry that
-- lost its figures.
update incoming
set reject_code = 'amount_missing', reject_reason = 'The line has no amount.'
where reject_code = 'continuation'
  and (
    select count(*) = 0 or not bool_and(state = 'proven')
    from running_balance
  );

-- statement: accepted_bank_line
-- The lines of a bank file that are loaded. A statement that the file repeats is loaded once.
-- grain: one accepted line of a bank file
-- key: line_no
-- entry: the details that every bank states of a line; a balance, an account or an entry number may be missing in another
-- export
-- reads: raw.file_claim, and the table the_lines, which has the rows of staging.bank_line
create or replace macro staging.accepted_bank_line(the_receipt_id, the_lines) as table (
  with
  repeated_statement as (
    select again.statement_no
    from raw.file_claim as again
    where again.receipt_id = the_receipt_id and exists (
      select 1
      from raw.file_claim as first
      where first.receipt_id = again.receipt_id and first.statement_no < again.statement_no
        and (first.account, first.currency, first.identifier, first.first_day, first.last_day, first.opening, first.closing)
          is not distinct from
          (again.account, again.currency, again.identifier, again.first_day, again.last_day, again.opening, again.closing)
        and first.opening is distinct from first.closing
    )
  )
  select
    line.*,
    (booked_on, currency, amount, value_on, description, reference) as entry,
    row_number() over (
      partition by booked_on, currency, amount, value_on, description, reference, balance, account, entry_id order by line_no
    ) as occurrence
  from query_table(the_lines) as line
  where reject_code is null and coalesce(statement_no, 0) not in (select statement_no from repeated_statement)
);

-- statement: bank_figures
-- The accepted lines of one bank file by booking day, currency and direction. A statement that the file repeats counts once.
select
  business_date,
  currency,
  case when amount < 0 then 'money out' else 'money in' end as kind,
  count(*) as line_count,
  sum(abs(amount)) as amount,
  null::decimal(38, 4) as fee
from staging.accepted_bank_line($receipt_id, 'incoming')
group by all;
