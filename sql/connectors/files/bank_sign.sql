-- statement: bank_table_line_keep
-- Keeps how the sign of each amount in a table is written, and what balances prove of it: several rules read it.
-- grain: one row of a table whose amount is not zero
-- key: line_no
-- reads: incoming, file_line, running_balance
-- is_accepted: whether no reason rejects the line
-- has_word: a column of sides that is read has a word; is_stated: such a word or a column of credits or debits has the sign
-- side: CR, DR, + or - behind the amount; is_signed: anything shows the sign, also on a rejected line
-- has_balances: the balances of the line's account agree with its amounts; is_proven: also with that of this line, because another line
--   is older
-- balance_before: the balance beside the line less its amount
create or replace temp table table_line as
select
  incoming.line_no,
  coalesce(incoming.account, '') as account,
  incoming.currency,
  incoming.amount,
  incoming.booked_on,
  incoming.running_balance - incoming.amount as balance_before,
  incoming.reject_code is null as is_accepted,
  trim(written.amount) as written,
  trim(written.debit) as debit,
  written.credit is not null as has_credit,
  staging.tidy_text(written.direction) is not null as has_word,
  written.amount is null or has_word as is_stated,
  staging.bank_side(written.amount) as side,
  starts_with(trim(written.amount), '+') as has_plus,
  is_stated or incoming.amount < 0 or has_plus or side is not null
    or (incoming.amount is null and regexp_matches(written.amount, '[-−–(]')) as is_signed,
  balance.currency is not null as has_balances,
  has_balances and coalesce(balance.edge_line <> incoming.line_no, false) as is_proven
from incoming
inner join file_line as written on written.line_no = incoming.line_no
left join running_balance as balance
  on balance.account is not distinct from incoming.account and balance.currency = incoming.currency and balance.opening is not null
where incoming.is_table and coalesce(incoming.amount, 1) <> 0 and coalesce(incoming.reject_code not in ('summary_row', 'continuation'), true);

