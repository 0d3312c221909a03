-- statement: balance_answers_failed
-- fires: control register | not_made | gateway_balance
-- corrupts: the answers with the gateway's balances failed
update raw.receipt set load_status = 'refused', load_code = 'ANSWER_NOT_JSON', load_message = 'The answer is not JSON.'
where kind = 'balance' and load_status = 'loaded';

-- statement: balance_currency_lost
-- fires: control register | not_made | gateway_balance
-- corrupts: an answer with the gateway's balances has lost a currency
delete from core.gateway_balance
where (currency, balance_at) = (
  select (reading.currency, reading.balance_at)
  from core.gateway_balance as reading
  cross join core.company as company
  where reading.balance <> 0
    and reading.balance_at > timezone(company.zone, $period_start::timestamp)
    and reading.balance_at < timezone(company.zone, $period_end::timestamp)
  order by reading.balance_at desc, reading.currency
  limit 1
);

-- statement: bank_emptied
-- fires: control register | out_of_balance | bank_to_settlement
-- corrupts: the bank statement covers the days and has no line
delete from core.bank_line;

-- statement: callback_endpoint_dead
-- fires: control register | out_of_balance | callbacks_to_statement
-- corrupts: no callback was received on the last days
delete from core.callback where business_date >= $period_end::date - 3;

-- statement: callbacks_emptied
-- fires: control register | out_of_balance | callbacks_to_statement
-- corrupts: the callback file covers the days and has no callback
delete from core.callback;

-- statement: currency_not_configured
-- fires: control register | not_made | statement_to_turnover
-- corrupts: a currency with payments is not in the configuration
update core.company
set currencies = currencies[1:len(currencies) - 1]
where len(currencies) > 1;

-- statement: fee_rule_removed
-- fires: control register | not_made | fees_to_schedule
-- corrupts: the fee schedule has no rule for a method that was used
delete from core.fee_rule
where method = (
  select payment.method
  from core.payment as payment
  where payment.known_to is null and payment.kind = 'payment' and payment.fee > 0
    and payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.method in (select rule.method from core.fee_rule as rule)
  order by payment.business_date desc, payment.payment_key
  limit 1
);

-- statement: net_amounts_lost
-- fires: control register | not_made | line_arithmetic
-- corrupts: the statement of one day states no net amounts
update core.payment set is_net_stated = false
where known_to is null and is_money_moved and business_date = (
  select max(other.business_date)
  from core.payment as other
  where other.known_to is null and other.is_net_stated and other.kind = 'payment'
    and other.business_date >= $period_start::date and other.business_date < $period_end::date
);

-- statement: orders_emptied
-- fires: control register | out_of_balance | orders_to_statement
-- corrupts: the order file covers the days and has no order
delete from core.merchant_order;

-- statement: payout_account_without_balance
-- fires: control register | not_made | payout_roll_forward
-- corrupts: no payout account has a readable balance
delete from core.payout_account;

-- statement: settlements_never_reported
-- fires: control register | not_made | payments_to_settlement
-- corrupts: no statement ever reported a settlement
update core.payment set settled_at = null, settlement_date = null;
