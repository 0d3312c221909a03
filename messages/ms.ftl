# All texts in Malay, by code. The codes are those of messages/en.ftl and, for the texts of a head of sql/reconcile,
# <reconciliation>-title, -left, -right, -meaning, -action and -absent, and <reconciliation>-<reason>-meaning and -action;
# sheet-<section>, sheet-<section>-about and sheet-<section>-<field> of reports/daily.yaml; word-<code> for a code in words.
# A text that several heads or sections share stands here once, by the first of their codes. A text that is not here is shown in English.

months = Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis
long_months = Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember
weekdays = Isnin Selasa Rabu Khamis Jumaat Sabtu Ahad
short_weekdays = Isn Sel Rab Kha Jum Sab Ahd

## Kelulusan peruntukan

allocation_lifecycle-matched = Peruntukan itu diluluskan seperti yang diperlukan, atau tidak menggerakkan wang.
allocation_lifecycle-approved_without_approvals = { MONEY($amount) } diberi dengan { $given } daripada { $due } kelulusan.
allocation_lifecycle-pending_past_deadline = { MONEY($amount) } masih menunggu kelulusan ({ OR($received, "?") } daripada { OR($required, "?") }) dan sepatutnya pada { INSTANT($deadline) }.
allocation_lifecycle-approvals_contradict = Permintaan untuk { MONEY($amount) } menyatakan { $received } kelulusan; senarai kelulusannya mempunyai { $listed }.
allocation_lifecycle-approved_out_of_time = { MONEY($amount) } diminta pada { INSTANT($requested_at) } dengan tarikh akhir { INSTANT($deadline) }, dan diluluskan pada { INSTANT($approved_at) }.
allocation_lifecycle-net_differs = Amaun { MONEY($amount) } tolak fi { MONEY($fee) } ialah { MONEY($expected_net) }; amaun bersih ialah { MONEY($net) }.
allocation_lifecycle-settlement_not_upcoming = { MONEY($amount) } diminta pada { INSTANT($requested_at) } daripada penyelesaian { DAY($settlement_on) }.
allocation_lifecycle-waits_for_approval = { MONEY($amount) } menunggu kelulusan ({ OR($received, "?") } daripada { OR($required, "?") }) hingga { INSTANT($deadline) }.
allocation_lifecycle-status_unknown = { MONEY($amount) } berstatus "{ $status }", yang tidak dinamakan dalam mana-mana spesifikasi.

## Payout dan lejarnya

allocations_to_payouts-charged =
    Dihantar seperti diarahkan: { MONEY($charged) }, fi { MONEY($fee) }{ SAME($instructed_on, $charged_on) ->
        [yes] { "" }
       *[no] ; diarahkan pada { DAY($instructed_on) }, dicaj pada { DAY($charged_on) }
    }.
allocations_to_payouts-not_listed_yet =
    { GIVEN($payout) ->
        [yes] Arahan itu { WORD($state) } dan belum dicaj; dijangka pada { DAY($expected_on) }.
       *[no] Arahan itu belum dalam senarai: senarai dikemas kini sekali sejam, dan rekod lejar lebih baharu.
    }
allocations_to_payouts-instruction_not_carried_out = Arahan itu masih { WORD($state) } dan dijangka dilaksanakan pada { INSTANT($due_at) }.
allocations_to_payouts-instruction_stuck =
    Arahan itu masih { WORD($state) }, { $days } hari selepas diberi{ GIVEN($movement) ->
        [yes] , dan sudah dicaj
       *[no] { "" }
    }.
allocations_to_payouts-ledger_row_without_instruction = Lejar menunjukkan { MONEY($charged) } dihantar, dan tiada arahan bernombor itu diketahui.
allocations_to_payouts-instruction_without_ledger_row = Arahan bagi { MONEY($instructed) } ialah { WORD($state) } dan lejar tidak menunjukkan hantaran untuknya.
allocations_to_payouts-several_instructions_fit = Lejar tidak menamakan arahan; { MONEY($amount) } pada hari itu mungkin milik yang ini atau yang lain.
allocations_to_payouts-ledger_row_twice = Rekod { $record } lejar bagi arahan yang sama: { MONEY($charged) } dicaj sekali lagi.
allocations_to_payouts-rejected_but_debited = Arahan itu { WORD($state) } dan lejar masih menunjukkan { MONEY($charged) } dihantar untuknya.
allocations_to_payouts-amount_differs = Lejar menunjukkan { MONEY($charged) }, arahan mengatakan { MONEY($instructed) }.
allocations_to_payouts-fee_differs = Fi yang dicaj ialah { MONEY($fee) }, fi akaun ialah { MONEY($agreed_fee) }.
allocations_to_payouts-net_differs = Amaun { MONEY($sent) } tolak fi { MONEY($fee) } ialah { MONEY($expected_net) }; amaun bersih ialah { MONEY($net) }.
allocations_to_payouts-recipient_differs = Arahan bayaran keluar adalah untuk penerima { $recipient }, rekod lejar untuk penerima { $charged_recipient }.
allocations_to_payouts-charged_out_of_time = Dicaj pada { INSTANT($charged_at) }; bayaran keluar diarahkan pada { INSTANT($instructed_at) }.

## Penerima payout

beneficiaries-matched = Dihantar ke akaun bank yang disahkan.
beneficiaries-account_unknown =
    { GIVEN($recipient) ->
        [yes] { MONEY($amount) } dihantar ke akaun bank { $recipient }, yang tiada dalam senarai perkhidmatan.
       *[no] { MONEY($amount) } dibayar kepada penerima tanpa nombor penerima.
    }
beneficiaries-account_rejected = { MONEY($amount) } dihantar ke akaun bank yang ditolak semasa pengesahan.
beneficiaries-account_not_verified = { MONEY($amount) } dihantar ke akaun bank yang masih { WORD($status) }.
beneficiaries-account_deleted = { MONEY($amount) } dihantar ke akaun bank yang telah dipadamkan.
beneficiaries-account_changed = { MONEY($amount) } dihantar ke akaun bank yang butirannya berubah selepas disahkan.
beneficiaries-paid_to_another_account = { MONEY($amount) } dibayar ke akaun bank yang bukan milik penerima: { PHRASE($what_differs) } berbeza.
beneficiaries-paid_before_entered = { MONEY($amount) } dibayar sebelum penerimanya dimasukkan.
beneficiaries-reference_reused = Rujukan { $reference } sudah ada pada arahan { $reference_before }.
beneficiaries-paid_twice = { MONEY($amount) } sudah pergi ke akaun yang sama untuk tujuan yang sama dengan arahan { $paid_before }.
beneficiaries-account_under_two_names = Akaun bank { $first } dan { $second } mempunyai nombor yang sama di bank yang sama, di bawah nama berlainan.

## Webhook perkhidmatan bayaran keluar

payout_event-event_ahead =
    Webhook pada { INSTANT($occurred_at) } melaporkan status { WORD($reported) }; { GIVEN($listed) ->
        [yes] dalam senarai ia { WORD($listed) } sejak { INSTANT($listed_at) }
       *[no] ia tiada dalam senarai
    }. Senarai itu dibaca pada { INSTANT($read_at) }, dan mungkin sejam lebih lama.
payout_event-event_contradicted =
    Webhook pada { INSTANT($occurred_at) } melaporkan status { WORD($reported) }; { GIVEN($listed) ->
        [yes] senarai yang dibaca pada { INSTANT($read_at) } menyatakan { WORD($listed) } sejak { INSTANT($listed_at) }
       *[no] senarai yang dibaca pada { INSTANT($read_at) } tidak mempunyainya
    }.

## Butiran terbuka yang menjumlah

open_sum = Mungkin dijelaskan oleh butiran terbuka: { $sum }.

## Pesanan dan bayarannya

orders_to_statement-matched = Pesanan itu dibayar penuh.
orders_to_statement-paid_twice = { MONEY($paid) } dibayar sekali lagi pada rujukan { $payment_reference }.
orders_to_statement-several_fit =
    { GIVEN($payment) ->
       *[no] Pesanan { $order_id } bernilai { MONEY($ordered) } mungkin yang dibayar, atau pesanan lain dengan rujukannya.
        [yes] { GIVEN($order_id) ->
           *[no] { MONEY($paid) } dengan rujukan { $payment_reference } mungkin milik pesanan yang turut sesuai dengan bayaran lain.
            [yes] { MONEY($paid) } dengan rujukan { $payment_reference } mungkin milik lebih daripada satu pesanan.
        }
    }
orders_to_statement-payment_without_order = { MONEY($paid) } dibayar pada rujukan { OR($payment_reference, "tiada") }, dan tiada pesanan mempunyainya.
orders_to_statement-order_without_payment = Pesanan { $order_id } bernilai { MONEY($ordered) } ialah { WORD($order_status) }, dan penyata tiada bayaran untuknya.
orders_to_statement-order_paid_payment_not = Pesanan { $order_id } ialah { WORD($order_status) }, dan bayarannya { WORD($payment_status) }.
orders_to_statement-payment_for_unpaid_order = { MONEY($paid) } dibayar untuk pesanan { $order_id }, yang { WORD($order_status) }.
orders_to_statement-amount_differs = Pesanan { $order_id } bernilai { MONEY($ordered) }, dan { MONEY($paid) } dibayar.
orders_to_statement-sum = { MONEY($ordered) } dipesan dan { MONEY($paid) } dibayar, dalam beberapa bahagian: { $parts }.
orders_to_statement-sum_fits =
    { GIVEN($parts) ->
        [yes] { MONEY($ordered) } mungkin dibayar dengan { MONEY($paid) }: pelanggan dan jumlahnya sepadan ({ $parts }), rujukannya tidak.
       *[no] Pesanan { $order_id } sebanyak { MONEY($ordered) } mungkin dibayar dengan { MONEY($paid) }: pelanggannya sepadan, rujukannya tidak.
    }
orders_to_statement-currency_differs =
    Pesanan { $order_id } ialah { MONEY($ordered) }; { MONEY($paid) } dibayar, pada kadar { $rate }.
orders_to_statement-as_the_file = Pesanan { $order_id } bernilai { MONEY($ordered) }, dan { MONEY($paid) } dibayar, seperti semua pesanan dalam failnya.
orders_to_statement-one_factor =
    { $is_ordered_more ->
        [true] { $fits } daripada { $pairs } pesanan dalam { $file } ialah { $factor } kali ganda bayarannya.
       *[false] { $fits } daripada { $pairs } bayaran bagi { $file } ialah { $factor } kali ganda pesanannya.
    }
orders_to_statement-times_shifted =
    Kebanyakan bayaran bagi { $file } ialah { $hours } jam { $is_later ->
        [true] selepas
       *[false] sebelum
    } pesanannya.
orders_to_statement-names_two_payments = Pesanan { $order_id } menamakan satu bayaran dengan id dan satu lagi dengan rujukan { $order_reference }.

## Bayaran balik dan bayarannya

refunds_to_purchases-refunded = Dibayar balik { MONEY($amount) } daripada { MONEY($paid) }, { MONEY($refunded) } setakat ini.
refunds_to_purchases-refund_without_payment =
    Bayaran balik { MONEY($amount) } tanpa bayaran yang diketahui{ GIVEN($named) ->
        [yes] { " " }(ia menamakan { $named })
       *[no] { "" }
    }.
refunds_to_purchases-names_two_payments = Bayaran balik itu menamakan bayaran { $named } melalui id, dan bayaran lain melalui rujukan { $reference }.
refunds_to_purchases-currency_differs = Bayaran balik dalam { $currency }, belian dalam { $paid_currency }.
refunds_to_purchases-refunded_twice = Bayaran balik berulang { MONEY($amount) }: { MONEY($refunded) } dibayar balik daripada { MONEY($paid) }.
refunds_to_purchases-refunded_above_paid = Bayaran balik belian ini berjumlah { MONEY($refunded) }, ia dibayar { MONEY($paid) }.
refunds_to_purchases-refunded_and_charged_back = { MONEY($returned) } dipulangkan daripada { MONEY($paid) }: { MONEY($refunded) } dibayar balik dan { MONEY($charged_back) } dicaj balik.
refunds_to_purchases-refund_may_follow = Bayaran itu berstatus { WORD($status) }; bayaran baliknya mungkin dalam penyata seterusnya.
refunds_to_purchases-refunded_without_refund = Bayaran itu berstatus { WORD($status) }; bayaran baliknya tiada dalam penyata.

## Bayaran balik pesanan

order_refunds-agree = Pesanan { $order_id } dan penyata sama: { MONEY($refunded) } dibayar balik.
order_refunds-without_amount = Pesanan { $order_id } ialah { WORD($status) }, tanpa amaun; penyata mempunyai { MONEY($refunded) }.
order_refunds-not_reported_yet = Pesanan { $order_id } mempunyai bayaran balik { MONEY($unreported) } yang belum dapat dilaporkan oleh mana-mana fail pesanan harinya.
order_refunds-refund_not_in_statement = Tiada dalam penyata: bayaran balik { OR(MONEY($claimed), "sebahagian") } bagi pesanan { $order_id }, yang berstatus { WORD($status) }.
order_refunds-refund_late = Bayaran balik { OR(MONEY($open), "sebahagian") } bagi pesanan { $order_id } lewat dalam penyata: dijangka sehingga { DAY($expected_on) }.
order_refunds-refund_may_follow = Bayaran balik { OR(MONEY($open), "sebahagian") } bagi pesanan { $order_id } belum ada dalam penyata: dijangka sehingga { DAY($expected_on) }.
order_refunds-refund_cancelled = Pesanan { $order_id } dilaporkan dengan bayaran balik { OR(MONEY($claimed), "sebahagian") }; bayaran balik { MONEY($cancelled) } telah dibatalkan atau gagal, dan penyata mempunyai { MONEY($refunded) }.
order_refunds-refund_not_in_orders = Tiada dalam pesanan: bayaran balik { MONEY($refunded) } bagi pesanan { $order_id }, yang berstatus { WORD($status) }.
order_refunds-refund_differs = Pesanan { $order_id } dilaporkan dengan bayaran balik { MONEY($stated) }; penyata mempunyai { MONEY($refunded) }.

## Mesej gerbang

callbacks_to_statement-matched = Mesej dan penyata adalah sama.
callbacks_to_statement-not_signed = Satu mesej mengatakan { MONEY($reported) } bergerak sebagai { WORD($kind) }, dan gerbang tidak menandatanganinya.
callbacks_to_statement-other_mode = Satu mesej daripada mod yang lain daripada penyata mengatakan { MONEY($reported) } bergerak sebagai { WORD($kind) }: satu ujian, atau bukan ujian.
callbacks_to_statement-several_fit = { MONEY($amount) } dengan rujukan { OR($reference, "tiada") } sesuai dengan lebih daripada satu mesej atau baris.
callbacks_to_statement-callback_without_line = Satu mesej bertandatangan memberitahu { WORD($kind) } bernilai { MONEY($reported) }, dan penyata tiada baris untuknya.
callbacks_to_statement-line_without_callback = Tiada mesej sampai tentang { WORD($kind) } bernilai { MONEY($stated) }.
callbacks_to_statement-may_still_be_delivered = Belum ada mesej tentang { WORD($kind) } bernilai { MONEY($stated) }; gerbang mencuba hingga { INSTANT($tried_until) }.
callbacks_to_statement-paid_in_callback_only = Satu mesej bertandatangan memberitahu { WORD($kind) } bernilai { MONEY($reported) }, dan barisnya dalam penyata ialah { WORD($status) }.
callbacks_to_statement-identifier_differs = Mesej dan baris dengan rujukan { $line_reference } mempunyai id yang berbeza: { $reported_id } dan { $stated_id }.
callbacks_to_statement-method_differs =
    { GIVEN($stated_method) ->
        [yes] Mesej memberitahu { MONEY($stated) } dibayar melalui { $reported_method }, penyata melalui { $stated_method }.
       *[no] Mesej memberitahu { MONEY($stated) } dibayar melalui { $reported_method }, penyata tidak menyatakan kaedah.
    }
callbacks_to_statement-amount_differs = Mesej memberitahu { MONEY($reported) }, penyata { MONEY($stated) }.

## Fi pengesahan penerima

verification_charge-charged =
    { GIVEN($recipient) ->
        [yes] Pengesahan penerima { $recipient } dicaj: { MONEY($fee) }.
       *[no] Pengesahan penerima tanpa nombor penerima dicaj: { MONEY($fee) }.
    }
