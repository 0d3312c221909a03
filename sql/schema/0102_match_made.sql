-- grain: one pass of one matching, for its sure matches or for its suggestions; key: made_no
-- Its name stands here once, and not in each of its matches, of which there may be millions.
create table recon.match_made (
  made_no integer not null,
  reconciliation text not null,
  pass_no integer not null,
  pass text not null,
  is_suggested boolean not null
);

insert into recon.match_made
select row_number() over (order by reconciliation, pass_no, pass, is_suggested), reconciliation, pass_no, pass, is_suggested
from (select distinct reconciliation, pass_no, pass, is_suggested from recon.match_found);

alter table recon.match_found rename to match_found_before;

-- grain: one match as it was found; key: made_no, company and its first key. Read it as recon.match.
-- is_exhausted: for a search that may be cut short, whether it looked at everything; else null.
create table recon.match_found (
  made_no integer not null,
  company text not null,
  left_keys text[] not null,
  right_keys text[] not null,
  runners_up text[],
  is_exhausted boolean
);

insert into recon.match_found
select match_made.made_no, found.company, found.left_keys, found.right_keys, found.runners_up, found.is_exhausted
from recon.match_found_before as found
inner join recon.match_made as match_made
  on match_made.reconciliation = found.reconciliation and match_made.pass_no = found.pass_no and match_made.pass = found.pass
  and match_made.is_suggested = found.is_suggested;

drop table recon.match_found_before;
