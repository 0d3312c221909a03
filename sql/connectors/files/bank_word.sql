-- statement: bank_word
-- What a word of a bank means for a company: the side of an amount (credit, debit), or whether a line is booked (booked,
-- not_booked). A word of the configuration (sides, statuses) replaces the same word here.
-- grain: one company, kind of word and word
-- key: company, kind, word
-- kind: side or status; word: as staging.bank_word_form writes it
-- reads: core.company, core.company_setting
create or replace view staging.bank_word as
with
known as (
  select 'side' as kind, 'credit' as meaning, unnest([
    'c', 'cr', 'crdt', 'credit', 'credits', 'credited', 'k', 'kr', 'kredit', 'h', 'haben', '+', 'in', 'money in', 'paid in',
    'deposit', 'incoming', 'masuk', 'wang masuk', 'kemasukan', 'gutschrift', 'einzahlung', 'eingang', 'bij', 'bijschrijving',
    'crédit', 'credito', 'crédito', 'avere', 'abono', 'ingreso', 'haber', 'entrada', 'uznanie', 'wpływ', 'příjem', 'insättning',
    '存入', '收入', '贷', '贷方', '貸', '貸方', '入账', '入金', '收'
  ]) as word
  union all
  select 'side', 'debit', unnest([
    'd', 'dr', 'dbit', 'debit', 'debits', 'debited', 's', 'soll', '-', 'out', 'money out', 'paid out', 'withdrawal', 'outgoing',
    'keluar', 'wang keluar', 'pengeluaran', 'lastschrift', 'belastung', 'auszahlung', 'ausgang', 'af', 'afschrijving',
    'débit', 'debet', 'debito', 'débito', 'dare', 'cargo', 'adeudo', 'debe', 'gasto', 'saida', 'saída', 'obciążenie', 'výdaj', 'uttag',
    '支出', '取出', '借', '借方', '出金', '扣款', '付'
  ])
  union all
  select 'status', 'booked', unnest([
    'booked', 'posted', 'completed', 'complete', 'cleared', 'settled', 'success', 'successful', 'succeeded', 'processed', 'executed',
    'done', 'reconciled', 'final', 'selesai', 'berjaya', 'gebucht', 'verbucht', 'umsatz gebucht', 'comptabilisé', 'contabilizado',
    'contabilizzato', 'geboekt', '已入账', '成功', '已完成'
  ])
  union all
  select 'status', 'not_booked', unnest([
    'pending', 'authorised', 'authorized', 'on hold', 'hold', 'processing', 'in process', 'in progress', 'scheduled', 'uncleared', 'open',
    'expected', 'failed', 'declined', 'rejected', 'reverted', 'cancelled', 'canceled', 'voided', 'expired', 'tertunda', 'gagal', 'dibatalkan',
    'vorgemerkt', 'umsatz vorgemerkt', 'in bearbeitung', 'en attente', 'pendiente', 'in attesa', 'in behandeling', '待入账', '处理中', '失败'
  ])
),
configured as (
  select
    company,
    case when name in ('credit_words', 'debit_words') then 'side' else 'status' end as kind,
    replace(name, '_words', '') as meaning,
    unnest(from_json(value, '["VARCHAR"]')) as word
  from core.company_setting
  where name in ('credit_words', 'debit_words', 'booked_words', 'not_booked_words')
),
ranked as (
  select company, kind, meaning, staging.bank_word_form(word) as word, 1 as precedence
  from configured
  union all
  select company.company, known.kind, known.meaning, known.word, 2
  from core.company as company
  cross join known
)
select company, kind, word, arg_min(meaning, precedence) as meaning
from ranked
where word is not null
group by company, kind, word;

-- statement: bank_side_form
-- The word for the side in a text that begins with its short form: "CR - Transfer" and "DR/FEE" are cr and dr.
create or replace macro staging.bank_side_form(written_word) as (
  coalesce(
    nullif(regexp_extract(lower(trim(written_word)), '^(cr|dr)[^a-z0-9]+[^\s]', 1), ''),
    staging.bank_word_form(written_word)
  )
);

-- statement: bank_word_form
-- A word without the marks around it, in lower case: "(+)", "C.", "Money  In" and "soll/" are +, c, money in and soll.
create or replace macro staging.bank_word_form(written_word) as (
  nullif(
    trim(regexp_replace(lower(translate(written_word, '＋－−–', '+---')), '[\s\p{Z}._()/:|]+', ' ', 'g')),
    ''
  )
);

