/** The titles, meanings and actions of the heads in sql/reconcile in Malay, by their English text. */
export const msAdvice: Record<string, string> = {
  'The deposits at the bank differ from what the gateway sent: a deposit is overdue, short, duplicated or unidentified.':
    'Wang yang dikatakan dihantar oleh gerbang tidak sampai, atau tidak penuh, atau wang sampai tanpa diberitahu olehnya.',
  'Ask the gateway for the trace number of the transfer, then ask the bank with it.':
    'Minta nombor jejak pindahan daripada gerbang, dan dengan nombor itu tanya bank tentang wangnya.',
  'Deposit in transit: the gateway sent it, and its usual time has not passed.':
    'Gerbang telah menghantarnya dan bank memerlukan masa biasanya.',
  'No action yet.': 'Belum ada apa-apa.',
  'The deposit is past its expected date.':
    'Gerbang telah menghantarnya dan ia mengambil masa lebih lama daripada biasa.',
  'Ask the bank whether the transfer is on its way.': 'Tanya bank sama ada ia dalam perjalanan.',
  'The gateway reports the transfer as sent, and the bank has not received it.':
    'Gerbang mengatakan wang telah dihantar, dan bank belum menerimanya.',
  'The bank returned the deposit after it had arrived.': 'Bank memulangkan deposit itu selepas ia sampai.',
  'Ask the bank why it returned the deposit, and the gateway to send it again. Reverse the booking of the receipt.':
    'Tanya bank mengapa deposit itu dipulangkan, dan minta gerbang menghantarnya semula. Balikkan catatan penerimaannya.',
  'An earlier bank file has the deposit, and a later one that covers the day does not.':
    'Fail bank yang terdahulu mempunyai deposit itu, dan fail kemudian yang meliputi hari itu tidak.',
  'Ask the bank which of the two files is right. If it is the later one, reverse the booking of the receipt and ask the gateway for the transfer.':
    'Tanya bank fail yang mana betul. Jika yang kemudian, balikkan catatan penerimaan dan tanya gerbang tentang pindahan itu.',
  'The bank reversed a line, and no earlier line fits the reversal.':
    'Bank membalikkan satu baris, dan tiada baris terdahulu yang sesuai dengannya.',
  'Get the statement with the reversed line, or ask the bank what it reversed.':
    'Dapatkan penyata yang mempunyai baris itu, atau tanya bank apa yang dibalikkannya.',
  'The bank seems to have reversed a line, and which one is not certain.':
    'Bank nampaknya membalikkan satu baris, dan tidak pasti yang mana.',
  'Compare the reversal with the lines that fit, and ask the bank where that does not decide it.':
    'Bandingkan pembalikan itu dengan baris yang sesuai, dan tanya bank jika masih tidak pasti.',
  'Unidentified receipt: money at the bank without a transfer of the gateway.':
    'Bank menerima wang yang tidak diberitahu oleh gerbang.',
  'Identify the sender before you book it.': 'Ketahui wang siapa itu sebelum anda mencatatnya.',
  'The bank received a different amount than the gateway sent.':
    'Bank menerima amaun yang lain daripada yang dihantar.',
  'Ask the bank for its charges and the gateway for the rest.':
    'Tanya bank tentang cajnya, dan gerbang tentang selebihnya.',
  'The same transfer was deposited twice.': 'Pindahan yang sama didepositkan dua kali.',
  'Inform the gateway. Do not use the money.': 'Beritahu gerbang; jangan belanjakannya.',
  'More than one deposit or transfer fits.': 'Lebih daripada satu deposit atau pindahan sesuai.',
  'Decide which of them belong together.': 'Putuskan yang mana berpasangan.',
  'A payout went to an unverified recipient, was made twice, or one bank account is listed under two names.':
    'Wang pergi ke akaun yang tidak disahkan, atau dua kali kepada orang yang sama, atau satu akaun berada di bawah dua nama.',
  'Stop payouts to the recipient. Ask for proof of the bank account and of the money received.':
    'Hentikan bayaran keluar ke akaun itu dan minta bukti akaun serta bukti penerimaan daripada penerima.',
  "The recipient of the payout is not on the payout service's list.":
    'Arahan itu menamakan akaun bank yang tiada dalam senarai perkhidmatan.',
  'Ask the payout service which bank account was paid.': 'Tanya perkhidmatan bayaran keluar akaun mana yang dibayar.',
  'The recipient failed verification.': 'Akaun bank itu ditolak semasa pengesahan.',
  'Stop payouts to the recipient. Find out who entered the bank account.':
    'Hentikan bayaran keluar kepadanya; ketahui siapa yang memasukkan akaun itu.',
  'The recipient has not passed verification.': 'Akaun bank itu belum lulus pengesahan.',
  'Wait for the verification before you pay. Ask the recipient for proof.':
    'Tunggu pengesahan sebelum membayar; minta bukti daripada penerima.',
  'The recipient was deleted before the payout was instructed.': 'Akaun bank itu dipadamkan sebelum arahan diberi.',
  'Find out who gave the instruction.': 'Ketahui siapa yang memberi arahan itu.',
  'The bank account number, bank or name of the recipient changed after verification.':
    'Nombor, bank atau nama akaun berubah selepas ia disahkan.',
  'Call the recipient on a known telephone number and confirm the change.':
    'Tanya penerima melalui nombor telefon yang diketahui sama ada perubahan itu daripada mereka.',
  'The same bank account was paid the same amount for the same purpose within seven days.':
    'Akaun yang sama menerima amaun yang sama untuk tujuan yang sama dalam tujuh hari.',
  'Compare the invoices. If there is only one, recover the money.':
    'Bandingkan invois; minta wang itu dikembalikan jika hanya ada satu.',
  'More than one payout has this reference.': 'Rujukan yang sama ada pada lebih daripada satu arahan.',
  'Compare both payouts. The service should have refused the second.':
    'Bandingkan kedua-dua arahan; perkhidmatan sepatutnya menolak yang kedua.',
  'One bank account is listed under different names.':
    'Satu nombor akaun di satu bank berada di bawah nama yang berlainan.',
  'Ask for proof of who owns the bank account.': 'Minta bukti siapa pemilik akaun itu.',
  'Callbacks to statement': 'Panggilan balik kepada penyata',
  'Callbacks received': 'Panggilan balik yang anda terima',
  'Payments and refunds in the statement': 'Bayaran dan bayaran balik dalam penyata',
  'Callbacks and the statement disagree: your shop acted on a payment that the statement does not show, or missed one that it shows.':
    'Kedai anda bertindak atas mesej yang tidak disokong oleh penyata, atau tidak pernah diberitahu tentang wang yang bergerak.',
  'Hold the order until the gateway confirms which of the two is right.':
    'Tahan pesanan itu sehingga gerbang menyatakan yang mana betul.',
  'A callback reports a payment, and its signature is not valid for any key of the gateway.':
    'Satu mesej mengatakan wang bergerak, dan tiada kunci gerbang yang sepadan dengan tandatangannya.',
  'A signed callback is of test mode and the statements are live, or the reverse.':
    'Satu mesej bertandatangan adalah daripada mod ujian sedangkan penyata adalah sebenar, atau sebaliknya.',
  'Do not deliver on it. Check that your shop accepts callbacks of its own mode only.':
    'Jangan hantar barang berdasarkannya; pastikan kedai anda hanya menerima mesej daripada modnya sendiri.',
  'Do not deliver on it. Find out who sent it, and check that your shop rejects such callbacks.':
    'Jangan hantar barang berdasarkannya; ketahui siapa penghantarnya, dan pastikan kedai anda menolak mesej sebegitu.',
  'A signed callback reports a payment that is missing in the statement.':
    'Satu mesej bertandatangan mengatakan wang bergerak, dan penyata tiada baris untuknya.',
  'Do not deliver. Ask the gateway which of the two is right.': 'Jangan hantar barang; tanya gerbang yang mana betul.',
  "The statement shows a payment, and no callback for it arrived before the gateway's last attempt.":
    'Wang bergerak, dan tiada mesej tentangnya sampai sepanjang gerbang mencuba.',
  'Deliver or book by the statement. Find out why your shop could not be reached.':
    'Hantar barang atau catatkannya mengikut penyata; ketahui sebab kedai anda tidak dapat dihubungi.',
  'The statement shows a payment without a callback; the gateway repeats its attempts for 36 hours.':
    'Wang bergerak, tiada mesej sampai, dan gerbang terus mencuba selama 36 jam.',
  'The callback reports a different amount than the statement.':
    'Mesej itu memberitahu amaun yang lain daripada penyata.',
  'Ask the gateway which is right. Deliver only what was paid for.':
    'Tanya gerbang yang mana betul; hantar hanya yang telah dibayar.',
  'A signed callback reports the payment as paid, and the statement shows it as not paid.':
    'Satu mesej bertandatangan mengatakan ia telah dibayar, dan barisnya dalam penyata mengatakan tidak.',
  'Do not deliver. Ask the gateway.': 'Jangan hantar barang; tanya gerbang.',
  'More than one callback or line has this reference.': 'Lebih daripada satu mesej atau baris mempunyai rujukan ini.',
  'Fees per agreed schedule': 'Fi mengikut jadual yang dipersetujui',
  'Fees charged per statement': 'Fi yang dicaj dalam penyata',
  'The gateway charged a fee that differs from the agreed schedule.':
    'Gerbang mengenakan fi yang lain daripada yang anda persetujui.',
  'Compare the payment with your agreement. Claim the difference from the gateway.':
    'Bandingkan bayaran itu dengan perjanjian anda; tuntut perbezaannya daripada gerbang.',
  'The fee charged is above the agreed fee.': 'Dicaj lebih daripada yang dipersetujui.',
  'Claim the difference from the gateway.': 'Tuntut perbezaannya daripada gerbang.',
  'The fee charged is below the agreed fee.': 'Dicaj kurang daripada yang dipersetujui.',
  'Expect a correction. Check that the schedule in the configuration is current.':
    'Jangkakan pembetulan; pastikan jadual dalam konfigurasi ialah yang terkini.',
  'Opening balance and statement movements': 'Baki pembukaan dan pergerakan penyata',
  'Closing balance per gateway': 'Baki penutup mengikut gerbang',
  "The gateway's balance does not roll forward: the movements of the day do not explain its change.":
    'Baki gerbang bergerak dengan amaun yang lain daripada yang dijelaskan oleh baris penyata hari itu.',
  'Look for a missing line, or a line with a wrong amount or fee. "Statement to turnover" shows the direction.':
    'Cari baris yang tiada, atau yang menunjukkan amaun atau fi lain; "Penyata kepada perolehan" menamakan arahnya.',
  'The statement lines of the day do not explain the change in the balance.':
    'Baki bergerak lebih atau kurang daripada baris hari itu.',
  'Check "Statement to turnover" for the direction. Then ask the gateway for the missing movement.':
    'Lihat arahnya dalam "Penyata kepada perolehan"; kemudian tanya gerbang tentang pergerakan yang tiada.',
  'An order and its payment disagree: goods may leave unpaid, or a receipt has no order.':
    'Anda menghantar barang tanpa dibayar, atau dibayar tanpa diketahui untuk apa, atau dengan amaun yang lain daripada yang diminta.',
  'Compare the order with the payment. Correct the order, refund the customer, or ask the gateway for the payment.':
    'Buka pesanan dan bayaran bersebelahan; betulkan pesanan, bayar balik pelanggan, atau tanya gerbang tentang bayarannya.',
  'A customer paid, and no order has this number or reference.':
    'Seorang pelanggan membayar, dan tiada pesanan anda mempunyai nombor atau rujukan itu.',
  'Find out what the payment is for. Book the order or refund the customer.':
    'Ketahui untuk apa ia dibayar; catatkan pesanan atau bayar balik pelanggan.',
  'The order is marked as paid, and the statement has no payment for it.':
    'Pesanan mengatakan ia telah dibayar, dan penyata tiada bayaran untuknya.',
  'Do not deliver. Ask the customer for the receipt and the gateway for the payment.':
    'Jangan hantar barang; minta resit daripada pelanggan dan tanya gerbang tentang bayarannya.',
  'The customer paid a different amount than the order.':
    'Pelanggan membayar amaun yang lain daripada yang dinyatakan pesanan.',
  'Collect the shortfall or refund the overpayment. Correct the order if it is wrong.':
    'Minta bakinya, atau bayar balik yang terlebih; betulkan pesanan jika ia salah.',
  'The order is marked as paid, and its payment failed.':
    'Pesanan mengatakan ia telah dibayar, dan bayarannya tidak berjaya.',
  'Do not deliver. Ask the customer to pay again.': 'Jangan hantar barang; minta pelanggan membayar semula.',
  'The payment succeeded, and the order is marked as unpaid.':
    'Bayaran berjaya, dan pesanan mengatakan ia belum dibayar.',
  'Mark the order as paid and deliver. If it was cancelled, refund the payment.':
    'Tandakan pesanan sebagai dibayar dan hantar barang; bayar balik jika ia telah dibatalkan.',
  'The customer paid the same reference more than once.': 'Pelanggan membayar rujukan yang sama lebih daripada sekali.',
  'Refund the duplicate payment.': 'Bayar balik bayaran kedua.',
  'More than one order or payment has this reference.':
    'Lebih daripada satu pesanan atau bayaran mempunyai rujukan ini.',
  'Payments to settlements': 'Bayaran kepada penyelesaiannya',
  'Payments of a day, net of fees': 'Bayaran satu hari, ditolak fi',
  'Settled payments, net of fees': 'Yang telah diselesaikan daripadanya',
  'The gateway has collected payments and has not settled them within the usual time.':
    'Gerbang telah mengambil wang pelanggan dan belum menyelesaikannya dalam masa biasanya.',
  'Ask the gateway for the settlement date of the payments. Quote their references.':
    'Tanya gerbang bila bayaran itu diselesaikan, dengan rujukannya.',
  'Payments are outstanding, and their expected settlement date has not passed.':
    'Bayaran itu belum diselesaikan dan belum sampai masanya.',
  'Payments are past their expected settlement date.':
    'Masa biasa telah berlalu dan sesetengah bayaran belum diselesaikan.',
  'Check whether a holiday or a review explains it. Otherwise ask the gateway.':
    'Lihat sama ada cuti atau semakan yang lebih lama menjelaskannya; jika tidak, tanya gerbang.',
  'Payments are unsettled after the time in which 19 of 20 are settled.':
    'Bayaran belum diselesaikan, sedangkan 19 daripada 20 sudah selesai pada masa ini.',
  'Ask the gateway for the settlement date. Quote the references.':
    'Tanya gerbang bila ia diselesaikan, dengan rujukannya.',
  'Opening balance and ledger movements': 'Baki pembukaan dan pergerakan lejar',
  'Balance per account': 'Baki akaun',
  'The payout account is out of balance with its ledger.':
    'Akaun bayaran keluar memegang amaun yang lain daripada yang dijelaskan oleh lejarnya sendiri.',
  'Ask the payout service for the missing ledger records. Do not rely on the balance until then.':
    'Minta perkhidmatan bayaran keluar memberi pergerakan yang tiada dalam lejar; sehingga itu jangan bergantung pada baki akaun.',
  'The ledger does not explain the balance of the payout account.':
    'Akaun memegang lebih atau kurang daripada yang dijelaskan lejarnya.',
  'Ask the payout service for the missing ledger record.':
    'Tanya perkhidmatan bayaran keluar tentang pergerakan yang tiada dalam lejar.',
  'A refund has no payment, exceeds it, or was made twice.':
    'Wang dikembalikan kepada pelanggan tanpa belian yang menjelaskannya, atau lebih daripada yang dibayar, atau dua kali.',
  'Open the refund in the gateway. If it was made in error, recover the money from the customer or the gateway.':
    'Buka bayaran balik itu di gerbang; jika ia silap, minta wang itu semula daripada pelanggan atau gerbang.',
  'The refund does not belong to any known payment.': 'Wang dikembalikan, dan tiada belian yang diketahui untuknya.',
  'Find out in the gateway who received the refund. If nobody was entitled to it, recover the money.':
    'Buka bayaran balik itu di gerbang dan ketahui untuk siapa; jika bukan untuk sesiapa, minta wang itu semula.',
  'The refund is in a different currency than its payment.':
    'Bayaran balik itu dalam mata wang yang lain daripada beliannya.',
  'Ask the gateway for the conversion. Book the difference only with its answer.':
    'Tanya gerbang cara ia ditukar; catatkan perbezaan hanya dengan jawapannya.',
  'The same amount of the same payment was refunded again within half an hour.':
    'Amaun yang sama dikembalikan untuk belian yang sama dalam setengah jam.',
  'Ask who made the second refund. If it was an error, recover the money from the customer.':
    'Tanya siapa yang memberi bayaran balik kedua; minta wang itu semula daripada pelanggan jika ia silap.',
  'The refunds exceed the payment.': 'Lebih banyak dikembalikan daripada yang dibayar pelanggan.',
  'Ask who made the refund. Recover the excess from the customer.':
    'Tanya siapa yang memberi bayaran balik; minta yang terlebih daripada pelanggan.',
  'The payment was probably refunded after the last day of the statement.':
    'Nampaknya belian itu dibayar balik selepas hari terakhir penyata.',
  'No action yet: the next statement shows the refund.':
    'Tiada apa-apa; penyata seterusnya menunjukkan bayaran balik itu.',
  'The payment has the status refunded, and no refund is in the statement.':
    'Belian mengatakan ia telah dibayar balik, dan tiada bayaran balik keluar dari akaun.',
  'Wait for the next statement. Then ask the gateway for the refund.':
    'Tunggu penyata seterusnya; kemudian tanya gerbang di mana wang itu.',
  'Statement lines at an earlier run': 'Baris penyata seperti dilihat sebelum ini',
  'Statement lines in the latest statement': 'Baris yang sama mengikut penyata terbaharu',
  'The gateway reports a reconciled day differently than before.':
    'Gerbang menyatakan hari yang telah anda laporkan berlainan daripada dahulu.',
  'Ask the gateway for the cause. If the change is right, rerun the day and correct the booking.':
    'Tanya gerbang sebabnya; jika perubahan itu betul, jalankan hari itu semula dan betulkan yang telah dicatat daripadanya.',
  'The amount, fee, currency, day or type of a line changed after it was reconciled.':
    'Amaun, fi, mata wang, hari atau jenis baris yang dilihat dahulu kini lain.',
  'Ask the gateway for the cause. Rerun the day and correct the booking.':
    'Tanya gerbang sebabnya; jalankan hari itu semula dan betulkan yang telah dicatat.',
  'A reconciled line is no longer in the statement.': 'Baris yang dilihat dahulu tiada lagi dalam penyata.',
  'Ask the gateway for the cause. Rerun the day and reverse the booking.':
    'Tanya gerbang sebabnya; jalankan hari itu semula dan batalkan yang telah dicatat.',
  'A line was added to a day after the day was reconciled.':
    'Satu baris bagi hari yang telah dinilai tiada ketika itu.',
  'Rerun the day and book the line.': 'Jalankan hari itu semula dan catatkan baris itu.',
  'Approved allocations': 'Yang dibenarkan oleh kelulusan',
  'Allocations in the payout ledger': 'Yang diberi oleh lejar had hantaran',
  'Money was allocated for payouts without the required approvals, or a request is past its approval deadline.':
    'Wang disediakan untuk bayaran keluar tanpa kelulusan yang dikehendaki syarikat anda, atau permintaan kekal terbuka melepasi tarikh akhirnya.',
  'Ask the approvers whether they approved it. If not, stop payouts and inform the payout service.':
    'Tanya pelulus sama ada mereka meluluskannya; jika tidak, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.',
  'The allocation was made with fewer approvals than required.':
    'Had diberi walaupun yang meluluskan kurang daripada yang dikehendaki.',
  'Ask the approvers. If they did not approve, stop payouts and inform the payout service.':
    'Tanya pelulus; jika mereka tidak meluluskan, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.',
  'The request is past its approval deadline, and has neither been approved nor expired.':
    'Permintaan itu tidak diluluskan dan tidak pula luput pada tarikh akhirnya.',
  'Ask the payout service for its status. Request a new allocation if the money is needed.':
    'Tanya perkhidmatan bayaran keluar tentang keadaannya; minta had baharu jika wang diperlukan.',
  'The request is awaiting approval, and its deadline has not passed.':
    'Permintaan itu menunggu pelulusnya dan tarikh akhirnya belum tiba.',
  'No action yet. Remind the approvers.': 'Belum ada apa-apa; ingatkan pelulus.',
  'The request has a status that is not in the specification.':
    'Permintaan itu mempunyai status yang tidak dinamakan dalam mana-mana spesifikasi.',
  'Ask the payout service what it means before you rely on the allocation.':
    'Tanya perkhidmatan bayaran keluar maksudnya sebelum anda bergantung pada had itu.',
  'The payout ledger and your instructions differ: money left without an instruction, or an instruction was not charged as agreed.':
    'Wang keluar dari akaun bayaran keluar tanpa arahan anda, atau arahan dilaksanakan dan tidak dicaj sepatutnya.',
  "Compare the instruction with the payout service's receipt. Ask the service for the ledger record by its number.":
    'Bandingkan arahan dengan resit perkhidmatan bayaran keluar sendiri; minta rekod lejar mengikut nombornya.',
  'Outstanding: the list that would show it is refreshed once an hour, or the payout is still being processed.':
    'Senarai yang akan menunjukkannya disegarkan sejam sekali, atau arahan itu dalam perjalanan.',
  'The payout is past its expected date.': 'Arahan itu masih diproses lebih lama daripada kebiasaan.',
  'The payout has been pending for days longer than usual.':
    'Arahan itu masih diproses berhari-hari lebih lama daripada kebiasaan.',
  'Have the payout service complete or cancel it. Only then pay the recipient another way.':
    'Minta perkhidmatan pembayaran menyelesaikannya atau menariknya balik; selepas itu barulah bayar penerima dengan cara lain.',
  'Ask the payout service for the cause of the delay. Inform the recipient.':
    'Tanya perkhidmatan bayaran keluar sebab ia menunggu; beritahu penerima.',
  'Money left the account without a payout instruction.':
    'Wang keluar dari akaun, dan tiada arahan anda menyatakannya.',
  'Stop payouts. Ask the payout service who gave the instruction.':
    'Hentikan bayaran keluar dan tanya perkhidmatan bayaran keluar siapa yang memberi arahan itu.',
  'The payout is completed and was not charged.': 'Arahan itu selesai dan tiada apa-apa dicaj untuknya.',
  'Ask the payout service for the ledger record. Expect the charge later.':
    'Minta rekod daripada perkhidmatan bayaran keluar; jangkakan caj kemudian.',
  'The same payout was charged more than once.': 'Arahan yang sama dicaj lebih daripada sekali.',
  'Ask the payout service to credit the duplicate charge.':
    'Minta perkhidmatan bayaran keluar mengkreditkan caj kedua.',
  'The payout was rejected or deleted, and it was charged.':
    'Arahan itu ditolak atau dipadamkan, namun wang tetap keluar.',
  'Ask the payout service to credit the charge.': 'Minta perkhidmatan bayaran keluar mengkreditkannya semula.',
  'The amount charged differs from the amount instructed.': 'Amaun yang dicaj lain daripada yang diarahkan.',
  'Ask the payout service for the receipt and the difference.':
    'Minta resit dan perbezaannya daripada perkhidmatan bayaran keluar.',
  'The ledger record names no payout, and more than one fits.':
    'Rekod lejar tidak menamakan arahan, dan lebih daripada satu mungkin dimaksudkan.',
  'Compare the times with the receipts. Decide which of them belong together.':
    'Bandingkan masa dengan resit; putuskan yang mana berpasangan.',
  'The fee charged differs from the fee of the account.': 'Fi yang dicaj lain daripada fi akaun.',
  'Claim the difference from the payout service.': 'Minta perbezaannya daripada perkhidmatan bayaran keluar.',
  'Net settled by the gateway': 'Bersih yang diselesaikan oleh gerbang',
  'Allocated to the payout account': 'Diperuntukkan ke akaun bayaran keluar',
  'More was allocated for payouts than the gateway settled on that day.':
    'Lebih banyak disediakan untuk bayaran keluar daripada yang diselesaikan gerbang pada hari itu.',
  'Ask the payout service for the source of the allocation. Do not pay out more than was settled.':
    'Tanya perkhidmatan bayaran keluar daripada wang mana had itu diberi; jangan bayar melebihi yang diselesaikan.',
  'The allocation exceeds the settlement of the day.':
    'Lebih banyak diperuntukkan ke akaun bayaran keluar daripada yang diselesaikan pada hari itu.',
  "The statement and the gateway's turnover of the day differ, so the statement may be incomplete.":
    'Penyata dan jumlah gerbang sendiri bagi hari itu tidak sama, jadi penyata bukan keseluruhan kebenaran tentang hari itu.',
  'Ask the gateway for the payments of that day and direction. Do not book the day before the difference is explained.':
    'Minta bayaran hari dan arah itu daripada gerbang; jangan catatkan hari itu sebelum perbezaannya dinamakan.',
  'Turnover includes payments that are missing in the statement.':
    'Perolehan mengira bayaran yang tidak ditunjukkan penyata.',
  'Ask the gateway for the payments of that time. Do not book the day before they are identified.':
    'Minta bayaran pada masa itu daripada gerbang; jangan catatkan hari itu sebelum ia dinamakan.',
  'The statement includes payments that are missing in turnover.':
    'Penyata menunjukkan baris yang tidak dikira perolehan.',
  'Ask the gateway whether these payments are valid. Do not book the day before it confirms.':
    'Tanya gerbang sama ada bayaran ini benar; jangan catatkan hari itu sebelum ia menjawab.',
  'The number of payments agrees and the amount differs.':
    'Kedua-duanya mengira bayaran yang sama dan mendapat amaun yang lain.',
  'Ask the gateway which amount is right.': 'Tanya gerbang amaun mana yang betul.',
  'The amount agrees and the fees differ.': 'Kedua-duanya mendapat amaun yang sama dan fi yang lain.',
  'Compare the fees with your agreement. Claim the difference from the gateway.':
    'Bandingkan fi dengan perjanjian anda; minta perbezaannya daripada gerbang.',
  'The same payment is in the statement twice.': 'Bayaran yang sama ada dua kali dalam penyata.',
  'Book it once. Inform the gateway.': 'Catatkannya sekali; beritahu gerbang.',
  'same identifier': 'pengecam sama',
  'same reference': 'rujukan sama',
  'same reference and amount': 'rujukan dan amaun sama',
  'normalised reference': 'rujukan yang diseragamkan',
  'amount in window': 'amaun dalam tempoh',
  'in time order': 'mengikut urutan masa',
  'sum in window': 'jumlah dalam tempoh',
  'totals equal': 'jumlah sama',
  'by hand': 'oleh orang',
  'Statement lines in the first format': 'Baris penyata dalam format pertama',
  'Statement lines in the second format': 'Baris penyata dalam format kedua',
  'The gateway gives the same statement differently in two formats, or one of the files is read wrongly.':
    'Gerbang memberi penyata yang sama secara berlainan dalam dua format, atau satu daripada failnya salah dibaca.',
  "Find out which of the two files is right, by turnover or in the gateway's portal, before you rely on either.":
    'Pastikan fail mana yang betul, melalui perolehan atau portal gerbang, sebelum anda bergantung pada mana-mana satu.',
  "A line is in the statement's first format only.": 'Satu baris hanya ada dalam format pertama penyata.',
  'Ask the gateway whether the line exists. If it does, rely on the first format.':
    'Tanya gerbang sama ada baris itu wujud. Jika ya, gunakan format pertama.',
  "A line is in the statement's second format only: it is not in the figures.":
    'Satu baris hanya ada dalam format kedua penyata: ia tidak termasuk dalam angka.',
  'Ask the gateway whether the line exists. If it does, make the second format the first one and fetch the day again.':
    'Tanya gerbang sama ada baris itu wujud. Jika ya, jadikan format kedua yang pertama dan ambil semula hari itu.',
  "A line was rejected in the statement's second format and accepted in the first.":
    'Satu baris ditolak dalam format kedua penyata dan diterima dalam format pertama.',
  'Look up the reason of the rejection; the first format may be read wrongly.':
    'Semak sebab penolakan; format pertama mungkin salah dibaca.',
  "A line was rejected in the statement's first format and accepted in the second.":
    'Satu baris ditolak dalam format pertama penyata dan diterima dalam format kedua.',
  'Look up the reason of the rejection. Correct the configuration, or request a corrected file.':
    'Semak sebab penolakan. Betulkan konfigurasi, atau minta fail yang dibetulkan.',
  'The amount, net amount, currency or type of a line differs between the two formats.':
    'Amaun, amaun bersih, mata wang atau jenis satu baris berbeza antara kedua-dua format.',
  'The fee of a line differs between the two formats.': 'Fi satu baris berbeza antara kedua-dua format.',
  'Compare the fee with your agreement, and ask the gateway which is right.':
    'Bandingkan fi itu dengan perjanjian anda, dan tanya gerbang yang mana betul.',
  'The status of a line differs between the two formats.': 'Status satu baris berbeza antara kedua-dua format.',
  'Fetch the day again. If it still differs, ask the gateway which is right.':
    'Ambil semula hari itu. Jika masih berbeza, tanya gerbang yang mana betul.',
  'A time, the reference, the payment method or another detail of a line differs between the two formats.':
    'Masa, rujukan, kaedah bayaran atau butiran lain satu baris berbeza antara kedua-dua format.',
  'Find out which file is right: the line may be matched or dated wrongly.':
    'Pastikan fail mana yang betul: baris itu mungkin dipadankan atau bertarikh salah.',
  'Ask the gateway which is right.': 'Tanya gerbang yang mana betul.',
  'Arithmetic of statement lines': 'Aritmetik baris penyata',
  'Amount less fee and withheld': 'Amaun tolak fi dan jumlah ditahan',
  'Net amount per statement': 'Amaun bersih mengikut penyata',
  'The net amount of a statement line is not its amount less its fee and what is withheld.':
    'Amaun bersih satu baris penyata bukan amaunnya tolak fi dan jumlah yang ditahan.',
  'Ask the gateway which of the figures is right. Do not book the line before it answers.':
    'Tanya gerbang angka mana yang betul. Jangan catat baris itu sebelum gerbang menjawab.',
  'The net amount is not the amount less the fee and what is withheld.':
    'Amaun bersih bukan amaun tolak fi dan jumlah yang ditahan.',
  'Ask the gateway which of the figures is right.': 'Tanya gerbang angka mana yang betul.',
  'Refunds of orders to statement': 'Bayaran balik pesanan kepada penyata',
  'Orders reported as refunded': 'Pesanan yang dilaporkan dibayar balik',
  'Refunds in the statement': 'Bayaran balik dalam penyata',
  'Your shop and the statement disagree on a refund: a customer was not refunded, or was refunded without the shop knowing.':
    'Kedai anda dan penyata tidak sepakat tentang bayaran balik: pelanggan tidak dibayar balik, atau dibayar balik tanpa pengetahuan kedai.',
  'Compare the order with the refund in the gateway. Make the refund, or correct the order.':
    'Bandingkan pesanan dengan bayaran balik di gerbang. Buat bayaran balik, atau betulkan pesanan.',
  'The order is reported as refunded, and the statement has no refund of its payment.':
    'Pesanan dilaporkan dibayar balik, dan penyata tiada bayaran balik bagi bayarannya.',
  'Make the refund in the gateway, or correct the order.': 'Buat bayaran balik di gerbang, atau betulkan pesanan.',
  'The order is reported as refunded, and the refund is past its expected date in the statement.':
    'Pesanan dilaporkan dibayar balik, dan bayaran balik itu melepasi tarikh jangkaannya dalam penyata.',
  'Check in the gateway whether the refund was made.': 'Semak di gerbang sama ada bayaran balik telah dibuat.',
  'The order is reported as refunded, and the days in which the refund is expected are not covered yet.':
    'Pesanan dilaporkan dibayar balik, dan hari-hari jangkaan bayaran balik itu belum diliputi.',
  'The statement has a refund of an order that the shop does not report as refunded.':
    'Penyata mempunyai bayaran balik bagi pesanan yang tidak dilaporkan kedai sebagai dibayar balik.',
  'Find out who made the refund. Correct the order.': 'Ketahui siapa yang membuat bayaran balik. Betulkan pesanan.',
  'The shop reports a different refund than the statement has.':
    'Kedai melaporkan bayaran balik yang berbeza daripada penyata.',
  'Refund the rest, or correct the order.': 'Bayar balik bakinya, atau betulkan pesanan.',
  'Reserve roll-forward': 'Gulungan rizab',
  'Opening reserve, withheld and released': 'Rizab awal, ditahan dan dilepaskan',
  'Reserved per gateway': 'Rizab mengikut gerbang',
  'What the gateway holds in reserve is not what it withheld and has not released.':
    'Rizab yang dipegang gerbang bukan jumlah yang ditahan dan belum dilepaskan.',
  'Compare the withheld amounts with your agreement. Ask the gateway for the release of what is past its date.':
    'Bandingkan jumlah yang ditahan dengan perjanjian anda. Minta gerbang melepaskan jumlah yang melepasi tarikhnya.',
  'The reserve is not what was withheld less what was due for release: more is held than the agreement allows, or less was withheld than the statement shows.':
    'Rizab bukan jumlah yang ditahan tolak yang perlu dilepaskan: lebih dipegang daripada yang dibenarkan perjanjian, atau kurang ditahan daripada yang ditunjukkan penyata.',
  'Ask the gateway for the release of what is past its date, and for the cause of the rest.':
    'Minta gerbang melepaskan jumlah yang melepasi tarikhnya, dan sebab bagi bakinya.',
};
