-- statement: doubted_day
-- Records the control totals that a run left in doubt. The answers behind a total are counted from the first such run on
-- (core.doubted_answer).
insert into recon.doubted_day
select distinct control.run_id, control.currency, control.business_date, control.control, null
from recon.control as control
inner join core.doubted_answer as answer
  on answer.currency = control.currency and answer.business_date = control.business_date
  and answer.control = control.control
where control.run_id = $run_id;

-- statement: doubted_retry
-- Records for each control total in doubt how often the answers behind it were requested, and when they are requested next.
update recon.doubted_day as doubted
set retry = said.retry
from (
  select
    currency,
    business_date,
    control,
    core.say_all(list(message order by input)) as retry
  from (
    select
      answer.currency,
      answer.business_date,
      answer.control,
      answer.input,
      -- in a struct, because max_by leaves out nulls
      max_by(struct_pack(message := core.retry_message(answer.input, retry.request_count, retry.next_attempt_at, retry.zone)), retry.receipt_id).message as message
    from core.doubted_answer as answer
    inner join recon.run as run on run.run_id = $run_id
    inner join core.request_retry as retry on retry.receipt_id = answer.receipt_id
    group by answer.currency, answer.business_date, answer.control, answer.input
  ) as input
  group by currency, business_date, control
) as said
where doubted.run_id = $run_id and doubted.currency = said.currency and doubted.business_date = said.business_date
  and doubted.control = said.control;
