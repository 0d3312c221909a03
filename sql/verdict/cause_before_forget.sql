-- Deletes the causes that the company's items had before its previous run.
delete from recon.cause_before where company = (select company from recon.run where run_id = $run_id)
