-- Deletes from what the causes are computed from the company's items that are closed, and those that this run has judged again.
delete from recon.cause_item as cause_item
where cause_item.company = (select company from recon.run where run_id = $run_id)
  and (
    cause_item.break_id in (select item.break_id from recon.item as item where item.run_id = $run_id)
    or cause_item.break_id not in (select break_life.break_id from recon.break_life as break_life where break_life.closed_on is null)
  )
