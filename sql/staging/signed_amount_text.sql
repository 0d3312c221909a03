-- An amount with its side in front of it, as staging.money_from_text reads it: "50.00 DR" and "50.00-" are -50.00. An
-- amount with a sign and a side is left as it is, and is not a valid amount.
-- reads: staging.bank_side
create or replace macro staging.signed_amount_text(amount_text) as (
  case
    when staging.bank_side(amount_text) is null or regexp_matches(trim(amount_text), '^[-(+]') then amount_text
    else case when staging.bank_side(amount_text) in ('DR', '-') then '-' else '' end
      || regexp_replace(trim(amount_text), '(?i)\s*(cr|dr|\+|-)\.?$', '')
  end
);
