-- The bucket of an amount, such that amounts which agree within `absolute` plus `percent` of one of them are in the same
-- or in neighbouring buckets: whole units of the absolute tolerance, or steps of a logarithm where there is a percentage.
create or replace macro recon.match_amount_bucket(amount, absolute, percent) as (
  case
    when percent > 0 then floor(
      ln(abs(amount) + absolute * 100 * pow(percent, -1)) * pow(ln(1 - percent * 0.01), -1) * -0.999
    )::bigint
    when absolute > 0 then (abs(amount) * 10000)::bigint // (absolute * 10000)::bigint
    else (abs(amount) * 10000)::bigint
  end
);
