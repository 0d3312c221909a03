-- Adds to the reason of each control total in doubt when the answers on which it rests are asked for again.
update recon.control as control
set reason = core.say_all([control.reason, doubted.asked])
from recon.doubted_day as doubted
where control.run_id = $run_id and doubted.run_id = control.run_id and doubted.currency = control.currency
  and doubted.business_date = control.business_date and doubted.control = control.control and doubted.asked is not null
