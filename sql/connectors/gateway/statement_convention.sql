-- statement: figure_amount
-- The amount of a text, by the quicker cast where it can read the text.
create or replace macro staging.figure_amount(figure, decimal_mark, symbols, exponent) as (
  coalesce(
    try_cast(staging.with_decimal_point(figure, decimal_mark) as decimal(18, 4)),
    staging.money_from_text(staging.with_decimal_point(figure, decimal_mark), symbols, exponent)
  )::decimal(38, 4)
);

-- statement: statement_figure
-- Uses wide decimals, so that sums of mistyped figures do not overflow. The cast is quicker than the strict reading and good
-- enough as evidence: a line whose figures only the cast can read is rejected anyway.
-- grain: one line of one statement file that moves money and states a fee, a net amount or what is withheld: its figures
-- with their signs
-- key: receipt_id, line_no
-- reads: the table the_lines, raw.receipt, staging.currency, staging.statement_type, staging.statement_status
create or replace macro staging.statement_figure(the_lines) as table (
  select
    line.receipt_id,
    line.line_no,
    kind.kind,
    kind.direction,
    staging.figure_amount(line.amount, receipt.decimal_mark, list_append(currency.symbols, currency.currency), currency.exponent) as amount,
    staging.figure_amount(line.fee, receipt.decimal_mark, list_append(currency.symbols, currency.currency), currency.exponent) as fee,
    staging.figure_amount(line.net_amount, receipt.decimal_mark, list_append(currency.symbols, currency.currency), currency.exponent)
      as net,
    staging.figure_amount(line.withheld, receipt.decimal_mark, list_append(currency.symbols, currency.currency), currency.exponent)
      as withheld,
    staging.major_from_minor('1', currency.exponent) as unit
  from query_table(the_lines) as line
  inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
  inner join staging.statement_type as kind on kind.word = lower(trim(line.type))
  inner join staging.statement_status as status on status.word = case
      when regexp_matches(line.status, '[\s-]') then lower(regexp_replace(trim(line.status), '[\s-]+', '_', 'g'))
      else lower(line.status)
    end
  inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
  where status.is_money_moved
    and coalesce(line.fee, line.net_amount, line.withheld) is not null
);

