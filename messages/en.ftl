# What the rules say, in English. The code of a message is that of its rule (core.say in sql/), its variables are the figures that the
# rule gives.
#
# MONEY, DAY and INSTANT write an amount, a date and a local time; WORD a code as words; SAID a message within a
# message. GIVEN tells whether there is a figure at all,
# OR gives another text for a missing figure, SAME tells whether two are equal. PHRASE is a title of sql/.

months = Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec

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
