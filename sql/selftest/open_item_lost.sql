-- fires: check continuity
-- corrupts: one open item is nowhere any more
delete from recon.item
where break_id = (select min(break_id) from recon.break_life where company = $company and closed_on is null)
