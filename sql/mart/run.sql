-- statement: run
-- grain: one run of one company
-- key: run_id
-- reads: recon.run, mart.configuration
create or replace view mart.run as
select
  core.this_company() as company,
  run.run_id,
  run.period_start as first_day,
  run.period_end - 1 as last_day,
  run.known_at,
  run.as_of,
  run.configuration_sha256,
  case when run.configuration_sha256 is not null then configuration.rules_sha256 is distinct from run.rules_sha256 end
    as is_with_other_rules
from recon.run as run
left join mart.configuration as configuration
  on configuration.configuration_sha256 = run.configuration_sha256;

comment on view mart.run is 'One run. What was known, and with which configuration was it made?';
comment on column mart.run.run_id is 'Number of the run, the same as of its mark in the landing index.';
comment on column mart.run.first_day is 'First business day of the run.';
comment on column mart.run.last_day is 'Last business day of the run. Each day with its reason: mart.run_day.';
comment on column mart.run.known_at is 'Time of receipt of the newest file that the run knew.';
comment on column mart.run.as_of is 'Day on which the run was made, in the zone of the company.';
comment on column mart.run.configuration_sha256 is 'SHA-256 of the configuration that the run was made with (mart.configuration). Null for runs of a version that did not record it.';
comment on column mart.run.is_with_other_rules is 'Whether the results here were computed with other SQL than that of the run: a rebuild by another version repeats runs with its own rules. Null if the SQL of the run is unknown.';

-- statement: run_day
-- grain: one day that a run judged
-- key: run_id, business_date
-- reads: recon.run_day
create or replace view mart.run_day as
select
  core.this_company() as company,
  run_id,
  business_date,
  because
from recon.run_day;

comment on view mart.run_day is 'One day that a run judged. Why was an earlier day judged again?';
comment on column mart.run_day.run_id is 'Number of the run (mart.run).';
comment on column mart.run_day.business_date is 'Business day.';
comment on column mart.run_day.because is 'Why: `asked_for`, `decided`, `input_arrived`, `input_due`, `record_ended`, `proof_changed`, `matched_by_hand`, `open_item` that something new can change, or `record_arrived`.';

-- statement: run_filled
-- The tables of mart contain the results of every run.
update recon.run set is_in_mart = true where not is_in_mart;
