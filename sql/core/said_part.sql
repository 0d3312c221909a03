-- A message within another one: as JSON and not as its text, whose quotation marks would be escaped again on each level.
create or replace macro core.said_part(message) as (
  coalesce(case when starts_with(message, '{"') then try_cast(message as json) end, to_json(message))
);
