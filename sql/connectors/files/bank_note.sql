-- Notes on the receipt of a bank file what could not be proven, and what was assumed.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  with
  proof as materialized (
    from staging.bank_proof($file_id, 'incoming')
  ),
  note as (
    select 1 as position, statement_no::bigint as place, case
        when coalesce(opening is null and opening_text is not null, false) or coalesce(closing is null and closing_text is not null, false)
          then format('A balance of the {} is not a valid amount: nothing proves that its lines are complete.', title)
        when opening is null and closing is null then format('The {} states no balances: nothing proves that its lines are complete.', title)
        when not is_readable then format(
          'The balances of the {} could not be proven: line {} is rejected, or not in its currency.', title, unreadable_line
        )
        when closing is null then format('The {} states no closing balance: nothing proves that its lines are complete.', title)
        when opening is null then format(
          'The {} states no opening balance: its closing balance is compared with that of the statement before it.', title
        )
        when is_turned then format(
          'The balances of the {} agree only when entries that take another one back have the other sign; they were loaded with it.', title
        )
      end as sentence
    from proof
    union all
    select 2, again.statement_no, format('The {} is in the file twice, and was loaded once.', again.title)
    from proof as again
    inner join proof as first
      on first.statement_no < again.statement_no
      and (first.title, first.first_day, first.last_day, first.opening, first.closing)
        is not distinct from (again.title, again.first_day, again.last_day, again.opening, again.closing)
      and first.opening is distinct from first.closing
    union all
    select 3, coalesce(from_line, 0), 'The balances beside the lines could not be proven: they do not continue from line to line'
      || coalesce(' (account ' || account || ')', '') || '.'
    from staging.bank_running_balance($file_id, 'incoming')
    where state = 'unproven'
    union all
    select 4, min(line_no), case count(*)
        when 1 then format('The value date on line {} is not a valid date; the line was loaded without it.', min(line_no))
        else format('{} value dates are not valid, the first on line {}; the lines were loaded without them.', count(*), min(line_no))
      end
    from incoming
    where has_unreadable_value_date and reject_code is null
    having count(*) > 0
    union all
    select 5, min(line_no), format('Different entries have the same number {}, the first two on lines {} and {}; all were loaded.',
      entry_id, min(line_no), list_sort(list(line_no))[2])
    from incoming
    where entry_id is not null and reject_code is null and not is_table
    group by account, statement_no, entry_id
    having count(*) > 1
  )
  select coalesce(list(sentence order by position, place), [])
  from (select * from note where sentence is not null order by position, place limit 20) as note
))
where file_id = $file_id
