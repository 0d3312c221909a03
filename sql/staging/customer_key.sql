-- statement: customer_text
-- What identifies a customer, by one spelling: case and spaces do not matter, nor whether an accent is a character of its own.
create or replace macro staging.customer_text(written) as (
  nullif(trim(regexp_replace(lower(nfc_normalize(written)), '[\s\p{Z}]+', ' ', 'g')), '')
);

-- statement: customer_key
-- The key of a customer: 16 hexadecimal digits of a keyed hash (HMAC-SHA256) of the e-mail address. Without an address, the name is hashed.
-- The session variables customer_key_inner and customer_key_outer are the company's secret key, padded as HMAC defines it; without them
-- there is no key.
create or replace macro staging.customer_key(email, name) as (
  substr(sha256(getvariable('customer_key_outer')::blob || unhex(sha256(getvariable('customer_key_inner')::blob || encode(
    coalesce(staging.customer_text(email), staging.customer_text(name))
  )))), 1, 16)
);
