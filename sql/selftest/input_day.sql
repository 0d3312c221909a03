-- statement: ledger_cut_short
-- fires: check input_day
-- corrupts: the last page of the payout ledger is missing
update raw.receipt set is_last_page = false
where kind in (
  select kind from core.company_input where input = 'payout_movements'
);

-- statement: statement_refused
-- fires: check input_day
-- corrupts: every statement was refused
update raw.receipt set load_status = 'refused'
where kind in (select kind from core.company_input where input = 'statement');

-- statement: turnover_lost
-- fires: check input_day
-- corrupts: the gateway's turnover of a day is missing
delete from raw.receipt
where kind in (select kind from core.company_input where input = 'turnover')
  and window_from = (
    select max(timezone(company.zone, turnover.business_date::timestamp))
    from core.turnover as turnover
    cross join core.company as company
    where turnover.business_date >= $period_start::date and turnover.business_date < $period_end::date
  );
