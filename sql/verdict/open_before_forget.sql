-- Forgets what was open before the company's run before this one.
delete from recon.open_before where company = (select company from recon.run where run_id = $run_id)
