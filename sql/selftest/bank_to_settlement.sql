-- statement: deposit_added
-- fires: bank_to_settlement | missing_right | deposit_not_sent
-- corrupts: the bank has an unidentified receipt
insert into core.bank_line
select * replace (bank_line_key || '-not-sent' as bank_line_key, 'not sent' as reference, amount + 7654321.09 as amount, $period_end::date - 1 as booked_on)
from core.bank_line
where rowid = (select row_id from agreed_bank_line order by agreed_on desc, bank_line_key limit 1);

-- statement: deposit_before_sent
-- fires: bank_to_settlement | control_breach | deposit_before_sent
-- corrupts: a deposit with the reference of its transfer is booked five days before
update core.bank_line set booked_on = booked_on - 5
where rowid = (
  select row_id
  from agreed_bank_line
  where match_pass = 'same_reference_and_amount' and booked_on = agreed_on
  order by agreed_on desc, bank_line_key
  limit 1
);

-- statement: deposit_doubled
-- fires: bank_to_settlement | duplicate | deposit_twice
-- corrupts: a bank deposit is duplicated
insert into core.bank_line
select * replace (bank_line_key || '-again' as bank_line_key, line_no + 1000000 as line_no)
from core.bank_line
where rowid = (
  select row_id
  from agreed_bank_line
  where reference is not null
  order by agreed_on desc, bank_line_key
  limit 1
);

-- statement: deposit_dropped
-- fires: bank_to_settlement | missing_left | deposit_missing
-- corrupts: a deposit is missing at the bank
delete from core.bank_line where rowid = (
  select bank_line.row_id
  from agreed_bank_line as bank_line
  where core.business_days_after(bank_line.agreed_on, coalesce((
      select lag.high_days from core.deposit_lag as lag where lag.currency = bank_line.currency
    ), 4)) <= (
      select covered.last_day
      from core.covered_span as covered
      where covered.kind = 'bank_statement' and covered.currency = bank_line.currency
        and bank_line.agreed_on between covered.first_day and covered.last_day
    )
  order by bank_line.agreed_on, bank_line.bank_line_key
  limit 1
);

-- statement: deposit_gone
-- fires: bank_to_settlement | missing_left | deposit_gone
-- corrupts: a later bank file of the day does not have a deposit
update core.bank_line
set known_to = known_from, ended_by = receipt_id
where rowid = (
  select bank_line.row_id
  from agreed_bank_line as bank_line
  where bank_line.known_to is null and bank_line.reference = bank_line.right_reference
    -- no other line of the bank has this amount or reference
    and 1 = (
      select count(*)
      from core.bank_line as other
      where (other.reference = bank_line.reference or other.amount = bank_line.amount)
    )
  order by bank_line.agreed_on desc, bank_line.bank_line_key
  limit 1
);

-- statement: deposit_of_another
-- fires: bank_to_settlement | control_breach | reference_differs
-- corrupts: a deposit has the reference of another transfer
update core.bank_line set reference = (
  select other.right_reference
  from recon.item as other
  where other.reconciliation = 'bank_to_settlement' and other.outcome = 'matched'
    and other.right_reference is not null and other.right_reference <> bank_line.reference
  order by other.business_date, other.right_reference
  limit 1
)
where rowid = (
  select row_id
  from agreed_bank_line
  where match_pass = 'same_reference_and_amount' and booked_on = agreed_on and is_only_amount
  order by agreed_on desc, bank_line_key
  limit 1
);

-- statement: deposit_of_none
-- fires: bank_to_settlement | suggested | reference_unknown
-- corrupts: a deposit has a reference like those of the gateway that no transfer has
update core.bank_line set reference = regexp_replace(reference, '[0-9]', '7', 'g')
where rowid = (
  select line.row_id
  from agreed_bank_line as line
  where line.match_pass = 'same_reference_and_amount' and line.booked_on = line.agreed_on and line.is_only_amount
    and regexp_replace(line.reference, '[0-9]', '7', 'g') not in (
      select reference from core.gateway_deposit where reference is not null
    )
    -- the form of the reference is learned without this deposit
    and core.reference_form(line.reference) in (
      select core.reference_form(deposit.reference)
      from core.bank_deposit as deposit
      left join (select distinct reference from core.gateway_deposit) as sent
        on sent.reference = deposit.reference
      where deposit.reference is not null
      group by core.reference_form(deposit.reference)
      having count(*) >= 5 and count(sent.reference) * 2 > count(*) + 2
    )
  order by line.agreed_on desc, line.bank_line_key
  limit 1
);

-- statement: deposit_of_somebody_else
-- fires: bank_to_settlement | suggested | sender_differs
-- corrupts: a payment of somebody else has the amount of a transfer and takes the place of its deposit
update core.bank_line set reference = null, description = 'UNRELATED PAYER'
where rowid = (
  select line.row_id
  from agreed_bank_line as line
  inner join core.company_terms as terms on terms.deposit_text is null
  where line.match_pass = 'same_reference_and_amount' and line.booked_on = line.agreed_on and line.is_only_amount
    -- the other deposits name the same sender, or nobody
    and line.currency in (
      select deposit.currency
      from core.bank_deposit as deposit
      semi join core.gateway_deposit as sent
        on sent.currency = deposit.currency and sent.reference = deposit.reference
        and sent.amount = deposit.amount
      group by deposit.currency
      having count(*) >= 6 and count(distinct list_sort(core.naming_words(deposit.description, deposit.currency))) = 1
    )
  order by line.agreed_on desc, line.bank_line_key
  limit 1
);

-- statement: deposit_returned
-- fires: bank_to_settlement | missing_left | deposit_returned
-- corrupts: the bank returns a deposit
insert into core.bank_line
select * replace (bank_line_key || '-returned' as bank_line_key, -amount as amount, line_no + 1000000 as line_no)
from core.bank_line
where rowid = (
  select bank_line.row_id
  from agreed_bank_line as bank_line
  where bank_line.known_to is null and bank_line.reference = bank_line.right_reference and regexp_matches(bank_line.reference, '[0-9]')
    -- no other line of the bank has this amount or reference
    and 1 = (
      select count(*)
      from core.bank_line as other
      where (other.reference = bank_line.reference or abs(other.amount) = bank_line.amount)
    )
  order by bank_line.agreed_on desc, bank_line.bank_line_key
  limit 1
);

-- statement: deposit_short_by_a_cent
-- fires: bank_to_settlement | amount_differs | amount_differs
-- corrupts: a deposit is one cent short
update core.bank_line set amount = amount - 0.01
where rowid = (
  select row_id
  from agreed_bank_line
  where reference is not null and left_reference = right_reference
  order by agreed_on desc, bank_line_key
  limit 1
);

-- statement: reversal_of_nothing
-- fires: bank_to_settlement | missing_left | reversal_unmatched
-- corrupts: the bank reverses a line that no statement has
insert into core.bank_line
select * replace (
  bank_line_key || '-reversal' as bank_line_key, 'reversed' as reference, -amount - 7654321.09 as amount, true as is_reversal,
  $period_end::date - 1 as booked_on
)
from core.bank_line
where rowid = (select row_id from agreed_bank_line order by agreed_on desc, bank_line_key limit 1);

-- statement: bank_without_rows
-- fires: bank_to_settlement
-- corrupts: the bank file states its period and has no row
delete from core.bank_line;
