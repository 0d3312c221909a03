-- unproven days of: order_refunds
-- grain: one business day with orders of which the refunded amount is missing, or with a refund of such an order
-- key: company, currency, business_date
-- reads: recon.order_refund
create or replace macro recon.order_refunds_unproven(period_start, period_end) as table (
  with
  missing as (
    select company, currency, order_id, unnest(list_distinct([placed_on, coalesce(refunded_on, placed_on)])) as business_date
    from recon.order_refund
    where is_refund_missing
  )
  select
    company,
    currency,
    business_date,
    '' as subject,
    core.say('order_refunds-not_stated', { orders: count(*) }) as no_figures,
    'Export the orders again with the refunded amount of each. If your shop cannot export it, waive the control (waivers).' as what_to_do
  from missing
  where business_date >= period_start and business_date < period_end
  group by company, currency, business_date
);
