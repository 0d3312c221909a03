-- The arithmetic of a ledger record whose net amount is not its amount less its fee, in words.
create or replace macro core.net_differs_text(currency, amount, fee, net_amount) as (
  format('Amount {} less fee {} is {}; the net amount is {}.', core.money_text(currency, amount), core.money_text(currency, fee),
    core.money_text(currency, amount - fee), core.money_text(currency, net_amount))
);
