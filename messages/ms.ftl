# What the rules say, in Malay. A message that is not here is shown in English.

months = Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis

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
