# All texts that people read in reports, notices and results, in English, by code. The code of a rule's message is that of the rule
# (core.say in sql/), and its variables are the figures that the rule gives. The texts of a reconciliation and of a report stay in their
# own heads (sql/reconcile, reports); other languages name them by code, see messages/ms.ftl.
#
# MONEY, DAY and INSTANT write an amount, a date and a local time; COUNT groups thousands; WORD writes a code as words; SAID is a message
# within a message. GIVEN tells whether there is a figure at all, OR gives another text for a missing figure, SAME tells whether two are
# equal. PHRASE is a fixed text of sql/, which stands there as it is and has its code here.

months = Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec
long_months = January February March April May June July August September October November December
weekdays = Monday Tuesday Wednesday Thursday Friday Saturday Sunday
short_weekdays = Mon Tue Wed Thu Fri Sat Sun

## Approvals of allocations

allocation_lifecycle-matched = The allocation was approved as required, or moved no money.
allocation_lifecycle-approved_without_approvals = { MONEY($amount) } was allocated with { $given } of { $due } approvals.
allocation_lifecycle-pending_past_deadline =
    Approval of { MONEY($amount) } is overdue ({ OR($received, "?") } of { OR($required, "?") }): due by { INSTANT($deadline) }.
allocation_lifecycle-approvals_contradict =
    The request for { MONEY($amount) } states { $received ->
        [1] 1 approval
       *[other] { $received } approvals
    }; its list of approvals has { $listed }.
allocation_lifecycle-approved_out_of_time = { MONEY($amount) } was requested on { INSTANT($requested_at) } with a deadline of { INSTANT($deadline) }, and approved on { INSTANT($approved_at) }.
allocation_lifecycle-net_differs = Amount { MONEY($amount) } less fee { MONEY($fee) } is { MONEY($expected_net) }; the net amount is { MONEY($net) }.
allocation_lifecycle-settlement_not_upcoming = { MONEY($amount) } was requested on { INSTANT($requested_at) } from the settlement of { DAY($settlement_on) }.
allocation_lifecycle-waits_for_approval =
    { MONEY($amount) } is awaiting approval ({ OR($received, "?") } of { OR($required, "?") }), due by { INSTANT($deadline) }.
allocation_lifecycle-status_unknown = { MONEY($amount) } has the status "{ $status }", which is not in the specification.

## Payouts and the payout ledger

allocations_to_payouts-charged =
    Paid as instructed: { MONEY($charged) }, fee { MONEY($fee) }{ SAME($instructed_on, $charged_on) ->
        [yes] { "" }
       *[no] ; instructed on { DAY($instructed_on) }, charged on { DAY($charged_on) }
    }.
allocations_to_payouts-not_listed_yet =
    { GIVEN($payout) ->
        [yes] Payout outstanding: it is { $state } and not yet charged; expected by { DAY($expected_on) }.
       *[no] Payout instruction outstanding: the list is refreshed once an hour, and the ledger record is newer.
    }
allocations_to_payouts-instruction_not_carried_out = Payout overdue: it is { $state }; expected by { INSTANT($due_at) }.
allocations_to_payouts-instruction_stuck =
    The payout has been { $state } for { $days } days{ GIVEN($movement) ->
        [yes] , and was charged
       *[no] { "" }
    }.
allocations_to_payouts-ledger_row_without_instruction = Missing in payout instructions: ledger record of { MONEY($charged) }.
allocations_to_payouts-instruction_without_ledger_row = Missing in ledger: charge of { MONEY($instructed) } for a payout that is { $state }.
allocations_to_payouts-several_instructions_fit = The ledger record names no payout; { MONEY($amount) } on that day may belong to this payout or to another.
allocations_to_payouts-ledger_row_twice = Duplicate charge, record { $record } for the same payout: { MONEY($charged) }.
allocations_to_payouts-rejected_but_debited = The payout was { $state }; the ledger shows a charge of { MONEY($charged) }.
allocations_to_payouts-amount_differs = The ledger shows { MONEY($charged) }, the payout instruction { MONEY($instructed) }.
allocations_to_payouts-fee_differs = The fee charged is { MONEY($fee) }; the agreed fee is { MONEY($agreed_fee) }.
allocations_to_payouts-net_differs = Amount { MONEY($sent) } less fee { MONEY($fee) } is { MONEY($expected_net) }; the net amount is { MONEY($net) }.
allocations_to_payouts-recipient_differs = The payout instruction is for recipient { $recipient }, the ledger record for recipient { $charged_recipient }.
allocations_to_payouts-charged_out_of_time = Charged on { INSTANT($charged_at) }; the payout was instructed on { INSTANT($instructed_at) }.

## Recipients of payouts

beneficiaries-matched = Paid to a verified recipient.
beneficiaries-account_unknown =
    { GIVEN($recipient) ->
        [yes] { MONEY($amount) } was paid to recipient { $recipient }, who is not on the list.
       *[no] { MONEY($amount) } was paid to a recipient without a recipient id.
    }
beneficiaries-account_rejected = { MONEY($amount) } was paid to a recipient who failed verification.
beneficiaries-account_not_verified = { MONEY($amount) } was paid to a recipient whose verification is { $status }.
beneficiaries-account_deleted = { MONEY($amount) } was paid to a deleted recipient.
beneficiaries-account_changed = { MONEY($amount) } was paid to a recipient whose details changed after verification.
beneficiaries-paid_to_another_account = { MONEY($amount) } was paid to a bank account that is not the recipient's: its { $what_differs } differs.
beneficiaries-paid_before_entered = { MONEY($amount) } was paid before its recipient was entered.
beneficiaries-reference_reused = Reference { $reference } was already used on payout { $reference_before }.
beneficiaries-paid_twice = { MONEY($amount) } was already paid to the same bank account for the same purpose by payout { $paid_before }.
beneficiaries-account_under_two_names = Recipients { $first } and { $second } have the same bank account under different names.

## Webhooks of the payout service

payout_event-event_ahead =
    The webhook of { INSTANT($occurred_at) } reports the status { $reported }; { GIVEN($listed) ->
        [yes] in the list it is { $listed } since { INSTANT($listed_at) }
       *[no] it is not in the list
    }. The list was read on { INSTANT($read_at) }, and is up to an hour older.
payout_event-event_contradicted =
    The webhook of { INSTANT($occurred_at) } reports the status { $reported }; { GIVEN($listed) ->
        [yes] the list that was read on { INSTANT($read_at) } says { $listed } since { INSTANT($listed_at) }
       *[no] the list that was read on { INSTANT($read_at) } does not have it
    }.

## Open items that add up

open_sum = Perhaps explained by open items: { $sum }.

## Orders and their payments

orders_to_statement-matched = The order is paid in full.
orders_to_statement-paid_twice = Duplicate payment of { MONEY($paid) } on reference { $payment_reference }.
orders_to_statement-several_fit =
    { GIVEN($payment) ->
       *[no] Order { $order_id } of { MONEY($ordered) } may be the one paid; another order has the same reference.
        [yes] { GIVEN($order_id) ->
           *[no] { MONEY($paid) } with reference { $payment_reference } may belong to an order that another payment fits as well.
            [yes] { MONEY($paid) } with reference { $payment_reference } may belong to more than one order.
        }
    }
orders_to_statement-payment_without_order = Missing in orders: payment of { MONEY($paid) } with reference { OR($payment_reference, "none") }.
orders_to_statement-order_without_payment = Missing in statement: payment of order { $order_id } of { MONEY($ordered) }, which is { $order_status }.
orders_to_statement-order_paid_payment_not = Order { $order_id } is { $order_status }; its payment is { $payment_status }.
orders_to_statement-payment_for_unpaid_order = { MONEY($paid) } was paid for order { $order_id }, which is { $order_status }.
orders_to_statement-amount_differs = Order { $order_id } is for { MONEY($ordered) }; { MONEY($paid) } was paid.
orders_to_statement-sum = { MONEY($ordered) } was ordered and { MONEY($paid) } paid, in several parts: { $parts }.
orders_to_statement-sum_fits =
    { GIVEN($parts) ->
        [yes] { MONEY($ordered) } may have been paid by { MONEY($paid) }: customer and sum agree ({ $parts }), the references do not.
       *[no] Order { $order_id } of { MONEY($ordered) } may have been paid by { MONEY($paid) }: the customer agrees, the references do not.
    }
