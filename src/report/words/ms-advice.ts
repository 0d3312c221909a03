import { msCollectingAdvice } from './ms-collecting-advice.ts';

/** The titles, meanings and actions of the reconciliations of allocations and payouts, in Malay, by their English text. */
const msPayoutsAdvice: Record<string, string> = {
  // Settlements to allocations
  'Net settled by the gateway': 'Bersih yang diselesaikan oleh gerbang',
  'Allocated to the payout account': 'Diperuntukkan ke akaun bayaran keluar',
  'More was allocated for payouts than the gateway settled on that day.':
    'Lebih banyak disediakan untuk bayaran keluar daripada yang diselesaikan gerbang pada hari itu.',
  'Ask the payout service for the source of the allocation. Do not pay out more than was settled.':
    'Tanya perkhidmatan bayaran keluar daripada wang mana had itu diberi; jangan bayar melebihi yang diselesaikan.',
  'The allocation exceeds the settlement of the day.':
    'Lebih banyak diperuntukkan ke akaun bayaran keluar daripada yang diselesaikan pada hari itu.',
  // Payout ledger to payout instructions
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
  // Allocation approvals
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
  'The net amount of the allocation is not its amount less its fee.':
    'Amaun bersih peruntukan itu bukan amaunnya tolak fi.',
  'The net amount of the ledger record is not its amount less its fee.':
    'Amaun bersih rekod lejar itu bukan amaunnya tolak fi.',
  'The webhook reported a status that the list does not show yet; the list is up to an hour old.':
    'Webhook melaporkan status yang belum ada dalam senarai; senarai itu mungkin sejam lama.',
  'The webhook reported a final status, and the list shows another or has no record.':
    'Webhook melaporkan status muktamad, dan senarai menunjukkan status lain atau tiada rekod.',
  'Ask the payout service which is right. Do not rely on either until then.':
    'Tanya perkhidmatan bayaran keluar mana yang betul. Jangan bergantung pada mana-mana sebelum dijawab.',
  'Ask the payout service which of the figures is right.': 'Tanya perkhidmatan bayaran keluar angka mana yang betul.',
  'The number of approvals that the request states differs from its list of approvals.':
    'Bilangan kelulusan permintaan itu tidak sama dengan senarai kelulusannya.',
  'Ask the payout service who approved it. Do not rely on the allocation until then.':
    'Tanya perkhidmatan bayaran keluar siapa yang meluluskannya. Jangan bergantung pada had itu sebelum dijawab.',
  'The request was approved before it was made, or after its deadline.':
    'Permintaan itu diluluskan sebelum ia dibuat, atau selepas tarikh akhirnya.',
  'Ask the approvers when they approved it. If they did not approve, stop payouts and inform the payout service.':
    'Tanya pelulus bila mereka meluluskannya. Jika mereka tidak meluluskan, hentikan bayaran keluar dan tulis kepada perkhidmatan bayaran keluar.',
  'The allocation is from a settlement that was not upcoming when it was requested.':
    'Peruntukan itu daripada penyelesaian yang bukan akan datang ketika ia diminta.',
  'Ask the payout service which settlement the money is from.':
    'Tanya perkhidmatan bayaran keluar daripada penyelesaian mana wang itu.',
  'The ledger record names another recipient than the payout instruction.':
    'Rekod lejar menamakan penerima lain daripada arahan bayaran keluar.',
  'Stop payouts. Ask the payout service which bank account was paid.':
    'Hentikan bayaran keluar. Tanya perkhidmatan bayaran keluar akaun bank mana yang dibayar.',
  'The charge is dated before what it is for, or long after it.':
    'Caj itu bertarikh sebelum perkara yang dicaj, atau lama selepasnya.',
  'Ask the payout service for the date of the charge.': 'Minta tarikh caj daripada perkhidmatan bayaran keluar.',
  "A verification was charged, and its recipient is not on the payout service's list.":
    'Pengesahan dicaj, dan penerimanya tiada dalam senarai perkhidmatan bayaran keluar.',
  'Ask the payout service whose bank account it verified.':
    'Tanya perkhidmatan bayaran keluar akaun bank siapa yang disahkan.',
  'The bank account that the payout service states with the payout is not that of the recipient.':
    'Akaun bank yang dinyatakan bersama bayaran keluar itu bukan akaun penerima.',
  'Stop payouts to the recipient. Ask the payout service which bank account was paid.':
    'Hentikan bayaran keluar kepada penerima. Tanya perkhidmatan bayaran keluar akaun bank mana yang dibayar.',
  'The payout is dated before its recipient was entered.':
    'Bayaran keluar itu bertarikh sebelum penerimanya dimasukkan.',
  'Ask the payout service when the recipient was entered, and who was paid.':
    'Tanya perkhidmatan bayaran keluar bila penerima dimasukkan, dan siapa yang dibayar.',
  'The request is awaiting approval, and its deadline has not passed.':
    'Permintaan itu menunggu pelulusnya dan tarikh akhirnya belum tiba.',
  'No action yet. Remind the approvers.': 'Belum ada apa-apa; ingatkan pelulus.',
  'The request has a status that is not in the specification.':
    'Permintaan itu mempunyai status yang tidak dinamakan dalam mana-mana spesifikasi.',
  'Ask the payout service what it means before you rely on the allocation.':
    'Tanya perkhidmatan bayaran keluar maksudnya sebelum anda bergantung pada had itu.',
  // Payouts to verified recipients
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
  // Payout account roll-forward
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
};

