-- The key of a customer: 16 hexadecimal digits of a keyed hash (HMAC-SHA256) of the e-mail address, or of the name where there is none.
-- Case and spaces do not matter. The session variables customer_key_inner and customer_key_outer are the company's secret key, padded
-- as HMAC defines it; without them there is no key.
create or replace macro staging.customer_key(email, name) as (
  substr(sha256(getvariable('customer_key_outer')::blob || unhex(sha256(getvariable('customer_key_inner')::blob || encode(
    lower(regexp_replace(trim(coalesce(nullif(trim(email), ''), nullif(trim(name), ''))), '\s+', ' ', 'g'))
  )))), 1, 16)
);