-- statement: bank_sign
-- Refuses a table in which a column that is not read says which amounts are money out, because they would be loaded as money
-- in. Balances that agree from line to line prove the signs, but not that of the oldest line, before which there is no balance.
-- Such a column
-- * states the sides: four fifths of its words are sides, or it has at most two words and a side is among them; the amounts do
--   not follow it,
-- * states the kinds of transactions, such as "Purchase" and "ATM": most lines whose kind is money out have a positive amount.
-- A column of debits or credits, or of sides, that is read states the signs.
-- reads: table_line, staging.unread_cell, staging.bank_word
with
-- the lines with the same cell and direction: a column has few different cells
written as (
  select
    cell.header,
    cell.cell,
    line.amount > 0 as is_in,
    line.is_stated,
    count(*) as line_count,
    count(*) filter (line.is_proven) as proven_count,
    min_by({'line_no': line.line_no, 'cell': cell.cell, 'amount': line.amount, 'currency': line.currency}, line.line_no)
      filter (not line.is_proven) as place
  from table_line as line
  inner join staging.unread_cell('file_line', $unread) as cell on cell.line_no = line.line_no
  where line.is_accepted and cell.cell is not null
  group by cell.header, cell.cell, is_in, line.is_stated
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
    on side.kind = 'side' and side.word = staging.bank_side_form(written.cell)
),
whole as (
  select bool_or(is_signed) as has_signs from table_line
),
counted as (
  select
    header,
    sum(line_count) as cell_count,
    coalesce(sum(line_count) filter (side is not null), 0) as side_count,
    count(distinct cell_word) as word_count,
    -- a dash beside figures is an empty cell
    bool_or(regexp_matches(cell_word, '^[0-9.,]+$') and cell_word <> '1') as has_figures,
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
    case
      when contradiction is not null and (side_count * 5 >= cell_count * 4 or (side_count > 0 and word_count <= 2 and not has_figures))
        then 'sides'
      when kind_count * 5 >= cell_count * 4 and outgoing_as_in > outgoing_as_out and (outgoing_as_in > 1 or not whole.has_signs) then 'outgoing'
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
    else format(
      'The column "{}" is not read and has kinds that are usually money out: line {} is "{}" there, and its amount {} would be money in.',
      header, outgoing.line_no, outgoing.cell, core.money_text(outgoing.currency, outgoing.amount)
    )
  end as message,
  case finding
    when 'sides' then format(
      'If the column states debit and credit, name it under books.bank.aliases.direction: ["{}"]; otherwise ignore it: books.bank.ignore: ["{}"].',
      header, header
    )
    else format(
      'If all amounts without a sign are money out, name their column under books.bank.aliases.debit: ["{{amount}}"]; if they are money in, under credit. '
        || 'If "{}" states the side, name it under books.bank.aliases.direction: ["{}"], and its words under books.bank.sides.',
      header, header
    )
  end as remedy,
  coalesce(contradiction.line_no, outgoing.line_no) as line_no,
  case finding when 'sides' then 'direction' end as column_name,
  header
from judged
where finding is not null
order by finding = 'sides' desc, header
limit 1;

-- statement: bank_mark
-- Refuses a table in which some amounts of an account are marked as credits ("40.00 CR", "+40.00"), others have no mark, and no amount
-- is marked as a debit: statements of cards and loans mark only payments into the account. Beside a minus, a plus is a sign. It also
-- refuses an amount without a sign beside a blank in the column of sides. Balances that agree from line to line prove the signs.
-- reads: table_line
with
found as (
  select
    min_by({'line_no': line_no, 'written': written}, line_no) filter (has_word or coalesce(side in ('CR', '+'), has_plus)) as marked,
    min_by({'line_no': line_no, 'written': written}, line_no)
      filter (is_bare and is_accepted and not is_proven) as bare,
    coalesce(bool_or(side in ('CR', '+')), false) as has_side,
    bool_or(has_word) as has_words
  from (select *, not has_word and side is null and not has_plus and amount > 0 as is_bare from table_line)
  where written is not null
  group by account, currency
  -- a line that balances prove shows what an amount without a mark is
  having count(*) filter (is_bare and is_proven) = 0 and case
    when has_words then count(*) filter (not has_word and amount < 0) = 0
    else count(*) filter (side in ('DR', '-')) = 0 and (has_side or min(amount) > 0)
  end
)
select
  'FILE_SIGN_UNPROVEN' as code,
  case when has_words
    then format(
      'The column "{{direction}}" is blank on line {}, whose amount "{}" has no sign and may be money out; line {} has a word there.',
      bare.line_no, bare.written, marked.line_no
    )
    else format(
      'Only some amounts are marked as credits: line {} ("{}") is, line {} ("{}") is not, and may be money out.',
      marked.line_no, marked.written, bare.line_no, bare.written
    )
  end as message,
  case when has_side or has_words
    then 'If amounts without a mark are money out, name their column under books.bank.aliases.debit: ["{amount}"]; if they are money in, under credit.'
    else 'If amounts without a mark are money in, name their column under books.bank.aliases.credit: ["{amount}"]; otherwise export the file with a sign on each amount.'
  end as remedy,
  bare.line_no as line_no
from found
where marked is not null and bare is not null
order by bare.line_no
limit 1;

-- statement: bank_debit_sign
-- Refuses a table with debits and without credits in which at least half of the debits have a minus, but not all: either a minus marks
-- a credit, or the bank writes debits with a minus and the others were reversed. Balances that agree from line to line decide.
-- reads: table_line
with
found as (
  select
    min_by({'line_no': line_no, 'written': debit}, line_no) filter (is_negative) as negative,
    min_by({'line_no': line_no, 'written': debit}, line_no) filter (not is_negative) as positive
  from (select *, regexp_matches(debit, '^[^0-9]*[-−–(]') as is_negative from table_line where is_accepted and debit is not null)
  having not bool_or(has_balances) and count(*) filter (is_negative) >= count(*) filter (not is_negative)
    and not exists (select 1 from table_line where has_credit)
)
select
  'FILE_SIGN_UNPROVEN' as code,
  format(
    'The column "{{debit}}" has debits with a minus, such as "{}" on line {}, and without a minus, such as "{}" on line {}: either may be money in.',
    negative.written, negative.line_no, positive.written, positive.line_no
  ) as message,
  'If the amounts with a minus are money out and the others money in, name the column under books.bank.aliases.amount; otherwise export the file with '
    || 'a column that states the side, and name it under books.bank.aliases.direction.' as remedy,
  positive.line_no as line_no
from found
where negative is not null and positive is not null;

-- statement: bank_unsigned
-- Refuses a table in which nothing shows what is money in and what is money out: no amount has a sign, no column of debits, credits or
-- sides is read, no balances beside the lines agree with the amounts, and no line continues the closing balance of an earlier file. The
-- refusal names an unread column with few words, because it may state the side. If balances agree, a file is only
-- refused for an unread column of two words in which the oldest line, which no balance proves, has a word of its own.
-- reads: table_line, staging.unread_cell, staging.bank_word, core.bank_statement
with
whole as (
  select min(line_no) filter (is_accepted and not is_proven) as line_no, count(*) filter (is_accepted) as line_count,
    bool_or(has_balances or is_continued) as has_balances
  from (
    select
      *,
      -- the balance before a line is the closing balance of an earlier file
      exists (
        select 1
        from core.bank_statement as earlier
        where coalesce(earlier.account, '') = table_line.account
          and earlier.currency = table_line.currency and earlier.closing = table_line.balance_before
          and earlier.last_day <= table_line.booked_on and earlier.receipt_id <> $receipt_id
      ) as is_continued
    from table_line
  )
  having not bool_or(is_signed)
),
word as (
  select cell.header, staging.bank_side_form(cell.cell) as word, count(*) as line_count, min(cell.cell) as cell,
    count(*) filter (line.is_proven) = 0 as is_open
  from staging.unread_cell('file_line', $other_headers) as cell
  inner join table_line as line on line.line_no = cell.line_no and line.is_accepted
  cross join whole
  where cell.cell is not null
  group by all
),
few_words as (
  select
    word.header,
    min(word.cell) as first_word,
    max(word.cell) as last_word,
    count(*) as word_count,
    bool_or(word.is_open) as is_open,
    sum(word.line_count) as cell_count,
    coalesce(sum(word.line_count) filter (side.meaning is not null), 0) as side_count,
    coalesce(sum(word.line_count) filter (side.meaning = 'credit'), 0) as credit_count,
    bool_and(not regexp_matches(word.word, '[0-9]') and len(word.word) <= 24) as has_only_words
  from word
  left join staging.bank_word as side on side.kind = 'side' and side.word = word.word
  group by word.header
  having count(*) <= 6 and (cell_count * 2 >= (select line_count from whole) or side_count = cell_count)
),
-- the words of sides on some lines do not state the side of the other lines
likely as (
  from few_words
  where is_open and has_only_words and (word_count = 2 or side_count = cell_count or word_count between 3 and cell_count - 1)
  order by side_count desc, word_count, header
  limit 1
)
select
  'FILE_SIGN_UNPROVEN' as code,
  case when likely.header is null
    then 'No amount has a sign, and no column or balance shows whether it is money in or money out.'
    else format(
      'No amount has a sign, and the column "{}" is not read: with words such as "{}"{}, it may state what is money out.',
      likely.header, first_word, case when last_word <> first_word then format(' and "{}"', last_word) else '' end
    )
  end as message,
  'If all amounts are money in, name their column under books.bank.aliases.credit: ["{amount}"]; if all are money out, under debit. '
    || case when likely.header is null
      then 'If a column states the side, name it under books.bank.aliases.direction.'
      else format(
        'If "{}" states the side, name it under books.bank.aliases.direction: ["{}"], and its words under books.bank.sides{}.',
        likely.header, likely.header,
        case when likely.cell_count < whole.line_count
          then '; amounts without such a word are money in under credit, and money out under debit' else '' end
      )
    end as remedy,
  whole.line_no
from whole
left join likely on true
where whole.line_no is not null
  and (not whole.has_balances or likely.word_count = 2 or likely.side_count > 0)
  -- a column in which every line states money in
  and not exists (select 1 from few_words where credit_count = whole.line_count);
