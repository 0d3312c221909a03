-- Notes how a statement writes its figures, before its lines are typed. Signs: the sign of a charged fee is declared, or that
-- of most fees of payments; a fee of the other sign is given back. statement_fee_sign refuses a file in which nothing proves
-- that majority. A reserve is recognised where at least three payments of different amounts, and two of three that leave
-- something over, withhold the same share.
insert into raw.statement_convention
with
figure as (
  from staging.statement_figure($file_id)
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
  inner join raw.receipt as receipt on receipt.company = setting.company
  where receipt.file_id = $file_id and setting.connector = 'gateway'
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
    select ((left_over * 20000 + amount) * 10000)::hugeint // (amount * 20000)::hugeint * 100 as share from unexplained
    union all
    select ((left_over * 200 + amount) * 10000)::hugeint // (amount * 20000)::hugeint * 10000 from unexplained
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
  -- of shares that fit as often, the roundest
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
  $file_id,
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
    from raw.statement_line as line
    where line.file_id = $file_id and line.line_no = coalesce(weighed.example_line, weighed.costly_line)
  )
from term
cross join weighed
