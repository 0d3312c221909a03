-- The tables of mart contain the results of every run.
update recon.run set is_in_mart = true where not is_in_mart;
