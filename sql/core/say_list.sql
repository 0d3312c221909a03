-- Several messages as one list, with semicolons between them and without a full stop.
create or replace macro core.say_list(messages) as (
  json_object('list', list_filter(messages, lambda message: message is not null))::text
);
