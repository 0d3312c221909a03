-- statement: bank_sign
-- Refuses a table in which a column that is not read may say which amounts are money out, because they would be loaded as money
-- in. Balances that agree from line to line prove the signs, but not that of the oldest line, before which there is no balance.
-- Such a column
-- * states the sides: four fifths of its words are sides, or it has at most two words and a side is among them; the amounts do
--   not follow it,
-- * states the kinds of transactions, such as "Purchase" and "ATM": most lines whose kind is money out have a positive amount, or no
--   amount has a sign and there are several kinds,
-- * has two words, whatever they are, beside amounts without a sign.
-- A column of debits or credits, or of sides, that is read states the signs.
-- reads: incoming, raw.bank_statement_line, staging.unread_cell, running_balance, staging.bank_word
with
line as (
  select
    incoming.line_no,
    incoming.company,
    incoming.currency,
    incoming.amount,
    written.amount is null or written.direction is not null as is_stated,
    is_stated or incoming.amount < 0 or starts_with(trim(written.amount), '+') as has_sign,
    balance.edge_line is not null and balance.edge_line <> incoming.line_no as is_proven
  from incoming
  inner join raw.bank_statement_line as written
    on written.receipt_id = incoming.receipt_id and written.line_no = incoming.line_no
  left join running_balance as balance
    on balance.account is not distinct from incoming.account and balance.currency = incoming.currency and balance.opening is not null
  where incoming.is_table and incoming.reject_code is null and incoming.amount <> 0
),
-- the lines with the same cell and direction: a column has few different cells
written as (
  select
    cell.header,
    cell.cell,
    line.company,
    line.amount > 0 as is_in,
    line.is_stated,
    count(*) as line_count,
    count(*) filter (line.is_proven) as proven_count,
    min_by({'line_no': line.line_no, 'cell': cell.cell, 'amount': line.amount, 'currency': line.currency}, line.line_no)
      filter (not line.is_proven) as place
  from line
  inner join staging.unread_cell('raw.bank_statement_line', $receipt_id, $unread) as cell on cell.line_no = line.line_no
  where cell.cell is not null
  group by cell.header, cell.cell, line.company, is_in, line.is_stated
),
told as (
  select
    written.*,
    staging.bank_word_form(written.cell) as cell_word,
    side.meaning as side,
    not regexp_matches(cell_word, '\b(refund|reversal|reversed|returned|return|credit|deposit|settlement|collection)\b|gutschrift|erstattung|rück') and regexp_matches(
      cell_word,
      '\b(fees?|bank charges?|purchases?|atm|withdrawals?|cash advance|standing order|direct debit|loan repayment)\b'
      || '|(yuran|caj|pengeluaran|belian|lastschrift|dauerauftrag|kartenzahlung|kartenverfügung|gebühr|abhebung|prélèvement|retrait\b|achat|frais|compra|retiro|comisión|recibo|prelievo|addebito|commissione|geldautomaat|betaalautomaat|kosten|消费|手续费|取款|提现)'
    ) as is_outgoing,
    is_outgoing or regexp_matches(
      cell_word,
      '\b(debit|credit|pos|card|cheque|check|charges?|bill|tax|deposit|payments?|pay|paid|transfer|trf|giro|duitnow|fpx|ibg|interest|refund|salary|dividend|exchange|top ?up|reload|adjustment|reversal)\b'
      || '|(bayaran|pindahan|faedah|gutschrift|überweisung|überw|zahlung|zinsen|virement|paiement|intérêts|transferencia|pago|intereses|bonifico|pagamento|interessi|incasso|overboeking|betaling|rente|转账|支付|利息|付款|入金|充值)'
    ) as is_kind,
    -- a word on a proven line of the same direction cannot contradict it
    sum(proven_count) over (partition by header, staging.bank_word_form(written.cell), is_in) = 0 as is_open,
    is_open and ((side.meaning = 'debit' and is_in) or (side.meaning = 'credit' and not is_in)) as is_contradiction
  from written
  left join staging.bank_word as side
    on side.company = written.company and side.kind = 'side' and side.word = staging.bank_side_form(written.cell)
),
whole as (
  select count(*) as line_count, min(line_no) as line_no, bool_or(has_sign) as has_signs
  from line
),
counted as (
  select
    header,
    sum(line_count) as cell_count,
    coalesce(sum(line_count) filter (side is not null), 0) as side_count,
    count(distinct cell_word) as word_count,
    bool_and(not regexp_matches(cell_word, '[0-9]') and len(cell_word) <= 24) as has_only_words,
    -- a dash beside figures is an empty cell
    bool_or(regexp_matches(cell_word, '^[0-9.,]+$') and cell_word <> '1') as has_figures,
    min(cell) as first_word,
    max(cell) as last_word,
    coalesce(bool_or(is_open), false) as is_open,
    coalesce(sum(line_count) filter (is_kind), 0) as kind_count,
    coalesce(sum(line_count) filter (is_outgoing and is_open and is_in and not is_stated), 0) as outgoing_as_in,
    coalesce(sum(line_count) filter (is_outgoing and not is_in), 0) as outgoing_as_out,
    min_by(place, place.line_no) filter (is_contradiction) as contradiction,
    min_by(place, place.line_no) filter (is_outgoing and is_open and is_in and not is_stated) as outgoing
  from told
  group by header
),
judged as (
  select
    counted.*,
    whole.line_no,
    whole.has_signs,
    case
      when side_count * 5 >= cell_count * 4 or (side_count > 0 and word_count <= 2 and not has_figures)
        then case when contradiction is not null then 'sides' end
      when kind_count * 5 >= cell_count * 4 and outgoing_as_in > outgoing_as_out and (outgoing_as_in > 1 or not whole.has_signs) then 'outgoing'
      when not is_open or whole.has_signs or cell_count * 2 < whole.line_count then null
      when kind_count * 5 >= cell_count * 4 and word_count > 1 then 'kinds'
      when word_count = 2 and has_only_words then 'two words'
    end as finding
  from counted
  cross join whole
)
select
  'FILE_SIGN_UNPROVEN' as code,
  case finding
    when 'sides' then format(
      'The column "{}" states debit and credit and is not read: line {} is "{}" there, and its amount {} would be money {}.',
      header, contradiction.line_no, contradiction.cell, core.money_text(contradiction.currency, abs(contradiction.amount)),
      case when contradiction.amount > 0 then 'in' else 'out' end
    )
    when 'outgoing' then format(
      'The column "{}" is not read and has kinds that are usually money out: line {} is "{}" there, and its amount {} would be money in.',
      header, outgoing.line_no, outgoing.cell, core.money_text(outgoing.currency, outgoing.amount)
    )
    when 'kinds' then format(
      'No amount has a sign, and the column "{}", which is not read, has kinds of transactions such as "{}" and "{}". They may be money out.',
      header, first_word, last_word
    )
    else format(
      'No amount has a sign, and the column "{}", which is not read, has two words on the lines: "{}" and "{}". They may state debit and credit.',
      header, first_word, last_word
    )
  end as message,
  format(
    'If the column states debit and credit, name it under books.bank.aliases.direction: ["{}"]{}; otherwise ignore it: books.bank.ignore: ["{}"].',
    header, case finding when 'sides' then '' else ', and its words under books.bank.sides' end, header
  ) || case
    when finding = 'sides' or has_signs then ''
    else ' If all amounts are money out, name their column under books.bank.aliases.debit: ["{amount}"] too.'
  end as remedy,
  coalesce(contradiction.line_no, outgoing.line_no, line_no) as line_no,
  case finding when 'sides' then 'direction' end as column_name,
  header
