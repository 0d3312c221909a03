-- grain: one day that a run judged
-- key: run_id, business_date
-- reads: recon.run_day
create or replace view mart.run_day as
select
  company,
  run_id,
  business_date,
  because
from recon.run_day;

comment on view mart.run_day is 'One day that a run judged. Why was an earlier day judged again?';
comment on column mart.run_day.company is 'Company, as named in the configuration.';
comment on column mart.run_day.run_id is 'Number of the run (mart.run).';
comment on column mart.run_day.business_date is 'Business day.';
comment on column mart.run_day.because is 'Why: `asked_for`, `decided`, `input_arrived`, `input_due`, `record_ended`, `proof_changed`, `matched_by_hand`, `open_item` that something new can change, or `record_arrived`.';
