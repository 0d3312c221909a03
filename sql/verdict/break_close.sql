-- Closes each open item of the run's days that this run did not find open, with date and reason. An item that is open on another
-- day, because its payment moved there, stays open. Where the record of the item has ended, the reason names the file.
update recon.break_life
set closed_on = run.as_of,
  closed_because = core.say('closed', {
    reason: (select max(item.reason) from recon.item as item where item.break_id = break_life.break_id and item.run_id = run.run_id),
    file: (
      select max(receipt.file_name)
      from core.ended_record as ended
      inner join raw.receipt as receipt on receipt.file_id = core.replacing_file(ended.file_id)
      where ended.company = break_life.company and ended.is_gone
        and break_life.item_key in ('deposit:' || ended.record_key, 'reversal:' || ended.record_key, 'order:' || ended.record_key)
    ),
    closed_on: run.as_of
  })
from recon.run as run
where run.run_id = $run_id
  and break_life.company = run.company
  and break_life.business_date in (select business_date from recon.run_day where run_id = $run_id)
  and break_life.closed_on is null
  and not exists (
    select 1
    from recon.item as item
    inner join recon.outcome as outcome on outcome.outcome = item.outcome
    where item.break_id = break_life.break_id and outcome.is_open
  )
