-- The figures of each statement line on which money moved, outgoing money negative. A refund may give its fee back or be
-- charged for it, by the convention of the statement: the sign that fits the net amount is the one that was meant.
-- grain: one statement line on which money moved
-- key: company, payment_key, occurrence
-- net_minus_expected: the net amount less what amount, fee and withheld give; null where the line states no net amount
-- reads: core.payment_now
create or replace view core.line_net as
with
line as (
  select
    company,
    payment_key,
    occurrence,
    kind,
    direction,
    currency,
    business_date,
    reference,
    paid_at,
    file_id,
    line_no,
    coalesce(is_net_stated, false) as is_net_stated,
    case when direction = 'outgoing' then -1 else 1 end as sign,
    amount as written_amount,
    fee as written_fee,
    coalesce(withheld, 0) as written_withheld,
    net_amount as written_net
  from core.payment_now
  where is_money_moved
),
signed as (
  select
    line.*,
    case
      when direction = 'incoming' then written_fee
      when written_net in (written_amount + written_fee - written_withheld, written_amount + written_fee + written_withheld) then -written_fee
      else written_fee
    end as fee_taken,
    case
      when direction = 'outgoing' and written_net in (
        written_amount - written_fee + written_withheld, written_amount + written_fee + written_withheld
      ) then -written_withheld
      else written_withheld
    end as withheld_taken
  from line
)
select
  company,
  payment_key,
  occurrence,
  kind,
  direction,
  currency,
  business_date,
  reference,
  paid_at,
  file_id,
  line_no,
  is_net_stated,
  (sign * written_amount)::decimal(38, 4) as amount,
  (sign * fee_taken)::decimal(38, 4) as fee,
  (sign * withheld_taken)::decimal(38, 4) as withheld,
  (sign * written_net)::decimal(38, 4) as net_amount,
  case when is_net_stated then sign * (written_net - written_amount + fee_taken + withheld_taken) end::decimal(38, 4) as net_minus_expected
from signed;
