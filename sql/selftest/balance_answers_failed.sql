-- fires: control register | not_made | gateway_balance
-- corrupts: the answers with the gateway's balances failed
update raw.receipt set load_status = 'refused', load_code = 'ANSWER_NOT_JSON', load_message = 'The answer is not JSON.'
where company = $company and kind = 'balance' and load_status = 'loaded'