/** Texts that several reconciliations share, in Malay, by their English text. */
const msSharedAdvice: Record<string, string> = {
  // actions
  'No action yet.': 'Belum ada apa-apa.',
  'Decide which of them belong together.': 'Putuskan yang mana berpasangan.',
  'Claim the difference from the gateway.': 'Tuntut perbezaannya daripada gerbang.',
  'Ask the gateway which is right.': 'Tanya gerbang yang mana betul.',
  // the names of the match passes
  'same identifier': 'pengecam sama',
  'same reference and amount': 'rujukan dan amaun sama',
  'normalised reference': 'rujukan yang diseragamkan',
  'amount in window': 'amaun dalam tempoh',
  'in time order': 'mengikut urutan masa',
  'sum in window': 'jumlah dalam tempoh',
  'totals equal': 'jumlah sama',
  'by hand': 'oleh orang',
};

/** The titles, meanings and actions of the reconciliations of the merchant's own files: orders, callbacks and the bank, in Malay, by their English text. */
export const msOwnFilesAdvice: Record<string, string> = {
  // Orders to statement
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
  'All orders of a file differ from their payments by the same factor.':
    'Semua pesanan dalam satu fail berbeza daripada bayarannya mengikut faktor yang sama.',
  'Set books.orders.amounts if the file is in the minor unit, or correct its currency or rate. Then withdraw the file, and import it again.':
    'Tetapkan books.orders.amounts jika fail dalam unit kecil, atau betulkan mata wang atau kadarnya. Kemudian tarik balik fail, dan import semula.',
  'The amount differs by the factor of the whole file.': 'Amaun berbeza mengikut faktor seluruh fail.',
  'Act on the finding of the file. Do not collect or refund the difference.':
    'Bertindak atas penemuan tentang fail; jangan kutip atau bayar balik perbezaannya.',
  'The times of a file of orders and of their payments are whole hours apart.':
    'Masa dalam fail pesanan dan masa bayarannya berbeza beberapa jam penuh.',
  'Name the zone in the header of the times, such as Placed On (UTC), and the header in books.orders.aliases. Then withdraw the file, and import it again.':
    'Namakan zon dalam tajuk lajur masa, seperti Placed On (UTC), dan tajuk itu dalam books.orders.aliases. Kemudian tarik balik fail, dan import semula.',
  'The order is marked as paid, and its payment failed.':
    'Pesanan mengatakan ia telah dibayar, dan bayarannya tidak berjaya.',
  'Do not deliver. Ask the customer to pay again.': 'Jangan hantar barang; minta pelanggan membayar semula.',
  'The payment succeeded, and the order is marked as unpaid.':
    'Bayaran berjaya, dan pesanan mengatakan ia belum dibayar.',
  'Mark the order as paid and deliver. If it was cancelled, refund the payment.':
    'Tandakan pesanan sebagai dibayar dan hantar barang; bayar balik jika ia telah dibatalkan.',
  'The customer paid the same reference more than once.': 'Pelanggan membayar rujukan yang sama lebih daripada sekali.',
  'If the open items that add up belong together, match them by hand. Until then, do not refund, collect or book any of them.':
    'Jika butiran terbuka yang menjumlah itu sepadan, padankannya dengan tangan; sebelum itu, jangan bayar balik, kutip atau catat mana-mana daripadanya.',
  'Refund the duplicate payment.': 'Bayar balik bayaran kedua.',
  'More than one order or payment fits, or their references contradict each other.':
    'Lebih daripada satu pesanan atau bayaran sepadan, atau rujukannya bercanggah.',
  'The customer paid in another currency than that of the order.':
    'Pelanggan membayar dalam mata wang yang lain daripada mata wang pesanan.',
  'Compare the rate with that of the gateway. Book the payment in the currency in which it was paid.':
    'Bandingkan kadar dengan kadar gerbang; catat bayaran dalam mata wang yang dibayar.',
  'same reference': 'rujukan sama',
  // Callbacks to statement
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
  'The callback and the line with its reference have different ids, and other callbacks have the id of their line.':
    'Mesej dan baris dengan rujukannya mempunyai id yang berbeza, sedangkan mesej lain mempunyai id barisnya.',
  'Find out in the gateway which payment the callback is about.':
    'Semak dalam gerbang bayaran manakah yang dimaksudkan oleh mesej itu.',
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
  'The callback reports a payment method that the statement does not name.':
    'Mesej itu memberitahu satu kaedah bayaran, dan penyata kaedah yang lain atau tiada.',
  'Ask the gateway which is right. The fee depends on the method.':
    'Tanya gerbang yang mana betul; fi bergantung pada kaedah itu.',
  'A signed callback reports the payment as paid, and the statement shows it as not paid.':
    'Satu mesej bertandatangan mengatakan ia telah dibayar, dan barisnya dalam penyata mengatakan tidak.',
  'Do not deliver. Ask the gateway.': 'Jangan hantar barang; tanya gerbang.',
  'More than one callback or line has this reference.': 'Lebih daripada satu mesej atau baris mempunyai rujukan ini.',
  // Refunds of orders to statement
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
  'The order is reported as refunded, and the refund in the statement was cancelled or failed.':
    'Pesanan dilaporkan dibayar balik, dan bayaran balik dalam penyata telah dibatalkan atau gagal.',
  'Correct the order, or make the refund again in the gateway.':
    'Betulkan pesanan, atau buat bayaran balik sekali lagi di gerbang.',
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
  // Proof of deposits
  'The deposits at the bank differ from what the gateway sent: a deposit is overdue, short, duplicated or unidentified.':
    'Wang yang dikatakan dihantar oleh gerbang tidak sampai, atau tidak penuh, atau wang sampai tanpa diberitahu olehnya.',
  'Ask the gateway for the trace number of the transfer, then ask the bank with it.':
    'Minta nombor jejak pindahan daripada gerbang, dan dengan nombor itu tanya bank tentang wangnya.',
  'Deposit in transit: the gateway sent it, and its usual time has not passed.':
    'Gerbang telah menghantarnya dan bank memerlukan masa biasanya.',
  'The settlement makes no deposit: it is carried forward and reduces the next one.':
    'Penyelesaian itu tiada deposit: ia dibawa ke hadapan dan mengurangkan deposit seterusnya.',
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
  'The order names one payment by its id and another by its reference.':
    'Pesanan itu menamakan satu bayaran dengan id dan satu lagi dengan rujukan.',
  'Find out which of the two paid the order, and correct the order.':
    'Ketahui yang mana antara keduanya membayar pesanan itu, dan betulkan pesanan itu.',
  'The bank booked the deposit days before the gateway sent it.':
    'Bank mencatat deposit itu beberapa hari sebelum gerbang menghantarnya.',
  'Ask the bank for the date of the deposit, and the gateway for that of the transfer.':
    'Tanya bank tarikh deposit itu, dan gerbang tarikh pindahannya.',
  'The amount and time fit, and the deposit names somebody else than the deposits of the gateway do.':
    'Amaun dan masa sepadan, dan deposit itu menamakan pihak lain daripada deposit gerbang.',
  'Ask the bank for the sender. Match the deposit by a decision if the gateway sent it.':
    'Tanya bank siapa pengirimnya. Padankan deposit itu dengan keputusan jika gerbang yang menghantarnya.',
  'The amount and time fit, and the deposit has a reference like those of the gateway that no transfer has.':
    'Amaun dan masa sepadan, dan deposit itu mempunyai rujukan seperti rujukan gerbang yang tiada pada sebarang pindahan.',
  'Ask the gateway for the transfer with this reference. Match the deposit by a decision if it is this transfer.':
    'Tanya gerbang tentang pindahan dengan rujukan ini. Padankan deposit itu dengan keputusan jika itulah pindahannya.',
  'The deposit has the amount of one transfer and the reference of another.':
    'Deposit itu mempunyai amaun satu pindahan dan rujukan pindahan lain.',
  'Ask the bank for the sender and reference of the deposit. Correct the match by a decision if both are known.':
    'Tanya bank pengirim dan rujukan deposit itu. Betulkan padanan dengan keputusan jika kedua-duanya diketahui.',
  'Inform the gateway. Do not use the money.': 'Beritahu gerbang; jangan belanjakannya.',
  'More than one deposit or transfer fits, or a sum of them that may be chance.':
    'Lebih daripada satu deposit atau pindahan sesuai, atau jumlahnya yang mungkin kebetulan.',
};

/** The titles, meanings and actions of the heads in sql/reconcile in Malay, by their English text. */
export const msAdvice: Readonly<Record<string, string>> = {
  ...msSharedAdvice,
  ...msCollectingAdvice,
  ...msOwnFilesAdvice,
  ...msPayoutsAdvice,
};