verification_charge-recipient_unknown = Fi pengesahan { MONEY($fee) } untuk penerima { $recipient }, yang tiada dalam senarai.
verification_charge-ledger_row_twice = Fi pengesahan berganda, rekod { $record } untuk penerima { $recipient }: { MONEY($fee) }.
verification_charge-net_differs = Amaun { MONEY($amount) } tolak fi { MONEY($fee) } ialah { MONEY($expected_net) }; amaun bersih ialah { MONEY($net) }.
verification_charge-fee_differs = Fi yang dicaj ialah { MONEY($fee) }, fi akaun ialah { MONEY($agreed_fee) }.
verification_charge-charged_out_of_time = Dicaj pada { INSTANT($charged_at) }; penerima dimasukkan pada { INSTANT($entered_at) }.

## Fi yang dipersetujui

fees_to_schedule-as_agreed = { $payments } bayaran melalui { $method } berkos seperti dipersetujui: { MONEY($charged) }.
fees_to_schedule-fee_too_high = { MONEY($amount) } berkos { MONEY($agreed) } melalui { $method } seperti dipersetujui, dan { MONEY($charged) } dicaj.
fees_to_schedule-fee_too_low = { MONEY($amount) } berkos { MONEY($agreed) } melalui { $method } seperti dipersetujui, dan { MONEY($charged) } dicaj.

## Aritmetik baris penyata

line_arithmetic-net_differs = Baris { $line }: amaun { MONEY($amount) } tolak fi { MONEY($fee) } dan jumlah ditahan { MONEY($withheld) } ialah { MONEY($expected_net) }; amaun bersih ialah { MONEY($net) }.
line_arithmetic-not_compared =
    { $lines ->
        [1] Tiada apa untuk dibandingkan: baris itu tidak menyatakan kedua-dua amaun bersih dan fi.
       *[other] Tiada apa untuk dibandingkan: tiada satu pun daripada { $lines } baris menyatakan kedua-dua amaun bersih dan fi.
    }
line_arithmetic-as_stated =
    { SAME($lines, $compared) ->
        [yes] Amaun tolak fi dan jumlah ditahan ialah amaun bersih dalam { $lines } baris.
       *[no] Amaun tolak fi dan jumlah ditahan ialah amaun bersih dalam { $compared } daripada { $lines } baris; yang lain tidak menyatakan amaun bersih.
    }

## Pindaan

restatements-line_appeared = Baris { DAY($day_now) } bernilai { MONEY($amount_now) } datang selepas hari itu dinilai.
restatements-line_vanished = Baris { DAY($day) } bernilai { MONEY($amount) } tiada lagi dalam penyata.
restatements-line_changed = Baris { DAY($day) } dahulu { MONEY($amount) } (fi { MONEY($fee) }, { WORD($status) }) dan kini { MONEY($amount_now) } (fi { MONEY($fee_now) }, { WORD($status_now) }, hari { OR(DAY($day_now), "tiada") }).

## Penyata dan perolehan

statement_to_turnover-agrees = Penyata dan perolehan sama pada amaun, fi dan bilangan ({ WORD($direction) }).
statement_to_turnover-turnover_without_line = Perolehan mengira { $payments } lagi bayaran { WORD($direction) } daripada yang ditunjukkan penyata: { MONEY($amount) } lebih, fi { MONEY($fees) } lebih.
statement_to_turnover-line_without_turnover = Penyata menunjukkan { $payments } lagi bayaran { WORD($direction) } daripada yang dikira perolehan: perolehan tolak penyata ialah { MONEY($amount) }, fi { MONEY($fees) }.
statement_to_turnover-amount_differs = Bilangan bayaran { WORD($direction) } sama dalam kedua-duanya, dan perolehan berbeza { MONEY($amount) } daripada penyata.
statement_to_turnover-fee_differs = Amaun { WORD($direction) } sama, dan fi dalam perolehan berbeza { MONEY($fees) } daripada penyata.
statement_to_turnover-located =
    { $is_whole ->
        [true] Ditemui: { SAID($located) }.
       *[false] Ditemui setakat ini: { SAID($located) }. Belum ditemui: { MONEY($amount) }, fi { MONEY($fees) }.
    }
located-difference =
    { $measure ->
        [amount] { MONEY($amount) }
        [fees] fi { MONEY($fees) }
       *[count] { $payments } bayaran
    } { $is_more ->
        [true] lebih dalam perolehan
       *[false] kurang dalam perolehan
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
        [0] tiada baris penyata
       *[other] { $is_beside ->
            [true] di sebelah { "" }
           *[false] { "" }
        }baris penyata { $names }{ $unnamed ->
            [0] { "" }
           *[other] { " " }dan { $unnamed } lagi
        }
    }
located-smaller = dan { $differences } yang lebih kecil
statement_to_turnover-line_twice = Bayaran { $payment } ada lagi dalam penyata (kali { $occurrence }); ia dikira sekali.

## Bayaran dan penyelesaiannya

deadline =
    { DAY($day) }{ $is_in_business_days ->
        [true] { " " }({ $days ->
            [0] hari bekerja yang sama
           *[other] { $days } hari bekerja
        }{ GIVEN($holidays) ->
            [yes] ; { $holidays }
           *[no] { "" }
        })
       *[false] { GIVEN($holidays) ->
            [yes] { " " }(tanpa { $holidays })
           *[no] { "" }
        }
    }
payments_to_settlement-settled =
    { $payments ->
        [1] 1 bayaran telah diselesaikan
       *[other] Semua { $payments } bayaran telah diselesaikan
    } { $is_one_day ->
        [true] pada { DAY($to_day) }
       *[false] dari { DAY($from_day) } hingga { DAY($to_day) }
    }.
payments_to_settlement-not_settled_yet = { $open } daripada { $payments } bayaran, { MONEY($amount) }, belum diselesaikan; dijangka pada { SAID($expected) }.
payments_to_settlement-settlement_late =
    { $open } daripada { $payments } bayaran, { MONEY($amount) }, dijangka diselesaikan pada { SAID($expected) } dan belum: { $names }{ $unnamed ->
        [0] { "" }
       *[other] { " " }dan { $unnamed } lagi
    }.
payments_to_settlement-not_settled =
    { $open } daripada { $payments } bayaran, { MONEY($amount) }, belum diselesaikan, sepatutnya sejak { DAY($due_on) }: { $names }{ $unnamed ->
        [0] { "" }
       *[other] { " " }dan { $unnamed } lagi
    }.

## Deposit di bank

bank_to_settlement-deposited = { MONEY($sent) } sampai pada { DAY($deposited_on) }.
bank_to_settlement-several_fit = Lebih daripada satu deposit sesuai dengan { MONEY($sent) } yang dihantar.
bank_to_settlement-amount_differs = { MONEY($sent) } dihantar dan { MONEY($deposited) } sampai.
bank_to_settlement-deposit_before_sent = { MONEY($sent) } sampai di bank pada { DAY($deposited_on) }, sebelum dihantar pada { DAY($sent_on) }.
bank_to_settlement-reference_differs = { MONEY($sent) } sampai di bank dengan rujukan { $reference }, iaitu rujukan pindahan lain.
bank_to_settlement-sender_differs = { MONEY($sent) } sepadan dengan deposit pada { DAY($deposited_on) } yang menamakan pengirim lain daripada deposit gerbang.
bank_to_settlement-reference_unknown = { MONEY($sent) } sepadan dengan deposit pada { DAY($deposited_on) } dengan rujukan { $reference }, yang tiada pada sebarang pindahan.
bank_to_settlement-not_arrived_yet = { MONEY($sent) } dihantar dan dijangka pada { SAID($expected) }.
bank_to_settlement-carried_forward = Tiada deposit bagi penyelesaian { DAY($sent_on) }, { MONEY($sent) }: ia dibawa ke hadapan ke deposit seterusnya.
bank_to_settlement-carried =
    Tiada deposit bagi penyelesaian { DAY($sent_on) }, { MONEY($sent) }: { SAME($sent_on, $carried_to) ->
        [yes] ia mengimbangi jumlah yang dibawa dari hari sebelumnya
       *[no] ia dibawa ke hadapan ke penyelesaian { DAY($carried_to) }
    }.
bank_to_settlement-reduced = { MONEY($deducted) }, yang dibawa ke hadapan sejak { DAY($carried_from) }, ditolak daripada penyelesaian.
bank_to_settlement-sum = { MONEY($sent) } sampai pada { DAY($deposited_on) }: { MONEY($total) } dijelaskan oleh { $parts }.
bank_to_settlement-sum_fits = { MONEY($total) } mungkin dijelaskan oleh { $parts }: jumlahnya sepadan, dan mungkin secara kebetulan.
bank_to_settlement-late = { MONEY($sent) } dihantar, dijangka pada { SAID($expected) } dan belum sampai.
bank_to_settlement-deposit_missing = { MONEY($sent) } dihantar dan belum sampai pada { DAY($due_on) }.
bank_to_settlement-deposit_returned = Deposit { MONEY($lost) } pada { DAY($deposited_on) } dipulangkan oleh bank pada { DAY($lost_on) }.
bank_to_settlement-deposit_gone = Deposit { MONEY($lost) } pada { DAY($deposited_on) } tiada lagi di bank: { $file } meliputi hari itu dan tidak mempunyainya.
bank_to_settlement-reversal_unmatched = Pembalikan { MONEY($reversed) } pada { DAY($deposited_on) }: tiada baris bank terdahulu yang sesuai.
bank_to_settlement-reversal_unclear = { MONEY($deposited) } pada { DAY($deposited_on) } mungkin membalikkan baris bank terdahulu; tidak pasti yang mana.
bank_to_settlement-deposit_not_sent = { MONEY($deposited) } sampai di bank, dan gerbang tidak memberitahu sebarang pindahan.
bank_to_settlement-deposit_twice = { MONEY($deposited) } sampai sekali lagi dengan rujukan { $reference }.

## Jumlah kawalan

totals-out_of_balance = Tidak seimbang sebanyak { MONEY($difference) }. { PHRASE($first_title) }: { MONEY($first_total) }. { PHRASE($second_title) }: { MONEY($second_total) }.
totals-agree = { PHRASE($first_title) } dan { PHRASE($second_title) } adalah sama: { MONEY($second_total) }.

## Riwayat item terbuka

changed =
    { $how ->
        [reopened] Dibuka semula.
        [amount] Berubah daripada { OR(MONEY($before), "tanpa amaun") } kepada { OR(MONEY($after), "tanpa amaun") }.
       *[outcome] Berubah daripada { WORD($outcome_before) } kepada { WORD($outcome_after) }.
    } { SAID($reason) }
closed =
    { GIVEN($reason) ->
        [yes] { SAID($reason) }
       *[no] { GIVEN($file) ->
            [yes] Tiada lagi dalam { $file }, yang meliputi hari itu.
           *[no] { GIVEN($removed) ->
                [yes] Penyesuaian { $removed } telah dikeluarkan, jadi tidak diketahui sama ada ia telah diselesaikan.
               *[no] Tidak ditemui lagi.
            }
        }
    } Ditutup oleh larian { DAY($closed_on) }.

## Keputusan

matched_by_hand =
    Dipadankan oleh orang dengan { $partners } oleh { $author }{ GIVEN($approved_by) ->
        [yes] { " " }dan { $approved_by }
       *[no] { "" }
    }.

## Format penyata

statement_formats-agree = Baris penyata yang sama dalam kedua-dua format: { $lines }, { MONEY($worth) }.
statement_formats-missing_in_first = Baris { $line } dalam { $file }, { MONEY($amount) }, tiada dalam { $other_file }.
statement_formats-missing_in_second = Baris { $line } dalam { $file }, { MONEY($amount) }, tiada dalam { $other_file }.
statement_formats-rejected_in_first = Baris { $line } dalam { $file }, { MONEY($amount) }, ditolak sebagai baris { $other_line } dalam { $other_file }: { $problem }.
statement_formats-rejected_in_second = Baris { $line } dalam { $file }, { MONEY($amount) }, ditolak sebagai baris { $other_line } dalam { $other_file }: { $problem }.
statement_formats-amount_differs = { statement_formats-differ }
statement_formats-fee_differs = { statement_formats-differ }
statement_formats-status_differs = { statement_formats-differ }
statement_formats-details_differ = { statement_formats-differ }
statement_formats-differ =
    Baris { $line } dalam { $file } dan baris { $other_line } dalam { $other_file } berbeza pada { $difference ->
        [amount] amaun
        [currency] mata wang
        [type] jenis
        [fee] fi
        [net] amaun bersih
        [status] status
        [paid] masa bayaran
        [settled] masa penyelesaian
        [created] masa dibuat
        [reference] rujukan
        [method] kaedah bayaran
        [id] id
       *[other] bayaran berkaitan, produk, aliran atau negara
    }: { OR($first, "tiada") } dan { OR($second, "tiada") }.

## Input sesuatu hari

asked_again =
    { GIVEN($input) ->
        [yes] { INPUT($input) }: ia
       *[no] Ia
    } diminta { $times } kali{ GIVEN($next_at) ->
        [yes] ; larian selepas { INSTANT($next_at) } meminta semula. Untuk meminta segera: tieout run --refresh.
       *[no] { " " }dan tidak diminta lagi. Tanya pengendali perkhidmatan, kemudian: tieout run --refresh.
    }
ask_again = Jalankan semula untuk meminta sekali lagi.
run_again = Jalankan semula.
rejected = Ditolak: { $refusal }
page_missing = Ditolak: Satu halaman senarai itu tiada.
request_refused = Jawapan kepada permintaan penyata itu ditolak, jadi syarikat dan mod (sebenar atau ujian) penyata itu tidak diketahui: { $refusal }
balance_lost =
    Baki gerbang pada { WORD($edge) } { DAY($day) } tidak menamakan { $currency }; { GIVEN($before) ->
        [yes] bacaan sebelumnya ada { MONEY($before) }
       *[no] wang pernah bergerak dalamnya
    }.
waive_closed_balance = Jika gerbang telah menutupnya, ketepikan kawalan itu (waivers).
callbacks_unheard = `tieout receive` mendengar sepanjang hari itu, dan tiada mesej tiba bagi { $payments } bayarannya. Semak sama ada alamat itu didaftarkan di gerbang dan boleh dicapai dari luar (docs/callbacks.md).
recipients_not_looked_up = { $recipients } penerima yang dibayar tidak dapat dicari. { $refusal }
recipients_unlisted = { $recipients } penerima hari itu tiada dalam mana-mana senarai dan belum dicari. Jalankan semula untuk mencarinya.
bank_statements_do_not_continue =
    { GIVEN($opening) ->
        [yes] Penyata bank tidak bersambung: { $earlier_file } berakhir dengan { MONEY($earlier_balance) } pada { DAY($earlier_on) }, dan { $file } bermula dengan { MONEY($opening) } pada { DAY($opens_on) }.
       *[no] Penyata bank tidak bersambung: { $earlier_file } berakhir dengan { MONEY($earlier_balance) } pada { DAY($earlier_on) }, dan baris sejak itu tidak membawa kepada { MONEY($closing) }, iaitu baki akhir { $file } pada { DAY($closes_on) }.
    }
own_file-unread = Tiada baris { $file } dapat dibaca: { $rows } baris ditolak.
own_file-rejected_rows = { $file } mempunyai baris dari { DAY($from_day) } hingga { DAY($to_day) }, dan { $rows } baris ditolak yang mungkin milik mana-mana hari itu.
own_file-outside_period = { $file } ada baris dari { DAY($from_day) } hingga { DAY($to_day) }, dan menyatakan tempoh yang lain.
own_file-period_not_over = { $file } menyatakan tempoh yang belum tamat apabila ia diterima.
own_file-empty = { $file } tiada baris dan tidak menyatakan tempoh.
own_file-without_period = { $file } ada baris dari { DAY($from_day) } hingga { DAY($to_day) } dan tidak menyatakan tempoh.
input-not_covered =
    { PHRASE($title) }: { GIVEN($through) ->
        [yes] { OR($file, "ia") } meliputi hingga { DAY($through) }; tiada apa meliputi { DAY($day) }.
       *[no] { GIVEN($from_day) ->
            [yes] { OR($file, "ia") } meliputi dari { DAY($from_day) }; tiada apa meliputi { DAY($day) }.
           *[no] { $is_received ->
                [true] tiada apa meliputi { DAY($day) }.
               *[false] tiada fail diterima.
            }
        }
    }
