-- What each word for the status of an order means for a company; a line with another word is rejected. A word of the
-- configuration (statuses) replaces the same word here.
-- grain: one company and word
-- key: company, word
-- reads: core.company, core.company_setting
create or replace view staging.order_status as
with
known as (
  select word, is_paid
  from (values
    ('paid', true), ('completed', true), ('refunded', true), ('partly_refunded', true), ('partially_refunded', true),
    ('processing', true), ('shipped', true),
    ('open', false), ('cancelled', false), ('canceled', false), ('pending', false), ('pending_payment', false),
    ('unpaid', false), ('on_hold', false), ('authorized', false), ('voided', false), ('draft', false),
    ('failed', false), ('expired', false)
  ) as known (word, is_paid)
),
configured as (
  select
    company,
    unnest(from_json(value, '["VARCHAR"]')) as text,
    name = 'paid_statuses' as is_paid
  from core.company_setting
  where name in ('paid_statuses', 'unpaid_statuses')
),
ranked as (
  select company, lower(regexp_replace(trim(text), '[\s-]+', '_', 'g')) as word, is_paid, 1 as precedence
  from configured
  union all
  select company.company, known.word, known.is_paid, 2
  from core.company as company
  cross join known
)
select company, word, arg_min(is_paid, precedence) as is_paid
from ranked
group by company, word;