orders_to_statement-currency_differs =
    Order { $order_id } is for { MONEY($ordered) }; { MONEY($paid) } was paid, a rate of { $rate }.
orders_to_statement-as_the_file = Order { $order_id } is for { MONEY($ordered) }; { MONEY($paid) } was paid, like all orders of its file.
orders_to_statement-one_factor =
    { $is_ordered_more ->
        [true] { $fits } of { $pairs } orders in { $file } are { $factor } times their payments.
       *[false] { $fits } of { $pairs } payments for { $file } are { $factor } times their orders.
    }
orders_to_statement-times_shifted =
    Most payments for { $file } are { $hours ->
        [1] 1 hour
       *[other] { $hours } hours
    } { $is_later ->
        [true] after
       *[false] before
    } their orders.
orders_to_statement-names_two_payments = Order { $order_id } names one payment by its id and another by its reference { $order_reference }.

## Refunds and the payments they refund

refunds_to_purchases-refunded = Refunded { MONEY($amount) } of { MONEY($paid) }, { MONEY($refunded) } in total.
refunds_to_purchases-refund_without_payment =
    Refund of { MONEY($amount) } without a known payment{ GIVEN($named) ->
        [yes] { " " }(it names { $named })
       *[no] { "" }
    }.
refunds_to_purchases-names_two_payments = The refund names payment { $named } by its id, and another by reference { $reference }.
refunds_to_purchases-currency_differs = The refund is in { $currency }, the payment in { $paid_currency }.
refunds_to_purchases-refunded_twice = Duplicate refund of { MONEY($amount) }: { MONEY($refunded) } was refunded of { MONEY($paid) }.
refunds_to_purchases-refunded_above_paid = Refunds of { MONEY($refunded) } exceed the payment of { MONEY($paid) }.
refunds_to_purchases-refunded_and_charged_back = { MONEY($returned) } was returned of { MONEY($paid) }: { MONEY($refunded) } refunded and { MONEY($charged_back) } charged back.
refunds_to_purchases-refund_may_follow = The payment has the status { $status }; its refund may be in the next statement.
refunds_to_purchases-refunded_without_refund = The payment has the status { $status }; its refund is missing in the statement.

## Refunds of orders

order_refunds-agree = Order { $order_id } and statement agree: { MONEY($refunded) } refunded.
order_refunds-without_amount = Order { $order_id } is { $status }, without an amount; the statement has { MONEY($refunded) }.
order_refunds-not_reported_yet = Order { $order_id } has a refund of { MONEY($unreported) } that no orders file of its day could report yet.
order_refunds-refund_not_in_statement = Missing in statement: refund of { OR(MONEY($claimed), "a part") } on order { $order_id }, which is { $status }.
order_refunds-refund_late = Refund of { OR(MONEY($open), "a part") } on order { $order_id } is overdue in the statement: expected by { DAY($expected_on) }.
order_refunds-refund_may_follow = Refund of { OR(MONEY($open), "a part") } on order { $order_id } is outstanding in the statement: expected by { DAY($expected_on) }.
order_refunds-refund_cancelled = Order { $order_id } is reported with a refund of { OR(MONEY($claimed), "a part") }; a refund of { MONEY($cancelled) } was cancelled or failed, and the statement has { MONEY($refunded) }.
order_refunds-refund_not_in_orders = Missing in orders: refund of { MONEY($refunded) } on order { $order_id }, which is { $status }.
order_refunds-refund_differs = Order { $order_id } is reported with a refund of { MONEY($stated) }; the statement has { MONEY($refunded) }.

## Callbacks

callbacks_to_statement-matched = Callback and statement agree.
callbacks_to_statement-not_signed = A callback without a valid signature reports { MONEY($reported) } as a { WORD($kind) }.
callbacks_to_statement-other_mode = A callback of a different mode (test or live) than the statements reports { MONEY($reported) } as a { WORD($kind) }.
callbacks_to_statement-several_fit = { MONEY($amount) } with reference { OR($reference, "none") } fits more than one callback or line.
callbacks_to_statement-callback_without_line = Missing in statement: { WORD($kind) } of { MONEY($reported) }, reported by a signed callback.
callbacks_to_statement-line_without_callback = Missing in callbacks: { WORD($kind) } of { MONEY($stated) }.
callbacks_to_statement-may_still_be_delivered = Callback outstanding: { WORD($kind) } of { MONEY($stated) }; the gateway repeats its attempts until { INSTANT($tried_until) }.
callbacks_to_statement-paid_in_callback_only = A signed callback reports a { WORD($kind) } of { MONEY($reported) } as paid; the statement line is { $status }.
callbacks_to_statement-identifier_differs = The callback and the line with reference { $line_reference } have different ids: { $reported_id } and { $stated_id }.
callbacks_to_statement-method_differs =
    { GIVEN($stated_method) ->
        [yes] The callback reports { MONEY($stated) } paid by { $reported_method }, the statement by { $stated_method }.
       *[no] The callback reports { MONEY($stated) } paid by { $reported_method }, the statement names no method.
    }
callbacks_to_statement-amount_differs = The callback reports { MONEY($reported) }, the statement { MONEY($stated) }.

## Verification fees of recipients

verification_charge-charged =
    { GIVEN($recipient) ->
        [yes] Verification of recipient { $recipient } charged: { MONEY($fee) }.
       *[no] Verification of a recipient without a recipient id charged: { MONEY($fee) }.
    }
verification_charge-recipient_unknown = Verification fee of { MONEY($fee) } for recipient { $recipient }, who is not on the list.
verification_charge-ledger_row_twice = Duplicate verification fee, record { $record } for recipient { $recipient }: { MONEY($fee) }.
verification_charge-net_differs = Amount { MONEY($amount) } less fee { MONEY($fee) } is { MONEY($expected_net) }; the net amount is { MONEY($net) }.
verification_charge-fee_differs = The fee charged is { MONEY($fee) }; the agreed fee is { MONEY($agreed_fee) }.
verification_charge-charged_out_of_time = Charged on { INSTANT($charged_at) }; the recipient was entered on { INSTANT($entered_at) }.

## Agreed fees

fees_to_schedule-as_agreed = { $payments } payments by { $method } charged as agreed: { MONEY($charged) }.
fees_to_schedule-fee_too_high = Payment of { MONEY($amount) }: agreed fee { MONEY($agreed) } for { $method }, charged { MONEY($charged) }.
fees_to_schedule-fee_too_low = Payment of { MONEY($amount) }: agreed fee { MONEY($agreed) } for { $method }, charged { MONEY($charged) }.

## Arithmetic of statement lines

line_arithmetic-net_differs = Line { $line }: amount { MONEY($amount) } less fee { MONEY($fee) } and withheld { MONEY($withheld) } is { MONEY($expected_net) }; the net amount is { MONEY($net) }.
line_arithmetic-not_compared =
    { $lines ->
        [1] Nothing to compare: the line does not state both a net amount and a fee.
       *[other] Nothing to compare: none of the { $lines } lines states both a net amount and a fee.
    }
line_arithmetic-as_stated =
    { SAME($lines, $compared) ->
        [yes] { $lines ->
            [1] Amount less fee and withheld is the net amount in 1 line.
           *[other] Amount less fee and withheld is the net amount in { $lines } lines.
        }
       *[no] Amount less fee and withheld is the net amount in { $compared } of { $lines } lines; the others state no net amount.
    }

## Restatements