-- statement: bank_status
-- Refuses a table in which a column that is not read says that lines are not booked: payments that are pending or failed would
-- be loaded as money that moved. A column states the status where four fifths of its words are words for it.
-- reads: incoming, staging.unread_cell, staging.bank_word
with
told as (
  select cell.header, cell.line_no, cell.cell, status.meaning
  from staging.unread_cell('raw.bank_statement_line', $receipt_id, $unread) as cell
  inner join incoming on incoming.line_no = cell.line_no and incoming.reject_code is null and incoming.is_table
  left join staging.bank_word as status
    on status.company = incoming.company and status.kind = 'status' and status.word = staging.bank_word_form(cell.cell)
  where cell.cell is not null
),
found as (
  select
    header,
    min(line_no) filter (meaning = 'not_booked') as line_no,
    arg_min(cell, line_no) filter (meaning = 'not_booked') as cell
  from told
  group by header
  having count(meaning) * 5 >= count(*) * 4
)
select
  'FILE_STATUS_UNPROVEN' as code,
  format('The column "{}" says whether lines are booked and is not read: line {} is "{}" there, and would be loaded as booked.', header, line_no, cell)
    as message,
  format('If it is the status of the lines, name it under books.bank.aliases.status: ["{}"]; otherwise under books.bank.ignore.', header) as remedy,
  line_no,
  'status' as column_name,
  header
from found
where line_no is not null
order by line_no, header
limit 1;

-- statement: bank_sign
-- Refuses a table in which a column that is not read states debit and credit, and the amounts do not follow it: money out would
-- be loaded as money in. A column states the side where four fifths of its words are sides, or where it has at most two words and
-- a side is among them. Beside amounts that are all written without a sign, any column with two words on the lines may be such a
-- column. Balances that agree from line to line prove the signs, but not that of the oldest line, before which there is no balance.
-- reads: incoming, raw.bank_statement_line, staging.unread_cell, staging.bank_running_balance, staging.bank_word
with
cell as materialized (
  from staging.unread_cell('raw.bank_statement_line', $receipt_id, $unread)
  where cell is not null
),
balance as materialized (
  from staging.bank_running_balance($receipt_id, 'incoming')
  where opening is not null and exists (from cell)
),
line as (
  select
    incoming.line_no,
    incoming.company,
    incoming.currency,
    incoming.amount,
    starts_with(trim(coalesce(written.amount, '')), '+') as has_plus,
    balance.edge_line is not null and balance.edge_line <> incoming.line_no as is_proven
  from incoming
  inner join raw.bank_statement_line as written
    on written.receipt_id = incoming.receipt_id and written.line_no = incoming.line_no
  left join balance on balance.account is not distinct from incoming.account and balance.currency = incoming.currency
  where incoming.is_table and incoming.reject_code is null and incoming.amount <> 0
),
told as (
  select
    cell.header,
    line.*,
    cell.cell,
    staging.bank_word_form(cell.cell) as word,
    side.meaning as side,
    -- a word that stands on a proven line with the same sign states nothing else here
    not is_proven
      and count(*) filter (is_proven) over (partition by cell.header, staging.bank_word_form(cell.cell), line.amount > 0) = 0 as is_open,
    is_open and ((side.meaning = 'debit' and line.amount > 0) or (side.meaning = 'credit' and line.amount < 0)) as is_contradiction
  from line
  inner join cell on cell.line_no = line.line_no
  left join staging.bank_word as side
    on side.company = line.company and side.kind = 'side' and side.word = staging.bank_side_form(cell.cell)
),
counted as (
  select
    header,
    count(*) as cell_count,
    count(side) as side_count,
    count(distinct word) as word_count,
    bool_and(not regexp_matches(word, '[0-9]') and len(word) <= 24) as has_only_words,
    min(cell) as first_word,
    max(cell) as last_word,
    coalesce(bool_or(is_open), false) as is_open,
    min_by({'line_no': line_no, 'cell': cell, 'amount': amount, 'currency': currency}, line_no) filter (is_contradiction) as contradiction,
    side_count * 5 >= cell_count * 4 or (side_count > 0 and word_count <= 2) as is_side_column
  from told
  group by header
),
whole as (
  select count(*) as line_count, min(line_no) as line_no, bool_or(amount < 0 or has_plus) as has_signs
  from line
)
select
  'FILE_SIGN_UNPROVEN' as code,
  case
    when is_side_column
      then format(
        'The column "{}" states debit and credit and is not read: line {} is "{}" there, and its amount {} would be money {}.',
        header, contradiction.line_no, contradiction.cell, core.money_text(contradiction.currency, abs(contradiction.amount)),
        case when contradiction.amount > 0 then 'in' else 'out' end
      )
    else format(
      'No amount has a sign, and the column "{}", which is not read, has two words on the lines: "{}" and "{}". They may state debit and credit.',
      header, first_word, last_word
    )
  end as message,
  format(
    'If the column states debit and credit, name it under books.bank.aliases.direction: ["{}"]{}; otherwise under books.bank.ignore.',
    header, case when is_side_column then '' else ', and its words under books.bank.sides' end
  ) as remedy,
  coalesce(contradiction.line_no, whole.line_no) as line_no,
  case when is_side_column then 'direction' end as column_name,
  header
from counted
cross join whole
where case
    when is_side_column then contradiction is not null
    else is_open and word_count = 2 and has_only_words and cell_count * 5 >= whole.line_count * 4 and not has_signs
  end
order by is_side_column desc, header
limit 1;