-- statement: statement_convention
-- Records how a statement writes its figures, before its lines are typed. The sign of a charged fee is declared, or is that of
-- most fees of payments; a fee with the other sign was given back. statement_fee_sign refuses a file in which nothing proves
-- that majority. A reserve is recognised where at least three payments of different amounts, and two thirds of the payments
-- with a remainder, withhold the same share.
insert into raw.statement_convention
with
figure as (
  from staging.statement_figure('file_line')
),
counted as (
  select
    count(*) filter (fee <> 0) > 0 as has_fee,
    count(*) filter (kind = 'payment' and fee < 0) as payment_negative,
    count(*) filter (kind = 'payment' and fee > 0) as payment_positive,
    count(*) filter (direction = 'incoming' and fee < 0) as incoming_negative,
    count(*) filter (direction = 'incoming' and fee > 0) as incoming_positive,
    count(*) filter (direction = 'outgoing' and fee < 0 and (net is null or net = amount + fee)) as outgoing_negative,
    count(*) filter (direction = 'outgoing' and (fee > 0 or (fee < 0 and net = amount - fee))) as outgoing_positive
  from figure
),
setting as (
  select setting.name, setting.value
  from core.company_setting as setting
  cross join raw.receipt as receipt
  where receipt.receipt_id = $receipt_id and setting.connector = 'gateway'
),
sign as (
  select
    has_fee,
    case
      when declared.value is not null then case when declared.value = 'charged_is_negative' then -1 else 1 end
      when payment_negative + payment_positive > 0 then case when payment_negative > payment_positive then -1 else 1 end
      when incoming_negative + incoming_positive > 0 then case when incoming_negative > incoming_positive then -1 else 1 end
      when outgoing_negative > outgoing_positive then -1
      else 1
    end as fee_sign
  from counted
  left join setting as declared on declared.name = 'fee_sign'
),
signed as (
  select
    figure.*,
    sign.fee_sign * coalesce(fee, 0) as charged,
    abs(coalesce(withheld, 0)) as held,
    case when direction = 'incoming' then amount - charged - net end as left_over,
    case when direction = 'outgoing' then abs(abs(amount) - charged) - abs(net) end as left_over_less,
    case when direction = 'outgoing' then abs(abs(amount) + charged) - abs(net) end as left_over_plus
  from figure
  cross join sign
  where net is not null and amount is not null and (fee is not null or sign.has_fee)
),
outgoing as (
  select case
      when count(*) filter (abs(left_over_plus) = held) > count(*) filter (abs(left_over_less) = held) then 1
      else -1
    end as outgoing_sign
  from signed
),
declared as (
  select max(try_cast(value as decimal(9, 4)) * 10000)::integer as share
  from setting
  where name = 'reserve_percent'
),
unexplained as (
  select *
  from signed
  where direction = 'incoming' and held = 0 and left_over > 0 and left_over < amount * 0.5
),
possible_share as (
  select share
  from (
    -- per cent and hundredths of a per cent, rounded; as whole numbers, because a division of decimals would be a float
    select ((left_over::decimal(38, 4) * 20000 + amount) * 10000)::hugeint // (amount::decimal(38, 4) * 20000)::hugeint * 100 as share from unexplained
    union all
    select ((left_over::decimal(38, 4) * 200 + amount) * 10000)::hugeint // (amount::decimal(38, 4) * 20000)::hugeint * 10000 from unexplained
  )
  where share > 0
  group by share
  order by count(*) desc, share
  limit 12
),
recognised as (
  select
    possible_share.share,
    count(*) as fitting_count
  from unexplained
  cross join possible_share
  where (select share from declared) is null
    and abs(unexplained.left_over * 1000000 - unexplained.amount * possible_share.share) < unexplained.unit * 1000000
  group by possible_share.share
  having count(*) >= 3
    and min(unexplained.amount) < max(unexplained.amount)
    and count(*) * 3 >= (select count(*) from unexplained) * 2
  -- of shares that fit equally often, the roundest
  order by fitting_count desc, possible_share.share % 10000 <> 0, possible_share.share
  limit 1
),
term as (
  select
    sign.fee_sign,
    sign.has_fee,
    outgoing.outgoing_sign,
    coalesce((select share from declared), (select share from recognised))::integer as reserve_millionths,
    (select count(*) from recognised) > 0 as is_reserve_recognised
  from sign
  cross join outgoing
),
compared as (
  select
    signed.*,
    term.reserve_millionths,
    case
      when direction = 'outgoing' then abs(case when outgoing_sign = 1 then left_over_plus else left_over_less end) = held
      else abs(left_over) = held
    end as is_exact,
    direction = 'incoming' and held = 0 and left_over > 0 and abs(left_over * 1000000 - amount * coalesce(term.reserve_millionths, 0)) < unit * 1000000
      as is_reserved
  from signed
  cross join term
),
weighed as (
  select
    count(*) filter (charged <> 0 or held <> 0 or not is_exact) as checked_count,
    count(*) filter ((charged <> 0 or held <> 0 or not is_exact) and (is_exact or is_reserved)) as agreeing_count,
    count(*) filter (is_reserved and not is_exact) as reserve_count,
    min(line_no) filter (not is_exact and not is_reserved) as example_line,
    count(*) filter (direction = 'incoming' and amount > 0) as incoming_count,
    count(*) filter (direction = 'incoming' and amount > 0 and is_exact and charged * 2 > amount and net > 0) as costly_count,
    -- a flat fee may exceed half of small amounts
    min(charged) filter (direction = 'incoming') < max(charged) filter (direction = 'incoming')
      or (
        min(amount) filter (direction = 'incoming') = max(amount) filter (direction = 'incoming')
        and min(charged * 10 - amount * 9) filter (direction = 'incoming') > 0
      ) as is_not_flat,
    min(line_no) filter (direction = 'incoming' and charged * 2 > amount) as costly_line
  from compared
)
select
  $receipt_id,
  term.fee_sign,
  term.outgoing_sign,
  term.has_fee,
  term.reserve_millionths,
  term.is_reserve_recognised,
  weighed.reserve_count,
  weighed.checked_count,
  weighed.agreeing_count,
  case when weighed.is_not_flat and weighed.costly_count * 5 >= weighed.incoming_count * 4 then weighed.costly_count else 0 end,
  coalesce(weighed.example_line, weighed.costly_line),
  (
    select [line.amount, coalesce(line.fee, 'nothing'), line.net_amount]
    from file_line as line
    where line.line_no = coalesce(weighed.example_line, weighed.costly_line)
  )
