-- The unmatched runners-up of suggested matches: it is undecided whether the other side of such a record is missing.
-- grain: one record
-- key: reconciliation, company, side, record_key
-- reads: recon.match, recon.match_member
-- could_be: the other side of each suggested match that names the record
create or replace view recon.match_rival as
with
named as (
  select
    reconciliation,
    company,
    left_keys,
    right_keys,
    unnest(flatten(list_transform(runners_up, lambda one: string_split(one, ' + ')))) as record
  from recon.match
  where is_suggested
),
rival as (
  select
    reconciliation,
    company,
    split_part(record, ':', 1) as side,
    substr(record, strpos(record, ':') + 1) as record_key,
    case
      when starts_with(record, 'left:') then list_transform(right_keys, lambda other: 'right:' || other)
      else list_transform(left_keys, lambda other: 'left:' || other)
    end as others
  from named
)
select
  rival.reconciliation,
  rival.company,
  rival.side,
  rival.record_key,
  list_sort(list_distinct(flatten(list(rival.others)))) as could_be
from rival
-- joined with the members and not with the left-over records: those are millions, suggestions are few
anti join recon.match_member as match_member
  on match_member.reconciliation = rival.reconciliation and match_member.company = rival.company
  and match_member.side = rival.side and match_member.record_key = rival.record_key
group by rival.reconciliation, rival.company, rival.side, rival.record_key;