restatements-line_appeared = Added after reconciliation: line of { DAY($day_now) } for { MONEY($amount_now) }.
restatements-line_vanished = No longer in the statement: line of { DAY($day) } for { MONEY($amount) }.
restatements-line_changed = Line of { DAY($day) } restated: { MONEY($amount) } (fee { MONEY($fee) }, { $status }) before, { MONEY($amount_now) } (fee { MONEY($fee_now) }, { $status_now }, day { OR(DAY($day_now), "none") }) now.

## Statement and turnover

statement_to_turnover-agrees = Statement and turnover agree in amount, fee and count ({ WORD($direction) }).
statement_to_turnover-turnover_without_line = Missing in statement: { $payments } { WORD($direction) } payment(s) that turnover includes, { MONEY($amount) }, fees { MONEY($fees) }.
statement_to_turnover-line_without_turnover = Missing in turnover: { $payments } { WORD($direction) } payment(s) that the statement includes; turnover less statement is { MONEY($amount) }, fees { MONEY($fees) }.
statement_to_turnover-amount_differs = The number of { WORD($direction) } payments agrees; turnover less statement is { MONEY($amount) }.
statement_to_turnover-fee_differs = The { WORD($direction) } amounts agree; the fees in turnover less those in the statement are { MONEY($fees) }.
statement_to_turnover-located =
    { $is_whole ->
        [true] Located: { SAID($located) }.
       *[false] Located so far: { SAID($located) }. Not yet located: { MONEY($amount) }, fees { MONEY($fees) }.
    }
located-difference =
    { $measure ->
        [amount] { MONEY($amount) }
        [fees] fees { MONEY($fees) }
       *[count] { $payments } payment(s)
    } { $is_more ->
        [true] more in turnover
       *[false] less in turnover
    }{ GIVEN($method) ->
        [yes] , { $method }{ GIVEN($kind) ->
            [yes] { " " }({ $kind })
           *[no] { "" }
        }
       *[no] { "" }
    }{ GIVEN($time_of_day) ->
        [yes] , { $time_of_day }
       *[no] { "" }
    }, { $lines ->
        [0] no statement line
       *[other] { $is_beside ->
            [true] next to { "" }
           *[false] { "" }
        }{ $lines ->
            [1] statement line { $names }
           *[other] statement lines { $names }
        }{ $unnamed ->
            [0] { "" }
           *[other] { " " }and { $unnamed } more
        }
    }
located-smaller = and { $differences } smaller
statement_to_turnover-line_twice = Duplicate line in the statement: payment { $payment }, occurrence { $occurrence }; it is counted once.

## Payments and their settlement

deadline =
    { DAY($day) }{ $is_in_business_days ->
        [true] { " " }({ $days ->
            [0] the same business day
            [1] 1 business day
           *[other] { $days } business days
        }{ GIVEN($holidays) ->
            [yes] ; { $holidays }
           *[no] { "" }
        })
       *[false] { GIVEN($holidays) ->
            [yes] { " " }(without { $holidays })
           *[no] { "" }
        }
    }
payments_to_settlement-settled =
    { $payments ->
        [1] 1 payment was settled
       *[other] All { $payments } payments were settled
    } { $is_one_day ->
        [true] on { DAY($to_day) }
       *[false] from { DAY($from_day) } to { DAY($to_day) }
    }.
payments_to_settlement-not_settled_yet = Settlement outstanding: { $open } of { $payments } payments, { MONEY($amount) }; expected by { SAID($expected) }.
payments_to_settlement-settlement_late =
    Settlement overdue: { $open } of { $payments } payments, { MONEY($amount) }, expected by { SAID($expected) }: { $names }{ $unnamed ->
        [0] { "" }
       *[other] { " " }and { $unnamed } more
    }.
payments_to_settlement-not_settled =
    Settlement missing: { $open } of { $payments } payments, { MONEY($amount) }, due since { DAY($due_on) }: { $names }{ $unnamed ->
        [0] { "" }
       *[other] { " " }and { $unnamed } more
    }.

## Deposits at the bank

bank_to_settlement-deposited = { MONEY($sent) } was deposited on { DAY($deposited_on) }.
bank_to_settlement-several_fit = More than one deposit fits the transfer of { MONEY($sent) }.
bank_to_settlement-amount_differs = { MONEY($sent) } was sent and { MONEY($deposited) } was deposited.
bank_to_settlement-deposit_before_sent = { MONEY($sent) } was deposited on { DAY($deposited_on) }, before it was sent on { DAY($sent_on) }.
bank_to_settlement-reference_differs = { MONEY($sent) } was deposited with the reference { $reference }, which is that of another transfer.
bank_to_settlement-sender_differs = { MONEY($sent) } fits a deposit of { DAY($deposited_on) } that names another sender than the deposits of the gateway.
bank_to_settlement-reference_unknown = { MONEY($sent) } fits a deposit of { DAY($deposited_on) } with the reference { $reference }, which no transfer has.
bank_to_settlement-not_arrived_yet = Deposit in transit: { MONEY($sent) }, expected by { SAID($expected) }.
bank_to_settlement-carried_forward = No deposit for the settlement of { DAY($sent_on) }, { MONEY($sent) }: it is carried forward to the next deposit.
bank_to_settlement-carried =
    No deposit for the settlement of { DAY($sent_on) }, { MONEY($sent) }: { SAME($sent_on, $carried_to) ->
        [yes] it makes up for what was brought forward
       *[no] it was carried forward to the settlement of { DAY($carried_to) }
    }.
bank_to_settlement-reduced = { MONEY($deducted) }, carried forward since { DAY($carried_from) }, is deducted from the settlement.
bank_to_settlement-sum = { MONEY($sent) } was deposited on { DAY($deposited_on) }: { MONEY($total) } is explained by { $parts }.
bank_to_settlement-sum_fits = { MONEY($total) } may be explained by { $parts }: the sum agrees, and may do so by chance.
bank_to_settlement-late = Deposit of { MONEY($sent) } is overdue: expected by { SAID($expected) }.
bank_to_settlement-deposit_missing = Missing at the bank: deposit of { MONEY($sent) }, not received by { DAY($due_on) }.
bank_to_settlement-deposit_returned = Deposit of { MONEY($lost) } of { DAY($deposited_on) } was returned by the bank on { DAY($lost_on) }.
bank_to_settlement-deposit_gone = Deposit of { MONEY($lost) } of { DAY($deposited_on) } is no longer at the bank: { $file } covers the day and does not have it.
bank_to_settlement-reversal_unmatched = Reversal of { MONEY($reversed) } on { DAY($deposited_on) }: no earlier bank line fits.
bank_to_settlement-reversal_unclear = { MONEY($deposited) } on { DAY($deposited_on) } may reverse an earlier bank line; which one is not certain.
bank_to_settlement-deposit_not_sent = Unidentified receipt of { MONEY($deposited) }: the gateway reports no transfer.
bank_to_settlement-deposit_twice = Duplicate deposit of { MONEY($deposited) } with reference { $reference }.

## Totals of a control

totals-out_of_balance = Out of balance by { MONEY($difference) }. { PHRASE($first_title) }: { MONEY($first_total) }. { PHRASE($second_title) }: { MONEY($second_total) }.
totals-agree = { PHRASE($first_title) } and { PHRASE($second_title) } agree: { MONEY($second_total) }.

## The life of an open item

changed =
    { $how ->
        [reopened] Reopened.
        [amount] Changed from { OR(MONEY($before), "without amount") } to { OR(MONEY($after), "without amount") }.
       *[outcome] Changed from { WORD($outcome_before) } to { WORD($outcome_after) }.
    } { SAID($reason) }
closed =
    { GIVEN($reason) ->
        [yes] { SAID($reason) }
       *[no] { GIVEN($file) ->
            [yes] No longer in { $file }, which covers the day.
           *[no] { GIVEN($removed) ->
                [yes] The reconciliation { $removed } was removed, so whether it is resolved is not known.
               *[no] No longer found.
            }
        }
    } Closed by the run of { DAY($closed_on) }.

## Decisions