input-rows_rejected = { $rows } baris yang mungkin bagi hari ini telah ditolak.
input-only_rejected = Baris daripadanya ditolak.
input-due = Ia dijangka pada { DAY($due_on) }.
input-correct = Betulkannya pada sumbernya dan import semula.
input-import = Import satu: tieout import { $input } FILE.
input-import_newer =
    Import yang lebih baharu, atau nyatakan bahawa ia lengkap: tieout import { $input } { $file } --covers { $first_day }..{ $last_day }{ $may_be_rule ->
        [true] , atau untuk setiap fail books.{ $input }.covers: through_previous_day
       *[false] { "" }
    }.
warning-fewer_lines = { PHRASE($title) }: { $lines } baris pada { DAY($day) }, dan biasanya { $usual } pada hari minggu ini. Fail itu diisytiharkan lengkap; semak sama ada benar.
warning-no_lines = { PHRASE($title) }: { $file } tiada baris. Fail itu diisytiharkan lengkap; semak sama ada benar.
warning-ends_early =
    { PHRASE($title) }: baris terakhir bertarikh { DAY($last_line_on) }, { $days } hari bekerja sebelum { DAY($day) }{ GIVEN($longest_gap) ->
        [yes] ; sebelum itu jurang terpanjang ialah { $longest_gap } hari bekerja
       *[no] , dan tiada baris sebelumnya
    }. Fail itu diisytiharkan lengkap; semak sama ada benar.

## Kawalan

control-waived = Dikecualikan oleh { $author }: { $why }
control-not_set_up = Belum disediakan: { $inputs }.
control-currency_not_configured = { $currency } terdapat dalam { WORD($inputs) } dan tidak dikonfigurasikan.
control-configure_currency = Tetapkan currencies: [{ $currencies }] dalam konfigurasi, atau kecualikan kawalan bagi { $currency } (waivers).
control-rows_rejected = { INPUT($input) }: { $rows } baris ditolak. Baris { $line } dalam { $file }: { $reason }
control-correct_records = Minta perkhidmatan membetulkan rekod yang ditolak.
control-asked_next_run = Larian seterusnya akan memintanya semula.
control-correct_rows = Betulkan baris yang ditolak pada sumbernya dan import fail itu semula. Baris itu disenaraikan dengan nombor dan sebabnya.
control-no_figures = { PHRASE($title) }: tiada angka untuk hari ini.
control-awaited = { INPUT($input) } dijangka sehingga { DAY($due_on) }.
control-out_of_balance =
    { GIVEN($through) ->
        [yes] Tidak seimbang sebanyak { MONEY($difference) } hingga { DAY($through) }.
       *[no] { GIVEN($since) ->
            [yes] Tidak seimbang sebanyak { MONEY($difference) } sejak { DAY($since) }.
           *[no] Tidak seimbang sebanyak { MONEY($difference) }.
        }
    }
control-gone = Baki akaun yang kemudian sepadan.
control-breaks =
    { $breaks } item tidak sepadan{ GIVEN($amount) ->
        [yes] : { MONEY($amount) }
       *[no] { "" }
    }.
control-suggested = { $suggested } cadangan padanan.
control-in_balance =
    { GIVEN($through) ->
        [yes] Seimbang hingga { DAY($through) }.
       *[no] Seimbang.
    }
control-matched =
    { $outstanding ->
        [0] { $matched ->
            [0] Tiada rekod pada hari ini.
           *[other] { $matched } sepadan.
        }
       *[other] { $matched } sepadan, { $outstanding } belum selesai.
    }
control-items_lost = { $items } item terbuka hilang sejak larian sebelumnya. { $problem }
control-rebuild = Bina semula gudang data daripada zon pendaratan (tieout rebuild).
fees-method_unknown = Penyata tidak menamakan kaedah bayaran bagi { $payments } bayaran bernilai { MONEY($amount) }, maka fi yang dipersetujui tidak diketahui.
fees-without_rule = Jadual fi tiada peraturan untuk { $method } dalam { $currency }: { $payments } bayaran bernilai { MONEY($amount) }, fi { MONEY($fees) }.
fees-ask_for_methods = Minta daripada gerbang penyata yang menamakan kaedah bayaran bagi setiap bayaran, atau kecualikan kawalan itu (waivers).
fees-add_rule = Tambah { "{" } method: { $method }, currency: { $currency }, flat: "?", percent: "?", minimum: "?" { "}" } pada fees dalam konfigurasi dengan kadar yang dipersetujui, atau kecualikan kawalan itu (waivers).
payout_account-not_listed = Payout { $account } tiada dalam senarai akaun yang dibaca selepas hari itu; kali terakhir dibaca { INSTANT($last_read) }.
payout_account-ask = Tanya perkhidmatan bayaran keluar tentang akaun itu. Jika ia ditutup, kecualikan kawalan dari hari itu (waivers).
payout_account-none_in_currency = Perkhidmatan bayaran keluar tidak menyenaraikan akaun dalam { $currency } dengan baki yang boleh dibaca, dan lejarnya mempunyai rekod dalam { $currency }.
payout_account-none = Perkhidmatan bayaran keluar tidak menyenaraikan akaun dengan baki yang boleh dibaca.
payout_account-ask_balance = Tanya perkhidmatan bayaran keluar tentang baki akaun itu.
payout_account-difference_gone = Perbezaan itu tiada lagi pada { DAY($gone_on) }.
payout_account-earlier_differences = { MONEY($earlier) } ialah perbezaan terdahulu, yang merupakan item tersendiri.
settlement-never_reported = Tiada penyata melaporkan penyelesaian bayaran sejak { DAY($since) }, dan tiada tempoh penyelesaian dikonfigurasikan.
line_arithmetic-not_stated = { $lines } baris penyata tidak menyatakan kedua-dua fi dan amaun bersih, sedangkan baris lain menyatakannya.
order_refunds-not_stated = { $orders } pesanan tiada amaun bayaran balik, sedangkan failnya menulis 0 di mana tiada yang dibayar balik.

## Keputusan hari

verdict-controls =
    { $controls ->
        [0] { $waived ->
            [0] Tiada kawalan dibuat.
           *[other] 0 daripada 0 kawalan dibuat.
        }
       *[other] { $made } daripada { $controls } kawalan dibuat{ $out_of_balance ->
            [0] { "" }
           *[other] , { $out_of_balance } tidak seimbang
        }.
    }
