-- The candidates of a record: the nearest ten that share a field which a pass compares, with the equal and differing fields,
-- the differences, and their own match. As of the last run that matched the record.
-- grain: one record and one candidate
-- key: reconciliation, company, side, record_key, other_side, other_key
-- reads: recon.match_record, recon.match_member, recon.match
create or replace macro recon.match_considered(the_keys) as table (
  with
  record as (
    select * from recon.match_record where list_contains(the_keys, record_key) or list_contains(the_keys, reference)
  ),
  member as (
    select
      match_member.reconciliation, match_member.company, match_member.side, match_member.record_key, match_member.match_id,
      match_member.pass, match_member.is_suggested, match.left_keys, match.right_keys, match.runners_up
    from recon.match_member as match_member
    inner join recon.match as match on match.match_id = match_member.match_id
  ),
  own as (
    select member.*
    from member
    semi join record
      on record.reconciliation = member.reconciliation and record.company = member.company and record.side = member.side
      and record.record_key = member.record_key
  ),
  compared as (
    select
      record.reconciliation, record.company, record.side, record.record_key,
      other.side as other_side, other.record_key as other_key, other.reference as other_reference, other.currency,
      other.amount as other_amount, other.occurred_on as other_on,
      case
        when other.side = record.side then null
        when record.side = 'left' then other.amount - record.amount
        else record.amount - other.amount
      end as right_minus_left,
      case when record.side = 'left' then other.occurred_on - record.occurred_on else record.occurred_on - other.occurred_on end
        as days_later,
      list_contains(case other.side when 'left' then own.left_keys else own.right_keys end, other.record_key) as is_own,
      own.is_suggested as is_own_suggested,
      list_bool_or(list_transform(
        own.runners_up, lambda runner: list_contains(string_split(runner, ' + '), other.side || ':' || other.record_key)
      )) as is_runner_up,
      list_filter([
        case when other.identifier = record.identifier then 'identifier' end,
        case when other.reference = record.reference then 'reference' end,
        case when other.reference <> record.reference
          and recon.match_normal_reference(other.reference, null::text[]) = recon.match_normal_reference(record.reference, null::text[])
          then 'similar reference' end,
        case when other.group_key = record.group_key then 'group' end,
        case when other.side <> record.side and other.amount = record.amount then 'amount' end,
        case when other.side = record.side and other.amount = -record.amount then 'opposite amount' end,
        case when other.counterparty = record.counterparty then 'counterparty' end,
        case when other.occurred_on = record.occurred_on then 'day' end
      ], lambda thing: thing is not null) as same
    from record
    inner join recon.match_record as other
      on other.reconciliation = record.reconciliation and other.company = record.company and other.currency = record.currency
      and (other.side <> record.side or (other.amount = -record.amount and other.record_key <> record.record_key))
    left join own
      on own.reconciliation = record.reconciliation and own.company = record.company and own.side = record.side
      and own.record_key = record.record_key
  ),
  candidate as (
    select
      *,
      row_number() over (
        partition by reconciliation, company, side, record_key
        order by coalesce(is_own, false) desc, coalesce(is_runner_up, false) desc, length(same) desc, abs(right_minus_left) nulls last,
          abs(days_later), other_side, other_key
      ) as place
    from compared
    where coalesce(is_own, false) or coalesce(is_runner_up, false)
      or list_has_any(same, ['identifier', 'reference', 'similar reference', 'group'])
      or (list_has_any(same, ['amount', 'opposite amount']) and abs(days_later) <= 31)
  )
  select
    candidate.reconciliation, candidate.side, candidate.record_key, candidate.other_side, candidate.other_key,
    candidate.other_reference, candidate.currency, candidate.other_amount, candidate.other_on,
    array_to_string(candidate.same, ', ') as same, candidate.right_minus_left, candidate.days_later,
    case
      when candidate.is_own and candidate.is_own_suggested then 'suggested with it'
      when candidate.is_own then 'matched with it'
      when candidate.is_runner_up then 'runner-up'
      when member.match_id is null then 'unmatched'
      when member.is_suggested then format('suggested with another ({})', member.pass)
      else format('matched with another ({})', member.pass)
    end as result
  from candidate
  left join member
    on member.reconciliation = candidate.reconciliation and member.company = candidate.company
    and member.side = candidate.other_side and member.record_key = candidate.other_key
  where candidate.place <= 10
  order by candidate.reconciliation, candidate.company, candidate.side, candidate.record_key, candidate.place
);
