-- What the payout service charges on an amount by its terms: a flat fee, or a percentage of the amount, rounded half away from zero
-- to the decimals of the currency; null for other terms.
create or replace macro core.service_fee(amount, fee, fee_type, exponent) as (
  case fee_type
    when 'flat' then fee
    when 'percentage' then case exponent
      when 0 then round(amount * fee * 0.01, 0)
      when 2 then round(amount * fee * 0.01, 2)
      when 3 then round(amount * fee * 0.01, 3)
      when 4 then round(amount * fee * 0.01, 4)
    end
  end::decimal(18, 4)
);