verdict-causes =
    { $causes } punca{ $items ->
        [0] { "" }
       *[other] { " " }({ $items } item)
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
verdict-earlier_causes = { $breaks } item tidak sepadan daripada punca hari terdahulu.
verdict-suggested = { $suggested } padanan hanya dicadangkan dan menunggu orang.
verdict-outstanding = { $items } item belum selesai.
verdict-brought_forward =
    { $items } perbezaan dibawa ke hadapan sejak { DAY($since) }: { MONEY($amount) }{ GIVEN($decided) ->
        [yes] , telah diputuskan.
       *[no] .
    }
verdict-decided = { $items } item telah diputuskan.
verdict-awaited = { SAID($awaited) }.
verdict-waived = { $controls } kawalan dikecualikan.

## Gates of a close

gate-fetched = Bulan itu diambil semula
gate-days = Setiap hari sepadan
gate-inputs = Input meliputi seluruh bulan
gate-rejected = Tiada baris ditolak
gate-controls = Kawalan dibuat dan seimbang, atau diputuskan
gate-items = Perbezaan dan cadangan padanan diputuskan
gate-approvals = Keputusan diluluskan oleh orang kedua
gate-waiting = Tiada apa-apa tiba sejak itu
gate-ledger = Penyata sepadan dengan lejar
gate-continuity = Baki awal ialah baki akhir bulan sebelumnya
gate-evidence = Data yang disimpan tidak berubah
gate-rebuild = Bina semula memberi data yang sama
gate-selftest = Kawalan versi ini mengesan kesilapan

## Words for codes that are not words of their own

outcome-timing = belum selesai
outcome-orphan_refund = bayaran balik tanpa bayaran
outcome-over_refund = bayaran balik melebihi bayaran
outcome-control_breach = kawalan tidak seimbang
outcome-restated = pernyataan semula

basis-window = tempoh yang diminta
basis-answer = jawapan bagi hari itu
basis-reading = bacaan pada kedua-dua hujung hari
basis-list = senarai lengkap
basis-stated_span = tempoh yang dinyatakan dalam fail
basis-balance = baki berjalan
basis-later_line = baris hari kemudian dalam fail
basis-listened = diterima semasa dihantar
basis-declared = diisytiharkan oleh seseorang
basis-rule = diisytiharkan dalam konfigurasi

## Composition of balances (sql/mart/composition.sql)

composition-allocated = Sudah berada dalam akaun bayaran keluar, dan dalam baki ini sehingga penyelesaian.
composition-not_settled = Pembayaran yang belum diselesaikan.
composition-not_in_statement = Dalam baki gerbang, tidak dalam penyatanya.
composition-reserved = Ditahan sebagai rizab.
composition-in_transit = Dihantar oleh gerbang, belum diterima oleh bank.
composition-received_before_sent = Diterima oleh bank sebelum hari yang diberikan oleh gerbang.
decision-unsigned = Tidak ditandatangani.
decision-key_unknown = Ditandatangani dengan kunci yang tiada dalam konfigurasi.
decision-key_of_another = Ditandatangani dengan kunci orang lain: ia tidak dikira.

## Disputes (sql/mart/dispute.sql)

dispute-charged_back = Dicaj balik.
dispute-already_refunded = Sudah dibayar balik: jawab pertikaian itu dengan bayaran balik tersebut.
dispute-reversed = Dibatalkan sepenuhnya.
dispute-reversed_in_part = Dibatalkan sebahagian.
dispute-chargeback_reported = Caj balik dilaporkan; wang belum bergerak.
dispute-reversal_reported = Pembatalan dilaporkan; wang belum bergerak.
dispute-status_only = Hanya status pembayaran menunjukkan caj balik; wang belum bergerak.
dispute-reversed_only = Dibatalkan; tiada caj balik diketahui dalam mata wang ini.
dispute-reversed_above = Lebih banyak dibatalkan daripada dicaj balik.

## Why an input does not cover a day (src/connectors)

input-not_listened = `tieout receive` tidak mendengar sepanjang hari itu, atau tidak cukup lama selepas jurang, dan tiada fail mesej yang meliputi hari itu. Import satu, atau ketepikan kawalan itu.
input-no_statement = Tiada penyata yang meliputi hari itu dimuatkan.
input-no_turnover = Perolehan hari itu tidak diterima.
input-no_balance = Baki gerbang untuk permulaan dan akhir hari itu tidak diterima.
input-no_second_format = Penyata hari itu tidak dimuatkan dalam format keduanya, bagi tempoh yang sama.

## Lines of controls and statements (sql/reconcile, sql/mart)

line-balance_per_gateway_or_payout_account = Baki gerbang atau akaun bayaran keluar
line-unexplained_reported_less_taken_on = Tidak dijelaskan (dilaporkan tolak dibawa masuk)
line-incoming_less_outgoing_lines_net_amount = Masuk tolak keluar, daripada baris yang ada amaun bersih
line-opening_reserve_per_gateway = Rizab awal mengikut gerbang
line-add_withheld_from_payments = Tambah: ditahan daripada bayaran
line-less_released = Tolak: dilepaskan
line-reserve_per_statement = Rizab mengikut penyata
line-reserve_per_gateway = Rizab mengikut gerbang
line-unexplained_reserve_per_gateway_less_statement = Perbezaan tidak dijelaskan (rizab mengikut gerbang tolak penyata)
line-lines_net_amount_differs = Baris yang amaun bersihnya berbeza
line-net_these_figures = Bersih mengikut angka ini
line-net_per_statement = Bersih mengikut penyata
line-unexplained_net_per_statement_less_net = Perbezaan tidak dijelaskan (bersih mengikut penyata tolak bersih mengikut angkanya)
line-add_allocations_approved = Tambah: peruntukan diluluskan
line-add_charged_above_schedule = Tambah: dicaj melebihi persetujuan
line-add_sales = Tambah: jualan
line-add_chargebacks_reversed = Tambah: caj balik yang dibatalkan
line-less_allocated_payout_account = Tolak: diperuntukkan ke akaun bayaran keluar
line-balance_per_bank_statement = Baki mengikut penyata bank
line-opening_balance_account = Baki awal akaun
line-opening_balance_per_ledger_account_was = Baki awal mengikut lejar (akaun belum dibaca sebelum ini)
line-less_unexplained_brought_forward = Tolak: perbezaan tidak dijelaskan yang dibawa ke hadapan
line-closing_balance_account = Baki akhir akaun
line-opening_amount_in_transit = Amaun awal dalam perjalanan
line-closing_amount_in_transit = Amaun akhir dalam perjalanan
line-add_sent_gateway = Tambah: dihantar oleh gerbang
line-less_received_bank = Tolak: diterima oleh bank
line-add_returned_bank = Tambah: dipulangkan oleh bank
line-available = Tersedia
line-reserved_until = Dirizabkan sehingga
line-reserved_without_day = Dirizabkan, tanpa hari pelepasan yang diketahui
line-pending_outgoing = Keluaran belum selesai
line-in_transit = Dalam perjalanan
line-overdue_at_bank = Lewat di bank
line-written_off_within_limit = Dihapus kira dalam had
line-up_to_7_days = Hingga 7 hari
line-days_8_to_30 = 8 hingga 30 hari
line-days_31_to_60 = 31 hingga 60 hari
line-days_61_to_90 = 61 hingga 90 hari
line-over_90_days = Lebih 90 hari
line-less_written_off_within_limit = Tolak: dihapus kira dalam had
line-allocated_above_settlement = Diperuntukkan melebihi penyelesaian
line-allocated_from_settled = Diperuntukkan daripada yang diselesaikan
line-allocated_per_payout_ledger = Diperuntukkan mengikut lejar had hantaran
line-balance_per_gateway = Baki mengikut gerbang
line-balance_per_ledger = Baki mengikut lejar
line-balance_per_statement = Baki mengikut penyata
line-fees_explained = Fi yang dijelaskan
line-fees_per_statement = Fi mengikut penyata
line-less_chargebacks = Tolak: caj balik
line-less_charged_below_schedule = Tolak: dicaj kurang daripada persetujuan
line-less_disbursed_bank = Tolak: dikeluarkan ke bank
line-less_fees = Tolak: fi
line-less_payout_fees = Tolak: fi hantaran
line-less_recipient_verification_fees = Tolak: fi pengesahan akaun bank
line-less_withheld_in_reserve = Tolak: ditahan dalam rizab
line-less_left_at_gateway = Tolak: ditinggalkan di gerbang
line-less_duplicate_lines_in_statement = Tolak: baris yang ada lebih sekali dalam penyata
line-less_refunds = Tolak: bayaran balik
line-less_payouts_recipients = Tolak: hantaran kepada penerima
line-other_movements = Pergerakan lain
line-opening_balance_per_gateway = Baki pembukaan mengikut gerbang
line-opening_balance_per_account = Baki pembukaan mengikut akaun
line-opening_balance_before_first_record_ledger = Baki pembukaan (sebelum rekod pertama lejar)
line-settled_before_fees = Diselesaikan, sebelum fi
line-total_per_gateway_turnover = Jumlah mengikut perolehan gerbang
line-total_per_statement = Jumlah mengikut penyata
line-unexplained_account_less_ledger = Tidak dijelaskan (akaun tolak lejar)
line-unexplained_gateway_less_statement = Tidak dijelaskan (gerbang tolak penyata)
line-unexplained_statement_less_explained = Tidak dijelaskan (penyata tolak yang dijelaskan)
line-unexplained_turnover_less_statement = Tidak dijelaskan (perolehan tolak penyata)

## Match rates (sql/mart/match_rate.sql)

match_rates-fewer = Kurang item dipadankan daripada sebelumnya: lihat yang masih terbuka, dan sama ada eksport atau teks telah berubah.

## Open items that add up (sql/core/difference.sql)

open_sum-action = Jika butiran terbuka yang menjumlah itu sepadan, padankannya dengan tangan; sebelum itu, jangan bayar balik, kutip atau catat mana-mana daripadanya.

## Refunds of orders (sql/reconcile/order_refunds.sql)

order_refunds-export_again = Eksport semula pesanan dengan amaun bayaran balik setiap satu. Jika kedai anda tidak dapat mengeksportnya, ketepikan kawalan itu (waivers).

## Changes of the month (sql/mart/trend.sql)

trend-amount_higher = Amaun jauh lebih tinggi.
trend-amount_lower = Amaun jauh lebih rendah.
trend-no_payments = Tiada bayaran; dahulu ada.
trend-new = Baharu; dahulu tiada bayaran.
trend-fee_rate_higher = Kadar fi jauh lebih tinggi.
trend-fee_rate_lower = Kadar fi jauh lebih rendah.
trend-settlement_slower = Penyelesaian mengambil masa lebih lama.
trend-settlement_faster = Penyelesaian lebih cepat.

## Bilangan dengan kata namanya

count-causes = { COUNT($causes) } punca
count-controls = { COUNT($controls) } kawalan
count-days = { COUNT($days) } hari
count-items = { COUNT($items) } item
count-records = { COUNT($records) } rekod
count-rows = { COUNT($rows) } baris

## Words between figures

to = hingga

## Verdicts

verdict-reconciled = Sepadan
verdict-reconciled_with_timing = Sepadan, ada item belum selesai
verdict-breaks = Ada perbezaan
verdict-incomplete = Tidak lengkap
verdict-none = Tidak dijalankan
verdict-failed = Larian gagal

## What a verdict says

verdict_sentence-reconciled = Setiap kawalan dibuat dan seimbang. Semua item sepadan.
verdict_sentence-reconciled_with_timing = Setiap kawalan dibuat dan seimbang. Item belum selesai masih dalam tempoh jangkaannya.
verdict_sentence-breaks = Setiap kawalan dibuat. Ada yang tidak seimbang, atau ada item yang memerlukan tindakan.
verdict_sentence-incomplete = Ada kawalan yang tidak dibuat, jadi tiada bukti di tempat itu.

## States of a control or an input

state-balanced = Seimbang
state-out_of_balance = Tidak seimbang
state-decided = Tidak seimbang, diputuskan
state-not_made = Tidak dibuat
state-awaited = Ditunggu
state-waived = Diketepikan
state-not_set_up = Tidak disediakan
state-covered = Diliputi
state-declared = Diliputi, diisytiharkan
state-missing = Tiada

## The proof of a verdict

proof-none = Tiada kawalan dibuat.
proof-in_balance = { COUNT($made) } daripada { COUNT($controls) } kawalan dibuat dan seimbang
proof-made = { COUNT($made) } daripada { COUNT($controls) } kawalan dibuat
proof-out_of_balance = { COUNT($controls) } tidak seimbang
proof-decided = { COUNT($controls) } tidak seimbang dan diputuskan
proof-inputs = input bagi { $days }: { $list }
proof-partly = { $input } ({ $covered } daripada { COUNT($days) } hari)
proof-declared = { $input } (diisytiharkan oleh { $who })
proof-rule = { $input } (diisytiharkan dalam konfigurasi)
proof-awaited = ditunggu: { $list }
proof-until = { $input } hingga { $day }
proof-waived = diketepikan: { $list }
proof-not_set_up = tidak disediakan: { $list }

## Page: controls that must be made

register-title = Kawalan
register-about = Setiap kawalan yang mesti dibuat, dengan hasilnya. Kawalan yang tidak dibuat tidak membuktikan apa-apa.
register-all_made = Setiap kawalan yang mesti dibuat telah dibuat dan seimbang.
register-matrix = Keadaan setiap kawalan
register-matrix_of_days = Keadaan setiap kawalan pada setiap hari
register-control = Kawalan
register-state = Keadaan
register-result = Hasil
register-to_do = Tindakan
register-days = Hari
register-day_result = { $day }: { $result }
register-more_days = (dan { COUNT($days) } hari lagi)
register-waivers = Pengecualian yang berkuat kuasa
register-why = Sebab
register-by = Diketepikan oleh
register-from = Dari
register-through = Hingga
register-no_end = tiada tarikh tamat

## Page: inputs

coverage-title = Input
coverage-about = Input yang meliputi setiap hari. Hanya apa yang dibuktikan oleh fail atau jawapan, atau yang diisytiharkan oleh seseorang, meliputi hari.
coverage-matrix = Keadaan setiap input pada setiap hari
coverage-input = Input
coverage-reason = Sebab
coverage-declared = { $input }, { $days }: diisytiharkan lengkap oleh { $who }.
coverage-rule = { $input }, { $days }: diisytiharkan lengkap oleh konfigurasi.

## Page: head

masthead-day = Hari perniagaan, { $zone }
masthead-days = { COUNT($days) } hari perniagaan, { $zone }
masthead-on_paper = Di atas kertas: keputusan, penemuan, penyata dan kawalan. Item ada dalam buku kerja dan fail di sebelah halaman ini.
masthead-test_mode = Mod ujian: bukan wang sebenar
masthead-workbook = Buku kerja
masthead-verdicts_file = Keputusan (JSON)
masthead-all_reports = Semua laporan
masthead-skip = Terus ke penemuan
masthead-files = Fail laporan ini
masthead-contents = Kandungan
masthead-known = setakat larian pada { $day }

## Page: summary

summary-currency = Mata wang
summary-verdict = Keputusan
summary-why = Sebab
summary-agree = Sepadan
summary-disagree = Perbezaan
summary-timing = Belum selesai
summary-unexplained = Perbezaan tidak dijelaskan
summary-days_of = { COUNT($reconciled) } daripada { COUNT($days) } hari sepadan.
summary-breaks = { COUNT($items) } perbezaan
summary-not_made = { COUNT($controls) } kawalan tidak dibuat
summary-causes =
    { count-causes }{ $items ->
        [0] { "" }
       *[other] { " " }({ count-items })
    }{ GIVEN($money) ->
        [yes] : { $money }
       *[no] { "" }
    }
summary-earlier_breaks = { COUNT($items) } perbezaan daripada punca hari terdahulu
summary-not_received = tiada: { $inputs }
summary-controls = Kawalan dibuat
summary-of = { COUNT($made) } daripada { COUNT($all) }
summary-rejected = { COUNT($rows) } baris ditolak
summary-suggested = { COUNT($items) } padanan cadangan untuk disahkan
summary-outstanding = { COUNT($items) } item belum selesai
summary-decided = { COUNT($items) } item diputuskan

## Page: findings and actions

findings-title = Penemuan dan tindakan
findings-about = Yang paling serius dahulu. Item dengan punca yang sama dikira sekali. Amaun tanpa tanda ialah hak syarikat; amaun negatif dipegang tanpa hak.
findings-nothing = Tiada penemuan. Tiada tindakan diperlukan.
findings-to_do = Tindakan
findings-also = Punca yang sama juga terdapat dalam:
findings-age = terbuka { COUNT($days) } hari
findings-oldest = paling lama terbuka { COUNT($days) } hari
findings-show_rows = Tunjukkan item
findings-more = { COUNT($findings) } penemuan lagi ada dalam jadual di bawah.
findings-carried = { COUNT($items) } item dibawa dari hari terdahulu dan masih terbuka.
findings-missing_input = Tiada: { $input }.
findings-missing_input_to_do = Jalankan hari itu semula apabila input tersedia, atau import fail itu dengan `tieout import`. `tieout doctor` menyemak sambungan.
findings-not_made = Kawalan tidak dibuat: { $controls }.
findings-not_made_head = { COUNT($controls) } kawalan tidak dibuat.
findings-not_made_to_do = Tiada bukti jika kawalan tidak dibuat. Dapatkan apa yang diperlukannya dan jalankan hari itu semula.
findings-rejected = { COUNT($rows) } baris ditolak dan tiada dalam angka.
findings-rejected_to_do = Semak baris yang ditolak dan sebabnya. Minta fail yang dibetulkan, atau namakan lajur itu dalam konfigurasi.
findings-awaiting = menunggu kelulusan kedua
findings-write_offs = Hapus kira
findings-small_differences = Perbezaan kecil dalam had hapus kira.
findings-write_off = Hapus kira { COUNT($items) } perbezaan dalam had: tieout decide write-off --proposed

## Inputs within a sentence

inputs-statement = penyata
inputs-statement_comparison = penyata dalam format kedua
inputs-turnover = perolehan gerbang
inputs-balance = baki gerbang
inputs-payout_movements = lejar akaun bayaran keluar
inputs-payouts = bayaran keluar
inputs-payout_accounts = akaun bayaran keluar
inputs-recipients = penerima
inputs-orders = pesanan
inputs-bank = penyata bank
inputs-bank_statement = penyata bank
inputs-callbacks = panggilan balik
inputs-fee_schedule = jadual fi
inputs-payout_service = perkhidmatan bayaran keluar
inputs-payment_gateway = gerbang pembayaran

## Page: flow of money

flow-title = Aliran wang
flow-about = Dari pesanan hingga bayaran keluar. Satu hari menyelesaikan dan membayar wang hari terdahulu, jadi langkah satu hari tidak berjumlah sama.
flow-chart_label = Aliran wang dalam { $currency }. Jadual di bawah memberi angka yang sama.
flow-step = Langkah
flow-count = Bilangan
flow-amount = Amaun
flow-steps-ordered = Dipesan
flow-steps-not_paid = Tolak: pesanan belum dibayar
flow-steps-paid = Dibayar oleh pelanggan
flow-steps-fees = Tolak: fi gerbang
flow-steps-refunded = Tolak: bayaran balik
flow-steps-charged_back = Tolak: caj balik
flow-steps-settled = Diselesaikan oleh gerbang
flow-steps-to_bank = Tolak: dikeluarkan ke bank
flow-steps-allocated = Diperuntukkan ke akaun bayaran keluar
flow-steps-paid_out = Tolak: dibayar kepada penerima
flow-steps-payout_fees = Tolak: fi bayaran keluar
flow-steps-gateway_balance = Baki di gerbang
flow-steps-payout_balance = Baki akaun bayaran keluar
flow-nodes-ordered = Dipesan
flow-nodes-paid = Dibayar
flow-nodes-settled = Diselesaikan
flow-nodes-allocated = Diperuntukkan
flow-nodes-paid_out = Dibayar keluar
flow-nodes-not_paid = belum dibayar
flow-nodes-fees = fi
flow-nodes-refunded = bayaran balik
flow-nodes-charged_back = caj balik
flow-nodes-to_bank = ke bank
flow-nodes-gateway_balance = Baki di gerbang
flow-nodes-payout_balance = Akaun bayaran keluar

## Statements

statements-title = Penyata
statements-about = Pada akhir { $day }. Item dikira dari hari ia timbul hingga hari ia berakhir, walau bila pun perkara itu diketahui.
statements-titles-gateway = Akaun penjelasan gerbang
statements-titles-deposits = Bukti deposit
statements-titles-payout = Akaun bayaran keluar
statements-not_reconciled = gulungan ke hadapan, tidak disesuaikan dengan lejar
statements-bank_reconciliation = Penyesuaian bank dan bukti deposit
statements-balance_on = Baki pada akhir { $day }
statements-add = Tambah
statements-less = Tolak
statements-per_books = Baki yang sepatutnya ditunjukkan oleh buku
statements-no_ledger = Tiada baki lejar diberikan, jadi tiada apa yang dibandingkan dengan buku.
statements-unexplained = Perbezaan tidak dijelaskan
statements-ties_out = Sama dengan lejar.
statements-does_not_tie_out = Tiada item yang menjelaskannya: bandingkan catatan lejar.
statements-roll_forward = Gulungan ke hadapan
statements-expected = Baki mengikut pergerakan
statements-not_explained = Tidak dijelaskan oleh pergerakan
statements-explained = Seimbang.
statements-open = Tidak seimbang: lihat kawalan.
statements-opening_unknown = Baki awal tidak diketahui, jadi pergerakan tidak terbukti.
statements-taken_on = Baki permulaan: { $amount } menurut { $file }.
statements-derived = Diterbitkan daripada bacaan { $day } dan lejar.
statements-consists_of = Ia terdiri daripada
statements-sum = Jumlah
statements-for_information = Untuk makluman (tidak dicampur)
statements-unidentified = Penerimaan tanpa pemindahan (tidak termasuk dalam baki)
statements-open_items = Item terbuka (tidak termasuk dalam baki)
statements-items =
    { $items ->
        [1] 1 item, bertarikh { $since }
       *[other] { COUNT($items) } item, yang terawal bertarikh { $since }
    }
statements-due = dijangka pada { $day }
statements-missing = Tiada penyata: baki pada akhir tempoh tidak diketahui.
statements-line = Baris
statements-amount = Amaun
statements-remark = Asas
statements-written_off = Dihapus kira dalam tempoh ini (dalam buku dari hari keputusan)
statements-ageing = Item terbuka mengikut usia pada akhir tempoh
statements-unidentified_ageing = Penerimaan tanpa pemindahan mengikut usia
statements-to_account = { $title }: { $account }

## The page that people sign

sign_off-title = Penyata penyesuaian, { $currency }
sign_off-closed = Tempoh ditutup
sign_off-draft = Draf: bulan ini belum ditutup
sign_off-draft_of_other = Draf: halaman bulan yang ditutup ada dalam peknya
sign_off-company = Syarikat
sign_off-period = Tempoh
sign_off-statements = Penyata
sign_off-controls = Kawalan
sign_off-days = { COUNT($reconciled) } daripada { COUNT($days) } hari diselaraskan
sign_off-decisions = Keputusan yang berkuat kuasa atas item dalam tempoh ini (amaun: sebelah kanan tolak sebelah kiri)
sign_off-no_decisions = Tiada keputusan.
sign_off-decided_by =
    { $author }{ GIVEN($approver) ->
        [yes] , diluluskan oleh { $approver }
       *[no] { "" }
    }
sign_off-decided-explain = Dijelaskan
sign_off-decided-accept = Diterima
sign_off-decided-write_off = Dihapus kira
sign_off-decided-match = Dipadankan secara manual
sign_off-decided-split = Dipecahkan
sign_off-largest = Yang terbesar
sign_off-further_decisions = { COUNT($decisions) } keputusan lain, dalam angka di atas
sign_off-further_kinds = { COUNT($kinds) } jenis lain
sign_off-open_items = { COUNT($items) } item terbuka atau belum selesai
sign_off-prepared = Disediakan oleh
sign_off-reviewed = Disemak oleh
sign_off-name = Nama
sign_off-date = Tarikh
sign_off-signature = Tandatangan
sign_off-made_at = Dibuat { $time } ({ $zone })
sign_off-closed_at = Ditutup { $time } ({ $zone })
sign_off-known_through = dengan semua yang diterima sehingga { $time }
sign_off-no_run = tanpa larian
sign_off-program = tieout { $version }
sign_off-configuration = SHA-256 konfigurasi { $sha256 }
sign_off-manifest = SHA-256 manifes { $sha256 }

## Page: control totals

controls-title = Jumlah kawalan
controls-about = Kawalan yang membandingkan dua jumlah. Perbezaan yang tidak dijelaskan mesti sifar.
controls-in_balance = { COUNT($controls) } kawalan seimbang.
controls-out_of_balance = { COUNT($controls) } kawalan tidak seimbang.
controls-control = Kawalan
controls-subject = Perkara
controls-ours = Jumlah pertama
controls-theirs = Jumlah kedua
controls-unexplained = Perbezaan tidak dijelaskan
controls-days_open = Hari tidak seimbang
controls-bridges_title = Kawalan yang tidak seimbang, baris demi baris
controls-bridges_about = Setiap bar bermula di tempat bar sebelumnya berakhir. Paksi bermula berhampiran jumlah, supaya perbezaan kecil kelihatan.
controls-more = { COUNT($bridges) } kawalan tidak seimbang lagi tidak ditunjukkan di sini.
controls-measures-amount = amaun
controls-measures-fee = fi
controls-measures-count = bilangan

## Page: all that is open

open-title = Semua yang terbuka
open-about = Perbezaan yang belum diputuskan bagi setiap hari hingga { $day }, mengikut penyata yang mengandungi itemnya. Item dengan punca yang sama dikira sekali.
open-nothing = Tiada yang terbuka.
open-due = Terhutang kepada syarikat
open-held = Dipegang tanpa hak
open-causes = Punca
open-oldest = Tertua
open-other = Tiada dalam penyata
open-first = Tindakan pertama
open-at_stake = ({ $amount } dipertaruhkan)

## Page: ageing

ages-title = Pengumuran punca terbuka
ages-about = Semua punca yang belum diputuskan hingga hari ini. Item dengan punca yang sama dikira sekali.
ages-nothing = Tiada punca terbuka.
ages-age = Hari terbuka
ages-amount = Amaun tidak dijelaskan
ages-bucket_0 = 0 hingga 1
ages-bucket_1 = 2 hingga 3
ages-bucket_2 = 4 hingga 7
ages-bucket_3 = 8 hingga 14
ages-bucket_4 = 15 hingga 30
ages-bucket_5 = lebih 30
ages-is_break = Perbezaan
ages-is_timing = Belum selesai

## Page: calendar

calendar-title = Keputusan 30 hari terakhir
calendar-long_title = Keputusan mengikut hari
calendar-about = Keputusan setiap hari perniagaan, mengikut mata wang.
calendar-legend = Petunjuk

## Page: settlement lag

lag-title = Tempoh penyelesaian
lag-about = Hari dari bayaran hingga penyelesaian bagi semua bayaran yang telah diselesaikan. Tanda ialah median, bar berakhir pada persentil ke-95.
lag-method = Kaedah
lag-usual = Median
lag-high = 95 % dalam
lag-settled = Diselesaikan
lag-waiting = Belum diselesaikan

## Page: fees agreed and charged

agreed_fees-title = Fi dipersetujui dan dicaj
agreed_fees-about = Mengikut kaedah bayaran. Fi yang dipersetujui ialah yang dalam konfigurasi.
agreed_fees-method = Kaedah
agreed_fees-payments = Bayaran
agreed_fees-collected = Kasar
agreed_fees-agreed = Fi dipersetujui
agreed_fees-charged = Fi dicaj
agreed_fees-difference = Perbezaan
agreed_fees-differing = Bayaran yang berbeza
agreed_fees-total = Jumlah

## Page: tables

table-empty = Tiada baris dalam: { $titles }.
table-empty_view = { $title }: { $view } tiada baris.
table-empty_company = { $title }: tiada satu pun daripada { $rows } baris { $view } milik syarikat ini.
table-empty_days = { $title }: tiada satu pun daripada { $rows } baris { $view } milik syarikat ini bagi hari-hari ini.
table-unfold = Tunjukkan { COUNT($rows) } baris
table-filter = Tapis
table-missing = tiada dalam: { $side }
table-shown = ditunjukkan
table-capped = Menunjukkan { COUNT($shown) } daripada { COUNT($all) } baris; semuanya ada dalam { $file }.
table-details = Butiran
table-no_script = Susunan, tapisan dan butiran baris memerlukan JavaScript. Buku kerja mempunyai data yang sama.
table-pairs-reference = Rujukan
table-pairs-amount = Amaun
table-pairs-at = Masa
table-pairs-file_name = Fail
table-pairs-line_no = Baris
table-pairs-key = Kunci
table-history = Sejarah penuh
table-cut = … (teks penuh dalam fail di sebelah halaman ini)

## The page of all reports

index-title = Laporan
index-days = Tempoh
index-company = Syarikat
index-worst = Keputusan
index-by_currency = Mengikut mata wang
index-breaks = Perbezaan
index-rejected = Baris ditolak
index-workbook = Buku kerja
index-months = Tempoh lebih panjang
index-single = Hari
index-nothing = Belum ada laporan.
index-positions = Kedudukan terkini
index-about_positions = Baki pada akhir hari terkini setiap syarikat, item terbuka sehingga hari itu, dan apa yang perlu dibuat dahulu.
index-currency = Mata wang
index-latest = Hari terkini
index-gateway = Baki gerbang
index-payout = Akaun bayaran keluar
index-open = Amaun terbuka
index-oldest = Terbuka paling lama
index-to_do = Apa yang perlu dibuat dahulu
index-more_causes = { COUNT($causes) } punca lagi: lihat laporan
index-nothing_to_do = Tiada apa yang perlu dibuat.
index-closed = Bulan yang ditutup
index-superseded = Digantikan
index-judged_again = dinilai semula pada { $day }
index-superseded_at = Digantikan pada { $at }: maklumat kemudian mengubah laporan ini.
index-current = Semasa:

## Notices

notice-before = sebelumnya:
notice-page = Halaman dan buku kerja
notice-somebody = seseorang
notice-unexpected_error = Ralat di luar jangka; butirannya ada dalam tieout.log dalam direktori data.
notice-in_data = { $path } dalam direktori data
notice-closed = { $company }: { $month } telah ditutup
notice-closed_where = Halaman bulan yang ditutup menunjukkan pek itu: closed/index.html dalam direktori data.
notice-not_closed = { $company }: { $month } tidak ditutup
notice-refused_by = Syarat ini belum dipenuhi: { $gates }.
notice-not_closed_to_do = `tieout close { $month } --company { $company }` menyenaraikan puncanya, dengan tindakan bagi setiap satu. Jadual mencuba lagi setiap hari.
notice-more = Keputusan { COUNT($days) } hari terdahulu juga berubah; lihat halaman semua laporan.
notice-overdue = { $company }: { COUNT($items) } item lewat tempoh (sebelumnya: { COUNT($before) })
notice-refused = { $company }: { $deliveries } penghantaran dengan tandatangan yang salah ditolak
notice-refused_to_do = Semuanya disimpan dalam { $path } dan tidak dikira. Cari siapa yang menghantarnya, dan sama ada perkhidmatan itu mempunyai kunci baharu (docs/callbacks.md).
notice-overdue_to_do = `tieout breaks` menyenaraikannya, dengan tindakan bagi setiap satu.
notice-overdue_subject = Item lewat tempoh
notice-late = { $company }: { $month } telah ditutup (v{ $version }), dan mempunyai { COUNT($changes) } perubahan selepas penutupan: { $money }
notice-late_to_do = Perubahan ini ialah item luar tempoh bagi bulan ia diketahui: lihat Perubahan bulan yang ditutup. Untuk menyatakan semula bulan itu: `tieout reopen { $month }`.
notice-late_subject = Bulan yang ditutup telah berubah
notice-failed_subject = Larian gagal
notice-missed_subject = Belum sepadan pada tarikh akhir
notice-and_more = (dan { COUNT($more) } lagi)
notice-deadlines_missed = { COUNT($days) } hari belum sepadan pada tarikh akhir
notice-deadline = tarikh akhir
notice-missed-reconciled = sepadan
notice-missed-reconciled_with_timing = sepadan, ada item belum selesai
notice-missed-breaks = ada perbezaan
notice-missed-incomplete = tidak lengkap, ada kawalan yang tidak dibuat
notice-missed-failed = larian gagal
notice-missed-not_run = tidak dijalankan
notice-unexpected = { COUNT($values) } medan atau nilai tidak seperti yang dijangka daripada perkhidmatan: lihat Kandungan luar jangka.
notice-drift = { $reconciliation }: { $percent } % item tujuh hari terakhir dipadankan, selepas { $earlier } % tujuh hari sebelumnya. Adakah eksport atau teks telah berubah?
notice-ask_status = Lihat laporan hari itu, atau jalankan `tieout status`. `tieout doctor` menyemak sambungan.
notice-ask_doctor = `tieout doctor` menunjukkan masalahnya dan cara membaikinya.
notice-footer = Dihantar oleh tieout. Nama, alamat e-mel dan nombor akaun tidak disertakan.

## Page: foot

footer = Dijana oleh tieout. Buku kerja dan fail di sebelahnya memberi angka yang sama.

## Words for codes

word-missing_left = tiada di kiri
word-missing_right = tiada di kanan
word-amount_differs = amaun berbeza
word-status_differs = status berbeza
word-duplicate = berganda
word-fee_differs = fi berbeza
word-overdue = lewat
word-outstanding = belum selesai
word-suggested = dicadangkan
word-open = terbuka
word-closed = ditutup
word-opened = dibuka
word-changed = berubah
word-decided = diputuskan
word-decision = keputusan
word-gateway = gerbang
word-payout = pembayaran
word-files = fail
word-turnover_slice = bahagian perolehan
word-send_limit = had hantaran
word-send_limits = had hantaran
word-send_instructions = arahan hantaran
word-bank_accounts = akaun bank
word-accounts = akaun
word-deposits = deposit
word-balance = baki
word-identity = identiti
word-awaiting_approval = menunggu kelulusan
word-verified = disahkan
word-asserted = dinyatakan sahaja
word-explained = dijelaskan
word-accepted = diterima
word-written_off = dihapus kira
word-matched_by_hand = dipadankan oleh orang
word-incoming = masuk
word-outgoing = keluar
word-payment = bayaran
word-refund = bayaran balik
word-paid = dibayar
word-refunded = dibayar balik
word-cancelled = dibatalkan
word-pending = menunggu
word-completed = selesai
word-rejected = ditolak
word-deleted = dipadamkan
word-same_identifier = pengecam sama
word-same_reference_and_amount = rujukan dan amaun sama
word-normalised_reference = rujukan yang diseragamkan
word-amount_in_window = amaun dalam tempoh
word-in_time_order = mengikut urutan masa
word-sum_in_window = jumlah dalam tempoh
word-totals_equal = jumlah sama
word-by_hand = oleh orang
word-same_reference = rujukan sama
word-shared_key = kunci yang dikongsi
word-until_full = sehingga penuh

## Reconciliation statement_to_turnover (sql/reconcile/statement_to_turnover.sql)

statement_to_turnover-title = Penyata kepada perolehan
statement_to_turnover-left = Baris penyata yang menggerakkan wang
statement_to_turnover-right = Perolehan gerbang sendiri
statement_to_turnover-meaning = Penyata dan jumlah gerbang sendiri bagi hari itu tidak sama, jadi penyata bukan keseluruhan kebenaran tentang hari itu.
statement_to_turnover-action = Minta bayaran hari dan arah itu daripada gerbang; jangan catatkan hari itu sebelum perbezaannya dinamakan.
statement_to_turnover-turnover_without_line-meaning = Perolehan mengira bayaran yang tidak ditunjukkan penyata.
statement_to_turnover-turnover_without_line-action = Minta bayaran pada masa itu daripada gerbang; jangan catatkan hari itu sebelum ia dinamakan.
statement_to_turnover-line_without_turnover-meaning = Penyata menunjukkan baris yang tidak dikira perolehan.
statement_to_turnover-line_without_turnover-action = Tanya gerbang sama ada bayaran ini benar; jangan catatkan hari itu sebelum ia menjawab.
statement_to_turnover-amount_differs-meaning = Kedua-duanya mengira bayaran yang sama dan mendapat amaun yang lain.
statement_to_turnover-amount_differs-action = Tanya gerbang amaun mana yang betul.
statement_to_turnover-fee_differs-meaning = Kedua-duanya mendapat amaun yang sama dan fi yang lain.
statement_to_turnover-fee_differs-action = Bandingkan fi dengan perjanjian anda; minta perbezaannya daripada gerbang.
statement_to_turnover-line_twice-meaning = Bayaran yang sama ada dua kali dalam penyata.
statement_to_turnover-line_twice-action = Catatkannya sekali; beritahu gerbang.

## Reconciliation line_arithmetic (sql/reconcile/line_arithmetic.sql)

line_arithmetic-title = Aritmetik baris penyata
line_arithmetic-left = Amaun tolak fi dan jumlah ditahan
line_arithmetic-right = Amaun bersih mengikut penyata
line_arithmetic-meaning = Amaun bersih satu baris penyata bukan amaunnya tolak fi dan jumlah yang ditahan.
line_arithmetic-action = Tanya gerbang angka mana yang betul. Jangan catat baris itu sebelum gerbang menjawab.
line_arithmetic-net_differs-meaning = Amaun bersih bukan amaun tolak fi dan jumlah yang ditahan.
line_arithmetic-net_differs-action = Tanya gerbang angka mana yang betul.

## Reconciliation statement_formats (sql/reconcile/statement_formats.sql)

statement_formats-title = Penyata dalam dua format
statement_formats-left = Baris penyata dalam format pertama
statement_formats-right = Baris penyata dalam format kedua
statement_formats-meaning = Gerbang memberi penyata yang sama secara berlainan dalam dua format, atau satu daripada failnya salah dibaca.
statement_formats-action = Pastikan fail mana yang betul, melalui perolehan atau portal gerbang, sebelum anda bergantung pada mana-mana satu.
statement_formats-missing_in_second-meaning = Satu baris hanya ada dalam format pertama penyata.
statement_formats-missing_in_second-action = Tanya gerbang sama ada baris itu wujud. Jika ya, gunakan format pertama.
statement_formats-missing_in_first-meaning = Satu baris hanya ada dalam format kedua penyata: ia tidak termasuk dalam angka.
statement_formats-missing_in_first-action = Tanya gerbang sama ada baris itu wujud. Jika ya, jadikan format kedua yang pertama dan ambil semula hari itu.
statement_formats-rejected_in_second-meaning = Satu baris ditolak dalam format kedua penyata dan diterima dalam format pertama.
statement_formats-rejected_in_second-action = Semak sebab penolakan; format pertama mungkin salah dibaca.
statement_formats-rejected_in_first-meaning = Satu baris ditolak dalam format pertama penyata dan diterima dalam format kedua.
statement_formats-rejected_in_first-action = Semak sebab penolakan. Betulkan konfigurasi, atau minta fail yang dibetulkan.
statement_formats-amount_differs-meaning = Amaun, amaun bersih, mata wang atau jenis satu baris berbeza antara kedua-dua format.
statement_formats-amount_differs-action = Tanya gerbang yang mana betul.
statement_formats-fee_differs-meaning = Fi satu baris berbeza antara kedua-dua format.
statement_formats-fee_differs-action = Bandingkan fi itu dengan perjanjian anda, dan tanya gerbang yang mana betul.
statement_formats-status_differs-meaning = Status satu baris berbeza antara kedua-dua format.
statement_formats-status_differs-action = Ambil semula hari itu. Jika masih berbeza, tanya gerbang yang mana betul.
statement_formats-details_differ-meaning = Masa, rujukan, kaedah bayaran atau butiran lain satu baris berbeza antara kedua-dua format.
statement_formats-details_differ-action = Pastikan fail mana yang betul: baris itu mungkin dipadankan atau bertarikh salah.

## Reconciliation opening_balance (sql/reconcile/opening_balance.sql)

opening_balance-title = Baki pembukaan
opening_balance-left = Baki pembukaan yang dibawa masuk
opening_balance-right = Baki gerbang atau akaun bayaran keluar pada pisah batas pertama
opening_balance-meaning = Baki yang dibawa masuk bukan baki yang dilaporkan oleh gerbang atau perkhidmatan bayaran keluar bagi pisah batas pertama.
opening_balance-action = Cari perbezaannya sebelum bulan pertama ditutup: ia kekal dalam setiap baki selepasnya.
opening_balance-balance_not_explained-meaning = Baki yang dibawa masuk berbeza daripada baki yang dilaporkan.
opening_balance-balance_not_explained-action = Cari perbezaannya sebelum bulan pertama ditutup.

## Reconciliation gateway_balance (sql/reconcile/gateway_balance.sql)

gateway_balance-title = Gulungan baki gerbang
gateway_balance-left = Baki pembukaan dan pergerakan penyata
gateway_balance-right = Baki penutup mengikut gerbang
gateway_balance-meaning = Baki gerbang bergerak dengan amaun yang lain daripada yang dijelaskan oleh baris penyata hari itu.
gateway_balance-action = Cari baris yang tiada, atau yang menunjukkan amaun atau fi lain; "Penyata kepada perolehan" menamakan arahnya.
gateway_balance-absent = Baki gerbang pada akhir hari tidak menamakan mata wang itu.
gateway_balance-balance_not_explained-meaning = Baki bergerak lebih atau kurang daripada baris hari itu.
gateway_balance-balance_not_explained-action = Lihat arahnya dalam "Penyata kepada perolehan"; kemudian tanya gerbang tentang pergerakan yang tiada.

## Reconciliation reserve_roll_forward (sql/reconcile/reserve_roll_forward.sql)

reserve_roll_forward-title = Gulungan rizab
reserve_roll_forward-left = Rizab awal, ditahan dan dilepaskan
reserve_roll_forward-right = Rizab mengikut gerbang
reserve_roll_forward-meaning = Rizab yang dipegang gerbang bukan jumlah yang ditahan dan belum dilepaskan.
reserve_roll_forward-action = Bandingkan jumlah yang ditahan dengan perjanjian anda. Minta gerbang melepaskan jumlah yang melepasi tarikhnya.
reserve_roll_forward-absent = Baki gerbang tidak menyatakan jumlah rizab, jadi jumlah yang ditahan oleh penyata tidak terbukti; minta daripada gerbang, atau kecualikan kawalan itu (waivers).
reserve_roll_forward-balance_not_explained-meaning = Rizab bukan jumlah yang ditahan tolak yang perlu dilepaskan: lebih dipegang daripada yang dibenarkan perjanjian, atau kurang ditahan daripada yang ditunjukkan penyata.
reserve_roll_forward-balance_not_explained-action = Minta gerbang melepaskan jumlah yang melepasi tarikhnya, dan sebab bagi bakinya.

## Reconciliation orders_to_statement (sql/reconcile/orders_to_statement.sql)

orders_to_statement-title = Pesanan sendiri kepada penyata
orders_to_statement-left = Pesanan anda sendiri
orders_to_statement-right = Bayaran dalam penyata
orders_to_statement-meaning = Anda menghantar barang tanpa dibayar, atau dibayar tanpa diketahui untuk apa, atau dengan amaun yang lain daripada yang diminta.
orders_to_statement-action = Buka pesanan dan bayaran bersebelahan; betulkan pesanan, bayar balik pelanggan, atau tanya gerbang tentang bayarannya.
orders_to_statement-payment_without_order-meaning = Seorang pelanggan membayar, dan tiada pesanan anda mempunyai nombor atau rujukan itu.
orders_to_statement-payment_without_order-action = Ketahui untuk apa ia dibayar; catatkan pesanan atau bayar balik pelanggan.
orders_to_statement-order_without_payment-meaning = Pesanan mengatakan ia telah dibayar, dan penyata tiada bayaran untuknya.
orders_to_statement-order_without_payment-action = Jangan hantar barang; minta resit daripada pelanggan dan tanya gerbang tentang bayarannya.
orders_to_statement-amount_differs-meaning = Pelanggan membayar amaun yang lain daripada yang dinyatakan pesanan.
orders_to_statement-amount_differs-action = Minta bakinya, atau bayar balik yang terlebih; betulkan pesanan jika ia salah.
orders_to_statement-currency_differs-meaning = Pelanggan membayar dalam mata wang yang lain daripada mata wang pesanan.
orders_to_statement-currency_differs-action = Bandingkan kadar dengan kadar gerbang; catat bayaran dalam mata wang yang dibayar.
orders_to_statement-one_factor-meaning = Semua pesanan dalam satu fail berbeza daripada bayarannya mengikut faktor yang sama.
orders_to_statement-one_factor-action = Tetapkan books.orders.amounts jika fail dalam unit kecil, atau betulkan mata wang atau kadarnya. Kemudian tarik balik fail, dan import semula.
orders_to_statement-as_the_file-meaning = Amaun berbeza mengikut faktor seluruh fail.
orders_to_statement-as_the_file-action = Bertindak atas penemuan tentang fail; jangan kutip atau bayar balik perbezaannya.
orders_to_statement-times_shifted-meaning = Masa dalam fail pesanan dan masa bayarannya berbeza beberapa jam penuh.
orders_to_statement-times_shifted-action = Namakan zon dalam tajuk lajur masa, seperti Placed On (UTC), dan tajuk itu dalam books.orders.aliases. Kemudian tarik balik fail, dan import semula.
orders_to_statement-order_paid_payment_not-meaning = Pesanan mengatakan ia telah dibayar, dan bayarannya tidak berjaya.
orders_to_statement-order_paid_payment_not-action = Jangan hantar barang; minta pelanggan membayar semula.
orders_to_statement-payment_for_unpaid_order-meaning = Bayaran berjaya, dan pesanan mengatakan ia belum dibayar.
orders_to_statement-payment_for_unpaid_order-action = Tandakan pesanan sebagai dibayar dan hantar barang; bayar balik jika ia telah dibatalkan.
orders_to_statement-names_two_payments-meaning = Pesanan itu menamakan satu bayaran dengan id dan satu lagi dengan rujukan.
orders_to_statement-names_two_payments-action = Ketahui yang mana antara keduanya membayar pesanan itu, dan betulkan pesanan itu.
orders_to_statement-paid_twice-meaning = Pelanggan membayar rujukan yang sama lebih daripada sekali.
orders_to_statement-paid_twice-action = Bayar balik bayaran kedua.
orders_to_statement-several_fit-meaning = Lebih daripada satu pesanan atau bayaran sepadan, atau rujukannya bercanggah.
orders_to_statement-several_fit-action = Putuskan yang mana berpasangan.

## Reconciliation callbacks_to_statement (sql/reconcile/callbacks_to_statement.sql)

callbacks_to_statement-title = Panggilan balik kepada penyata
callbacks_to_statement-left = Panggilan balik yang anda terima
callbacks_to_statement-right = Bayaran dan bayaran balik dalam penyata
callbacks_to_statement-meaning = Kedai anda bertindak atas mesej yang tidak disokong oleh penyata, atau tidak pernah diberitahu tentang wang yang bergerak.
callbacks_to_statement-action = Tahan pesanan itu sehingga gerbang menyatakan yang mana betul.
callbacks_to_statement-not_signed-meaning = Satu mesej mengatakan wang bergerak, dan tiada kunci gerbang yang sepadan dengan tandatangannya.
callbacks_to_statement-not_signed-action = Jangan hantar barang berdasarkannya; ketahui siapa penghantarnya, dan pastikan kedai anda menolak mesej sebegitu.
callbacks_to_statement-other_mode-meaning = Satu mesej bertandatangan adalah daripada mod ujian sedangkan penyata adalah sebenar, atau sebaliknya.
callbacks_to_statement-other_mode-action = Jangan hantar barang berdasarkannya; pastikan kedai anda hanya menerima mesej daripada modnya sendiri.
callbacks_to_statement-callback_without_line-meaning = Satu mesej bertandatangan mengatakan wang bergerak, dan penyata tiada baris untuknya.
callbacks_to_statement-callback_without_line-action = Jangan hantar barang; tanya gerbang yang mana betul.
callbacks_to_statement-line_without_callback-meaning = Wang bergerak, dan tiada mesej tentangnya sampai sepanjang gerbang mencuba.
callbacks_to_statement-line_without_callback-action = Hantar barang atau catatkannya mengikut penyata; ketahui sebab kedai anda tidak dapat dihubungi.
callbacks_to_statement-may_still_be_delivered-meaning = Wang bergerak, tiada mesej sampai, dan gerbang terus mencuba selama 36 jam.
callbacks_to_statement-may_still_be_delivered-action = Belum ada apa-apa.
callbacks_to_statement-amount_differs-meaning = Mesej itu memberitahu amaun yang lain daripada penyata.
callbacks_to_statement-amount_differs-action = Tanya gerbang yang mana betul; hantar hanya yang telah dibayar.
callbacks_to_statement-paid_in_callback_only-meaning = Satu mesej bertandatangan mengatakan ia telah dibayar, dan barisnya dalam penyata mengatakan tidak.
callbacks_to_statement-paid_in_callback_only-action = Jangan hantar barang; tanya gerbang.
callbacks_to_statement-method_differs-meaning = Mesej itu memberitahu satu kaedah bayaran, dan penyata kaedah yang lain atau tiada.
callbacks_to_statement-method_differs-action = Tanya gerbang yang mana betul; fi bergantung pada kaedah itu.
callbacks_to_statement-identifier_differs-meaning = Mesej dan baris dengan rujukannya mempunyai id yang berbeza, sedangkan mesej lain mempunyai id barisnya.
callbacks_to_statement-identifier_differs-action = Semak dalam gerbang bayaran manakah yang dimaksudkan oleh mesej itu.
callbacks_to_statement-several_fit-meaning = Lebih daripada satu mesej atau baris mempunyai rujukan ini.

## Reconciliation refunds_to_purchases (sql/reconcile/refunds_to_purchases.sql)

refunds_to_purchases-title = Bayaran balik kepada belian
refunds_to_purchases-left = Bayaran balik yang dibayar
refunds_to_purchases-right = Belian yang dirujuknya
refunds_to_purchases-meaning = Bayaran balik tiada belian, dibuat dua kali, atau melebihi belian, dengan sendirinya atau bersama caj balik.
refunds_to_purchases-action = Buka bayaran balik itu di gerbang; jika ia silap, minta wang itu semula daripada pelanggan atau gerbang.
refunds_to_purchases-refund_without_payment-meaning = Wang dikembalikan, dan tiada belian yang diketahui untuknya.
refunds_to_purchases-refund_without_payment-action = Buka bayaran balik itu di gerbang dan ketahui untuk siapa; jika bukan untuk sesiapa, minta wang itu semula.
refunds_to_purchases-currency_differs-meaning = Bayaran balik itu dalam mata wang yang lain daripada beliannya.
refunds_to_purchases-currency_differs-action = Tanya gerbang cara ia ditukar; catatkan perbezaan hanya dengan jawapannya.
refunds_to_purchases-refunded_twice-meaning = Amaun yang sama dikembalikan sekali lagi selepas belian dibayar balik sepenuhnya.
refunds_to_purchases-refunded_twice-action = Tanya siapa yang memberi bayaran balik kedua; minta wang itu semula daripada pelanggan jika ia silap.
refunds_to_purchases-refunded_above_paid-meaning = Lebih banyak dikembalikan daripada yang dibayar pelanggan.
refunds_to_purchases-refunded_above_paid-action = Tanya siapa yang memberi bayaran balik; minta yang terlebih daripada pelanggan.
refunds_to_purchases-refunded_and_charged_back-meaning = Bayaran balik dan caj balik belian itu melebihi belian.
refunds_to_purchases-refunded_and_charged_back-action = Jawab pertikaian itu dengan bayaran balik, atau dengan caj balik sebelumnya.
refunds_to_purchases-names_two_payments-meaning = Bayaran balik itu menamakan satu bayaran melalui id dan bayaran lain melalui rujukan.
refunds_to_purchases-names_two_payments-action = Semak dalam gerbang bayaran manakah yang dipulangkan, dan kepada siapa.
refunds_to_purchases-refund_may_follow-meaning = Nampaknya belian itu dibayar balik selepas hari terakhir penyata.
refunds_to_purchases-refund_may_follow-action = Tiada apa-apa; penyata seterusnya menunjukkan bayaran balik itu.
refunds_to_purchases-refunded_without_refund-meaning = Belian mengatakan ia telah dibayar balik, dan tiada bayaran balik keluar dari akaun.
refunds_to_purchases-refunded_without_refund-action = Tunggu penyata seterusnya; kemudian tanya gerbang di mana wang itu.

## Reconciliation order_refunds (sql/reconcile/order_refunds.sql)

order_refunds-title = Bayaran balik pesanan kepada penyata
order_refunds-left = Pesanan yang dilaporkan dibayar balik
order_refunds-right = Bayaran balik dalam penyata
order_refunds-meaning = Kedai anda dan penyata tidak sepakat tentang bayaran balik: pelanggan tidak dibayar balik, atau dibayar balik tanpa pengetahuan kedai.
order_refunds-action = Bandingkan pesanan dengan bayaran balik di gerbang. Buat bayaran balik, atau betulkan pesanan.
order_refunds-refund_not_in_statement-meaning = Pesanan dilaporkan dibayar balik, dan penyata tiada bayaran balik bagi bayarannya.
order_refunds-refund_not_in_statement-action = Buat bayaran balik di gerbang, atau betulkan pesanan.
order_refunds-refund_late-meaning = Pesanan dilaporkan dibayar balik, dan bayaran balik itu melepasi tarikh jangkaannya dalam penyata.
order_refunds-refund_late-action = Semak di gerbang sama ada bayaran balik telah dibuat.
order_refunds-refund_may_follow-meaning = Pesanan dilaporkan dibayar balik, dan hari-hari jangkaan bayaran balik itu belum diliputi.
order_refunds-refund_cancelled-meaning = Pesanan dilaporkan dibayar balik, dan bayaran balik dalam penyata telah dibatalkan atau gagal.
order_refunds-refund_cancelled-action = Betulkan pesanan, atau buat bayaran balik sekali lagi di gerbang.
order_refunds-refund_not_in_orders-meaning = Penyata mempunyai bayaran balik bagi pesanan yang tidak dilaporkan kedai sebagai dibayar balik.
order_refunds-refund_not_in_orders-action = Ketahui siapa yang membuat bayaran balik. Betulkan pesanan.
order_refunds-refund_differs-meaning = Kedai melaporkan bayaran balik yang berbeza daripada penyata.
order_refunds-refund_differs-action = Bayar balik bakinya, atau betulkan pesanan.

## Reconciliation fees_to_schedule (sql/reconcile/fees_to_schedule.sql)

fees_to_schedule-title = Fi dicaj kepada fi dipersetujui
fees_to_schedule-left = Fi mengikut jadual yang dipersetujui
fees_to_schedule-right = Fi yang dicaj dalam penyata
fees_to_schedule-meaning = Gerbang mengenakan fi yang lain daripada yang anda persetujui.
fees_to_schedule-action = Bandingkan bayaran itu dengan perjanjian anda; tuntut perbezaannya daripada gerbang.
fees_to_schedule-fee_too_high-meaning = Dicaj lebih daripada yang dipersetujui.
fees_to_schedule-fee_too_high-action = Tuntut perbezaannya daripada gerbang.
fees_to_schedule-fee_too_low-meaning = Dicaj kurang daripada yang dipersetujui.
fees_to_schedule-fee_too_low-action = Jangkakan pembetulan; pastikan jadual dalam konfigurasi ialah yang terkini.

## Reconciliation restatements (sql/reconcile/restatements.sql)

restatements-title = Penyata dahulu kepada penyata sekarang
restatements-left = Baris penyata seperti dilihat sebelum ini
restatements-right = Baris yang sama mengikut penyata terbaharu
restatements-meaning = Gerbang menyatakan hari yang telah anda laporkan berlainan daripada dahulu.
restatements-action = Tanya gerbang sebabnya; jika perubahan itu betul, jalankan hari itu semula dan betulkan yang telah dicatat daripadanya.
restatements-line_changed-meaning = Amaun, fi, mata wang, hari atau jenis baris yang dilihat dahulu kini lain.
restatements-line_changed-action = Tanya gerbang sebabnya; jalankan hari itu semula dan betulkan yang telah dicatat.
restatements-line_vanished-meaning = Baris yang dilihat dahulu tiada lagi dalam penyata.
restatements-line_vanished-action = Tanya gerbang sebabnya; jalankan hari itu semula dan batalkan yang telah dicatat.
restatements-line_appeared-meaning = Satu baris bagi hari yang telah dinilai tiada ketika itu.
restatements-line_appeared-action = Jalankan hari itu semula dan catatkan baris itu.

## Reconciliation payments_to_settlement (sql/reconcile/payments_to_settlement.sql)

payments_to_settlement-title = Bayaran kepada penyelesaiannya
payments_to_settlement-left = Bayaran satu hari, ditolak fi
payments_to_settlement-right = Yang telah diselesaikan daripadanya
payments_to_settlement-meaning = Gerbang telah mengambil wang pelanggan dan belum menyelesaikannya dalam masa biasanya.
payments_to_settlement-action = Tanya gerbang bila bayaran itu diselesaikan, dengan rujukannya.
payments_to_settlement-not_settled_yet-meaning = Bayaran itu belum diselesaikan dan belum sampai masanya.
payments_to_settlement-settlement_late-meaning = Masa biasa telah berlalu dan sesetengah bayaran belum diselesaikan.
payments_to_settlement-settlement_late-action = Lihat sama ada cuti atau semakan yang lebih lama menjelaskannya; jika tidak, tanya gerbang.
payments_to_settlement-not_settled-meaning = Bayaran belum diselesaikan, sedangkan 19 daripada 20 sudah selesai pada masa ini.
payments_to_settlement-not_settled-action = Tanya gerbang bila ia diselesaikan, dengan rujukannya.

## Reconciliation settlement_to_allocation (sql/reconcile/settlement_to_allocation.sql)

settlement_to_allocation-title = Penyelesaian kepada peruntukan
settlement_to_allocation-left = Bersih yang diselesaikan oleh gerbang
settlement_to_allocation-right = Diperuntukkan ke akaun bayaran keluar
settlement_to_allocation-meaning = Lebih banyak disediakan untuk bayaran keluar daripada yang diselesaikan gerbang pada hari itu.
settlement_to_allocation-action = Tanya perkhidmatan bayaran keluar daripada wang mana had itu diberi; jangan bayar melebihi yang diselesaikan.
settlement_to_allocation-balance_not_explained-meaning = Lebih banyak diperuntukkan ke akaun bayaran keluar daripada yang diselesaikan pada hari itu.

## Reconciliation bank_to_settlement (sql/reconcile/bank_to_settlement.sql)

bank_to_settlement-title = Deposit bank kepada yang dihantar gerbang
bank_to_settlement-left = Deposit di bank
bank_to_settlement-right = Pengeluaran atau penyelesaian gerbang
bank_to_settlement-meaning = Wang yang dikatakan dihantar oleh gerbang tidak sampai, atau tidak penuh, atau wang sampai tanpa diberitahu olehnya.
bank_to_settlement-action = Minta nombor jejak pindahan daripada gerbang, dan dengan nombor itu tanya bank tentang wangnya.
bank_to_settlement-not_arrived_yet-meaning = Gerbang telah menghantarnya dan bank memerlukan masa biasanya.
bank_to_settlement-carried_forward-meaning = Penyelesaian itu tiada deposit: ia dibawa ke hadapan dan mengurangkan deposit seterusnya.
bank_to_settlement-late-meaning = Gerbang telah menghantarnya dan ia mengambil masa lebih lama daripada biasa.
bank_to_settlement-late-action = Tanya bank sama ada ia dalam perjalanan.
bank_to_settlement-deposit_missing-meaning = Gerbang mengatakan wang telah dihantar, dan bank belum menerimanya.
bank_to_settlement-deposit_returned-meaning = Bank memulangkan deposit itu selepas ia sampai.
bank_to_settlement-deposit_returned-action = Tanya bank mengapa deposit itu dipulangkan, dan minta gerbang menghantarnya semula. Balikkan catatan penerimaannya.
bank_to_settlement-deposit_gone-meaning = Fail bank yang terdahulu mempunyai deposit itu, dan fail kemudian yang meliputi hari itu tidak.
bank_to_settlement-deposit_gone-action = Tanya bank fail yang mana betul. Jika yang kemudian, balikkan catatan penerimaan dan tanya gerbang tentang pindahan itu.
bank_to_settlement-reversal_unmatched-meaning = Bank membalikkan satu baris, dan tiada baris terdahulu yang sesuai dengannya.
bank_to_settlement-reversal_unmatched-action = Dapatkan penyata yang mempunyai baris itu, atau tanya bank apa yang dibalikkannya.
bank_to_settlement-reversal_unclear-meaning = Bank nampaknya membalikkan satu baris, dan tidak pasti yang mana.
bank_to_settlement-reversal_unclear-action = Bandingkan pembalikan itu dengan baris yang sesuai, dan tanya bank jika masih tidak pasti.
bank_to_settlement-deposit_not_sent-meaning = Bank menerima wang yang tidak diberitahu oleh gerbang.
bank_to_settlement-deposit_not_sent-action = Ketahui wang siapa itu sebelum anda mencatatnya.
bank_to_settlement-amount_differs-meaning = Bank menerima amaun yang lain daripada yang dihantar.
bank_to_settlement-amount_differs-action = Tanya bank tentang cajnya, dan gerbang tentang selebihnya.
bank_to_settlement-deposit_before_sent-meaning = Bank mencatat deposit itu beberapa hari sebelum gerbang menghantarnya.
bank_to_settlement-deposit_before_sent-action = Tanya bank tarikh deposit itu, dan gerbang tarikh pindahannya.
bank_to_settlement-reference_differs-meaning = Deposit itu mempunyai amaun satu pindahan dan rujukan pindahan lain.
bank_to_settlement-reference_differs-action = Tanya bank pengirim dan rujukan deposit itu. Betulkan padanan dengan keputusan jika kedua-duanya diketahui.
bank_to_settlement-sender_differs-meaning = Amaun dan masa sepadan, dan deposit itu menamakan pihak lain daripada deposit gerbang.
bank_to_settlement-sender_differs-action = Tanya bank siapa pengirimnya. Padankan deposit itu dengan keputusan jika gerbang yang menghantarnya.
bank_to_settlement-reference_unknown-meaning = Amaun dan masa sepadan, dan deposit itu mempunyai rujukan seperti rujukan gerbang yang tiada pada sebarang pindahan.
bank_to_settlement-reference_unknown-action = Tanya gerbang tentang pindahan dengan rujukan ini. Padankan deposit itu dengan keputusan jika itulah pindahannya.
bank_to_settlement-deposit_twice-meaning = Pindahan yang sama didepositkan dua kali.
bank_to_settlement-deposit_twice-action = Beritahu gerbang; jangan belanjakannya.
bank_to_settlement-several_fit-meaning = Lebih daripada satu deposit atau pindahan sesuai, atau jumlahnya yang mungkin kebetulan.

## Reconciliation allocations_to_payouts (sql/reconcile/allocations_to_payouts.sql)

allocations_to_payouts-title = Lejar had hantaran kepada arahan hantaran
allocations_to_payouts-left = Hantaran dalam lejar had hantaran
allocations_to_payouts-right = Arahan hantaran
allocations_to_payouts-meaning = Wang keluar dari akaun bayaran keluar tanpa arahan anda, atau arahan dilaksanakan dan tidak dicaj sepatutnya.
allocations_to_payouts-action = Bandingkan arahan dengan resit perkhidmatan bayaran keluar sendiri; minta rekod lejar mengikut nombornya.
allocations_to_payouts-not_listed_yet-meaning = Senarai yang akan menunjukkannya disegarkan sejam sekali, atau arahan itu dalam perjalanan.
allocations_to_payouts-instruction_not_carried_out-meaning = Arahan itu masih diproses lebih lama daripada kebiasaan.
allocations_to_payouts-instruction_not_carried_out-action = Tanya perkhidmatan bayaran keluar sebab ia menunggu; beritahu penerima.
allocations_to_payouts-instruction_stuck-meaning = Arahan itu masih diproses berhari-hari lebih lama daripada kebiasaan.
allocations_to_payouts-instruction_stuck-action = Minta perkhidmatan pembayaran menyelesaikannya atau menariknya balik; selepas itu barulah bayar penerima dengan cara lain.
allocations_to_payouts-ledger_row_without_instruction-meaning = Wang keluar dari akaun, dan tiada arahan anda menyatakannya.
allocations_to_payouts-ledger_row_without_instruction-action = Hentikan bayaran keluar dan tanya perkhidmatan bayaran keluar siapa yang memberi arahan itu.
allocations_to_payouts-instruction_without_ledger_row-meaning = Arahan itu selesai dan tiada apa-apa dicaj untuknya.
allocations_to_payouts-instruction_without_ledger_row-action = Minta rekod daripada perkhidmatan bayaran keluar; jangkakan caj kemudian.
allocations_to_payouts-ledger_row_twice-meaning = Arahan yang sama dicaj lebih daripada sekali.
allocations_to_payouts-ledger_row_twice-action = Minta perkhidmatan bayaran keluar mengkreditkan caj kedua.
allocations_to_payouts-rejected_but_debited-meaning = Arahan itu ditolak atau dipadamkan, namun wang tetap keluar.
allocations_to_payouts-rejected_but_debited-action = Minta perkhidmatan bayaran keluar mengkreditkannya semula.
allocations_to_payouts-amount_differs-meaning = Amaun yang dicaj lain daripada yang diarahkan.
allocations_to_payouts-amount_differs-action = Minta resit dan perbezaannya daripada perkhidmatan bayaran keluar.
allocations_to_payouts-net_differs-meaning = Amaun bersih rekod lejar itu bukan amaunnya tolak fi.
allocations_to_payouts-net_differs-action = Tanya perkhidmatan bayaran keluar angka mana yang betul.
allocations_to_payouts-recipient_differs-meaning = Rekod lejar menamakan penerima lain daripada arahan bayaran keluar.
allocations_to_payouts-recipient_differs-action = Hentikan bayaran keluar. Tanya perkhidmatan bayaran keluar akaun bank mana yang dibayar.
allocations_to_payouts-charged_out_of_time-meaning = Caj itu bertarikh sebelum perkara yang dicaj, atau lama selepasnya.
allocations_to_payouts-charged_out_of_time-action = Minta tarikh caj daripada perkhidmatan bayaran keluar.
allocations_to_payouts-recipient_unknown-meaning = Pengesahan dicaj, dan penerimanya tiada dalam senarai perkhidmatan bayaran keluar.
allocations_to_payouts-recipient_unknown-action = Tanya perkhidmatan bayaran keluar akaun bank siapa yang disahkan.
allocations_to_payouts-several_instructions_fit-meaning = Rekod lejar tidak menamakan arahan, dan lebih daripada satu mungkin dimaksudkan.
allocations_to_payouts-several_instructions_fit-action = Bandingkan masa dengan resit; putuskan yang mana berpasangan.
allocations_to_payouts-fee_differs-meaning = Fi yang dicaj lain daripada fi akaun.
allocations_to_payouts-fee_differs-action = Minta perbezaannya daripada perkhidmatan bayaran keluar.
allocations_to_payouts-event_ahead-meaning = Webhook melaporkan status yang belum ada dalam senarai; senarai itu mungkin sejam lama.
allocations_to_payouts-event_contradicted-meaning = Webhook melaporkan status muktamad, dan senarai menunjukkan status lain atau tiada rekod.
allocations_to_payouts-event_contradicted-action = Tanya perkhidmatan bayaran keluar mana yang betul. Jangan bergantung pada mana-mana sebelum dijawab.

## Reconciliation allocation_lifecycle (sql/reconcile/allocation_lifecycle.sql)

allocation_lifecycle-title = Had hantaran kepada kelulusannya
allocation_lifecycle-left = Yang dibenarkan oleh kelulusan
allocation_lifecycle-right = Yang diberi oleh lejar had hantaran
allocation_lifecycle-meaning = Wang disediakan untuk bayaran keluar tanpa kelulusan yang dikehendaki syarikat anda, atau permintaan kekal terbuka melepasi tarikh akhirnya.
allocation_lifecycle-action = Tanya pelulus sama ada mereka meluluskannya; jika tidak, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.
allocation_lifecycle-approved_without_approvals-meaning = Had diberi walaupun yang meluluskan kurang daripada yang dikehendaki.
allocation_lifecycle-approved_without_approvals-action = Tanya pelulus; jika mereka tidak meluluskan, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.
allocation_lifecycle-pending_past_deadline-meaning = Permintaan itu tidak diluluskan dan tidak pula luput pada tarikh akhirnya.
allocation_lifecycle-pending_past_deadline-action = Tanya perkhidmatan bayaran keluar tentang keadaannya; minta had baharu jika wang diperlukan.
allocation_lifecycle-net_differs-meaning = Amaun bersih peruntukan itu bukan amaunnya tolak fi.
allocation_lifecycle-approvals_contradict-meaning = Bilangan kelulusan permintaan itu tidak sama dengan senarai kelulusannya.
allocation_lifecycle-approvals_contradict-action = Tanya perkhidmatan bayaran keluar siapa yang meluluskannya. Jangan bergantung pada had itu sebelum dijawab.
allocation_lifecycle-approved_out_of_time-meaning = Permintaan itu diluluskan sebelum ia dibuat, atau selepas tarikh akhirnya.
allocation_lifecycle-approved_out_of_time-action = Tanya pelulus bila mereka meluluskannya. Jika mereka tidak meluluskan, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.
allocation_lifecycle-settlement_not_upcoming-meaning = Peruntukan itu daripada penyelesaian yang bukan akan datang ketika ia diminta.
allocation_lifecycle-settlement_not_upcoming-action = Tanya perkhidmatan bayaran keluar daripada penyelesaian mana wang itu.
allocation_lifecycle-waits_for_approval-meaning = Permintaan itu menunggu pelulusnya dan tarikh akhirnya belum tiba.
allocation_lifecycle-waits_for_approval-action = Belum ada apa-apa; ingatkan pelulus.
allocation_lifecycle-status_unknown-meaning = Permintaan itu mempunyai status yang tidak dinamakan dalam mana-mana spesifikasi.
allocation_lifecycle-status_unknown-action = Tanya perkhidmatan bayaran keluar maksudnya sebelum anda bergantung pada had itu.

## Reconciliation beneficiaries (sql/reconcile/beneficiaries.sql)

beneficiaries-title = Bayaran keluar kepada akaun bank disahkan
beneficiaries-left = Akaun bank disahkan
beneficiaries-meaning = Wang pergi ke akaun yang tidak disahkan, atau dua kali kepada orang yang sama, atau satu akaun berada di bawah dua nama.
beneficiaries-action = Hentikan bayaran keluar ke akaun itu dan minta bukti akaun serta bukti penerimaan daripada penerima.
beneficiaries-account_unknown-meaning = Arahan itu menamakan akaun bank yang tiada dalam senarai perkhidmatan.
beneficiaries-account_unknown-action = Tanya perkhidmatan bayaran keluar akaun mana yang dibayar.
beneficiaries-account_rejected-meaning = Akaun bank itu ditolak semasa pengesahan.
beneficiaries-account_rejected-action = Hentikan bayaran keluar kepadanya; ketahui siapa yang memasukkan akaun itu.
beneficiaries-account_not_verified-meaning = Akaun bank itu belum lulus pengesahan.
beneficiaries-account_not_verified-action = Tunggu pengesahan sebelum membayar; minta bukti daripada penerima.
beneficiaries-account_deleted-meaning = Akaun bank itu dipadamkan sebelum arahan diberi.
beneficiaries-account_deleted-action = Ketahui siapa yang memberi arahan itu.
beneficiaries-account_changed-meaning = Nombor, bank atau nama akaun berubah selepas ia disahkan.
beneficiaries-account_changed-action = Tanya penerima melalui nombor telefon yang diketahui sama ada perubahan itu daripada mereka.
beneficiaries-paid_to_another_account-meaning = Akaun bank yang dinyatakan bersama bayaran keluar itu bukan akaun penerima.
beneficiaries-paid_to_another_account-action = Hentikan bayaran keluar kepada penerima. Tanya perkhidmatan bayaran keluar akaun bank mana yang dibayar.
beneficiaries-paid_before_entered-meaning = Bayaran keluar itu bertarikh sebelum penerimanya dimasukkan.
beneficiaries-paid_before_entered-action = Tanya perkhidmatan bayaran keluar bila penerima dimasukkan, dan siapa yang dibayar.
beneficiaries-paid_twice-meaning = Akaun yang sama menerima amaun yang sama untuk tujuan yang sama dalam tujuh hari.
beneficiaries-paid_twice-action = Bandingkan invois; minta wang itu dikembalikan jika hanya ada satu.
beneficiaries-reference_reused-meaning = Rujukan yang sama ada pada lebih daripada satu arahan.
beneficiaries-reference_reused-action = Bandingkan kedua-dua arahan; perkhidmatan sepatutnya menolak yang kedua.
beneficiaries-account_under_two_names-meaning = Satu nombor akaun di satu bank berada di bawah nama yang berlainan.
beneficiaries-account_under_two_names-action = Minta bukti siapa pemilik akaun itu.

## Reconciliation payout_roll_forward (sql/reconcile/payout_roll_forward.sql)

payout_roll_forward-title = Gulungan akaun bayaran keluar
payout_roll_forward-left = Baki pembukaan dan pergerakan lejar
payout_roll_forward-right = Baki akaun
payout_roll_forward-meaning = Akaun bayaran keluar memegang amaun yang lain daripada yang dijelaskan oleh lejarnya sendiri.
payout_roll_forward-action = Minta perkhidmatan bayaran keluar memberi pergerakan yang tiada dalam lejar; sehingga itu jangan bergantung pada baki akaun.
payout_roll_forward-balance_not_explained-meaning = Akaun memegang lebih atau kurang daripada yang dijelaskan lejarnya.
payout_roll_forward-balance_not_explained-action = Tanya perkhidmatan bayaran keluar tentang pergerakan yang tiada dalam lejar.

## Sheets (reports/daily.yaml)

report = Penyesuaian
sheet-verdicts = Keputusan
sheet-verdicts-about = Satu baris bagi setiap mata wang dan hari perniagaan.
sheet-verdicts-company = Syarikat
sheet-verdicts-business_date = Hari perniagaan
sheet-verdicts-currency = Mata wang
sheet-verdicts-verdict = Keputusan
sheet-verdicts-reason = Sebab
sheet-verdicts-matched_count = Sepadan
sheet-verdicts-break_count = Perbezaan
sheet-verdicts-timing_count = Belum selesai
sheet-verdicts-suggested_count = Dicadangkan
sheet-verdicts-rejected_count = Baris ditolak
sheet-verdicts-cause_count = Punca
sheet-verdicts-unexplained_debit = Debit tidak dijelaskan
sheet-verdicts-unexplained_credit = Kredit tidak dijelaskan
sheet-verdicts-unexplained_net = Bersih tidak dijelaskan
sheet-causes-about = Setiap punca dengan itemnya, pada hari ia bermula. Satu kejadian ialah satu punca, walau dalam berapa penyesuaian ia muncul.
sheet-causes-last_day = Hari terakhir
sheet-causes-outcome = Hasil
sheet-causes-meaning = Maksud
sheet-causes-debit = Debit
sheet-causes-credit = Kredit
sheet-causes-net = Bersih
sheet-causes-item_count = Item
sheet-causes-what_to_do = Tindakan
sheet-causes-age_days = Hari terbuka
sheet-causes-status = Status
sheet-causes-reconciliations = Ditunjukkan oleh
sheet-causes-cause_id = ID punca
sheet-register = Kawalan
sheet-register-about = Setiap kawalan yang mesti dibuat, dengan hasilnya. Kawalan yang tidak dibuat disenaraikan dengan sebabnya.
sheet-register-title = Kawalan
sheet-register-subject = Perkara
sheet-register-state = Keadaan
sheet-register-difference = Perbezaan
sheet-register-reason = Hasil
sheet-register-input = Nama input
sheet-register-due_on = Tarikh dijangka
sheet-register-is_decided = Diputuskan
sheet-inputs = Input bagi setiap hari
sheet-inputs-about = Input yang meliputi setiap hari, buktinya, dan input yang tiada atau belum tiba masanya.
sheet-inputs-basis = Bukti
sheet-inputs-covered_from = Diliputi dari
sheet-inputs-covered_to = Diliputi hingga
sheet-inputs-declared_by = Diisytiharkan oleh
sheet-warnings = Amaran input
sheet-warnings-about = Fail yang diisytiharkan lengkap tetapi tiada baris, berakhir awal, atau mempunyai baris kurang daripada biasa. Semak sama ada ia lengkap.
sheet-warnings-line_count = Baris
sheet-warnings-usual_count = Baris biasa
sheet-waivers = Kawalan yang diketepikan
sheet-waivers-about = Kawalan yang diketepikan oleh konfigurasi.
sheet-waivers-reason = Alasan
sheet-waivers-waived_by = Diketepikan oleh
sheet-waivers-first_day = Dari
sheet-waivers-last_day = Sehingga
sheet-changes = Perubahan
sheet-changes-about = Item yang dibuka, berubah, diputuskan atau ditutup dalam tempoh ini.
sheet-changes-changed_on = Berubah pada
sheet-changes-change = Perubahan
sheet-changes-right_minus_left = Amaun
sheet-changes-break_id = ID perbezaan
sheet-late-changes = Perubahan bulan yang ditutup
sheet-late-changes-about = Perubahan bulan yang telah ditutup, yang diketahui dalam tempoh ini. Ia item luar tempoh bagi tempoh ini, kecuali bulan itu dibuka semula.
sheet-late-changes-closed_month = Bulan ditutup
sheet-late-changes-version = Versi
sheet-late-changes-record = Rekod
sheet-late-changes-reference = Rujukan
sheet-late-changes-sealed_amount = Semasa ditutup
sheet-late-changes-current_amount = Sekarang
sheet-late-changes-effect = Kesan
sheet-late-changes-is_open = Bulan masih terbuka
sheet-late-changes-record_key = Kunci rekod
sheet-decisions = Keputusan orang
sheet-decisions-about = Siapa memutuskan apa tentang perkara dalam tempoh ini. Orang yang dinyatakan sahaja tidak menandatangani; yang menunggu kelulusan belum berkuat kuasa.
sheet-decisions-decision = Diputuskan sebagai
sheet-decisions-account = Akaun hapus kira
sheet-decisions-decided_by = Pembuat keputusan
sheet-decisions-decided_by_identity = Identiti pembuat
sheet-decisions-needs_second = Kelulusan kedua diperlukan
sheet-decisions-approved_by = Diluluskan oleh
sheet-decisions-approval_identity = Identiti pelulus
sheet-decisions-is_in_force = Berkuat kuasa
sheet-decisions-pending_because = Menunggu kelulusan
sheet-decisions-reason_code = Sebab diberi
sheet-decisions-decision_note = Catatan pembuat
sheet-decisions-decided_at = Masa keputusan
sheet-decisions-effective_on = Hari berkuat kuasa
sheet-decisions-system_user = Pengguna sistem
sheet-decisions-host = Mesin
sheet-decisions-asserted_because = Sebab tidak disahkan
sheet-decisions-signed_with = Kunci
sheet-decisions-decision_id = ID keputusan
sheet-decisions-concerns = Berkenaan keputusan
sheet-composition = Komposisi
sheet-composition-about = Apa yang membentuk baki pada akhir hari terakhir, dan apa yang ada di antaranya, walau apa pun yang berlaku kemudian.
sheet-composition-statement = Penyata
sheet-composition-since_on = Sejak
sheet-composition-expected_on = Dijangka pada
sheet-composition-ended_on = Berakhir pada
sheet-composition-ended_by = Diakhiri oleh
sheet-composition-decided_by = Diputuskan oleh
sheet-composition-overdue_on = Lewat dari
sheet-composition-part = Bahagian
sheet-composition-kind = Jenis
sheet-disputes = Pertikaian
sheet-disputes-about = Pembayaran dipertikaikan yang terbuka dalam tempoh ini, seperti pada akhir hari terakhir. Tiada sumber menyatakan pertikaian telah kalah; ia kekal terbuka.
sheet-disputes-opened_on = Dibuka
sheet-disputes-refunded = Dibayar balik
sheet-disputes-charged_back = Dicaj balik
sheet-disputes-reversed = Dibatalkan
sheet-disputes-fee = Fi pertikaian
sheet-disputes-not_moved = Belum bergerak
sheet-disputes-known_by = Diketahui melalui
sheet-disputes-payment_on = Dibayar pada
sheet-disputes-method = Kaedah
sheet-disputes-payment_currency = Mata wang bayaran
sheet-disputes-payment_amount = Amaun bayaran
sheet-disputes-payment_file_name = Fail bayaran
sheet-disputes-payment_line_no = Baris bayaran
sheet-disputes-chargeback_file_name = Fail caj balik
sheet-disputes-chargeback_line_no = Baris caj balik
sheet-disputes-reversal_file_name = Fail pembatalan
sheet-disputes-reversal_line_no = Baris pembatalan
sheet-disputes-dispute_key = Kunci pertikaian
sheet-fee-totals = Jumlah fi
sheet-fee-totals-about = Fi setiap bulan mengikut kaedah, untuk dibandingkan dengan invois fi gerbang. Jumlahnya ialah fi dalam pergerakan akaun penjelasan. Cukai dibundarkan separuh ke atas pada setiap baris.
sheet-fee-totals-month = Bulan
sheet-fee-totals-amount = Amaun kasar
sheet-fee-totals-charged_fee = Fi dicaj
sheet-fee-totals-fee_percent = Kadar purata (%)
sheet-fee-totals-fee_without_tax = Fi tanpa cukai
sheet-fee-totals-tax = Cukai
sheet-fee-totals-fee_with_tax = Fi dengan cukai
sheet-fee-totals-tax_name = Nama cukai
sheet-fee-totals-tax_percent = Kadar cukai (%)
sheet-fee-totals-is_tax_included = Termasuk cukai
sheet-fee-totals-tax_first_day = Kadar mulai
sheet-trend = Aliran
sheet-trend-about = Bayaran berbanding tempoh sebelumnya, mengikut kaedah, dan mengikut hari berbanding purata hari minggu yang sama. Perubahan melebihi kematerialan ditandakan.
sheet-trend-line_count = Pembayaran
sheet-trend-earlier_count = Bayaran sebelum
sheet-trend-earlier_amount = Amaun sebelum
sheet-trend-change_percent = Perubahan (%)
sheet-trend-average_amount = Purata
sheet-trend-earlier_average_amount = Purata sebelum
sheet-trend-fee_percent = Kadar fi (%)
sheet-trend-earlier_fee_percent = Kadar fi sebelum (%)
sheet-trend-usual_days = Hari hingga penyelesaian
sheet-trend-earlier_usual_days = Hari sebelum
sheet-trend-earlier_from = Sebelum dari
sheet-trend-earlier_to = Sebelum hingga
sheet-match-rates = Kadar padanan
sheet-match-rates-about = Cara rekod setiap penyesuaian dipadankan, berbanding tempoh sebelumnya. Kadar yang turun melebihi lima mata peratusan ditandakan.
sheet-match-rates-match_pass = Peraturan padanan
sheet-match-rates-sure_count = Pasti
sheet-match-rates-open_count = Terbuka
sheet-match-rates-sure_percent = Kadar padanan (%)
sheet-match-rates-earlier_sure_percent = Kadar padanan sebelum (%)
sheet-match-rates-suggested_percent = Dicadangkan (%)
sheet-match-rates-reconciliation = Kod penyesuaian
sheet-unmatched = Tidak sepadan
sheet-unmatched-about = Perbezaan, yang paling lama dahulu. Setiap satu memerlukan tindakan.
sheet-unmatched-expected_on = Dijangka pada
sheet-unmatched-becomes_break_on = Perbezaan mulai
sheet-unmatched-decision = Keputusan terdahulu
sheet-unmatched-decided_by = Keputusan terdahulu oleh
sheet-unmatched-decision_note = Catatan terdahulu
sheet-unmatched-first_seen_on = Mula dilihat
sheet-unmatched-left_reference = Rujukan kiri
sheet-unmatched-left_amount = Amaun kiri
sheet-unmatched-left_at = Masa kiri
sheet-unmatched-left_file_name = Fail kiri
sheet-unmatched-left_line_no = Baris kiri
sheet-unmatched-right_reference = Rujukan kanan
sheet-unmatched-right_amount = Amaun kanan
sheet-unmatched-right_at = Masa kanan
sheet-unmatched-right_file_name = Fail kanan
sheet-unmatched-right_line_no = Baris kanan
sheet-unmatched-runners_up = Calon lain
sheet-unmatched-item_key = Kunci item
sheet-unmatched-match_pass = Peraturan padanan
sheet-unmatched-evidence = Bukti
sheet-unmatched-left_label = Sebelah kiri
sheet-unmatched-right_label = Sebelah kanan
sheet-unmatched-reason_code = Kod sebab
sheet-carried = Dibawa ke hadapan
sheet-carried-about = Item hari terdahulu yang masih terbuka, yang paling lama dahulu.
sheet-matched-about = Item yang sepadan, dengan peraturan padanan dan sumber kedua-dua belah.
sheet-timing-about = Item yang dijangka pada hari kemudian dan masih dalam tempoh biasanya.
sheet-suggested-about = Padanan cadangan dengan lebih daripada satu calon. Seseorang memutuskannya.
sheet-bridges = Jambatan
sheet-bridges-about = Dari satu jumlah ke jumlah yang lain dalam baris bertanda. Baris terakhir, perbezaan yang tidak dijelaskan, mesti sifar.
sheet-bridges-measure = Ukuran
sheet-bridges-line_no = Baris
sheet-bridges-title = Keterangan
sheet-bridges-line_code = Kod baris
sheet-fees = Fi
sheet-fees-about = Fi dipersetujui dan dicaj, mengikut kaedah pembayaran.
sheet-fees-amount = Kasar
sheet-fees-agreed_fee = Fi dipersetujui
sheet-fees-differing_count = Bayaran yang berbeza
sheet-order-to-bank = Pesanan ke bank
sheet-order-to-bank-about = Pesanan sehari, dijejaki ke gerbang, penyelesaian dan bank. Setiap langkah ialah langkah sebelumnya tolak amaun yang tiada. Pembayaran tanpa pesanan dan pemindahan ke bank ada dalam lajur berasingan, kerana ia tidak boleh diagihkan kepada pesanan hari itu.
sheet-order-to-bank-ordered_amount = Dipesan
sheet-order-to-bank-not_paid_count = Pesanan belum dibayar
sheet-order-to-bank-not_paid_amount = Belum dibayar
sheet-order-to-bank-not_collected_count = Pesanan tanpa pembayaran
sheet-order-to-bank-not_collected_amount = Belum dikutip
sheet-order-to-bank-collected_minus_ordered = Dikutip tolak dipesan
sheet-order-to-bank-collected_count = Pembayaran dikutip
sheet-order-to-bank-collected_amount = Dikutip
sheet-order-to-bank-charged_fee = Fi gerbang
sheet-order-to-bank-withheld_amount = Rizab ditahan
sheet-order-to-bank-not_settled_count = Pembayaran belum diselesaikan
sheet-order-to-bank-not_settled_amount = Belum diselesaikan
sheet-order-to-bank-settled_count = Pembayaran diselesaikan
sheet-order-to-bank-settled_amount = Diselesaikan
sheet-order-to-bank-deposited_amount = Penyelesaian didepositkan
sheet-order-to-bank-allocated_amount = Diperuntukkan kepada bayaran keluar
sheet-order-to-bank-in_transit_amount = Deposit dalam perjalanan
sheet-order-to-bank-not_deposited_count = Pembayaran belum didepositkan
sheet-order-to-bank-not_deposited_amount = Belum didepositkan
sheet-order-to-bank-not_traced_amount = Deposit tidak dijejaki
sheet-order-to-bank-without_order_count = Pembayaran tanpa pesanan
sheet-order-to-bank-without_order_amount = Tanpa pesanan
sheet-order-to-bank-sent_count = Pemindahan dihantar
sheet-order-to-bank-sent_amount = Dihantar ke bank
sheet-order-to-bank-received_count = Pemindahan diterima
sheet-order-to-bank-received_amount = Diterima oleh bank
sheet-order-to-bank-received_minus_sent = Diterima tolak dihantar
sheet-settlements = Penyelesaian
sheet-settlements-about = Penyelesaian gerbang, dari kasar hingga bersih, serta peruntukan dan depositnya.
sheet-settlements-settlement_date = Diselesaikan pada
sheet-settlements-first_paid_on = Mula dibayar
sheet-settlements-last_paid_on = Akhir dibayar
sheet-settlements-outgoing_amount = Bayaran balik dan caj balik
sheet-settlements-withheld_amount = Ditahan
sheet-settlements-allocated_amount = Diperuntukkan
sheet-settlements-not_allocated_amount = Tidak diperuntukkan
sheet-settlements-deposited_amount = Didepositkan
sheet-settlements-deposit_outcome = Status deposit
sheet-payouts = Bayaran keluar
sheet-payouts-about = Arahan bayaran keluar dan keadaannya.
sheet-payouts-payout_id = ID bayaran keluar
sheet-payouts-recipient_id = Penerima
sheet-payouts-bank_code = Bank
sheet-payouts-recipient_status = Status penerima
sheet-payouts-created_at = Dicipta
sheet-payouts-updated_at = Dikemas kini
sheet-payouts-file_name = Fail
sheet-rejected-about = Baris dan fail yang ditolak, dengan sebabnya. Ia tiada dalam angka.
sheet-rejected-raw_text = Kandungan baris
sheet-unexpected = Kandungan luar jangka
sheet-unexpected-about = Medan, nilai dan angka yang berbeza daripada spesifikasi atau rekod lain perkhidmatan itu. Ia disimpan sebagaimana diterima.
sheet-unexpected-source = Sumber
sheet-unexpected-field = Medan
sheet-unexpected-value = Nilai
sheet-unexpected-seen_count = Kali dilihat
sheet-unexpected-received_at = Diterima
sheet-sources = Sumber
sheet-sources-about = Fail dan respons API yang menjadi asas angka, seperti diterima.
sheet-sources-window_to = Hingga
sheet-sources-row_count = Baris
sheet-sources-byte_count = Bait
sheet-sources-sha256 = SHA-256
