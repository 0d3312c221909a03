-- fires: check input_day
-- corrupts: every statement was refused
update raw.receipt set load_status = 'refused'
where company = $company and kind in (select kind from core.company_input where company = $company and input = 'statement')