matched_by_hand =
    Matched by hand with { $partners } by { $author }{ GIVEN($approved_by) ->
        [yes] { " " }and { $approved_by }
       *[no] { "" }
    }.

## Formats of a statement

statement_formats-agree = Statement lines that agree in both formats: { $lines }, { MONEY($worth) }.
statement_formats-missing_in_first = Line { $line } of { $file }, { MONEY($amount) }, is missing in { $other_file }.
statement_formats-missing_in_second = Line { $line } of { $file }, { MONEY($amount) }, is missing in { $other_file }.
statement_formats-rejected_in_first = Line { $line } of { $file }, { MONEY($amount) }, was rejected as line { $other_line } of { $other_file }: { $problem }.
statement_formats-rejected_in_second = Line { $line } of { $file }, { MONEY($amount) }, was rejected as line { $other_line } of { $other_file }: { $problem }.
statement_formats-amount_differs = { statement_formats-differ }
statement_formats-fee_differs = { statement_formats-differ }
statement_formats-status_differs = { statement_formats-differ }
statement_formats-details_differ = { statement_formats-differ }
statement_formats-differ =
    Line { $line } of { $file } and line { $other_line } of { $other_file } differ in { $difference ->
        [amount] the amount
        [currency] the currency
        [type] the type
        [fee] the fee
        [net] the net amount
        [status] the status
        [paid] the paid time
        [settled] the settlement time
        [created] the creation time
        [reference] the reference
        [method] the payment method
        [id] the id
       *[other] the related payment, product, flow or country
    }: { OR($first, "none") } and { OR($second, "none") }.

## Inputs of a day

asked_again =
    { GIVEN($input) ->
        [yes] { INPUT($input) }: it was
       *[no] It was
    } requested { $times } times{ GIVEN($next_at) ->
        [yes] ; a run after { INSTANT($next_at) } requests it again. To request it at once: tieout run --refresh.
       *[no] { " " }and is not requested again. Ask the operator of the service, then: tieout run --refresh.
    }
ask_again = Run again to request it once more.
run_again = Run again.
rejected = Rejected: { $refusal }
page_missing = Rejected: A page of the list is missing.
request_refused = The answer to the statement request was refused, so the company and mode (live or test) of the statement are unknown: { $refusal }
balance_lost =
    The gateway's balance at the { WORD($edge) } of { DAY($day) } does not list { $currency }; { GIVEN($before) ->
        [yes] the reading before it had { MONEY($before) }
       *[no] money had moved in this currency before
    }.
waive_closed_balance = If the gateway has closed it, waive the control (waivers).
callbacks_unheard =
    `tieout receive` listened through the day, and no callback came for { $payments ->
        [1] its payment
       *[other] its { $payments } payments
    }. Check that the address is registered with the gateway and can be reached from outside (docs/callbacks.md).
recipients_not_looked_up =
    { $recipients ->
        [1] 1 recipient that was paid could not be looked up.
       *[other] { $recipients } recipients that were paid could not be looked up.
    } { $refusal }
recipients_unlisted =
    { $recipients ->
        [1] 1 recipient of the day is in no list and was not looked up yet. Run again to look it up.
       *[other] { $recipients } recipients of the day are in no list and were not looked up yet. Run again to look them up.
    }
bank_statements_do_not_continue =
    { GIVEN($opening) ->
        [yes] Bank statements do not continue: { $earlier_file } ends with { MONEY($earlier_balance) } on { DAY($earlier_on) }, and { $file } begins with { MONEY($opening) } on { DAY($opens_on) }.
       *[no] Bank statements do not continue: { $earlier_file } ends with { MONEY($earlier_balance) } on { DAY($earlier_on) }, and the lines since then do not lead to the closing balance of { $file }, { MONEY($closing) } on { DAY($closes_on) }.
    }
own_file-unread =
    { $rows ->
        [1] No line of { $file } could be read: 1 row rejected.
       *[other] No line of { $file } could be read: { $rows } rows rejected.
    }
own_file-rejected_rows =
    { $rows ->
        [1] { $file } has lines from { DAY($from_day) } to { DAY($to_day) }, and 1 rejected row that may be of any of these days.
       *[other] { $file } has lines from { DAY($from_day) } to { DAY($to_day) }, and { $rows } rejected rows that may be of any of these days.
    }
own_file-outside_period = { $file } has lines from { DAY($from_day) } to { DAY($to_day) }, and states another period.
own_file-period_not_over = { $file } states a period that was not over when it was received.
own_file-empty = { $file } has no lines and states no period.
own_file-without_period = { $file } has lines from { DAY($from_day) } to { DAY($to_day) } and states no period.
input-not_covered =
    { PHRASE($title) }: { GIVEN($through) ->
        [yes] { OR($file, "it") } covers through { DAY($through) }; nothing covers { DAY($day) }.
       *[no] { GIVEN($from_day) ->
            [yes] { OR($file, "it") } covers from { DAY($from_day) }; nothing covers { DAY($day) }.
           *[no] { $is_received ->
                [true] nothing covers { DAY($day) }.
               *[false] no file was received.
            }
        }
    }
input-rows_rejected =
    { $rows ->
        [1] 1 row that may be of this day was rejected.
       *[other] { $rows } rows that may be of this day were rejected.
    }
input-only_rejected = Some of its rows were rejected.
input-due = It is due on { DAY($due_on) }.
input-correct = Correct it at its source and import it again.
input-import = Import a file: tieout import { $input } FILE.
input-import_newer =
    Import a newer file, or declare that this file is whole: tieout import { $input } { $file } --covers { $first_day }..{ $last_day }{ $may_be_rule ->
        [true] , or for every file books.{ $input }.covers: through_previous_day
       *[false] { "" }
    }.
warning-fewer_lines =
    { PHRASE($title) }: { $lines ->
        [1] 1 line
       *[other] { $lines } lines
    } on { DAY($day) }, and usually { $usual } on this weekday. The file is declared whole; check that it is.
warning-no_lines = { PHRASE($title) }: { $file } has no lines. The file is declared whole; check that it is.
warning-ends_early =
    { PHRASE($title) }: the last line is of { DAY($last_line_on) }, { $days } business days before { DAY($day) }{ GIVEN($longest_gap) ->
        [yes] ; before that, the longest gap was { $longest_gap ->
            [1] 1 business day
           *[other] { $longest_gap } business days
        }
       *[no] , and no earlier day has lines
    }. The file is declared whole; check that it is.

## Controls

control-waived = Waived by { $author }: { $why }
control-not_set_up = Not set up: { $inputs }.
control-currency_not_configured = { $currency } is in { WORD($inputs) } and is not configured.
control-configure_currency = Set currencies: [{ $currencies }] in the configuration, or waive the controls of { $currency } (waivers).
control-rows_rejected =
    { INPUT($input) }: { $rows ->
        [1] 1 row rejected.
       *[other] { $rows } rows rejected.
    } Line { $line } of { $file }: { $reason }
control-correct_records = Ask the service to correct the rejected records.
control-asked_next_run = The next run asks for them again.
control-correct_rows = Correct the rejected rows at their source and import the file again. They are listed with line and reason.
control-no_figures = { PHRASE($title) }: no figures for this day.
control-awaited = { INPUT($input) } awaited until { DAY($due_on) }.
control-out_of_balance =
    { GIVEN($through) ->
        [yes] Out of balance by { MONEY($difference) } through { DAY($through) }.
       *[no] { GIVEN($since) ->
            [yes] Out of balance by { MONEY($difference) } since { DAY($since) }.
           *[no] Out of balance by { MONEY($difference) }.
        }
    }
control-gone = A later balance of the account agrees.
control-breaks =
    { $breaks ->
        [1] 1 break
       *[other] { $breaks } breaks
    }{ GIVEN($amount) ->
        [yes] : { MONEY($amount) }
       *[no] { "" }
    }.
control-suggested =
    { $suggested ->
        [1] 1 suggested match.
       *[other] { $suggested } suggested matches.
    }
