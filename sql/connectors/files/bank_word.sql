-- statement: bank_word
-- What a word of a bank means for a company: the side of an amount (credit, debit), or whether a line is booked (booked,
-- not_booked). A word of the configuration (sides, statuses) replaces the same word here. A word to which the configuration gives
-- both meanings has no meaning, because the presets of two banks may contradict each other.
-- grain: one kind of word and word
-- key: kind, word
-- kind: side or status; word: as staging.bank_word_form writes it
-- reads: core.company, core.company_setting
create or replace view staging.bank_word as
with
known as (
  select 'side' as kind, 'credit' as meaning, unnest([
    'c', 'cr', 'crdt', 'credit', 'credits', 'credited', 'k', 'kr', 'kredit', 'h', 'haben', '+', '+1', 'in', 'money in', 'paid in',
    'deposit', 'incoming', 'masuk', 'wang masuk', 'kemasukan', 'gutschrift', 'einzahlung', 'eingang', 'bij', 'bijschrijving',
    'crédit', 'credito', 'crédito', 'avere', 'abono', 'ingreso', 'haber', 'entrada', 'uznanie', 'wpływ', 'příjem', 'insättning',
    '存入', '收入', '贷', '贷方', '貸', '貸方', '入账', '入金', '收'
  ]) as word
  union all
  select 'side', 'debit', unnest([
    'd', 'dr', 'dbit', 'debit', 'debits', 'debited', 's', 'soll', '-', '-1', 'out', 'money out', 'paid out', 'withdrawal', 'outgoing',
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
    'pending', 'authorised', 'authorized', 'on hold', 'hold', 'processing', 'in process', 'in progress', 'scheduled', 'uncleared', 'not cleared', 'unposted', 'not posted', 'not booked', 'unreconciled', 'not reconciled', 'open',
    'expected', 'failed', 'declined', 'rejected', 'reverted', 'cancelled', 'canceled', 'voided', 'expired', 'tertunda', 'gagal', 'dibatalkan',
    'vorgemerkt', 'umsatz vorgemerkt', 'in bearbeitung', 'en attente', 'pendiente', 'in attesa', 'in behandeling', '待入账', '处理中', '失败'
  ])
),
configured as (
  select
    case when name in ('credit_words', 'debit_words') then 'side' else 'status' end as kind,
    replace(name, '_words', '') as meaning,
    unnest(from_json(value, '["VARCHAR"]')) as word
  from core.company_setting
  where name in ('credit_words', 'debit_words', 'booked_words', 'not_booked_words')
),
ranked as (
  select kind, meaning, staging.bank_word_form(word) as word, 1 as precedence
  from configured
  union all
  select known.kind, known.meaning, known.word, 2
  from core.company as company
  cross join known
)
select kind, word, arg_min(meaning, precedence) as meaning
from ranked
where word is not null
group by kind, word
having count(distinct case when precedence = 1 then meaning end) <= 1;

-- statement: bank_side_form
-- The word for the side in a text that begins with its short form: "CR - Transfer" and "DR/FEE" are cr and dr.
create or replace macro staging.bank_side_form(written_word) as (
  coalesce(
    nullif(regexp_extract(lower(trim(written_word)), '^(cr|dr)[^a-z0-9]+[^\s]', 1), ''),
    staging.bank_word_form(written_word)
  )
);

