/** The titles, meanings and actions of the heads in sql/reconcile in Malay, by their English text. */
export const msAdvice: Record<string, string> = {
  'Money that the gateway says it sent did not arrive, or not whole, or money arrived that it does not tell of.':
    'Wang yang dikatakan dihantar oleh gerbang tidak sampai, atau tidak penuh, atau wang sampai tanpa diberitahu olehnya.',
  "Ask the gateway for the transfer's trace number, and the bank with it for the money.":
    'Minta nombor jejak pindahan daripada gerbang, dan dengan nombor itu tanya bank tentang wangnya.',
  'The gateway sent it and the bank needs its usual time.':
    'Gerbang telah menghantarnya dan bank memerlukan masa biasanya.',
  'Nothing yet.': 'Belum ada apa-apa.',
  'The gateway sent it and it has taken longer than usual.':
    'Gerbang telah menghantarnya dan ia mengambil masa lebih lama daripada biasa.',
  'Ask the bank whether it is on its way.': 'Tanya bank sama ada ia dalam perjalanan.',
  'The gateway says it sent the money, and the bank has not received it.':
    'Gerbang mengatakan wang telah dihantar, dan bank belum menerimanya.',
  'Ask the gateway for the trace number of the transfer, and the bank with it.':
    'Minta nombor jejak pindahan daripada gerbang, dan tanya bank dengannya.',
  'The bank received money that the gateway does not tell of.':
    'Bank menerima wang yang tidak diberitahu oleh gerbang.',
  'Find out whose money it is before you book it.': 'Ketahui wang siapa itu sebelum anda mencatatnya.',
  'The bank received another amount than was sent.': 'Bank menerima amaun yang lain daripada yang dihantar.',
  'Ask the bank for its charges, the gateway for the rest.':
    'Tanya bank tentang cajnya, dan gerbang tentang selebihnya.',
  'The same transfer was deposited twice.': 'Pindahan yang sama didepositkan dua kali.',
  'Tell the gateway; do not spend it.': 'Beritahu gerbang; jangan belanjakannya.',
  'More than one deposit or transfer fits.': 'Lebih daripada satu deposit atau pindahan sesuai.',
  'Decide which belong together.': 'Putuskan yang mana berpasangan.',
  'Money went to an account that was not verified, or to the same person twice, or one account stands under two names.':
    'Wang pergi ke akaun yang tidak disahkan, atau dua kali kepada orang yang sama, atau satu akaun berada di bawah dua nama.',
  'Stop further payouts to the account and ask the recipient for proof of the account and of what was received.':
    'Hentikan bayaran keluar ke akaun itu dan minta bukti akaun serta bukti penerimaan daripada penerima.',
  'The instruction names a bank account that the service does not list.':
    'Arahan itu menamakan akaun bank yang tiada dalam senarai perkhidmatan.',
  'Ask the payout service which account was paid.': 'Tanya perkhidmatan bayaran keluar akaun mana yang dibayar.',
  'The bank account was rejected by the verification.': 'Akaun bank itu ditolak semasa pengesahan.',
  'Stop payouts to it; find out who entered the account.':
    'Hentikan bayaran keluar kepadanya; ketahui siapa yang memasukkan akaun itu.',
  'The bank account has not passed verification.': 'Akaun bank itu belum lulus pengesahan.',
  'Wait for the verification before you pay; ask the recipient for proof.':
    'Tunggu pengesahan sebelum membayar; minta bukti daripada penerima.',
  'The bank account was deleted before the instruction was given.': 'Akaun bank itu dipadamkan sebelum arahan diberi.',
  'Find out who gave the instruction.': 'Ketahui siapa yang memberi arahan itu.',
  'Number, bank or name of the account changed after it was verified.':
    'Nombor, bank atau nama akaun berubah selepas ia disahkan.',
  'Ask the recipient on a known telephone number whether the change is theirs.':
    'Tanya penerima melalui nombor telefon yang diketahui sama ada perubahan itu daripada mereka.',
  'The same account got the same amount for the same purpose within seven days.':
    'Akaun yang sama menerima amaun yang sama untuk tujuan yang sama dalam tujuh hari.',
  'Compare the invoices; ask for the money back where there is only one.':
    'Bandingkan invois; minta wang itu dikembalikan jika hanya ada satu.',
  'The same reference stands on more than one instruction.': 'Rujukan yang sama ada pada lebih daripada satu arahan.',
  'Compare both instructions; the service should have refused the second.':
    'Bandingkan kedua-dua arahan; perkhidmatan sepatutnya menolak yang kedua.',
  'One account number at one bank stands under different names.':
    'Satu nombor akaun di satu bank berada di bawah nama yang berlainan.',
  'Ask for proof of who owns the account.': 'Minta bukti siapa pemilik akaun itu.',
  'Callbacks to statement': 'Panggilan balik kepada penyata',
  'Callbacks that you received': 'Panggilan balik yang anda terima',
  'Payments and refunds in the statement': 'Bayaran dan bayaran balik dalam penyata',
  'Your shop acted on a message that the statement does not bear out, or was never told of money that moved.':
    'Kedai anda bertindak atas mesej yang tidak disokong oleh penyata, atau tidak pernah diberitahu tentang wang yang bergerak.',
  'Hold the order until the gateway says which of the two is right.':
    'Tahan pesanan itu sehingga gerbang menyatakan yang mana betul.',
  'A message says that money moved, and no key of the gateway fits its signature.':
    'Satu mesej mengatakan wang bergerak, dan tiada kunci gerbang yang sepadan dengan tandatangannya.',
  'A signed message is of test mode and the statements are live, or the other way round.':
    'Satu mesej bertandatangan adalah daripada mod ujian sedangkan penyata adalah sebenar, atau sebaliknya.',
  'Do not deliver on it; see that your shop takes messages of its own mode only.':
    'Jangan hantar barang berdasarkannya; pastikan kedai anda hanya menerima mesej daripada modnya sendiri.',
  'Do not deliver on it; find out who sent it, and check that your shop refuses such messages.':
    'Jangan hantar barang berdasarkannya; ketahui siapa penghantarnya, dan pastikan kedai anda menolak mesej sebegitu.',
  'A signed message says that money moved, and the statement has no line for it.':
    'Satu mesej bertandatangan mengatakan wang bergerak, dan penyata tiada baris untuknya.',
  'Do not deliver; ask the gateway which of the two is right.': 'Jangan hantar barang; tanya gerbang yang mana betul.',
  'Money moved, and no message about it arrived while the gateway still tried.':
    'Wang bergerak, dan tiada mesej tentangnya sampai sepanjang gerbang mencuba.',
  'Deliver or book it by the statement; find out why your shop could not be reached.':
    'Hantar barang atau catatkannya mengikut penyata; ketahui sebab kedai anda tidak dapat dihubungi.',
  'Money moved, no message arrived, and the gateway goes on trying for 36 hours.':
    'Wang bergerak, tiada mesej sampai, dan gerbang terus mencuba selama 36 jam.',
  'The message told of another amount than the statement.': 'Mesej itu memberitahu amaun yang lain daripada penyata.',
  'Ask the gateway which is right; deliver only what was paid for.':
    'Tanya gerbang yang mana betul; hantar hanya yang telah dibayar.',
  'A signed message says that it was paid, and its line in the statement says that it was not.':
    'Satu mesej bertandatangan mengatakan ia telah dibayar, dan barisnya dalam penyata mengatakan tidak.',
  'Do not deliver; ask the gateway.': 'Jangan hantar barang; tanya gerbang.',
  'More than one message or line has this reference.': 'Lebih daripada satu mesej atau baris mempunyai rujukan ini.',
  'Fees that the agreed schedule gives': 'Fi mengikut jadual yang dipersetujui',
  'Fees charged in the statement': 'Fi yang dicaj dalam penyata',
  'The gateway charged another fee than you agreed on.':
    'Gerbang mengenakan fi yang lain daripada yang anda persetujui.',
  'Compare the payment with your agreement; claim the difference from the gateway.':
    'Bandingkan bayaran itu dengan perjanjian anda; tuntut perbezaannya daripada gerbang.',
  'More was charged than agreed.': 'Dicaj lebih daripada yang dipersetujui.',
  'Claim the difference from the gateway.': 'Tuntut perbezaannya daripada gerbang.',
  'Less was charged than agreed.': 'Dicaj kurang daripada yang dipersetujui.',
  'Expect a correction; check that the schedule in the configuration is the current one.':
    'Jangkakan pembetulan; pastikan jadual dalam konfigurasi ialah yang terkini.',
  "Opening balance and the statement's movements": 'Baki pembukaan dan pergerakan penyata',
  'Closing balance per gateway': 'Baki penutup mengikut gerbang',
  "The gateway's balance moved by another amount than the statement's lines of the day explain.":
    'Baki gerbang bergerak dengan amaun yang lain daripada yang dijelaskan oleh baris penyata hari itu.',
  'Look for a line that is missing, or that shows another amount or fee; "Statement to turnover" names the direction.':
    'Cari baris yang tiada, atau yang menunjukkan amaun atau fi lain; "Penyata kepada perolehan" menamakan arahnya.',
  'The balance moved by more or less than the lines of the day.':
    'Baki bergerak lebih atau kurang daripada baris hari itu.',
  'Look at "Statement to turnover" for the direction; then ask the gateway for the movement that is missing.':
    'Lihat arahnya dalam "Penyata kepada perolehan"; kemudian tanya gerbang tentang pergerakan yang tiada.',
  'You delivered without being paid, or were paid without knowing for what, or another amount than you asked for.':
    'Anda menghantar barang tanpa dibayar, atau dibayar tanpa diketahui untuk apa, atau dengan amaun yang lain daripada yang diminta.',
  'Open the order and the payment side by side; correct the order, refund the customer, or ask the gateway for the payment.':
    'Buka pesanan dan bayaran bersebelahan; betulkan pesanan, bayar balik pelanggan, atau tanya gerbang tentang bayarannya.',
  'A customer paid, and no order of yours has that number or reference.':
    'Seorang pelanggan membayar, dan tiada pesanan anda mempunyai nombor atau rujukan itu.',
  'Find out for what it was paid; book the order or refund the customer.':
    'Ketahui untuk apa ia dibayar; catatkan pesanan atau bayar balik pelanggan.',
  'The order says it is paid, and the statement has no payment for it.':
    'Pesanan mengatakan ia telah dibayar, dan penyata tiada bayaran untuknya.',
  'Do not deliver; ask the customer for the receipt and the gateway for the payment.':
    'Jangan hantar barang; minta resit daripada pelanggan dan tanya gerbang tentang bayarannya.',
  'The customer paid another amount than the order says.':
    'Pelanggan membayar amaun yang lain daripada yang dinyatakan pesanan.',
  'Ask for the rest, or refund what is too much; correct the order where it is wrong.':
    'Minta bakinya, atau bayar balik yang terlebih; betulkan pesanan jika ia salah.',
  'The order says it is paid, and its payment did not go through.':
    'Pesanan mengatakan ia telah dibayar, dan bayarannya tidak berjaya.',
  'Do not deliver; ask the customer to pay again.': 'Jangan hantar barang; minta pelanggan membayar semula.',
  'The payment went through, and the order says it is not paid.':
    'Bayaran berjaya, dan pesanan mengatakan ia belum dibayar.',
  'Mark the order as paid and deliver; refund it where it was cancelled.':
    'Tandakan pesanan sebagai dibayar dan hantar barang; bayar balik jika ia telah dibatalkan.',
  'The customer paid the same reference more than once.': 'Pelanggan membayar rujukan yang sama lebih daripada sekali.',
  'Refund the second payment.': 'Bayar balik bayaran kedua.',
  'More than one order or payment has this reference.':
    'Lebih daripada satu pesanan atau bayaran mempunyai rujukan ini.',
  'Payments to their settlement': 'Bayaran kepada penyelesaiannya',
  'Payments of a day, net of fees': 'Bayaran satu hari, ditolak fi',
  'What of them was settled': 'Yang telah diselesaikan daripadanya',
  "The gateway has taken customers' money and has not settled it in the time that it usually takes.":
    'Gerbang telah mengambil wang pelanggan dan belum menyelesaikannya dalam masa biasanya.',
  'Ask the gateway when the payments are settled, with their references.':
    'Tanya gerbang bila bayaran itu diselesaikan, dengan rujukannya.',
  'The payments are not settled yet and are not due either.':
    'Bayaran itu belum diselesaikan dan belum sampai masanya.',
  'The usual time is over and some payments are not settled.':
    'Masa biasa telah berlalu dan sesetengah bayaran belum diselesaikan.',
  'Look whether a holiday or a longer check explains it; else ask the gateway.':
    'Lihat sama ada cuti atau semakan yang lebih lama menjelaskannya; jika tidak, tanya gerbang.',
  'Payments are not settled, and 19 of 20 were by now.':
    'Bayaran belum diselesaikan, sedangkan 19 daripada 20 sudah selesai pada masa ini.',
  'Ask the gateway when they are settled, with their references.':
    'Tanya gerbang bila ia diselesaikan, dengan rujukannya.',
  "Opening balance and the ledger's movements": 'Baki pembukaan dan pergerakan lejar',
  'Balance of the account': 'Baki akaun',
  'The payout account holds another amount than its own ledger explains.':
    'Akaun bayaran keluar memegang amaun yang lain daripada yang dijelaskan oleh lejarnya sendiri.',
  "Ask the payout service for the movements that the ledger lacks; until then do not rely on the account's balance.":
    'Minta perkhidmatan bayaran keluar memberi pergerakan yang tiada dalam lejar; sehingga itu jangan bergantung pada baki akaun.',
  'The account holds more or less than its ledger explains.':
    'Akaun memegang lebih atau kurang daripada yang dijelaskan lejarnya.',
  'Ask the payout service for the movement that the ledger lacks.':
    'Tanya perkhidmatan bayaran keluar tentang pergerakan yang tiada dalam lejar.',
  'Money went back to a customer that no purchase explains, or more of it than was paid, or twice.':
    'Wang dikembalikan kepada pelanggan tanpa belian yang menjelaskannya, atau lebih daripada yang dibayar, atau dua kali.',
  'Open the refund in the gateway; if it was made in error, ask the customer or the gateway for the money back.':
    'Buka bayaran balik itu di gerbang; jika ia silap, minta wang itu semula daripada pelanggan atau gerbang.',
  'Money went back, and no purchase is known that it belongs to.':
    'Wang dikembalikan, dan tiada belian yang diketahui untuknya.',
  'Open the refund in the gateway and find out for whom it was; if for nobody, ask for the money back.':
    'Buka bayaran balik itu di gerbang dan ketahui untuk siapa; jika bukan untuk sesiapa, minta wang itu semula.',
  'The refund is in another currency than its purchase.':
    'Bayaran balik itu dalam mata wang yang lain daripada beliannya.',
  'Ask the gateway how it was converted; book the difference only with its answer.':
    'Tanya gerbang cara ia ditukar; catatkan perbezaan hanya dengan jawapannya.',
  'The same amount went back for the same purchase within half an hour.':
    'Amaun yang sama dikembalikan untuk belian yang sama dalam setengah jam.',
  'Ask who gave the second refund; ask the customer for the money back where it was an error.':
    'Tanya siapa yang memberi bayaran balik kedua; minta wang itu semula daripada pelanggan jika ia silap.',
  'More went back than the customer had paid.': 'Lebih banyak dikembalikan daripada yang dibayar pelanggan.',
  'Ask who gave the refund; ask the customer for what is too much.':
    'Tanya siapa yang memberi bayaran balik; minta yang terlebih daripada pelanggan.',
  'The purchase was refunded after the last day of the statement, as it seems.':
    'Nampaknya belian itu dibayar balik selepas hari terakhir penyata.',
  'Nothing; the next statement shows the refund.': 'Tiada apa-apa; penyata seterusnya menunjukkan bayaran balik itu.',
  'The purchase says that it was refunded, and no refund left the account.':
    'Belian mengatakan ia telah dibayar balik, dan tiada bayaran balik keluar dari akaun.',
  'Wait for the next statement; then ask the gateway where the money is.':
    'Tunggu penyata seterusnya; kemudian tanya gerbang di mana wang itu.',
  'Statement lines as an earlier run saw them': 'Baris penyata seperti dilihat sebelum ini',
  'The same lines as the newest statement tells them': 'Baris yang sama mengikut penyata terbaharu',
  'The gateway tells a day that you have already reported otherwise than before.':
    'Gerbang menyatakan hari yang telah anda laporkan berlainan daripada dahulu.',
  'Ask the gateway why; where the change is right, run the day again and correct what was booked from it.':
    'Tanya gerbang sebabnya; jika perubahan itu betul, jalankan hari itu semula dan betulkan yang telah dicatat daripadanya.',
  'Amount, fee, currency, day or kind of a line that was seen before is another now.':
    'Amaun, fi, mata wang, hari atau jenis baris yang dilihat dahulu kini lain.',
  'Ask the gateway why; run the day again and correct what was booked.':
    'Tanya gerbang sebabnya; jalankan hari itu semula dan betulkan yang telah dicatat.',
  'A line that was seen before is in the statement no more.': 'Baris yang dilihat dahulu tiada lagi dalam penyata.',
  'Ask the gateway why; run the day again and reverse what was booked.':
    'Tanya gerbang sebabnya; jalankan hari itu semula dan batalkan yang telah dicatat.',
  'A line of a day that had been judged was not there then.':
    'Satu baris bagi hari yang telah dinilai tiada ketika itu.',
  'Run the day again and book the line.': 'Jalankan hari itu semula dan catatkan baris itu.',
  'What the approvals allow': 'Yang dibenarkan oleh kelulusan',
  'What the send-limit ledger gave': 'Yang diberi oleh lejar had hantaran',
  'Money was made available to pay out without the approvals that your company requires, or a request stays open past its deadline.':
    'Wang disediakan untuk bayaran keluar tanpa kelulusan yang dikehendaki syarikat anda, atau permintaan kekal terbuka melepasi tarikh akhirnya.',
  'Ask the approvers whether they approved it; where they did not, stop payouts and write to the payout service.':
    'Tanya pelulus sama ada mereka meluluskannya; jika tidak, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.',
  'The limit was given although fewer people approved than must.':
    'Had diberi walaupun yang meluluskan kurang daripada yang dikehendaki.',
  'Ask the approvers; where they did not approve, stop payouts and write to the payout service.':
    'Tanya pelulus; jika mereka tidak meluluskan, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.',
  'The request was neither approved nor expired at its deadline.':
    'Permintaan itu tidak diluluskan dan tidak pula luput pada tarikh akhirnya.',
  'Ask the payout service for its state; ask for a new limit where the money is needed.':
    'Tanya perkhidmatan bayaran keluar tentang keadaannya; minta had baharu jika wang diperlukan.',
  'The request waits for its approvers and its deadline has not come.':
    'Permintaan itu menunggu pelulusnya dan tarikh akhirnya belum tiba.',
  'Nothing yet; remind the approvers.': 'Belum ada apa-apa; ingatkan pelulus.',
  'The request has a status that no specification names.':
    'Permintaan itu mempunyai status yang tidak dinamakan dalam mana-mana spesifikasi.',
  'Ask the payout service what it means before you rely on the limit.':
    'Tanya perkhidmatan bayaran keluar maksudnya sebelum anda bergantung pada had itu.',
  'Money left the payout account without an instruction of yours, or an instruction was carried out and not charged as it should.':
    'Wang keluar dari akaun bayaran keluar tanpa arahan anda, atau arahan dilaksanakan dan tidak dicaj sepatutnya.',
  "Compare the instruction with the payout service's own receipt; ask the service for the ledger record by its number.":
    'Bandingkan arahan dengan resit perkhidmatan bayaran keluar sendiri; minta rekod lejar mengikut nombornya.',
  'The list that would show it is refreshed once an hour, or the instruction is on its way.':
    'Senarai yang akan menunjukkannya disegarkan sejam sekali, atau arahan itu dalam perjalanan.',
  'Nothing; the next run decides.': 'Tiada apa-apa; larian seterusnya menentukan.',
  'The instruction is under way for longer than instructions usually take.':
    'Arahan itu masih diproses lebih lama daripada kebiasaan.',
  'The instruction is under way for days longer than instructions take.':
    'Arahan itu masih diproses berhari-hari lebih lama daripada kebiasaan.',
  'Have the payout service complete it or take it back; only then pay the recipient another way.':
    'Minta perkhidmatan pembayaran menyelesaikannya atau menariknya balik; selepas itu barulah bayar penerima dengan cara lain.',
  'Ask the payout service why it waits; tell the recipient.':
    'Tanya perkhidmatan bayaran keluar sebab ia menunggu; beritahu penerima.',
  'Money left the account, and no instruction of yours says so.':
    'Wang keluar dari akaun, dan tiada arahan anda menyatakannya.',
  'Stop payouts and ask the payout service who gave the instruction.':
    'Hentikan bayaran keluar dan tanya perkhidmatan bayaran keluar siapa yang memberi arahan itu.',
  'The instruction is completed and nothing was charged for it.':
    'Arahan itu selesai dan tiada apa-apa dicaj untuknya.',
  'Ask the payout service for the record; expect the charge later.':
    'Minta rekod daripada perkhidmatan bayaran keluar; jangkakan caj kemudian.',
  'The same instruction was charged more than once.': 'Arahan yang sama dicaj lebih daripada sekali.',
  'Ask the payout service to credit the second charge.': 'Minta perkhidmatan bayaran keluar mengkreditkan caj kedua.',
  'The instruction was rejected or deleted, and the money left all the same.':
    'Arahan itu ditolak atau dipadamkan, namun wang tetap keluar.',
  'Ask the payout service to credit it back.': 'Minta perkhidmatan bayaran keluar mengkreditkannya semula.',
  'Another amount was charged than was instructed.': 'Amaun yang dicaj lain daripada yang diarahkan.',
  'Ask the payout service for the receipt and for the difference.':
    'Minta resit dan perbezaannya daripada perkhidmatan bayaran keluar.',
  "The ledger's record names no instruction, and more than one could be meant.":
    'Rekod lejar tidak menamakan arahan, dan lebih daripada satu mungkin dimaksudkan.',
  'Compare the times with the receipts; decide which belong together.':
    'Bandingkan masa dengan resit; putuskan yang mana berpasangan.',
  "Another fee was charged than the account's.": 'Fi yang dicaj lain daripada fi akaun.',
  'Ask the payout service for the difference.': 'Minta perbezaannya daripada perkhidmatan bayaran keluar.',
  'Net settled by the gateway': 'Bersih yang diselesaikan oleh gerbang',
  'Allocated to the payout account': 'Diperuntukkan ke akaun bayaran keluar',
  'More was made available for payouts than the gateway settled on that day.':
    'Lebih banyak disediakan untuk bayaran keluar daripada yang diselesaikan gerbang pada hari itu.',
  'Ask the payout service from which money the limit was given; do not pay out above what was settled.':
    'Tanya perkhidmatan bayaran keluar daripada wang mana had itu diberi; jangan bayar melebihi yang diselesaikan.',
  'More was allocated to the payout account than was settled on the day.':
    'Lebih banyak diperuntukkan ke akaun bayaran keluar daripada yang diselesaikan pada hari itu.',
  "The statement and the gateway's own total of the day disagree, so the statement is not the whole truth about the day.":
    'Penyata dan jumlah gerbang sendiri bagi hari itu tidak sama, jadi penyata bukan keseluruhan kebenaran tentang hari itu.',
  'Ask the gateway for the payments of that day and direction; do not book the day before the difference is named.':
    'Minta bayaran hari dan arah itu daripada gerbang; jangan catatkan hari itu sebelum perbezaannya dinamakan.',
  'Turnover counts payments that the statement does not show.':
    'Perolehan mengira bayaran yang tidak ditunjukkan penyata.',
  'Ask the gateway for the payments of that time; do not book the day before they are named.':
    'Minta bayaran pada masa itu daripada gerbang; jangan catatkan hari itu sebelum ia dinamakan.',
  'The statement shows lines that turnover does not count.': 'Penyata menunjukkan baris yang tidak dikira perolehan.',
  'Ask the gateway whether these payments are real; do not book the day before it has answered.':
    'Tanya gerbang sama ada bayaran ini benar; jangan catatkan hari itu sebelum ia menjawab.',
  'Both count the same payments and come to another amount.':
    'Kedua-duanya mengira bayaran yang sama dan mendapat amaun yang lain.',
  'Ask the gateway which amount holds.': 'Tanya gerbang amaun mana yang betul.',
  'Both come to the same amount and to other fees.': 'Kedua-duanya mendapat amaun yang sama dan fi yang lain.',
  'Compare the fees with your agreement; ask the gateway for the difference.':
    'Bandingkan fi dengan perjanjian anda; minta perbezaannya daripada gerbang.',
  'The same payment stands in the statement twice.': 'Bayaran yang sama ada dua kali dalam penyata.',
  'Book it once; tell the gateway.': 'Catatkannya sekali; beritahu gerbang.',
  'same identifier': 'pengecam sama',
  'same reference': 'rujukan sama',
  'same reference and amount': 'rujukan dan amaun sama',
  'normalised reference': 'rujukan yang diseragamkan',
  'amount in window': 'amaun dalam tempoh',
  'in time order': 'mengikut urutan masa',
  'sum in window': 'jumlah dalam tempoh',
  'totals equal': 'jumlah sama',
  'by hand': 'oleh orang',
};