control-in_balance =
    { GIVEN($through) ->
        [yes] In balance through { DAY($through) }.
       *[no] In balance.
    }
control-matched =
    { $outstanding ->
        [0] { $matched ->
            [0] No records on this day.
           *[other] { $matched } matched.
        }
       *[other] { $matched } matched, { $outstanding } outstanding.
    }
control-items_lost =
    { $items ->
        [1] 1 open item
       *[other] { $items } open items
    } lost since the previous run. { $problem }
control-rebuild = Rebuild the warehouse from the landing zone (tieout rebuild).
fees-method_unknown =
    The statement names no payment method of { $payments ->
        [1] 1 payment
       *[other] { $payments } payments
    } of { MONEY($amount) }, so the agreed fee is unknown.
fees-without_rule =
    The fee schedule has no rule for { $method } in { $currency }: { $payments ->
        [1] 1 payment
       *[other] { $payments } payments
    } of { MONEY($amount) }, fees { MONEY($fees) }.
fees-ask_for_methods = Ask the gateway for statements that name the payment method of each payment, or waive the control (waivers).
fees-add_rule = Add { "{" } method: { $method }, currency: { $currency }, flat: "?", percent: "?", minimum: "?" { "}" } to fees in the configuration with the agreed rates, or waive the control (waivers).
payout_account-not_listed = Payout { $account } is not in a list of accounts read after the day; last read { INSTANT($last_read) }.
payout_account-ask = Ask the payout service for the account. If it was closed, waive the control from that day (waivers).
payout_account-none_in_currency = The payout service lists no account in { $currency } with a readable balance, and its ledger has records in { $currency }.
payout_account-none = The payout service lists no account with a readable balance.
payout_account-ask_balance = Ask the payout service for the balance of the account.
payout_account-difference_gone = The difference was gone on { DAY($gone_on) }.
payout_account-earlier_differences = { MONEY($earlier) } is of earlier differences, which are items of their own.
settlement-never_reported = No statement has reported a settlement of the payments since { DAY($since) }, and no settlement term is configured.
line_arithmetic-not_stated =
    { $lines ->
        [1] 1 statement line does not state both fee and net amount, although other lines do.
       *[other] { $lines } statement lines do not state both fee and net amount, although other lines do.
    }
order_refunds-not_stated =
    { $orders ->
        [1] 1 order has no refunded amount, although its file has 0 where nothing was refunded.
       *[other] { $orders } orders have no refunded amount, although their file has 0 where nothing was refunded.
    }

## Verdicts

verdict-controls =
    { $controls ->
        [0] { $waived ->
            [0] No control was made.
           *[other] 0 of 0 controls made.
        }
       *[other] { $made } of { $controls } controls made{ $out_of_balance ->
            [0] { "" }
           *[other] , { $out_of_balance } out of balance
        }.
    }
verdict-causes =
    { $causes ->
        [1] 1 cause
       *[other] { $causes } causes
    }{ $items ->
        [0] { "" }
        [1] { " " }(1 item)
       *[other] { " " }({ $items } items)
    }{ GIVEN($debit) ->
        [yes] { GIVEN($credit) ->
            [yes] : { MONEY($debit) } / { MONEY($credit) }
           *[no] : { MONEY($debit) }
        }
       *[no] { GIVEN($credit) ->
            [yes] : { MONEY($credit) }
           *[no] { "" }
        }
    }.
verdict-earlier_causes =
    { $breaks ->
        [1] 1 break of a cause that began on an earlier day.
       *[other] { $breaks } breaks of causes that began on earlier days.
    }
verdict-suggested =
    { $suggested ->
        [1] 1 suggested match to be decided.
       *[other] { $suggested } suggested matches to be decided.
    }
verdict-outstanding =
    { $items ->
        [1] 1 outstanding item.
       *[other] { $items } outstanding items.
    }
verdict-brought_forward =
    { $items ->
        [1] 1 difference
       *[other] { $items } differences
    } brought forward since { DAY($since) }: { MONEY($amount) }{ GIVEN($decided) ->
        [yes] , decided.
       *[no] .
    }
verdict-decided =
    { $items ->
        [1] 1 decided item.
       *[other] { $items } decided items.
    }
verdict-awaited = { SAID($awaited) }.
verdict-waived =
    { $controls ->
        [1] 1 control waived.
       *[other] { $controls } controls waived.
    }

## Gates of a close

gate-fetched = The month was fetched again
gate-days = Every day is reconciled
gate-inputs = Inputs cover the month
gate-rejected = No row was rejected
gate-controls = Controls are made and in balance, or decided
gate-items = Breaks and suggested matches are decided
gate-approvals = Decisions have their second person
gate-waiting = Nothing has arrived since
gate-ledger = Statements tie out to the ledger
gate-continuity = Opening balances are the closing balances of the month before
gate-evidence = Kept data is as it was written
gate-rebuild = A rebuild gives the same data
gate-selftest = The controls of this version fire

## Words for codes that are not words of their own

outcome-timing = outstanding
outcome-orphan_refund = refund without payment
outcome-over_refund = refund above payment
outcome-control_breach = control out of balance
outcome-restated = restatement

basis-window = requested period
basis-answer = answer for the day
basis-reading = readings at both ends of the day
basis-list = complete list
basis-stated_span = period stated in the file
basis-balance = running balance
basis-later_line = line of a later day in the file
basis-listened = received as it was sent
basis-declared = declared by a person
basis-rule = declared in the configuration

## Composition of balances (sql/mart/composition.sql)

composition-allocated = Already in the payout account, and in this balance until the settlement.
composition-not_settled = Payments that are not settled.
composition-not_in_statement = In the gateway's balance, not in its statement.
composition-reserved = Withheld as a reserve.
composition-in_transit = Sent by the gateway, not received by the bank.
composition-received_before_sent = Received by the bank before the day that the gateway gives.
decision-unsigned = Not signed.
decision-key_unknown = Signed with a key that is not configured.
decision-key_of_another = Signed with a key of another person: it does not count.

## Disputes (sql/mart/dispute.sql)

dispute-charged_back = Charged back.
dispute-already_refunded = Already refunded: answer the dispute with the refund.
dispute-reversed = Reversed in full.
dispute-reversed_in_part = Reversed in part.
dispute-chargeback_reported = A chargeback is reported; the money has not moved.
dispute-reversal_reported = A reversal is reported; the money has not moved.
dispute-status_only = Only the status of the payment shows a chargeback; the money has not moved.
dispute-reversed_only = Reversed; no chargeback is known in this currency.
dispute-reversed_above = More was reversed than charged back.

## Why an input does not cover a day (src/connectors)

input-not_listened = `tieout receive` did not listen through the day, or not long enough after a gap, and no file of callbacks covers the day. Import one, or waive the control.
input-no_statement = No statement that covers the day was loaded.
input-no_turnover = The turnover of the day was not received.
input-no_balance = The gateway's balance was not received for the start and the end of the day.
input-no_second_format = The statement of the day was not loaded in its second format, for the same window.

## Lines of controls and statements (sql/reconcile, sql/mart)

