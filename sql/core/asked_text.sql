-- When what was asked for more than once without a usable answer is asked again, for the reason of an input; null the first time.
create or replace macro core.asked_text(asked_count, next_ask_at, zone) as (
  case
    when asked_count > 1 and next_ask_at is null
      then format('It was asked {} times and is not asked again. Ask the operator of the service, then: tieout run --refresh.', asked_count)
    when asked_count > 1
      then format(
        'It was asked {} times; a run after {} asks again. To ask at once: tieout run --refresh.',
        asked_count, core.instant_text(next_ask_at, zone)
      )
  end
);
