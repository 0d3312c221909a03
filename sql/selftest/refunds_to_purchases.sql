-- statement: payment_says_refunded
-- fires: refunds_to_purchases | status_differs | refunded_without_refund
-- corrupts: a payment has had the status refunded for long, without a refund
update core.payment set status = 'refunded', known_from = known_from - interval 90 days
where rowid = (
  select payment.rowid
  from core.payment as payment
  where payment.business_date >= $period_start::date and payment.business_date < $period_end::date
    and payment.known_to is null and payment.is_money_moved and payment.occurrence = 1 and payment.kind = 'payment'
    and payment.status not in ('refunded', 'partially_refunded')
    and not exists (
      select 1 from core.payment as refund
      where refund.kind = 'refund'
        and (refund.related_to = payment.payment_key or refund.reference = payment.reference)
    )
  order by payment.business_date, payment.payment_key
  limit 1
);

-- statement: refund_above_paid
-- fires: refunds_to_purchases | over_refund | refunded_above_paid
-- corrupts: a refund exceeds its payment by one cent
update core.payment as refund set amount = agreed.right_amount::decimal(18, 4) + 0.01
from recon.item as agreed
where agreed.reconciliation = 'refunds_to_purchases' and agreed.left_key = refund.payment_key
  and refund.rowid = (select row_id from agreed_refund order by business_date desc, payment_key limit 1);

-- statement: refund_currency_swapped
-- fires: refunds_to_purchases | amount_differs | currency_differs
-- corrupts: a refund is in a different currency than its payment
update core.payment set currency = case currency when 'SGD' then 'USD' else 'SGD' end
where rowid = (select row_id from agreed_refund where related_to is not null order by business_date desc, payment_key limit 1);

-- statement: refund_made_again
-- fires: refunds_to_purchases | duplicate | refunded_twice
-- corrupts: the refund of a whole payment is made again
insert into core.payment
select * replace (payment_key || '-again' as payment_key, paid_at + interval 5 minutes as paid_at)
from core.payment
where rowid = (
  select row_id
  from agreed_refund as refund
  inner join core.payment_ledger as ledger on ledger.payment_key = refund.related_to and ledger.paid = refund.amount
  order by refund.business_date desc, refund.payment_key
  limit 1
);

-- statement: refunded_payment_charged_back
-- fires: refunds_to_purchases | over_refund | refunded_and_charged_back
-- corrupts: a refunded payment was charged back in full before
insert into core.payment
select * replace (payment_key || '-charged' as payment_key, 'chargeback' as kind, 'outgoing' as direction, payment_key as related_to)
from core.payment
where known_to is null and occurrence = 1
  and payment_key = (select max(right_key) from agreed_item where reconciliation = 'refunds_to_purchases' and left_key is not null);

-- statement: refund_names_two_payments
-- fires: refunds_to_purchases | status_differs | names_two_payments
-- corrupts: a refund has the reference of another payment than the one whose id it names
update core.payment set reference = (
  select other.reference
  from core.payment as other
  where other.currency = payment.currency and other.kind = 'payment' and other.is_money_moved
    and other.known_to is null and other.occurrence = 1 and other.payment_key <> payment.related_to
    and other.reference is distinct from payment.reference
  group by other.reference
  having count(*) = 1
  order by other.reference
  limit 1
)
where rowid = (select row_id from agreed_refund where related_to is not null order by business_date desc, payment_key limit 1);

-- statement: refund_without_payment
-- fires: refunds_to_purchases | orphan_refund | refund_without_payment
-- corrupts: a refund names an unknown payment
update core.payment set related_to = 'not-there'
where rowid = (select row_id from agreed_refund order by business_date desc, payment_key limit 1);
