-- fires: control register | not_made | statement_to_turnover
-- corrupts: a currency with payments is not in the configuration
update core.company
set currencies = currencies[1:len(currencies) - 1]
where company = $company and len(currencies) > 1
