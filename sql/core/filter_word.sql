-- A method, product or flow of a statement line as the gateway's filters write it: razer_grabpay for "Razer GrabPay".
create or replace macro core.filter_word(word) as (
  regexp_replace(lower(trim(word)), '[^a-z0-9]+', '_', 'g')
);
