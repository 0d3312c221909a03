-- The word behind an amount that states its side: "50.00 DR" and "50.00-" are taken from the account, "50.00 CR" and "50.00+"
-- paid into it. Null where there is none.
create or replace macro staging.bank_side(amount_text) as (
  nullif(upper(regexp_extract(trim(amount_text), '(?i)[0-9]\)?\s*(cr|dr|\+|-)\.?$', 1)), '')
);
