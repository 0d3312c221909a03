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
    * exclude (is_net_stated, withheld),
    coalesce(is_net_stated, false) as is_net_stated,
    coalesce(withheld, 0) as withheld,
    case when direction = 'outgoing' then -1 else 1 end as sign
  from core.payment_now
  where is_money_moved
),
signed as (
  select
    line.*,
    case
      when direction = 'incoming' then fee
      when net_amount in (amount + fee - withheld, amount + fee + withheld) then -fee
      else fee
    end as fee_taken,
    case
      when direction = 'outgoing' and net_amount in (amount - fee + withheld, amount + fee + withheld) then -withheld
      else withheld
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
  (sign * signed.amount)::decimal(38, 4) as amount,
  (sign * fee_taken)::decimal(38, 4) as fee,
  (sign * withheld_taken)::decimal(38, 4) as withheld,
  (sign * signed.net_amount)::decimal(38, 4) as net_amount,
  case when is_net_stated then sign * (signed.net_amount - signed.amount + fee_taken + withheld_taken) end::decimal(38, 4) as net_minus_expected
from signed;
