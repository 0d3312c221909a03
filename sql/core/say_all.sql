-- Several messages, one after the other; what is null is left out.
create or replace macro core.say_all(messages) as (
  json_object('all', list_filter(messages, lambda message: message is not null))::text
);
