-- The days that an input covers without a gap, whichever receipts prove it (core.covered_span_of).
-- grain: one stretch of days of one company, kind and currency
-- key: company, kind, currency, first_day
-- reads: core.coverage, core.covered_span_of
create or replace view core.covered_span as
select company, kind, currency, first_day, last_day from core.covered_span_of('core.coverage');
