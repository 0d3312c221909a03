-- A pattern of a day within a text, in the forms that staging.written_day reads, with a time of day that may follow: two groups.
create or replace macro staging.written_day_pattern() as (
  '([0-9]{8}|[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}|[0-9]{1,2}[ -][a-z]{3,9}[ -][0-9]{4}|[a-z]{3,9} [0-9]{1,2}, ?[0-9]{4})(?:(?:,? |T)([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?))?'
);
