-- Deletes the causes of the company's items, which are computed afresh.
delete from recon.cause_member where company = (select company from recon.run where run_id = $run_id)
