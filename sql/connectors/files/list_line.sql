-- statement: list_line
-- The accepted lines of a file of a list, with the cells of the columns that only matching reads. Equal lines of a file are numbered,
-- and the number is part of the key: a line that is twice in a file is two lines, and lines that a file repeats from an earlier file
-- are the same lines. The texts of unread columns, such as a status, may change and are not part of the key.
-- The number of an entry is its reference where nothing else is: two exports have it in common.
-- grain: one accepted line of a file of a list
-- key: line_no
-- reads: raw.receipt, core.company_setting, staging.currency, the table the_lines, which has the rows of staging.bank_line, and the table
-- the_cells, which has their text
create or replace macro staging.list_line(the_receipt_id, the_lines, the_cells) as table (
  with
  file as (
    select
      receipt.receipt_id,
      receipt.decimal_mark,
      receipt.kind[6:] as list,
      from_json(
        json_extract(setting.value, '$.' || receipt.kind),
        '{"counterparty":["VARCHAR"],"fee":["VARCHAR"],"number":["VARCHAR"],"identifier":["VARCHAR"]}'
      ) as headers
    from raw.receipt as receipt
    left join core.company_setting as setting on setting.name = 'list_columns'
    where receipt.receipt_id = the_receipt_id
  ),
  line as (
    select
      line.line_no,
      line.booked_on,
      line.currency,
      line.amount,
      line.description,
      line.known_from,
      line.reference as own_reference,
      line.entry_id,
      coalesce(written.other_cells, '{}')::json::map(text, text) as cells,
      file.*
    from staging.accepted_bank_line(the_receipt_id, the_lines) as line
    cross join file
    inner join query_table(the_cells) as written on written.line_no = line.line_no
  ),
  typed as (
    select
      line.*,
      coalesce(own_reference, core.first_cell(cells, headers.number), entry_id) as reference,
      core.first_cell(cells, headers.identifier) as identifier,
      core.cell_names(cells, headers.counterparty) as counterparty,
      staging.money_from_text(
        staging.with_decimal_point(core.first_cell(cells, headers.fee), line.decimal_mark),
        list_concat(currency.symbols, [currency.currency]), currency.exponent
      ) as fee,
      core.cell_words(cells, list_concat(headers.counterparty, headers.fee, headers.number, headers.identifier)) as words
    from line
    inner join staging.currency as currency on currency.currency = line.currency
  ),
  numbered as (
    select
      typed.*,
      to_json([booked_on::text, currency, amount::text, fee::text, identifier, reference, counterparty, description])::text as content,
      row_number() over (partition by content order by line_no) as occurrence
    from typed
  )
  select
    receipt_id,
    line_no,
    list,
    'list-' || substr(md5(concat_ws('|', list, content, occurrence)), 1, 20) as list_line_key,
    booked_on,
    currency,
    amount,
    fee,
    identifier,
    reference,
    counterparty,
    description,
    words,
    md5(coalesce(words, '')) as content_hash,
    known_from
  from numbered
);

-- statement: list_line_reject
-- Keeps each line of a file of a list that was rejected, with the reason.
insert into staging.rejected_row
select incoming.receipt_id, line_no, reject_code, replace(reject_reason, 'books.bank', 'books.lists.' || receipt.kind[6:]), raw_text, business_date
from incoming
inner join raw.receipt as receipt on receipt.receipt_id = incoming.receipt_id
where reject_code is not null;

-- statement: list_line_keep
-- Ends the current version of each line whose further texts changed, so that the next step adds the new version.
update core.list_line
set known_to = line.known_from, ended_by = line.receipt_id
from staging.list_line($receipt_id, 'incoming', 'file_line') as line
where list_line.known_to is null
  and list_line.list = line.list
  and list_line.list_line_key = line.list_line_key
  and list_line.content_hash <> line.content_hash;

-- statement: list_line_insert
-- Adds the lines of a file of a list that are not known.
insert into core.list_line by name
select line.*
from staging.list_line($receipt_id, 'incoming', 'file_line') as line
anti join core.list_line as known
  on known.known_to is null and known.list = line.list and known.list_line_key = line.list_line_key;

-- statement: list_line_end
-- Ends the lines of a list that this file no longer has, although it covers their day. Reads incoming, which has the lines of the file.
update core.list_line
set known_to = receipt.received_at, ended_by = receipt.receipt_id
from raw.receipt as receipt
where receipt.receipt_id = $receipt_id
  and list_line.known_to is null
  and (list_line.list, list_line.list_line_key) in (
    select known.list, known.list_line_key
    from core.list_line as known
    inner join raw.receipt as file
      on file.receipt_id = core.replacing_file($receipt_id) and file.kind = 'list_' || known.list
    inner join core.replaced_day(core.replacing_file($receipt_id)) as day
      on day.business_date = known.booked_on and coalesce(day.currency = known.currency, true)
    where known.known_to is null
      and known.list_line_key not in (
        select list_line_key from staging.list_line(core.replacing_file($receipt_id), 'incoming', 'file_line')
      )
  );
