-- statement: bank_note
-- Adds to the notes of a bank file what could not be proven, and what was assumed.
update raw.receipt
set notes = list_concat(coalesce(notes, []), (
  with
  proof as materialized (
    from staging.bank_proof($receipt_id, 'incoming')
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
          'The balances of the {} agree only if reversal entries have the opposite sign; these entries were loaded with it.', title
        )
      end as sentence
    from proof
    union all
    select 2, again.statement_no, format('The {} is in the file twice, and was loaded once.', again.title)
    from proof as again
    inner join proof as first
      on first.statement_no < again.statement_no
      and (first.account, first.currency, first.identifier, first.first_day, first.last_day, first.opening, first.closing)
        is not distinct from
        (again.account, again.currency, again.identifier, again.first_day, again.last_day, again.opening, again.closing)
      and first.opening is distinct from first.closing
    union all
    select 3, coalesce(from_line, 0), 'The balances beside the lines could not be checked'
      || coalesce(' (account ' || staging.account_text(account) || ')', '') || '.'
    from running_balance
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
where receipt_id = $receipt_id;

-- statement: bank_line_insert
-- Adds the bank lines that are not known yet, because bank statements may overlap. Lines with the same content are counted, not
-- dropped: if a file has three equal lines and two are known, one is new. A known line without an entry number, from a file that
-- did not name it, may be any line of the same content. A line without an account is known only from a file that may be of the
-- same account, by the evidence of staging.bank_source: otherwise both lines are kept.
insert into core.bank_line by name
with
accepted as (
  from staging.accepted_bank_line($receipt_id, 'incoming')
),
known as (
  select
    source.account as own_account,
    (line.booked_on, line.currency, line.amount, line.value_on, line.description, line.reference) as entry,
    line.balance, line.account, line.entry_id, count(*) as line_count, list_sort(list(distinct receipt.file_name)) as file_names
  from core.bank_line as line
  inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
  inner join staging.bank_source($receipt_id, 'incoming', null::date, null::date) as source
    on source.file_name = receipt.file_name and source.known_account is not distinct from line.account and source.is_same
  where line.known_to is null
    and line.booked_on >= (select min(booked_on) from accepted) and line.booked_on <= (select max(booked_on) from accepted)
  group by all
),
not_the_same as (
  select accepted.*
  from accepted
  left join known
    on known.entry = accepted.entry and known.balance is not distinct from accepted.balance
    and known.account is not distinct from accepted.account
    and known.own_account is not distinct from accepted.account
    and known.entry_id is not distinct from accepted.entry_id
  where accepted.occurrence > coalesce(known.line_count, 0)
),
possibly_the_same as (
  select line.line_no, sum(known.line_count) as line_count,
    list_sort(list((known.file_names, known.account, known.entry_id))) as candidates
  from not_the_same as line
  inner join known
    on known.entry = line.entry and known.balance is not distinct from line.balance
    and known.own_account is not distinct from line.account
  where (known.entry_id = line.entry_id or known.entry_id is null or line.entry_id is null)
    and not (known.account is not distinct from line.account and known.entry_id is not distinct from line.entry_id)
  group by line.line_no
),
-- equal lines share the known lines that each of them may be; equal lines of another account have known lines of their own
ranked as (
  select
    line.*,
    possible.line_count,
    row_number() over (partition by line.entry, line.balance, possible.candidates order by line.line_no) as rank
  from not_the_same as line
  left join possibly_the_same as possible on possible.line_no = line.line_no
)
select
  -- the key of another line is not used again, except that an ended line that is back gets its own key
  case
    when not exists (
      select 1
      from core.bank_line as taken
      where taken.bank_line_key = line.bank_line_key
        and (taken.known_to is null or (taken.account, taken.entry_id) is distinct from (line.account, line.entry_id))
    ) then line.bank_line_key
    when not exists (
      select 1
      from core.bank_line as taken
      where taken.bank_line_key = line.full_key
        and (taken.known_to is null or (taken.account, taken.entry_id) is distinct from (line.account, line.entry_id))
    ) then line.full_key
    else 'bank-' || substr(md5(concat_ws('|', line.full_key, line.receipt_id, line.line_no)), 1, 20)
  end as bank_line_key,
  line.booked_on, line.value_on, line.currency, line.amount, line.description, line.reference, line.balance, line.account,
  line.entry_id, line.is_reversal, line.receipt_id, line.line_no, line.known_from
from ranked as line
where line.rank > coalesce(line.line_count, 0);

-- statement: bank_line_continue
-- Gives a bank line the key of an ended line of its day if the two differ only in the balance beside them: where a line is
-- added to a statement or removed from it, the balances beside the lines after it change, but the lines are the same.
update core.bank_line
set bank_line_key = pair.bank_line_key
from (
  with
  ended as (
    select
      bank_line_key, booked_on, value_on, currency, amount, description, reference, account, entry_id,
      row_number() over (
        partition by booked_on, value_on, currency, amount, description, reference, account, entry_id order by receipt_id, line_no
      ) as occurrence
    from core.bank_line
    where ended_by = $receipt_id
  ),
  added as (
    select
      line_no, booked_on, value_on, currency, amount, description, reference, account, entry_id,
      row_number() over (
        partition by booked_on, value_on, currency, amount, description, reference, account, entry_id order by line_no
      ) as occurrence
    from core.bank_line
    where receipt_id = $receipt_id and known_to is null
  )
  select added.line_no, ended.bank_line_key
  from added
  inner join ended
    on ended.booked_on = added.booked_on and ended.currency = added.currency
    and ended.amount = added.amount and ended.occurrence = added.occurrence
    and ended.value_on is not distinct from added.value_on
    and ended.description is not distinct from added.description
    and ended.reference is not distinct from added.reference
    and ended.account is not distinct from added.account
    and ended.entry_id is not distinct from added.entry_id
) as pair
where bank_line.receipt_id = $receipt_id and bank_line.known_to is null and bank_line.line_no = pair.line_no;

-- statement: bank_line_end
-- Ends the bank lines that this file no longer has, although it covers their day and account. Lines with the same content are
-- counted: if three equal lines are known and the file has two, the last one ends. If the file or the line names no account, the
-- line ends only if its file may be of the same account, by the evidence of staging.bank_source. A day that the file covers
-- without naming an account, by a period or a declaration, is covered for the accounts that its lines name.
-- A statement that begins with the closing balance of another statement continues it: it does not end lines of the last day of
-- the other one, unless they are of an earlier version of itself. A person may declare a file to be whole after it was loaded;
-- the declaration then ends the lines. Reads incoming, which has the lines of the file.
update core.bank_line
set known_to = receipt.received_at, ended_by = receipt.receipt_id
from raw.receipt as receipt
where receipt.receipt_id = $receipt_id
  and bank_line.known_to is null
  and bank_line.bank_line_key in (
    with
    file as (
      select receipt_id from raw.receipt where receipt_id = core.replacing_file($receipt_id) and kind = 'bank_statement'
    ),
    accepted as (
      select entry, balance, account, entry_id, count(*) as line_count
      from staging.accepted_bank_line((select receipt_id from file), 'incoming')
      group by all
    ),
    day as (
      from core.replaced_day((select receipt_id from file))
    ),
    source as (
      select account, file_name, known_account
      from staging.bank_source(
        (select receipt_id from file), 'incoming', (select min(business_date) from day), (select max(business_date) from day)
      )
      where is_same
    ),
    -- a day without an account is that of the accounts of the file, if its lines name them
    replaced as (
      select business_date, currency, account
      from day
      where account is not null or exists (select 1 from source where account is null)
      union
      select day.business_date, day.currency, named.account
      from day
      cross join (select distinct account from source) as named
      where day.account is null and not exists (select 1 from source where account is null)
    ),
    known as (
      select
        line.*,
        row_number() over (
          partition by line.entry, line.balance, line.account, line.entry_id order by line.receipt_id, line.line_no
        ) as occurrence
      from (
        select
          line.*, receipt.file_name,
          (line.booked_on, line.currency, line.amount, line.value_on, line.description, line.reference) as entry
        from core.bank_line as line
        inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
        where line.known_to is null
          and line.booked_on between (select min(business_date) from day) and (select max(business_date) from day)
      ) as line
      semi join source on source.file_name = line.file_name and source.known_account is not distinct from line.account
    ),
    replaced_line as (
      select distinct known.bank_line_key
      from known
      inner join source on source.file_name = known.file_name and source.known_account is not distinct from known.account
      inner join replaced
        on replaced.business_date = known.booked_on and replaced.account is not distinct from source.account
        and coalesce(replaced.currency = known.currency, true)
    ),
    not_the_same as (
      select known.*
      from known
      inner join replaced_line on replaced_line.bank_line_key = known.bank_line_key
      left join accepted
        on accepted.entry = known.entry
        and accepted.balance is not distinct from known.balance
        and accepted.account is not distinct from known.account
        and accepted.entry_id is not distinct from known.entry_id
      where known.occurrence > coalesce(accepted.line_count, 0)
    ),
    possibly_the_same as (
      select line.bank_line_key, sum(accepted.line_count) as line_count,
        list_sort(list((accepted.account, accepted.entry_id))) as candidates
      from not_the_same as line
      inner join source on source.file_name = line.file_name and source.known_account is not distinct from line.account
      inner join accepted
        on accepted.entry = line.entry and accepted.balance is not distinct from line.balance
        and accepted.account is not distinct from source.account
      where (accepted.entry_id = line.entry_id or accepted.entry_id is null or line.entry_id is null)
        and not (accepted.account is not distinct from line.account and accepted.entry_id is not distinct from line.entry_id)
        -- lines of the file that are known with all their content are not a different line
        and not exists (
          select 1
          from known as whole
          where whole.entry = accepted.entry
            and whole.balance is not distinct from accepted.balance
            and whole.account is not distinct from accepted.account
            and whole.entry_id is not distinct from accepted.entry_id
            and whole.occurrence = accepted.line_count
        )
      group by line.bank_line_key
    ),
    -- equal lines share the lines of the file that each of them may be
    ranked as (
      select
        line.*,
        possible.line_count,
        row_number() over (
          partition by line.entry, line.balance, possible.candidates order by line.receipt_id, line.line_no
        ) as rank
      from not_the_same as line
      left join possibly_the_same as possible on possible.bank_line_key = line.bank_line_key
    )
    select line.bank_line_key
    from ranked as line
    where line.rank > coalesce(line.line_count, 0)
      and not exists (
        select 1
        from core.bank_statement as own
        inner join core.bank_statement as before
          on before.currency = own.currency and coalesce(before.account = own.account, true)
          and before.closing = own.opening and before.opening is distinct from before.closing
        where own.receipt_id = (select receipt_id from file) and before.receipt_id <> own.receipt_id
          and own.currency = line.currency and coalesce(own.account = line.account, true)
          and before.last_day = line.booked_on
          and not exists (
            select 1
            from core.bank_statement as version
            where version.receipt_id = line.receipt_id and coalesce(version.account = own.account, true)
              and version.first_day = own.first_day and version.opening = own.opening
          )
      )
  );

-- statement: bank_text_keep
-- Keeps the lines as text.
insert into raw.bank_statement_line from file_line;
