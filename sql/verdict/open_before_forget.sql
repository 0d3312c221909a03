-- Deletes what was open before the company's previous run.
delete from recon.open_before where company = (select company from recon.run where run_id = $run_id)