line-balance_per_gateway_or_payout_account = Balance per gateway or payout account
line-unexplained_reported_less_taken_on = Unexplained difference (reported less taken on)
line-incoming_less_outgoing_lines_net_amount = Incoming less outgoing, of lines with a net amount
line-opening_reserve_per_gateway = Opening reserve per gateway
line-add_withheld_from_payments = Add: withheld from payments
line-less_released = Less: released
line-reserve_per_statement = Reserve per statement
line-reserve_per_gateway = Reserve per gateway
line-unexplained_reserve_per_gateway_less_statement = Unexplained difference (reserve per gateway less statement)
line-lines_net_amount_differs = Lines whose net amount differs
line-net_these_figures = Net by these figures
line-net_per_statement = Net per statement
line-unexplained_net_per_statement_less_net = Unexplained difference (net per statement less net by its figures)
line-add_allocations_approved = Add: allocations approved
line-add_charged_above_schedule = Add: charged above the schedule
line-add_sales = Add: sales
line-add_chargebacks_reversed = Add: chargebacks reversed
line-less_allocated_payout_account = Less: allocated to the payout account
line-balance_per_bank_statement = Balance per bank statement
line-opening_balance_account = Opening balance of the account
line-opening_balance_per_ledger_account_was = Opening balance per ledger (the account was not read before)
line-less_unexplained_brought_forward = Less: unexplained difference brought forward
line-closing_balance_account = Closing balance of the account
line-opening_amount_in_transit = Opening amount in transit
line-closing_amount_in_transit = Closing amount in transit
line-add_sent_gateway = Add: sent by the gateway
line-less_received_bank = Less: received by the bank
line-add_returned_bank = Add: returned by the bank
line-available = Available
line-reserved_until = Reserved until
line-reserved_without_day = Reserved, without a known day of release
line-pending_outgoing = Pending outgoing
line-in_transit = In transit
line-overdue_at_bank = Overdue at the bank
line-written_off_within_limit = Written off within the limit
line-up_to_7_days = Up to 7 days
line-days_8_to_30 = 8 to 30 days
line-days_31_to_60 = 31 to 60 days
line-days_61_to_90 = 61 to 90 days
line-over_90_days = Over 90 days
line-less_written_off_within_limit = Less: written off within the limit
line-allocated_above_settlement = Allocated above the settlement
line-allocated_from_settled = Allocated from what was settled
line-allocated_per_payout_ledger = Allocated per payout ledger
line-balance_per_gateway = Balance per gateway
line-balance_per_ledger = Balance per ledger
line-balance_per_statement = Balance per statement
line-fees_explained = Fees explained
line-fees_per_statement = Fees per statement
line-less_chargebacks = Less: chargebacks
line-less_charged_below_schedule = Less: charged below the schedule
line-less_disbursed_bank = Less: disbursed to the bank
line-less_fees = Less: fees
line-less_payout_fees = Less: payout fees
line-less_recipient_verification_fees = Less: recipient verification fees
line-less_withheld_in_reserve = Less: withheld in reserve
line-less_left_at_gateway = Less: left at the gateway
line-less_duplicate_lines_in_statement = Less: duplicate lines in the statement
line-less_refunds = Less: refunds
line-less_payouts_recipients = Less: payouts to recipients
line-other_movements = Other movements
line-opening_balance_per_gateway = Opening balance per gateway
line-opening_balance_per_account = Opening balance per account
line-opening_balance_before_first_record_ledger = Opening balance (before the first record of the ledger)
line-settled_before_fees = Settled, before fees
line-total_per_gateway_turnover = Total per gateway turnover
line-total_per_statement = Total per statement
line-unexplained_account_less_ledger = Unexplained difference (account less ledger)
line-unexplained_gateway_less_statement = Unexplained difference (gateway less statement)
line-unexplained_statement_less_explained = Unexplained difference (statement less explained)
line-unexplained_turnover_less_statement = Unexplained difference (turnover less statement)

## Match rates (sql/mart/match_rate.sql)

match_rates-fewer = Fewer items are matched than before: look at what is open, and whether an export or a text has changed.

## Open items that add up (sql/core/difference.sql)

open_sum-action = If the open items that add up belong together, match them by hand. Until then, do not refund, collect or book any of them.

## Refunds of orders (sql/reconcile/order_refunds.sql)

order_refunds-export_again = Export the orders again with the refunded amount of each. If your shop cannot export it, waive the control (waivers).

## Changes of the month (sql/mart/trend.sql)

trend-amount_higher = The amount is materially higher.
trend-amount_lower = The amount is materially lower.
trend-no_payments = No payments; there were some before.
trend-new = New; no payments before.
trend-fee_rate_higher = The fee rate is materially higher.
trend-fee_rate_lower = The fee rate is materially lower.
trend-settlement_slower = Settlement takes longer.
trend-settlement_faster = Settlement is faster.

## Counts with their noun

count-causes =
    { $causes ->
        [1] 1 cause
       *[other] { COUNT($causes) } causes
    }
count-controls =
    { $controls ->
        [1] 1 control
       *[other] { COUNT($controls) } controls
    }
count-days =
    { $days ->
        [1] 1 day
       *[other] { COUNT($days) } days
    }
count-items =
    { $items ->
        [1] 1 item
       *[other] { COUNT($items) } items
    }
count-records =
    { $records ->
        [1] 1 record
       *[other] { COUNT($records) } records
    }
count-rows =
    { $rows ->
        [1] 1 row
       *[other] { COUNT($rows) } rows
    }

## Words between figures

to = to

## Verdicts

verdict-reconciled = Reconciled
verdict-reconciled_with_timing = Reconciled, items outstanding
verdict-breaks = Breaks
verdict-incomplete = Incomplete
verdict-none = Not run
verdict-failed = Run failed

## What a verdict says

verdict_sentence-reconciled = Every control was made and is in balance. All items are matched.
verdict_sentence-reconciled_with_timing = Every control was made and is in balance. The outstanding items are within their expected time.
verdict_sentence-breaks = Every control was made. Some are out of balance, or some items need action.
verdict_sentence-incomplete = A control was not made, so nothing is proven where it is missing.

## States of a control or an input

state-balanced = In balance
state-out_of_balance = Out of balance
state-decided = Out of balance, decided
state-not_made = Not made
state-awaited = Awaited
state-waived = Waived
state-not_set_up = Not set up
state-covered = Covered
state-declared = Covered, declared
state-missing = Missing

## The proof of a verdict

proof-none = No control was made.
proof-in_balance = { COUNT($made) } of { count-controls } made and in balance
proof-made = { COUNT($made) } of { count-controls } made
proof-out_of_balance = { COUNT($controls) } out of balance
proof-decided = { COUNT($controls) } out of balance and decided
proof-inputs = inputs for { $days }: { $list }
proof-partly = { $input } ({ $covered } of { count-days })
proof-declared = { $input } (declared by { $who })
proof-rule = { $input } (declared in the configuration)
proof-awaited = awaited: { $list }
proof-until = { $input } until { $day }
proof-waived = waived: { $list }
proof-not_set_up = not set up: { $list }

## Page: controls that must be made

register-title = Controls
register-about = Each control that must be made, with its result. A control that was not made proves nothing.
register-all_made = Every control that must be made was made and is in balance.
register-matrix = State of each control
register-matrix_of_days = State of each control on each day
register-control = Control
register-state = State
register-result = Result
register-to_do = Action
register-days = Days
register-day_result = { $day }: { $result }
register-more_days =
    (and { $days ->
        [1] 1 further day
       *[other] { COUNT($days) } further days
    })
register-waivers = Waivers in force
register-why = Why
register-by = Waived by
register-from = From
register-through = Through
register-no_end = no end

## Page: inputs

coverage-title = Inputs
coverage-about = Which input covers each day. A day is covered only if a file or an answer proves it, or a person declares it.
coverage-matrix = State of each input on each day
coverage-input = Input
coverage-reason = Reason
coverage-declared = { $input }, { $days }: declared complete by { $who }.
coverage-rule = { $input }, { $days }: declared complete by the configuration.

## Page: head

masthead-day = Business day, { $zone }
masthead-days =
    { $days ->
        [1] 1 business day
       *[other] { COUNT($days) } business days
    }, { $zone }
masthead-on_paper = On paper: the verdict, the findings, the statements and the controls. The items are in the workbook and in the files beside this page.
masthead-test_mode = Test mode: not real money
masthead-workbook = Workbook
masthead-verdicts_file = Verdicts (JSON)
masthead-all_reports = All reports
masthead-skip = Skip to the findings
masthead-files = Files of this report
masthead-contents = Contents
masthead-known = as of the run on { $day }

## Page: summary

summary-currency = Currency
summary-verdict = Verdict
summary-why = Reason
summary-agree = Matched
summary-disagree = Breaks
summary-timing = Outstanding
summary-unexplained = Unexplained difference
summary-days_of = { COUNT($reconciled) } of { count-days } reconciled.
summary-breaks =
    { $items ->
        [1] 1 break
       *[other] { COUNT($items) } breaks
    }