-- statement: balance_cell
-- The first cell of a row that names a balance of the account, with a day or currency, and nothing else: "Opening balance",
-- "SALDO INIZIALE AL 1 NOVEMBRE 2026", "Kontostand am 22.11.2026". The cells are a list as in JSON. Null without such a cell.
create or replace macro staging.balance_cell(written_cells) as (
  nullif(
    regexp_extract(
      written_cells,
      '(?i):"([^\p{L}"]*('
      || '(opening|closing|beginning|ending|starting|previous|initial|final|available|book|current) balance'
      || '|balance (brought|carried) (forward|down)|balance [bc]/?[fd]|(brought|carried) forward'
      || '|balance at (the )?(start|beginning|opening|end|close)( of (the )?(period|day|month|year|statement))?'
      || '|(saldo|baki) (awal|akhir|permulaan|penutup|bawa ke hadapan|dibawa ke hadapan)'
      || '|(anfangs|end|start|begin|eind)saldo|(anfangs|end)bestand|saldovortrag|(alter|neuer) (saldo|kontostand)|(vorig|nieuw) saldo'
      || '|saldo (anterior|inicial|final|de apertura|de cierre|iniziale|finale|precedente|początkowe|końcowe)|(ingående|utgående) saldo'
      || '|solde (initial|final|précédent|antérieur|d''ouverture|de clôture)|(ancien|nouveau) solde|(počáteční|konečný) (zůstatek|stav)'
      || '|likutis (pradžiai|pabaigai|pradžioje|pabaigoje)|(pradinis|galutinis) likutis'
      || '|期初余额|期末余额|上期结余|本期结余|承前|前期繰越|前月繰越'
      || '|(balance|solde|saldo|kontostand|baki) (as (at|of)|at|on|am|per|pada|al|au|le) [0-9]{1,4}[^\p{L}"]'
      || ')([^\p{L}"]|\b(as (at|of)|at|on|am|per|pada|al|del|au|le|in|rm|myr|eur|usd|sgd|gbp|chf|hkd|aud|cad|jpy|cny|idr|thb|inr)\b'
      || '|[0-9]{1,2}\.? (de )?\p{L}{3,10}\.? (de )?[0-9]{2,4}|\b\p{L}{3,10} [0-9]{1,2},? [0-9]{4})*)"',
      1
    ),
    ''
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
-- be loaded as money that moved. A column states the status where four fifths of its words are words for it, or where its header
-- is such a word and its cells are yes and no.
-- reads: incoming, staging.unread_cell, staging.bank_word
with
written as (
  select cell.header, cell.cell, count(*) as line_count, min(cell.line_no) as line_no
  from staging.unread_cell('file_line', $unread) as cell
  inner join incoming on incoming.line_no = cell.line_no and incoming.reject_code is null and incoming.is_table
  where cell.cell is not null
  group by cell.header, cell.cell
),
told as (
  select
    cell.header,
    cell.line_count,
    cell.line_no,
    cell.cell,
    coalesce(
      status.meaning,
      case
        when staging.bank_word_form(cell.cell) in ('yes', 'y', 'true', '1', 'x', 'ja', 'ya', 'oui', 'si', 'sí', '是') then header_status.meaning
        when staging.bank_word_form(cell.cell) in ('no', 'n', 'false', '0', 'nein', 'nee', 'tidak', 'non', '否')
          then case header_status.meaning when 'booked' then 'not_booked' when 'not_booked' then 'booked' end
      end
    ) as meaning,
    status.meaning is null and header_status.meaning is not null as is_flag
  from written as cell
  left join staging.bank_word as status
    on status.kind = 'status' and status.word = staging.bank_word_form(cell.cell)
  left join staging.bank_word as header_status
    on header_status.kind = 'status'
    and header_status.word = staging.bank_word_form(cell.header) and header_status.word not in ('reconciled', 'unreconciled')
),
found as (
  select
    header,
    min(line_no) filter (meaning = 'not_booked') as line_no,
    arg_min(cell, line_no) filter (meaning = 'not_booked') as cell,
    bool_or(is_flag) as is_flag
  from told
  group by header
  having sum(line_count) filter (meaning is not null) * 5 >= sum(line_count) * 4
)
select
  'FILE_STATUS_UNPROVEN' as code,
  format('The column "{}" says whether lines are booked and is not read: line {} is "{}" there, and would be loaded as booked.', header, line_no, cell)
    as message,
  format('If it is the status of the lines, name it under books.bank.aliases.status: ["{}"]{}; otherwise under books.bank.ignore.', header,
    case when is_flag then ', and its words under books.bank.statuses' else '' end) as remedy,
  line_no,
  'status' as column_name,
  header
from found
where line_no is not null
order by line_no, header
limit 1;
