-- name: reserve_roll_forward
-- title: Reserve roll-forward
-- kind: control
-- left: Opening reserve, withheld and released
-- right: Reserved per gateway
-- grain: company, currency, business day
-- needs: statement, balance, reserve
-- optional: yes
-- absent: The gateway's balance does not state what is reserved, so that what the statement withholds is not proven; ask the gateway for it, or waive the control (waivers).
-- meaning: The reserve at the gateway differs from the amounts withheld less the amounts released.
-- action: Compare the withheld amounts with your agreement. Ask the gateway for the release of what is past its date.
-- order: 16
-- reason: balance_not_explained | control_breach | The reserve is not what was withheld less what was due for release: more is held than the agreement allows, or less was withheld than the statement shows. | Ask the gateway for the release of what is past its date, and for the cause of the rest.
-- The release rule is a term of the company. Without it, and for payments before the first statement, the released amount is
-- taken from the gateway's balance, and only an increase beyond the withheld amount is unexplained.
create or replace macro recon.reserve_roll_forward(period_start, period_end) as table (
  with
  known_since as (
    select currency, min(business_date) as first_day from core.line_net group by currency
  ),
  reading as (
    select reading.*
    from core.gateway_balance_day(period_start, period_end) as reading
    semi join core.input_set_up as input on input.input = 'reserve'
    where reading.is_reserve_stated
  ),
  -- by each term, a release on a day is the amount withheld from the payments so many days before; if the term was in force
  -- then, those payments must be known. After a longer term began, there are days on which nothing is due. Where no term
  -- applies from the beginning, payments before the first term may be released on any day.
  term as (
    select
      reading.currency,
      reading.business_date,
      coalesce(bool_and(reading.business_date - term.reserve_days >= known_since.first_day), bool_or(always.first_day is not null))
        as is_release_known
    from reading
    inner join known_since on known_since.currency = reading.currency
    left join core.reserve_term as always on always.first_day = date '0001-01-01'
    left join core.reserve_term as term
      on reading.business_date - term.reserve_days between term.first_day and term.last_day
    group by reading.currency, reading.business_date
  ),
  moved as (
    select
      reading.*,
      'reserve ' || reading.currency as subject,
      'amount' as measure,
      coalesce(withheld.withheld, 0) as withheld,
      case
        when known_since.first_day is null or not coalesce(term.is_release_known, false)
          then greatest(opening_reserve + coalesce(withheld.withheld, 0) - closing_reserve, 0)
        else coalesce(due.withheld, 0)
      end as released
    from reading
    left join known_since on known_since.currency = reading.currency
    left join term
      on term.currency = reading.currency and term.business_date = reading.business_date
    left join core.reserve as withheld
      on withheld.currency = reading.currency
      and withheld.business_date = reading.business_date
    left join (
      select currency, release_on, sum(withheld) as withheld
      from core.reserve
      group by currency, release_on
    ) as due
      on due.currency = reading.currency and due.release_on = reading.business_date
  ),
  bridge as (
    select *, 1 as line_no, 'opening' as line_code, 'Opening reserve per gateway' as title, opening_reserve as line_amount,
      false as is_total, false as is_residual
    from moved
    union all select *, 2, 'withheld', 'Add: withheld from payments', withheld, false, false from moved
    union all select *, 3, 'released', 'Less: released', -released, false, false from moved
    union all select *, 4, 'expected_reserve', 'Reserve per statement', opening_reserve + withheld - released, true, false from moved
    union all select *, 5, 'closing', 'Reserve per gateway', closing_reserve, true, false from moved
    union all select *, 6, 'residual', 'Unexplained difference (reserve per gateway less statement)',
      closing_reserve - opening_reserve - withheld + released, false, true
    from moved
  )
  from recon.bridge_of(bridge)
);
