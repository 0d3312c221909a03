-- Why a record was matched by its pass and by no earlier pass: for each declared pass, the number of candidates on the other
-- side, and the result. As of the last run that matched the record. A match by hand is the last pass. The candidates are in
-- match_considered.
-- grain: one record and one declared pass
-- key: reconciliation, side, record_key, pass_no
-- reads: recon.match_record, recon.match_pass, recon.match_member, recon.match, recon.match_evidence, recon.match_bounded, recon.item,
-- staging.currency
create or replace macro recon.match_explained(the_keys) as table (
  with
  record as (
    select * from recon.match_record where list_contains(the_keys, record_key) or list_contains(the_keys, reference)
  ),
  other as (
    select
      record.reconciliation,
      record.side,
      record.record_key,
      count(*) filter (record.identifier = other.identifier) as same_identifier,
      count(*) filter (record.reference = other.reference) as same_reference,
      count(*) filter (record.reference = other.reference and record.amount = other.amount) as same_both,
      count(*) filter (recon.match_normal_reference(record.reference, null::text[]) = recon.match_normal_reference(other.reference, null::text[]))
        as normal_reference,
      count(*) filter (record.group_key = other.group_key) as same_group,
      count(*) filter (record.amount = other.amount and abs(other.occurred_on - record.occurred_on) <= 31) as same_amount
    from record
    inner join recon.match_record as other
      on other.reconciliation = record.reconciliation and other.currency = record.currency
      and other.side <> record.side
    group by all
  ),
  taken as (
    select match_member.reconciliation, match_member.side, match_member.record_key, match_member.pass_no,
      match_member.is_suggested,
      concat(
        array_to_string(list_concat(
          list_transform(match.left_keys, lambda key: 'left ' || key), list_transform(match.right_keys, lambda key: 'right ' || key)
        ), ' + '),
        case when length(match_evidence.same) > 0 then '; equal: ' || array_to_string(match_evidence.same, ', ') end,
        case when length(match.left_keys) > 0 and length(match.right_keys) > 0 and match_evidence.right_minus_left <> 0 then
          format('; right less left: {}', core.money_text(match_evidence.currency, match_evidence.right_minus_left)) end,
        case when match_evidence.days_later <> 0 then format('; days later: {}', match_evidence.days_later) end,
        case when length(match.runners_up) > 0 then '; runners-up: ' || array_to_string(match.runners_up, ', ') end,
        case when length(match.doubts) > 0 then '; ' || recon.doubt_text(match.doubts) end,
        case when not match.is_exhausted then '; the search was not exhaustive' end
      ) as members
    from recon.match_member as match_member
    inner join recon.match as match on match.match_id = match_member.match_id
    inner join recon.match_evidence as match_evidence on match_evidence.match_id = match_member.match_id
  ),
  bounded as (
    select
      bounded.reconciliation, bounded.side, bounded.record_key, bounded.pass_no,
      string_agg(recon.bound_text(bounded.bound, bounded.pass), ' ' order by bounded.bound) as sentences
    from recon.match_bounded as bounded
    semi join record
      on record.reconciliation = bounded.reconciliation and record.side = bounded.side
      and record.record_key = bounded.record_key
    group by all
  ),
  by_hand as (
    select
      record.reconciliation, record.side, record.record_key,
      any_value(item.reason order by item.item_key) as reason
    from record
    inner join recon.item as item
      on item.reconciliation = record.reconciliation and item.match_pass = 'by_hand'
      and record.record_key = case record.side when 'left' then item.left_key else item.right_key end
    group by record.reconciliation, record.side, record.record_key
  )
  select
    record.reconciliation,
    record.side,
    record.record_key,
    declared.pass_no,
    declared.pass,
    case
      when taken.pass_no = declared.pass_no and taken.is_suggested then 'suggested'
      when taken.pass_no = declared.pass_no then 'matched'
      when taken.pass_no < declared.pass_no then 'already matched'
      else 'not matched'
    end as result,
    concat_ws(' ', case
      when taken.pass_no = declared.pass_no then taken.members
      when taken.pass_no < declared.pass_no then 'An earlier pass matched it.'
      when declared.pass = 'same_identifier' then
        case when record.identifier is null then 'The record has no identifier.'
          else format('{} record(s) of the other side have identifier {}; exactly one is required.', coalesce(other.same_identifier, 0), record.identifier) end
      when declared.pass = 'same_reference_and_amount' then
        format('{} record(s) of the other side have reference {} and this amount; exactly one is required.', coalesce(other.same_both, 0),
          coalesce(record.reference, '(none)'))
      when declared.pass = 'same_reference' then
        format('{} record(s) of the other side have reference {}; exactly one is required, with an amount within the tolerance.',
          coalesce(other.same_reference, 0), coalesce(record.reference, '(none)'))
      when declared.pass in ('normalised_reference', 'converted_reference') then
        format('{} record(s) of the other side have a reference similar to {}; exactly one is required, with an amount within the tolerance.', coalesce(other.normal_reference, 0),
          coalesce(record.reference, '(none)'))
      when declared.pass = 'shared_key' then format('{} record(s) of the other side share its key.', coalesce(other.same_group, 0))
      else format('{} record(s) of the other side have this amount within 31 days.', coalesce(other.same_amount, 0))
    end, bounded.sentences) as why
  from record
  inner join recon.match_pass as declared on declared.reconciliation = record.reconciliation
  left join other
    on other.reconciliation = record.reconciliation and other.side = record.side
    and other.record_key = record.record_key
  left join taken
    on taken.reconciliation = record.reconciliation and taken.side = record.side
    and taken.record_key = record.record_key
  left join bounded
    on bounded.reconciliation = record.reconciliation and bounded.side = record.side
    and bounded.record_key = record.record_key and bounded.pass_no = declared.pass_no
  union all
  select
    reconciliation, side, record_key,
    (select max(pass_no) from recon.match_pass where match_pass.reconciliation = by_hand.reconciliation) + 1 as pass_no,
    'by_hand', 'matched', reason
  from by_hand
  order by reconciliation, side, record_key, pass_no
);
