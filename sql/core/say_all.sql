-- Several messages and texts, one after the other. A null among them is left out; an empty list gives null.
create or replace macro core.say_all(messages) as (
  nullif(json_object('all', list_transform(list_filter(messages, lambda message: message is not null), lambda message: core.said_part(message)))::text, '{"all":[]}')
);
