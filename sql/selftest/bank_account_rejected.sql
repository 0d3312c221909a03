-- fires: beneficiaries
-- corrupts: one bank account that was paid is rejected
update core.bank_account set status = 'rejected'
where known_to is null and company = $company and bank_account_id = (
  select max(bank_account_id) from core.send_instruction
  where company = $company and known_to is null and state = 'completed'
    and business_date >= $period_start::date and business_date < $period_end::date
)
