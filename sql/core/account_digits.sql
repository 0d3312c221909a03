-- The digits of an account number; null where some of it is masked, so that it can be compared with no other number.
create or replace macro core.account_digits(account_number) as (
  case
    when not regexp_matches(account_number, '[*#•●…]|[xX]{3}') then regexp_replace(account_number, '[^0-9]', '', 'g')
  end
);