from term
cross join weighed;

-- statement: statement_convention_note
-- Adds to the notes of a statement what its lines withhold as a reserve.
update raw.receipt
set notes = list_append(
  coalesce(notes, []),
  convention.reserve_count || case when convention.reserve_count = 1 then ' line withholds ' else ' lines withhold ' end
    || regexp_replace((convention.reserve_millionths * 0.0001)::decimal(9, 4)::text, '\.?0+$', '') || ' % of the amount as a reserve'
    || case when convention.is_reserve_recognised then ': a share that they have in common.' else ', as set in statement.reserve_percent.' end
)
from raw.statement_convention as convention
where convention.receipt_id = $receipt_id and receipt.receipt_id = $receipt_id and convention.reserve_count > 0;

-- statement: statement_fee_sign
-- Refuses a file with fees of payments of both signs and without net amounts: some fees are charged and some given back, and
-- nothing shows which. Read with the wrong sign, every fee of the file would be wrong. A refund or chargeback whose fee has
-- another sign gives the fee back, and is not a contradiction. The net amount of an accepted line is a proof, because it was
-- compared with amount and fee.
with
payment as (
  select line_no, fee, reject_code
  from incoming
  where kind = 'payment' and is_money_moved and fee <> 0
),
first_of_sign as (
  select min(line_no) filter (fee > 0) as one_line, min(line_no) filter (fee < 0) as other_line
  from payment
),
written as (
  select line_no, fee, net_amount
  from file_line
)
select
  'FILE_FEE_SIGN_UNPROVEN' as code,
  format(
    'Payments have fees of both signs, {} in line {} and {} in line {}, and no net amount proves which sign a charged fee has.',
    earlier.fee, earlier.line_no, later.fee, later.line_no
  ) as message,
  'Set statement.fee_sign to charged_is_positive or charged_is_negative, or export the file with net amounts.' as remedy,
  later.line_no as line_no
from first_of_sign
inner join written as earlier on earlier.line_no = least(one_line, other_line)
inner join written as later on later.line_no = greatest(one_line, other_line)
where one_line is not null
  and other_line is not null
  and not exists (
    select 1
    from payment
    inner join written on written.line_no = payment.line_no
    where payment.reject_code is null and written.net_amount is not null
  )
  and not exists (
    select 1
    from core.company_setting as setting
    cross join raw.receipt as receipt
    where receipt.receipt_id = $receipt_id and setting.connector = 'gateway' and setting.name = 'fee_sign'
  );

-- statement: statement_sign
-- How the lines of outgoing money are signed in a statement file. A gateway writes their amounts with either sign, and their net
-- amounts with the sign of the amount or with the other one; one line that differs from all others contradicts them.
-- grain: one type of outgoing money of one statement file
-- key: type_word
-- reads: the table the_lines, raw.receipt, staging.currency, staging.statement_type
create or replace macro staging.statement_sign(the_lines) as table (
  with
  line as (
    select
      kind.word as type_word,
      staging.money_from_text(
        staging.with_decimal_point(line.amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      ) as amount,
      staging.money_from_text(
        staging.with_decimal_point(line.net_amount, receipt.decimal_mark), list_concat(currency.symbols, [currency.currency]), currency.exponent
      ) as net_amount
    from query_table(the_lines) as line
    inner join raw.receipt as receipt on receipt.receipt_id = line.receipt_id
    inner join staging.statement_type as kind on kind.word = lower(trim(line.type)) and kind.direction = 'outgoing'
    inner join staging.currency as currency on currency.currency = coalesce(upper(trim(line.currency)), receipt.currency)
  )
  select
    type_word,
    count(*) filter (amount > 0) as positive_count,
    count(*) filter (amount < 0) as negative_count,
    sum(count(*) filter (sign(amount) = sign(net_amount))) over () as same_sign_count
  from line
  group by type_word
);
