-- When what was asked for more than once without a usable answer is asked again, as a message; null the first time. `the_input` is named
-- where the sentence stands alone.
create or replace macro core.asked_message(the_input, asked_count, next_ask_at, zone) as (
  case
    when asked_count > 1 then core.say('asked_again', {
      input: the_input, times: asked_count, next_at: core.instant_figure(next_ask_at, zone)
    })
  end
);
