-- statement: fee_invoice
-- The fees of a month in the form of the gateway's invoice: by method for payments, and a row for each other kind of line that
-- moved money. The charged fees of a month add up to the line "Less: fees" of the clearing account's roll-forward (mart.statement).
-- Tax is computed from the total of a row, half up, as an invoice does; a rate that changes within a month splits a row.
-- grain: one method of payments, or one other kind of line, in one month and currency, under one tax term
-- key: currency, month, kind, method, tax_first_day
-- reads: core.payment, core.fee_tax_term, staging.currency
create or replace view mart.fee_invoice as
with
line as (
  select
    payment.currency,
    date_trunc('month', payment.business_date)::date as month,
    payment.kind,
    if(payment.kind = 'payment', coalesce(payment.method, 'unknown'), null) as method,
    payment.amount,
    payment.fee,
    term
  from core.payment as payment
  left join core.fee_tax_term as term
    on payment.business_date between term.first_day and term.last_day
  where payment.known_to is null and payment.is_money_moved and payment.occurrence = 1 and payment.business_date is not null
),
fee as (
  select currency, month, kind, method, term, count(*) as line_count, sum(amount)::decimal(38, 4) as amount,
    sum(fee)::decimal(38, 4) as charged_fee
  from line
  group by currency, month, kind, method, term
),
taxed as (
  select
    fee.*,
    fee.term.name as tax_name,
    fee.term.percent as tax_percent,
    fee.term.is_included as is_tax_included,
    nullif(fee.term.first_day, date '0001-01-01') as tax_first_day,
    core.part_of(fee.charged_fee, fee.term.percent, if(fee.term.is_included, 100 + fee.term.percent, 100), currency.exponent) as tax
  from fee
  inner join staging.currency as currency on currency.currency = fee.currency
)
select
  core.this_company() as company,
  currency,
  month,
  kind,
  method,
  coalesce(list_position(['payment', 'refund', 'chargeback', 'chargeback_reversal', 'disbursement'], kind), 6)::integer as list_order,
  line_count,
  amount,
  charged_fee,
  core.part_of(charged_fee, 100, amount, 4) as fee_percent,
  tax_name,
  tax_percent,
  is_tax_included,
  tax_first_day,
  if(is_tax_included, charged_fee - tax, if(tax is null, null, charged_fee))::decimal(38, 4) as fee_without_tax,
  tax,
  if(is_tax_included, charged_fee, charged_fee + tax)::decimal(38, 4) as fee_with_tax
from taxed;

comment on view mart.fee_invoice is 'Fees of one method, or of one other kind of line, in one month. Does the gateway''s fee invoice agree with the fees that it charged on the lines of its statements?';
comment on column mart.fee_invoice.month is 'First day of the month.';
comment on column mart.fee_invoice.kind is 'payment, refund, chargeback, chargeback_reversal, disbursement or another kind of line that moved money.';
comment on column mart.fee_invoice.method is 'Payment method, as written in statements; empty for lines that are not payments.';
comment on column mart.fee_invoice.list_order is 'Order of the kinds in lists.';
comment on column mart.fee_invoice.line_count is 'Number of lines.';
comment on column mart.fee_invoice.amount is 'Gross amount of the lines, in major units.';
comment on column mart.fee_invoice.charged_fee is 'Fees that the gateway deducted, in major units; negative if it returned more than it charged.';
comment on column mart.fee_invoice.fee_percent is 'Average rate: charged fee in per cent of the gross amount, with four decimals, rounded half up.';
comment on column mart.fee_invoice.tax_name is 'Name of the tax on fees (fees_tax); this and the columns of the tax are empty where none is configured.';
comment on column mart.fee_invoice.tax_percent is 'Rate of the tax in per cent.';
comment on column mart.fee_invoice.is_tax_included is 'Whether the charged fee includes the tax.';
comment on column mart.fee_invoice.tax_first_day is 'First business day to which this rate applies; empty where it always has.';
comment on column mart.fee_invoice.fee_without_tax is 'Fee without tax, in major units.';
comment on column mart.fee_invoice.tax is 'Tax on the total of the row, rounded half up to the smallest unit of the currency, in major units.';
comment on column mart.fee_invoice.fee_with_tax is 'Fee with tax, in major units: the sum of fee without tax and tax.';