from judged
where finding is not null
order by finding = 'sides' desc, header
limit 1;

-- statement: bank_mark
-- Refuses a table in which some amounts of an account are marked as credits ("40.00 CR", "+40.00"), others have no mark, and no amount
-- is marked as a debit: statements of cards and loans mark only payments into the account. Beside a minus, a plus is a sign. Balances
-- that agree from line to line prove the signs.
-- reads: incoming, raw.bank_statement_line, running_balance
with
line as (
  select
    incoming.line_no,
    incoming.account,
    incoming.currency,
    incoming.amount,
    trim(written.amount) as written,
    staging.bank_side(written.amount) as side,
    coalesce(side in ('CR', '+'), false) as has_side,
    starts_with(trim(written.amount), '+') as has_plus
  from incoming
  inner join raw.bank_statement_line as written
    on written.receipt_id = incoming.receipt_id and written.line_no = incoming.line_no
  left join running_balance as balance
    on balance.account is not distinct from incoming.account and balance.currency = incoming.currency and balance.opening is not null
  where incoming.is_table and incoming.reject_code is null and incoming.amount <> 0
    and written.amount is not null and written.direction is null and balance.currency is null
),
found as (
  select
    min_by({'line_no': line_no, 'written': written}, line_no) filter (has_side or has_plus) as marked,
    min_by({'line_no': line_no, 'written': written}, line_no) filter (not has_side and not has_plus and amount > 0) as bare,
    bool_or(has_side) as has_side
  from line
  group by account, currency
  having count(*) filter (side in ('DR', '-')) = 0 and (has_side or min(amount) > 0)
)
select
  'FILE_SIGN_UNPROVEN' as code,
  format(
    'Only some amounts are marked as credits: line {} ("{}") is, line {} ("{}") is not, and may be money out.',
    marked.line_no, marked.written, bare.line_no, bare.written
  ) as message,
  case when has_side
    then 'If amounts without a mark are money out, name their column under books.bank.aliases.debit: ["{amount}"]; if they are money in, under credit.'
    else 'If amounts without a mark are money in, name their column under books.bank.aliases.credit: ["{amount}"]; otherwise export the file with a sign on each amount.'
  end as remedy,
  bare.line_no as line_no
from found
where marked is not null and bare is not null
order by bare.line_no
limit 1;
