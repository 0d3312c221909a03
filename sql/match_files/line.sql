-- statement: match_line_make
-- grain: one accepted line of a file of either side
-- key: receipt_id, line_no
-- other_cells: the cells of the columns that are not read, as JSON
create or replace table recon.match_line (
  receipt_id integer not null,
  line_no bigint not null,
  booked_on date not null,
  currency text not null,
  amount decimal(18, 4) not null,
  reference text,
  entry_id text,
  description text,
  other_cells text
);

-- statement: match_line_insert
-- Keeps the accepted lines of one file.
-- reads: incoming, file_line, staging.accepted_bank_line
insert into recon.match_line
select
  line.receipt_id,
  line.line_no,
  line.booked_on,
  line.currency,
  line.amount,
  line.reference,
  line.entry_id,
  line.description,
  written.other_cells
from staging.accepted_bank_line($receipt_id, 'incoming') as line
inner join file_line as written on written.line_no = line.line_no;

-- statement: match_rejected_make
-- grain: one row of a file that is no accepted record
-- key: receipt_id, line_no, reason
create or replace table recon.match_rejected (
  receipt_id integer not null,
  line text not null,
  line_no bigint not null,
  reason text not null,
  text text
);

-- statement: match_rejected_insert
-- Keeps the rows of one file that are no accepted record.
-- reads: staging.rejected_row, raw.preamble, raw.receipt
insert into recon.match_rejected
select
  no_record.receipt_id,
  receipt.file_name || ':' || no_record.line_no,
  no_record.line_no,
  no_record.reason,
  left(no_record.raw_text, 500)
from (
  select receipt_id, line_no, replace(reason, 'books.bank.', 'its side: ') as reason, raw_text from staging.rejected_row
  union all
  select receipt_id, line_no, 'Above the lines.', written from raw.preamble
) as no_record
inner join raw.receipt as receipt on receipt.receipt_id = no_record.receipt_id
where no_record.receipt_id = $receipt_id;

-- statement: match_record_insert
-- The lines of both sides as records of the matching engine. The key is the file and the line, as people find it. The description has the
-- words of the columns that are not read too; their days and figures prove nothing as words.
-- The number of an entry in a statement is its reference where nothing else is: two exports of one account have it in common.
-- $files: the side, name and columns of each receipt; $turned: whether the amounts of the right side have the opposite sign.
-- reads: recon.match_line, staging.currency
insert into recon.match_record by name
with
file as (
  from (select unnest(from_json($files, '[{
    "receipt_id":"integer","side":"text","name":"text","counterparty":["text"],"fee":["text"],"number":["text"],"identifier":["text"],"decimal_mark":"text"
  }]'), recursive := true))
),
line as (
  select
    file.side,
    file.name,
    file.decimal_mark,
    file.counterparty,
    file.fee,
    file.number,
    file.identifier,
    line.* exclude (other_cells),
    coalesce(line.other_cells, '{}')::json::map(text, text) as cells
  from recon.match_line as line
  inner join file on file.receipt_id = line.receipt_id
),
worded as (
  select
    *,
    core.cell_names(cells, counterparty) as names,
    staging.with_decimal_point(core.first_cell(cells, fee), decimal_mark) as fee_text,
    core.cell_words(cells, list_concat(counterparty, fee, number, identifier)) as texts
  from line
)
select
  'match' as reconciliation,
  line.side,
  line.name || ':' || line.line_no as record_key,
  line.currency,
  case when line.side = 'right' and $turned then -line.amount else line.amount end as amount,
  staging.money_from_text(line.fee_text, list_concat(currency.symbols, [currency.currency]), currency.exponent) as fee,
  core.first_cell(line.cells, line.identifier) as identifier,
  coalesce(line.reference, core.first_cell(line.cells, line.number), line.entry_id) as reference,
  timezone('UTC', line.booked_on::timestamp) as occurred_at,
  line.booked_on as occurred_on,
  line.names as counterparty,
  nullif(concat_ws(' ', line.description, line.texts), '') as description
from worded as line
inner join staging.currency as currency on currency.currency = line.currency;

-- statement: match_signs
-- How many lines of the right side have an amount of the left side, and how many its opposite: which of the two the files mean.
with
amount as (
  select file.side, line.currency, line.amount, count(*) as lines
  from recon.match_line as line
  inner join (
    select unnest(from_json($files, '[{"receipt_id":"integer","side":"text"}]'), recursive := true)
  ) as file on file.receipt_id = line.receipt_id
  where line.amount <> 0
  group by all
)
select
  coalesce(sum(least(l.lines, r.lines)) filter (r.amount = l.amount), 0)::bigint as same,
  coalesce(sum(least(l.lines, r.lines)) filter (r.amount = -l.amount), 0)::bigint as opposite
from amount as l
inner join amount as r on r.currency = l.currency and abs(r.amount) = abs(l.amount)
where l.side = 'left' and r.side = 'right';
