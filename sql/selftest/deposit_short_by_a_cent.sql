-- fires: bank_to_settlement
-- corrupts: one deposit at the bank is one cent short
update core.bank_line set amount = amount - 0.01
where rowid = (
  select min(bank_line.rowid)
  from core.bank_line as bank_line
  inner join core.gateway_deposit as sent
    on sent.company = bank_line.company and sent.currency = bank_line.currency and sent.reference = bank_line.reference
      and sent.amount = bank_line.amount
  where bank_line.company = $company and bank_line.amount > 0
    and sent.sent_on >= $period_start::date and sent.sent_on < $period_end::date
)
