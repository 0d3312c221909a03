-- Whether two amounts agree within the tolerance: an absolute part plus a percentage of the left amount, or, where fees
-- may explain the difference, exactly the fee of either side.
create or replace macro recon.match_is_within(left_amount, right_amount, left_fee, right_fee, absolute, percent, fee_explains) as (
  abs(right_amount - left_amount) <= absolute + abs(left_amount) * percent * 0.01
  or (
    fee_explains
    and (
      right_amount = left_amount - coalesce(left_fee, 0)
      or right_amount - coalesce(right_fee, 0) = left_amount
      or right_amount - coalesce(right_fee, 0) = left_amount - coalesce(left_fee, 0)
    )
  )
);