summary-not_made =
    { $controls ->
        [1] 1 control was
       *[other] { COUNT($controls) } controls were
    } not made
summary-causes =
    { count-causes }{ $items ->
        [0] { "" }
       *[other] { " " }({ count-items })
    }{ GIVEN($money) ->
        [yes] : { $money }
       *[no] { "" }
    }
summary-earlier_breaks =
    { $items ->
        [1] 1 break of a cause that began on an earlier day
       *[other] { COUNT($items) } breaks of causes that began on earlier days
    }
summary-not_received = missing: { $inputs }
summary-controls = Controls made
summary-of = { COUNT($made) } of { COUNT($all) }
summary-rejected = { count-rows } rejected
summary-suggested =
    { $items ->
        [1] 1 suggested match
       *[other] { COUNT($items) } suggested matches
    } to confirm
summary-outstanding = { count-items } outstanding
summary-decided = { count-items } decided

## Page: findings and actions

findings-title = Findings and actions
findings-about = Most serious first. Items with the same cause are counted once. A positive amount is due to the company; a negative amount is held by the company without being due to it.
findings-nothing = No findings. No action is needed.
findings-to_do = Action
findings-also = The same cause also appears in:
findings-age = { count-days } open
findings-oldest = oldest open for { count-days }
findings-show_rows = Show items
findings-more =
    { $findings ->
        [1] 1 further finding is
       *[other] { COUNT($findings) } further findings are
    } in the tables below.
findings-carried = { count-items } brought forward from earlier days and still open.
findings-missing_input = Missing: { $input }.
findings-missing_input_to_do = Rerun the day when the input is available, or import the file with `tieout import`. `tieout doctor` checks the connections.
findings-not_made = Controls not made: { $controls }.
findings-not_made_head =
    { $controls ->
        [1] 1 control was
       *[other] { COUNT($controls) } controls were
    } not made.
findings-not_made_to_do = Nothing is proven where a control was not made. Get what it needs and rerun the day.
findings-rejected =
    { $rows ->
        [1] 1 row was rejected and is not in the figures.
       *[other] { COUNT($rows) } rows were rejected and are not in the figures.
    }
findings-rejected_to_do = Review the rejected rows and their reasons. Request a corrected file, or name the column in the configuration.
findings-awaiting = awaiting second approval
findings-write_offs = Write-offs
findings-small_differences = Small differences within the limit for write-offs.
findings-write_off =
    Write off { $items ->
        [1] 1 difference
       *[other] { COUNT($items) } differences
    } within the limit: tieout decide write-off --proposed

## Inputs within a sentence

inputs-statement = statement
inputs-statement_comparison = statement in its second format
inputs-turnover = turnover
inputs-balance = gateway balance
inputs-payout_movements = payout ledger
inputs-payouts = payouts
inputs-payout_accounts = payout accounts
inputs-recipients = recipients
inputs-orders = orders
inputs-bank = bank statement
inputs-bank_statement = bank statement
inputs-callbacks = callbacks
inputs-fee_schedule = fee schedule
inputs-payout_service = payout service
inputs-payment_gateway = payment gateway

## Page: flow of money

flow-title = Money flow
flow-about = From order to payout. A day settles and pays out money of earlier days, so the steps of one day do not add up.
flow-chart_label = Money flow in { $currency }. The table below has the same figures.
flow-step = Step
flow-count = Count
flow-amount = Amount
flow-steps-ordered = Ordered
flow-steps-not_paid = Less: unpaid orders
flow-steps-paid = Paid by customers
flow-steps-fees = Less: gateway fees
flow-steps-refunded = Less: refunds
flow-steps-charged_back = Less: chargebacks
flow-steps-settled = Settled by the gateway
flow-steps-to_bank = Less: disbursed to the bank
flow-steps-allocated = Allocated to the payout account
flow-steps-paid_out = Less: paid out to recipients
flow-steps-payout_fees = Less: payout fees
flow-steps-gateway_balance = Balance at the gateway
flow-steps-payout_balance = Balance of the payout account
flow-nodes-ordered = Ordered
flow-nodes-paid = Paid
flow-nodes-settled = Settled
flow-nodes-allocated = Allocated
flow-nodes-paid_out = Paid out
flow-nodes-not_paid = unpaid
flow-nodes-fees = fees
flow-nodes-refunded = refunds
flow-nodes-charged_back = chargebacks
flow-nodes-to_bank = to the bank
flow-nodes-gateway_balance = Balance at the gateway
flow-nodes-payout_balance = Payout account

## Statements

statements-title = Statements
statements-about = As of the end of { $day }. Items count from the day on which they arose until the day on which they ended, whenever that became known.
statements-titles-gateway = Gateway clearing account
statements-titles-deposits = Proof of deposits
statements-titles-payout = Payout account
statements-not_reconciled = roll-forward, not reconciled to the ledger
statements-bank_reconciliation = Bank reconciliation and proof of deposits
statements-balance_on = Balance at the end of { $day }
statements-add = Add
statements-less = Less
statements-per_books = Balance that the books should show
statements-no_ledger = No ledger balance is given, so nothing is compared with the books.
statements-unexplained = Unexplained difference
statements-ties_out = Ties out to the ledger.
statements-does_not_tie_out = No listed item explains it: compare the entries of the ledger.
statements-roll_forward = Roll-forward
statements-expected = Balance by the movements
statements-not_explained = Not explained by the movements
statements-explained = In balance.
statements-open = Out of balance: see the controls.
statements-opening_unknown = The opening balance is not known, so the movements are not proven.
statements-taken_on = Take-on: { $amount } per { $file }.
statements-derived = Derived from the reading of { $day } and the ledger.
statements-consists_of = It consists of
statements-sum = Sum
statements-for_information = For information (not added)
statements-unidentified = Receipts without a transfer (not in the balance)
statements-open_items = Open items (not in the balance)
statements-items =
    { $items ->
        [1] 1 item, of { $since }
       *[other] { COUNT($items) } items, the oldest of { $since }
    }
statements-due = expected by { $day }
statements-missing = There is no statement: no balance is known at the end of the period.
statements-line = Line
statements-amount = Amount
statements-remark = Basis
statements-written_off = Written off in the period (in the books from the day of the decision)
statements-ageing = Open items by age at the end of the period
statements-unidentified_ageing = Receipts without a transfer by age
statements-to_account = { $title }: { $account }

## The page that people sign

sign_off-title = Reconciliation statement, { $currency }
sign_off-closed = Closed period
sign_off-draft = Draft: the month is not closed
sign_off-draft_of_other = Draft: the page of a closed month is in its pack
sign_off-company = Company
sign_off-period = Period
sign_off-statements = Statements
sign_off-controls = Controls
sign_off-days = { COUNT($reconciled) } of { count-days } reconciled
sign_off-decisions = Decisions in force on items of the period (amounts: right side less left side)
sign_off-no_decisions = No decisions.
sign_off-decided_by =
    { $author }{ GIVEN($approver) ->
        [yes] , approved by { $approver }
       *[no] { "" }
    }
sign_off-decided-explain = Explained
sign_off-decided-accept = Accepted
sign_off-decided-write_off = Written off
sign_off-decided-match = Matched by hand
sign_off-decided-split = Split
sign_off-largest = The largest
sign_off-further_decisions =
    { $decisions ->
        [1] 1 further decision
       *[other] { COUNT($decisions) } further decisions
    }, in the figures above
sign_off-further_kinds =
    { $kinds ->
        [1] 1 further kind
       *[other] { COUNT($kinds) } further kinds
    }
sign_off-open_items = { count-items } open or outstanding
sign_off-prepared = Prepared by
sign_off-reviewed = Reviewed by
sign_off-name = Name
sign_off-date = Date
sign_off-signature = Signature
sign_off-made_at = Made { $time } ({ $zone })
sign_off-closed_at = Closed { $time } ({ $zone })
sign_off-known_through = with everything received until { $time }
sign_off-no_run = without a run
sign_off-program = tieout { $version }
sign_off-configuration = Configuration SHA-256 { $sha256 }
sign_off-manifest = Manifest SHA-256 { $sha256 }

