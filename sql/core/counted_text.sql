-- A sentence about a count: the singular as it is, or the plural with the count in place of {}.
create or replace macro core.counted_text(item_count, singular, plural) as (
  case when item_count = 1 then singular else format(plural, item_count) end
);
