/**
 * The titles, meanings and actions of the reconciliations of collections and settlements by the gateway, in Malay, by their English
 * text.
 */
export const msCollectingAdvice: Record<string, string> = {
  // Statement to turnover
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
  // Arithmetic of statement lines
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
  // Statement in two formats
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
  // Gateway balance roll-forward
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
  // Reserve roll-forward
  'Reserve roll-forward': 'Gulungan rizab',
  'Opening reserve, withheld and released': 'Rizab awal, ditahan dan dilepaskan',
  'Reserved per gateway': 'Rizab mengikut gerbang',
  'The reserve at the gateway differs from the amounts withheld less the amounts released.':
    'Rizab yang dipegang gerbang bukan jumlah yang ditahan dan belum dilepaskan.',
  'Compare the withheld amounts with your agreement. Ask the gateway for the release of what is past its date.':
    'Bandingkan jumlah yang ditahan dengan perjanjian anda. Minta gerbang melepaskan jumlah yang melepasi tarikhnya.',
  'The reserve is not what was withheld less what was due for release: more is held than the agreement allows, or less was withheld than the statement shows.':
    'Rizab bukan jumlah yang ditahan tolak yang perlu dilepaskan: lebih dipegang daripada yang dibenarkan perjanjian, atau kurang ditahan daripada yang ditunjukkan penyata.',
  'Ask the gateway for the release of what is past its date, and for the cause of the rest.':
    'Minta gerbang melepaskan jumlah yang melepasi tarikhnya, dan sebab bagi bakinya.',
  // Refunds to payments
  'A refund has no payment, was made twice, or exceeds the payment, alone or with a chargeback.':
    'Bayaran balik tiada belian, dibuat dua kali, atau melebihi belian, dengan sendirinya atau bersama caj balik.',
  'Open the refund in the gateway. If it was made in error, recover the money from the customer or the gateway.':
    'Buka bayaran balik itu di gerbang; jika ia silap, minta wang itu semula daripada pelanggan atau gerbang.',
  'The refund names one payment by its id and another by its reference.':
    'Bayaran balik itu menamakan satu bayaran melalui id dan bayaran lain melalui rujukan.',
  'Find out in the gateway which payment was refunded, and to whom.':
    'Semak dalam gerbang bayaran manakah yang dipulangkan, dan kepada siapa.',
  'The refund does not belong to any known payment.': 'Wang dikembalikan, dan tiada belian yang diketahui untuknya.',
  'Find out in the gateway who received the refund. If nobody was entitled to it, recover the money.':
    'Buka bayaran balik itu di gerbang dan ketahui untuk siapa; jika bukan untuk sesiapa, minta wang itu semula.',
  'The refund is in a different currency than its payment.':
    'Bayaran balik itu dalam mata wang yang lain daripada beliannya.',
  'Ask the gateway for the conversion. Book the difference only with its answer.':
    'Tanya gerbang cara ia ditukar; catatkan perbezaan hanya dengan jawapannya.',
  'The same amount was refunded again after the payment was refunded in full.':
    'Amaun yang sama dikembalikan sekali lagi selepas belian dibayar balik sepenuhnya.',
  'Ask who made the second refund. If it was an error, recover the money from the customer.':
    'Tanya siapa yang memberi bayaran balik kedua; minta wang itu semula daripada pelanggan jika ia silap.',
  'The refunds and chargebacks of the payment exceed it.': 'Bayaran balik dan caj balik belian itu melebihi belian.',
  'Answer the dispute with the refund, or with the chargeback before.':
    'Jawab pertikaian itu dengan bayaran balik, atau dengan caj balik sebelumnya.',
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
  // Fees to fee schedule
  'Fees per agreed schedule': 'Fi mengikut jadual yang dipersetujui',
  'Fees charged per statement': 'Fi yang dicaj dalam penyata',
  'The gateway charged a fee that differs from the agreed schedule.':
    'Gerbang mengenakan fi yang lain daripada yang anda persetujui.',
  'Compare the payment with your agreement. Claim the difference from the gateway.':
    'Bandingkan bayaran itu dengan perjanjian anda; tuntut perbezaannya daripada gerbang.',
  'The fee charged is above the agreed fee.': 'Dicaj lebih daripada yang dipersetujui.',
  'The fee charged is below the agreed fee.': 'Dicaj kurang daripada yang dipersetujui.',
  'Expect a correction. Check that the schedule in the configuration is current.':
    'Jangkakan pembetulan; pastikan jadual dalam konfigurasi ialah yang terkini.',
  // Restatements
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
  // Payments to settlements
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
};