## Page: control totals

controls-title = Control totals
controls-about = Controls that compare two totals. The unexplained difference must be zero.
controls-in_balance =
    { $controls ->
        [1] 1 control is
       *[other] { COUNT($controls) } controls are
    } in balance.
controls-out_of_balance =
    { $controls ->
        [1] 1 control is
       *[other] { COUNT($controls) } controls are
    } out of balance.
controls-control = Control
controls-subject = Subject
controls-ours = First total
controls-theirs = Second total
controls-unexplained = Unexplained difference
controls-days_open = Days out of balance
controls-bridges_title = Controls out of balance, line by line
controls-bridges_about = Each bar starts where the previous one ends. The axis starts near the totals, so that small differences are visible.
controls-more =
    { $bridges ->
        [1] 1 further control out of balance is
       *[other] { COUNT($bridges) } further controls out of balance are
    } not shown here.
controls-measures-amount = amount
controls-measures-fee = fees
controls-measures-count = count

## Page: all that is open

open-title = All that is open
open-about = Undecided differences of every day up to { $day }, by the statement in which their items stand. Items with the same cause are counted once.
open-nothing = Nothing is open.
open-due = Due to the company
open-held = Held without being due
open-causes = Causes
open-oldest = Oldest
open-other = In no statement
open-first = What to do first
open-at_stake = ({ $amount } at stake)

## Page: ageing

ages-title = Ageing of open causes
ages-about = All undecided causes up to this day. Items with the same cause are counted once.
ages-nothing = No open causes.
ages-age = Days open
ages-amount = Unexplained amount
ages-bucket_0 = 0 to 1
ages-bucket_1 = 2 to 3
ages-bucket_2 = 4 to 7
ages-bucket_3 = 8 to 14
ages-bucket_4 = 15 to 30
ages-bucket_5 = over 30
ages-is_break = Differences
ages-is_timing = Outstanding

## Page: calendar

calendar-title = Verdicts of the last 30 days
calendar-long_title = Verdicts by day
calendar-about = The verdict of every business day, by currency.
calendar-legend = Legend

## Page: settlement lag

lag-title = Settlement lag
lag-about = Days from payment to settlement over all settled payments. The mark is the median, the bar ends at the 95th percentile.
lag-method = Method
lag-usual = Median
lag-high = 95 % within
lag-settled = Settled
lag-waiting = Not settled

## Page: fees agreed and charged

agreed_fees-title = Fees agreed and charged
agreed_fees-about = By payment method. The agreed fees are those of the configuration.
agreed_fees-method = Method
agreed_fees-payments = Payments
agreed_fees-collected = Gross
agreed_fees-agreed = Agreed fee
agreed_fees-charged = Charged fee
agreed_fees-difference = Difference
agreed_fees-differing = Payments that differ
agreed_fees-total = Total

## Page: tables

table-empty = No rows in: { $titles }.
table-empty_view = { $title }: { $view } has no rows.
table-empty_company = { $title }: { $rows ->
    [one] the only row of { $view } is not of this company.
   *[other] none of the { $rows } rows of { $view } is of this company.
  }
table-empty_days = { $title }: { $rows ->
    [one] the only row of { $view } of this company is not of these days.
   *[other] none of the { $rows } rows of { $view } of this company is of these days.
  }
table-unfold = Show { count-rows }
table-filter = Filter
table-missing = missing in: { $side }
table-shown = shown
table-capped = Showing { COUNT($shown) } of { COUNT($all) } rows; { $file } has all of them.
table-details = Details
table-no_script = Sorting, filtering and row details need JavaScript. The workbook has the same data.
table-pairs-reference = Reference
table-pairs-amount = Amount
table-pairs-at = Time
table-pairs-file_name = File
table-pairs-line_no = Line
table-pairs-key = Key
table-history = Full history
table-cut = … (full text in the file beside this page)

## The page of all reports

index-title = Reports
index-days = Period
index-company = Company
index-worst = Verdict
index-by_currency = By currency
index-breaks = Breaks
index-rejected = Rejected rows
index-workbook = Workbook
index-months = Longer periods
index-single = Days
index-nothing = No reports yet.
index-positions = Latest position
index-about_positions = Balances at the end of the latest day of each company, open items up to that day, and what to do first.
index-currency = Currency
index-latest = Latest day
index-gateway = Gateway balance
index-payout = Payout account
index-open = Open amount
index-oldest = Oldest open
index-to_do = What to do first
index-more_causes =
    { $causes ->
        [1] 1 further cause
       *[other] { COUNT($causes) } further causes
    }: see the report
index-nothing_to_do = Nothing to do.
index-closed = Closed months
index-superseded = Superseded
index-judged_again = judged again on { $day }
index-superseded_at = Superseded on { $at }: later information changes this report.
index-current = Current:

## Notices

notice-before = previously:
notice-page = Page and workbook
notice-somebody = a person
notice-unexpected_error = An unexpected error; tieout.log in the data directory has the details.
notice-in_data = { $path } in the data directory
notice-closed = { $company }: { $month } is closed
notice-closed_where = The page of closed months shows the pack: closed/index.html in the data directory.
notice-not_closed = { $company }: { $month } was not closed
notice-refused_by = These gates refuse: { $gates }.
notice-not_closed_to_do = `tieout close { $month } --company { $company }` lists the causes, each with the action to take. The schedule tries again each day.
notice-more =
    The verdict of { $days ->
        [1] 1 earlier day
       *[other] { COUNT($days) } earlier days
    } changed too; see the page of all reports.
notice-overdue =
    { $company }: { $items ->
        [1] 1 item is
       *[other] { COUNT($items) } items are
    } overdue (previously: { COUNT($before) })
notice-refused =
    { $company }: { $deliveries ->
        [1] 1 delivery
       *[other] { COUNT($deliveries) } deliveries
    } with a wrong signature refused
notice-refused_to_do = They are kept in { $path }, and do not count. Find out who sent them, and whether the service has a new key (docs/callbacks.md).
notice-overdue_to_do = `tieout breaks` lists them, each with the action to take.
notice-overdue_subject = Overdue items
notice-late =
    { $company }: { $month } is closed (v{ $version }), and has { $changes ->
        [1] 1 change after the close
       *[other] { COUNT($changes) } changes after the close
    }: { $money }
notice-late_to_do = The changes are out-of-period items of the month in which they became known: see Changes of closed months. To restate the closed month: `tieout reopen { $month }`.
notice-late_subject = Closed month changed
notice-failed_subject = Run failed
notice-missed_subject = Not reconciled by the deadline
notice-and_more = (and { COUNT($more) } more)
notice-deadlines_missed =
    { $days ->
        [1] 1 day was
       *[other] { COUNT($days) } days were
    } not reconciled by the deadline
notice-deadline = deadline
notice-missed-reconciled = reconciled
notice-missed-reconciled_with_timing = reconciled, items outstanding
notice-missed-breaks = breaks
notice-missed-incomplete = incomplete, a control was not made
notice-missed-failed = run failed
notice-missed-not_run = not run
notice-unexpected =
    { $values ->
        [1] 1 field or value is
       *[other] { COUNT($values) } fields or values are
    } not as expected of the service: see Unexpected content.
notice-drift = { $reconciliation }: { $percent } % of the items of the last seven days are matched, after { $earlier } % of the seven days before. Has an export or a text changed?
notice-ask_status = See the reports of the day, or run `tieout status`. `tieout doctor` checks the connections.
notice-ask_doctor = `tieout doctor` shows what is wrong and how to fix it.
notice-footer = Sent by tieout. Names, e-mail addresses and account numbers are left out.

## Page: foot

footer = Generated by tieout. The workbook and the files beside it have the same figures.
