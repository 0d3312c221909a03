-- Deletes the company's causes, which are computed afresh from its open items.
delete from recon.cause where company = (select company from recon.run where run_id = $run_id)
