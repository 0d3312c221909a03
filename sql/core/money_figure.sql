-- An amount as a figure of a message: MYR 1234.5000.
create or replace macro core.money_figure(the_currency, amount) as (
  the_currency || ' ' || amount::decimal(38, 4)::text
);
