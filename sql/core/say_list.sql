-- Several messages as one list, with semicolons between them and without a full stop. An empty list gives null.
create or replace macro core.say_list(messages) as (
  nullif(json_object('list', list_transform(list_filter(messages, lambda message: message is not null), lambda message: core.said_part(message)))::text, '{"list":[]}')
);
