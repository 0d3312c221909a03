-- fires: check input_missing
-- corrupts: every statement was refused
update raw.receipt set load_status = 'refused' where company = $company and kind = 'statement'
