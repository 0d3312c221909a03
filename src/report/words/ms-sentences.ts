/** How a deadline is written (core.deadline_text): the day alone, or with what it was counted by. */
const deadlines: Record<string, string> = {
  '{}': '{}',
  '{} (without {})': '{} (tanpa {})',
  '{} (1 business day)': '{} (1 hari bekerja)',
  '{} (1 business day; {})': '{} (1 hari bekerja; {})',
  '{} ({} business days)': '{} ({} hari bekerja)',
  '{} ({} business days; {})': '{} ({} hari bekerja; {})',
};

/** A sentence with each form of its deadline, which is the gap `{by}`. */
function withDeadline(english: string, malay: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(deadlines).map(([by, inMalay]) => [english.replace('{by}', by), malay.replace('{by}', inMalay)]),
  );
}

/** The sentences of the reasons in sql/ in Malay, by their English text. Each {} is a gap, in the same order. */
export const msSentences: Record<string, string> = {
  'Import a newer one, or state that it is whole: tieout import {} {} --covers {}..{}{}.':
    'Import yang lebih baharu, atau nyatakan bahawa ia lengkap: tieout import {} {} --covers {}..{}{}.',
  'Import one: tieout import {} FILE.': 'Import satu: tieout import {} FILE.',
  'It is due on {}.': 'Ia dijangka pada {}.',
  'No line of {} could be read: {}.': 'Tiada baris {} dapat dibaca: {}.',
  "The gateway's balance at the {} of {} names no {}; {}. Run again to ask once more. If the gateway has closed it, waive the control (waivers).":
    'Baki gerbang pada {} bagi {} tidak menamakan {}; {}. Jalankan semula untuk meminta sekali lagi. Jika gerbang telah menutupnya, ketepikan kawalan itu (waivers).',
  "The gateway's balance at the {} of {} names no {}; money had moved in it before. Run again to ask once more. If the gateway has closed it, waive the control (waivers).":
    'Baki gerbang pada {} bagi {} tidak menamakan {}; wang pernah bergerak dalamnya. Jalankan semula untuk meminta sekali lagi. Jika gerbang telah menutupnya, ketepikan kawalan itu (waivers).',
  "The gateway's balance at the {} of {} names no {}; the reading before it had {}. Run again to ask once more. If the gateway has closed it, waive the control (waivers).":
    'Baki gerbang pada {} bagi {} tidak menamakan {}; bacaan sebelumnya ada {}. Jalankan semula untuk meminta sekali lagi. Jika gerbang telah menutupnya, ketepikan kawalan itu (waivers).',
  '1 line of earlier files ended: this file covers the day and does not have it, {} of {}.':
    '1 baris fail terdahulu tamat: fail ini meliputi hari itu dan tidak mempunyainya, {} pada {}.',
  '{} lines of earlier files ended: this file covers the day and does not have them, the first {} of {}.':
    '{} baris fail terdahulu tamat: fail ini meliputi hari itu dan tidak mempunyainya, yang pertama {} pada {}.',
  'nothing covers {}.': 'tiada yang meliputi {}.',
  '{} covers from {}; nothing covers {}.': '{} meliputi dari {}; tiada yang meliputi {}.',
  '{} covers through {}; nothing covers {}.': '{} meliputi hingga {}; tiada yang meliputi {}.',
  '{} has lines from {} to {} and states no period.': '{} ada baris dari {} hingga {} dan tidak menyatakan tempoh.',
  '{} has lines from {} to {}, and {} that may be of any of these days.':
    '{} ada baris dari {} hingga {}, dan {} yang mungkin bagi mana-mana hari itu.',
  '{} has no lines and states no period.': '{} tiada baris dan tidak menyatakan tempoh.',
  '{}: {} on {}, and usually {} on this weekday. The file is declared whole; check that it is.':
    '{}: {} pada {}, dan biasanya {} pada hari minggu ini. Fail itu diisytiharkan lengkap; semak sama ada benar.',
  '{} in {}, which is not a currency of the company (line {}): no verdict counts {}.':
    '{} dalam {}, yang bukan mata wang syarikat (baris {}): tiada keputusan mengira {}.',
  '{} on line {} is a number that a spreadsheet rounded: its other digits are lost, and it matches nothing.':
    '{} pada baris {} ialah nombor yang dibundarkan oleh hamparan: digit lain hilang, dan ia tidak sepadan dengan apa-apa.',
  '{} references are numbers that a spreadsheet rounded, the first {} on line {}: their other digits are lost, and they match nothing.':
    '{} rujukan ialah nombor yang dibundarkan oleh hamparan, yang pertama {} pada baris {}: digit lain hilang, dan ia tidak sepadan dengan apa-apa.',
  'Out of balance by {}. {}: {}. {}: {}.': 'Tidak seimbang sebanyak {}. {}: {}. {}: {}.',
  '{} and {} agree: {}.': '{} dan {} adalah sama: {}.',
  'Located so far: {}. Not yet located: {}, fees {}.': 'Ditemui setakat ini: {}. Belum ditemui: {}, fi {}.',
  'Located: {}.': 'Ditemui: {}.',
  'Added after reconciliation: line of {} for {}.': 'Baris {} bernilai {} datang selepas hari itu dinilai.',
  'A callback of a different mode (test or live) than the statements reports {} as a {}.':
    'Satu mesej daripada mod yang lain daripada penyata mengatakan {} bergerak sebagai {}: satu ujian, atau bukan ujian.',
  'A callback without a valid signature reports {} as a {}.':
    'Satu mesej mengatakan {} bergerak sebagai {}, dan gerbang tidak menandatanganinya.',
  'A signed callback reports a {} of {} as paid; the statement line is {}.':
    'Satu mesej bertandatangan memberitahu {} bernilai {}, dan barisnya dalam penyata ialah {}.',
  'Missing in statement: {} of {}, reported by a signed callback.':
    'Satu mesej bertandatangan memberitahu {} bernilai {}, dan penyata tiada baris untuknya.',
  'All {} payments are settled.': 'Semua {} bayaran telah diselesaikan.',
  'Recipients {} and {} have the same bank account under different names.':
    'Akaun bank {} dan {} mempunyai nombor yang sama di bank yang sama, di bawah nama berlainan.',
  'Changed from {} to {}.': 'Berubah daripada {} kepada {}.',
  'Matched by hand with {} by {}.': 'Dipadankan oleh orang dengan {} oleh {}.',
  'More than one deposit fits the transfer of {}.': 'Lebih daripada satu deposit sesuai dengan {} yang dihantar.',
  'Missing in callbacks: {} of {}.': 'Tiada mesej sampai tentang {} bernilai {}.',
  'Callback outstanding: {} of {}; the gateway repeats its attempts until {}.':
    'Belum ada mesej tentang {} bernilai {}; gerbang mencuba hingga {}.',
  'Refund of {} without a known payment{}.': 'Bayaran balik {} tanpa bayaran yang diketahui{}.',
  'Order {} is for {}; {} was paid.': 'Pesanan {} bernilai {}, dan {} dibayar.',
  'Order {} is {}; its payment is {}.': 'Pesanan {} ialah {}, dan bayarannya {}.',
  'Missing in statement: payment of order {} of {}, which is {}.':
    'Pesanan {} bernilai {} ialah {}, dan penyata tiada bayaran untuknya.',
  'Order {} of {} may be the one paid; another order has the same reference.':
    'Pesanan {} bernilai {} mungkin yang dibayar, atau pesanan lain dengan rujukannya.',
  'Order {} is paid in full: {}.': 'Pesanan {} dibayar penuh: {}.',
  'Duplicate charge, record {} for the same payout: {}.': 'Rekod {} lejar bagi arahan yang sama: {} dicaj sekali lagi.',
  'Reference {} was already used on payout {}.': 'Rujukan {} sudah ada pada arahan {}.',
  'Refunded {} of {}, {} in total.': 'Dibayar balik {} daripada {}, {} setakat ini.',
  'Refunds of {} exceed the payment of {}.': 'Bayaran balik belian ini berjumlah {}, ia dibayar {}.',
  'Paid as instructed: {}, fee {}.': 'Dihantar seperti diarahkan: {}, fi {}.',
  'Statement and turnover agree in amount, fee and count ({}).':
    'Penyata dan perolehan sama pada amaun, fi dan bilangan ({}).',
  'The fee charged is {}; the agreed fee is {}.': 'Fi yang dicaj ialah {}, fi akaun ialah {}.',
  'Missing in ledger: charge of {} for a payout that is {}.':
    'Arahan bagi {} ialah {} dan lejar tidak menunjukkan hantaran untuknya.',
  'The payout was {}; the ledger shows a charge of {}.':
    'Arahan itu {} dan lejar masih menunjukkan {} dihantar untuknya.',
  'The ledger record names no payout; {} on that day may belong to this payout or to another.':
    'Lejar tidak menamakan arahan; {} pada hari itu mungkin milik yang ini atau yang lain.',
  'Missing in payout instructions: ledger record of {}.':
    'Lejar menunjukkan {} dihantar, dan tiada arahan bernombor itu diketahui.',
  'The ledger shows {}, the payout instruction {}.': 'Lejar menunjukkan {}, arahan mengatakan {}.',
  'No longer in the statement: line of {} for {}.': 'Baris {} bernilai {} tiada lagi dalam penyata.',
  'Line of {} restated: {} (fee {}, {}) before, {} (fee {}, {}, day {}) now.':
    'Baris {} dahulu {} (fi {}, {}) dan kini {} (fi {}, {}, hari {}).',
  'The callback reports {}, the statement {}.': 'Mesej memberitahu {}, penyata {}.',
  'Duplicate line in the statement: payment {}, occurrence {}; it is counted once.':
    'Bayaran {} ada lagi dalam penyata (kali {}); ia dikira sekali.',
  'The refund is in {}, the payment in {}.': 'Bayaran balik dalam {}, belian dalam {}.',
  'Duplicate refund of {} on the same payment within {} minutes.':
    'Belian yang sama dibayar balik {} kali kedua dalam {} minit.',
  'Callback and statement agree: {} of {}.': '{} bernilai {} adalah seperti diberitahu.',
  'Missing in statement: {} {} payment(s) that turnover includes, {}, fees {}.':
    'Perolehan mengira {} lagi bayaran {} daripada yang ditunjukkan penyata: {} lebih, fi {} lebih.',
  'Missing in turnover: {} {} payment(s) that the statement includes; turnover less statement is {}, fees {}.':
    'Penyata menunjukkan {} lagi bayaran {} daripada yang dikira perolehan: perolehan tolak penyata ialah {}, fi {}.',
  'The number of {} payments agrees; turnover less statement is {}.':
    'Bilangan bayaran {} sama dalam kedua-duanya, dan perolehan berbeza {} daripada penyata.',
  'The {} amounts agree; the fees in turnover less those in the statement are {}.':
    'Amaun {} sama, dan fi dalam perolehan berbeza {} daripada penyata.',
  'Duplicate deposit of {} with reference {}.': '{} sampai sekali lagi dengan rujukan {}.',
  'Unidentified receipt of {}: the gateway reports no transfer.':
    '{} sampai di bank, dan gerbang tidak memberitahu sebarang pindahan.',
  '{} was deposited on {}.': '{} sampai pada {}.',
  'Payment of {}: agreed fee {} for {}, charged {}.': '{} berkos {} melalui {} seperti dipersetujui, dan {} dicaj.',
  '{} has the status "{}", which is not in the specification.':
    '{} berstatus "{}", yang tidak dinamakan dalam mana-mana spesifikasi.',
  ...withDeadline(
    'Settlement outstanding: {} of {} payments, {}; expected by {by}.',
    '{} daripada {} bayaran, {}, belum diselesaikan; dijangka pada {by}.',
  ),
  'Settlement missing: {} of {} payments, {}, due since {}: {}.':
    '{} daripada {} bayaran, {}, belum diselesaikan, sepatutnya sejak {}: {}.',
  ...withDeadline(
    'Settlement overdue: {} of {} payments, {}, expected by {by}: {}.',
    '{} daripada {} bayaran, {}, dijangka diselesaikan pada {by} dan belum: {}.',
  ),
  '{} payments by {} charged as agreed: {}.': '{} bayaran melalui {} berkos seperti dipersetujui: {}.',
  '{} record(s) of the other side have a reference similar to {}; exactly one is required.':
    '{} rekod di sebelah lain mempunyai rujukan seperti {}; hanya satu diperlukan.',
  '{} record(s) of the other side have reference {} and this amount; exactly one is required.':
    '{} rekod di sebelah lain mempunyai rujukan {} dan amaun ini; hanya satu diperlukan.',
  '{} record(s) of the other side have reference {}; exactly one is required, with an amount within the tolerance.':
    '{} rekod di sebelah lain mempunyai rujukan {}; satu diperlukan, dengan amaun dalam had terima.',
  '{} record(s) of the other side have identifier {}; exactly one is required.':
    '{} rekod di sebelah lain mempunyai nombor {}; hanya satu diperlukan.',
  '{} record(s) of the other side have this amount within 31 days.':
    '{} rekod di sebelah lain mempunyai amaun ini dalam 31 hari.',
  '{} record(s) of the other side share its key.': '{} rekod di sebelah lain berkongsi kuncinya.',
  '{} was paid to a verified recipient.': '{} dihantar ke akaun bank yang disahkan.',
  'Approval of {} is overdue ({} of {}): due by {}.':
    '{} masih menunggu kelulusan ({} daripada {}) dan sepatutnya pada {}.',
  '{} is awaiting approval ({} of {}), due by {}.': '{} menunggu kelulusan ({} daripada {}) hingga {}.',
  '{} was allocated with {} of {} approvals.': '{} diberi dengan {} daripada {} kelulusan.',
  'Duplicate payment of {} on reference {}.': '{} dibayar sekali lagi pada rujukan {}.',
  '{} was paid for order {}, which is {}.': '{} dibayar untuk pesanan {}, yang {}.',
  'Missing in orders: payment of {} with reference {}.': '{} dibayar pada rujukan {}, dan tiada pesanan mempunyainya.',
  'Missing at the bank: deposit of {}, not received by {}.': '{} dihantar dan belum sampai pada {}.',
  'Deposit of {} of {} was returned by the bank on {}.': 'Deposit {} pada {} dipulangkan oleh bank pada {}.',
  'Deposit of {} of {} is no longer at the bank: {} covers the day and does not have it.':
    'Deposit {} pada {} tiada lagi di bank: {} meliputi hari itu dan tidak mempunyainya.',
  'Reversal of {} on {}: no earlier bank line fits.': 'Pembalikan {} pada {}: tiada baris bank terdahulu yang sesuai.',
  '{} on {} may reverse an earlier bank line; which one is not certain.':
    '{} pada {} mungkin membalikkan baris bank terdahulu; tidak pasti yang mana.',
  ...withDeadline('Deposit in transit: {}, expected by {by}.', '{} dihantar dan dijangka pada {by}.'),
  'No longer in {}, which covers the day.': 'Tiada lagi dalam {}, yang meliputi hari itu.',
  '{} was sent and {} was deposited.': '{} dihantar dan {} sampai.',
  '{} was paid to a deleted recipient.': '{} dihantar ke akaun bank yang telah dipadamkan.',
  '{} was paid to a recipient whose verification is {}.': '{} dihantar ke akaun bank yang masih {}.',
  '{} was paid to a recipient who failed verification.': '{} dihantar ke akaun bank yang ditolak semasa pengesahan.',
  '{} was paid to a recipient whose details changed after verification.':
    '{} dihantar ke akaun bank yang butirannya berubah selepas disahkan.',
  '{} was paid to recipient {}, who is not on the list.':
    '{} dihantar ke akaun bank {}, yang tiada dalam senarai perkhidmatan.',
  ...withDeadline('Deposit of {} is overdue: expected by {by}.', '{} dihantar, dijangka pada {by} dan belum sampai.'),
  '{} was already paid to the same bank account for the same purpose by payout {}.':
    '{} sudah pergi ke akaun yang sama untuk tujuan yang sama dengan arahan {}.',
  '{} with reference {} may belong to more than one order.':
    '{} dengan rujukan {} mungkin milik lebih daripada satu pesanan.',
  '{} of {} controls made.': '{} daripada {} kawalan dibuat.',
  '{} of {} controls made, {} out of balance.': '{} daripada {} kawalan dibuat, {} tidak seimbang.',
  'No control was made.': 'Tiada kawalan dibuat.',
  'No statement that covers the day was loaded.': 'Tiada penyata yang meliputi hari itu dimuatkan.',
  'The turnover of the day was not received.': 'Perolehan hari itu tidak diterima.',
  "The gateway's balance was not received for the start and the end of the day.":
    'Baki gerbang untuk permulaan dan akhir hari itu tidak diterima.',
  '{}: no figures for this day.': '{}: tiada angka untuk hari ini.',
  '{} is in {} and is not configured.': '{} terdapat dalam {} dan tidak dikonfigurasikan.',
  'Set currencies: [{}] in the configuration, or waive the controls of {} (waivers).':
    'Tetapkan currencies: [{}] dalam konfigurasi, atau kecualikan kawalan bagi {} (waivers).',
  'The fee schedule has no rule for {} in {}: {} of {}, fees {}.':
    'Jadual fi tiada peraturan untuk {} dalam {}: {} bernilai {}, fi {}.',
  'Add {} to fees in the configuration with the agreed rates, or waive the control (waivers).':
    'Tambah {} pada fees dalam konfigurasi dengan kadar yang dipersetujui, atau kecualikan kawalan itu (waivers).',
  'The statement names no payment method of {} of {}, so the agreed fee is unknown.':
    'Penyata tidak menamakan kaedah bayaran bagi {} bernilai {}, maka fi yang dipersetujui tidak diketahui.',
  'Ask the gateway for statements that name the payment method of each payment, or waive the control (waivers).':
    'Minta daripada gerbang penyata yang menamakan kaedah bayaran bagi setiap bayaran, atau kecualikan kawalan itu (waivers).',
  'The payout service lists no account with a readable balance.':
    'Perkhidmatan bayaran keluar tidak menyenaraikan akaun dengan baki yang boleh dibaca.',
  'The payout service lists no account in {} with a readable balance, and its ledger has records in {}.':
    'Perkhidmatan bayaran keluar tidak menyenaraikan akaun dalam {} dengan baki yang boleh dibaca, dan lejarnya mempunyai rekod dalam {}.',
  'Payout {} is not in a list of accounts read after the day; last read {}.':
    'Payout {} tiada dalam senarai akaun yang dibaca selepas hari itu; kali terakhir dibaca {}.',
  'Ask the payout service for the balance of the account.': 'Tanya perkhidmatan bayaran keluar tentang baki akaun itu.',
  'Ask the payout service for the account. If it was closed, waive the control from that day (waivers).':
    'Tanya perkhidmatan bayaran keluar tentang akaun itu. Jika ia ditutup, kecualikan kawalan dari hari itu (waivers).',
  '{}: 1 row rejected.': '{}: 1 baris ditolak.',
  '{}: {} rows rejected.': '{}: {} baris ditolak.',
  'Missing in statement: refund of {} on order {}, which is {}.':
    'Tiada dalam penyata: bayaran balik {} bagi pesanan {}, yang berstatus {}.',
  'Refund of {} on order {} is overdue in the statement: expected by {}.':
    'Bayaran balik {} bagi pesanan {} lewat dalam penyata: dijangka sehingga {}.',
  'Refund of {} on order {} is outstanding in the statement: expected by {}.':
    'Bayaran balik {} bagi pesanan {} belum ada dalam penyata: dijangka sehingga {}.',
  'Missing in orders: refund of {} on order {}, which is {}.':
    'Tiada dalam pesanan: bayaran balik {} bagi pesanan {}, yang berstatus {}.',
  'Order {} is reported with a refund of {}; the statement has {}.':
    'Pesanan {} dilaporkan dengan bayaran balik {}; penyata mempunyai {}.',
  'Order {} and statement agree: {} refunded.': 'Pesanan {} dan penyata sama: {} dibayar balik.',
  'Order {} has a refund of {} that no orders file of its day could report yet.':
    'Pesanan {} mempunyai bayaran balik {} yang belum dapat dilaporkan oleh mana-mana fail pesanan harinya.',
  'Line {} of {}: {}': 'Baris {} dalam {}: {}',
  'Line {}: amount {} less fee {} and withheld {} is {}; the net amount is {}.':
    'Baris {}: amaun {} tolak fi {} dan jumlah ditahan {} ialah {}; amaun bersih ialah {}.',
  'Amount less fee and withheld is the net amount in 1 line.':
    'Amaun tolak fi dan jumlah ditahan ialah amaun bersih dalam 1 baris.',
  'Amount less fee and withheld is the net amount in {} lines.':
    'Amaun tolak fi dan jumlah ditahan ialah amaun bersih dalam {} baris.',
  'Amount less fee and withheld is the net amount in {} of {} lines; the others state no net amount.':
    'Amaun tolak fi dan jumlah ditahan ialah amaun bersih dalam {} daripada {} baris; yang lain tidak menyatakan amaun bersih.',
  'Nothing to compare: the line does not state both a net amount and a fee.':
    'Tiada apa untuk dibandingkan: baris itu tidak menyatakan kedua-dua amaun bersih dan fi.',
  'Nothing to compare: none of the {} lines states both a net amount and a fee.':
    'Tiada apa untuk dibandingkan: tiada satu pun daripada {} baris menyatakan kedua-dua amaun bersih dan fi.',
  'Ask the service to correct the rejected records.': 'Minta perkhidmatan membetulkan rekod yang ditolak.',
  'The next run asks for them again.': 'Larian seterusnya akan memintanya semula.',
  'Correct the rejected rows at their source and import the file again. They are listed with line and reason.':
    'Betulkan baris yang ditolak pada sumbernya dan import fail itu semula. Baris itu disenaraikan dengan nombor dan sebabnya.',
  '{}: {} covers through {}; nothing covers {}.': '{}: {} meliputi hingga {}; tiada apa meliputi {}.',
  '{}: {} covers from {}; nothing covers {}.': '{}: {} meliputi dari {}; tiada apa meliputi {}.',
  '{}: nothing covers {}.': '{}: tiada apa meliputi {}.',
  '{}: no file was received.': '{}: tiada fail diterima.',
  '{} states a period that was not over when it was received.':
    '{} menyatakan tempoh yang belum tamat apabila ia diterima.',
  'No line of {} could be read: 1 row rejected.': 'Tiada baris {} dapat dibaca: 1 baris ditolak.',
  'No line of {} could be read: {} rows rejected.': 'Tiada baris {} dapat dibaca: {} baris ditolak.',
  '{} has lines from {} to {}, and 1 rejected row that may be of any of these days.':
    '{} mempunyai baris dari {} hingga {}, dan 1 baris ditolak yang mungkin milik mana-mana hari itu.',
  '1 row that may be of this day was rejected.': '1 baris yang mungkin bagi hari ini telah ditolak.',
  '{} rows that may be of this day were rejected.': '{} baris yang mungkin bagi hari ini telah ditolak.',
  '{} has lines from {} to {}, and {} rejected rows that may be of any of these days.':
    '{} mempunyai baris dari {} hingga {}, dan {} baris ditolak yang mungkin milik mana-mana hari itu.',
  'Import one: {}.': 'Import satu: {}.',
  'Import a newer one, or state that it is whole: {}, or for every file {}.':
    'Import yang lebih baharu, atau nyatakan bahawa ia lengkap: {}, atau untuk setiap fail {}.',
  'Import a newer one, or state that it is whole: {}.':
    'Import yang lebih baharu, atau nyatakan bahawa ia lengkap: {}.',
  'Correct it at its source and import it again.': 'Betulkannya pada sumbernya dan import semula.',
  '{}: {} on {}, and usually {} on this weekday.': '{}: {} pada {}, dan biasanya {} pada hari minggu ini.',
  'The file is declared whole; check that it is.': 'Fail itu dinyatakan lengkap; pastikan ia benar.',
  '{} awaited until {}.': '{} dijangka sehingga {}.',
  '1 control waived.': '1 kawalan dikecualikan.',
  '{} controls waived.': '{} kawalan dikecualikan.',
  'Waived by {}: {}': 'Dikecualikan oleh {}: {}',
  'Not set up: {}.': 'Belum disediakan: {}.',
  'In balance.': 'Seimbang.',
  'In balance through {}.': 'Seimbang hingga {}.',
  'No records on this day.': 'Tiada rekod pada hari ini.',
  '{} matched.': '{} sepadan.',
  '{} matched, {} outstanding.': '{} sepadan, {} belum selesai.',
  '1 suggested match.': '1 cadangan padanan.',
  '{} suggested matches.': '{} cadangan padanan.',
  '1 outstanding item.': '1 item belum selesai.',
  '{} outstanding items.': '{} item belum selesai.',
  '1 decided item.': '1 item telah diputuskan.',
  '{} decided items.': '{} item telah diputuskan.',
  'Bank statements do not continue: {} ends with {} on {}, and {} begins with {} on {}.':
    'Penyata bank tidak bersambung: {} berakhir dengan {} pada {}, dan {} bermula dengan {} pada {}.',
  'Bank statements do not continue: {} ends with {} on {}, and the lines since then do not lead to {}, with which {} ends on {}.':
    'Penyata bank tidak bersambung: {} berakhir dengan {} pada {}, dan baris sejak itu tidak membawa kepada {}, iaitu baki akhir {} pada {}.',
  'Out of balance by {}.': 'Tidak seimbang sebanyak {}.',
  'Out of balance by {} through {}.': 'Tidak seimbang sebanyak {} hingga {}.',
  '1 break.': '1 item tidak sepadan.',
  '{} breaks.': '{} item tidak sepadan.',
  '1 break: {}.': '1 item tidak sepadan: {}.',
  '{} breaks: {}.': '{} item tidak sepadan: {}.',
  '1 cause: {}.': '1 punca: {}.',
  '{} causes: {}.': '{} punca: {}.',
  '1 cause (1 item).': '1 punca (1 item).',
  '1 cause ({} items).': '1 punca ({} item).',
  '{} causes ({} items).': '{} punca ({} item).',
  '1 cause (1 item): {}.': '1 punca (1 item): {}.',
  '1 cause ({} items): {}.': '1 punca ({} item): {}.',
  '{} causes ({} items): {}.': '{} punca ({} item): {}.',
  '1 break of a cause that began on an earlier day.': '1 item tidak sepadan daripada punca hari terdahulu.',
  '{} breaks of causes that began on earlier days.': '{} item tidak sepadan daripada punca hari terdahulu.',
  '1 suggested match to be decided.': '1 padanan hanya dicadangkan dan menunggu orang.',
  '{} suggested matches to be decided.': '{} padanan hanya dicadangkan dan menunggu orang.',
  'No longer found.': 'Tiada larian yang menemuinya lagi.',
  '{} with reference {} fits more than one callback or line.':
    '{} dengan rujukan {} sesuai dengan lebih daripada satu mesej atau baris.',
  '{} with reference {} may belong to an order that another payment fits as well.':
    '{} dengan rujukan {} mungkin milik pesanan yang turut sesuai dengan bayaran lain.',
  'Payout outstanding: it is {} and not yet charged; expected by {}.':
    'Arahan itu {} dan belum dicaj; dijangka pada {}.',
  'Payout overdue: it is {}; expected by {}.': 'Arahan itu masih {} dan dijangka dilaksanakan pada {}.',
  'The payout has been {} for {} days{}.': 'Arahan itu masih {}, {} hari selepas diberi{}.',
  'Statement lines that agree in both formats: {}, {}.': 'Baris penyata yang sama dalam kedua-dua format: {}, {}.',
  'Line {} of {}, {}, is missing in {}.': 'Baris {} dalam {}, {}, tiada dalam {}.',
  'Line {} of {}, {}, was rejected as line {} of {}: {}.':
    'Baris {} dalam {}, {}, ditolak sebagai baris {} dalam {}: {}.',
  'Line {} of {} and line {} of {} differ in {}: {} and {}.':
    'Baris {} dalam {} dan baris {} dalam {} berbeza pada {}: {} dan {}.',
  'Amount {} less fee {} is {}; the net amount is {}.': 'Amaun {} tolak fi {} ialah {}; amaun bersih ialah {}.',
  'The payout instruction is for recipient {}, the ledger record for recipient {}.':
    'Arahan bayaran keluar adalah untuk penerima {}, rekod lejar untuk penerima {}.',
  'Charged on {}; the payout was instructed on {}.': 'Dicaj pada {}; bayaran keluar diarahkan pada {}.',
  'Charged on {}; the recipient was entered on {}.': 'Dicaj pada {}; penerima dimasukkan pada {}.',
  'Verification fee of {} for recipient {}, who is not on the list.':
    'Fi pengesahan {} untuk penerima {}, yang tiada dalam senarai.',
  'Duplicate verification fee, record {} for recipient {}: {}.':
    'Fi pengesahan berganda, rekod {} untuk penerima {}: {}.',
  'Verification of recipient {} charged as agreed: {}.': 'Pengesahan penerima {} dicaj seperti dipersetujui: {}.',
  '{} has {} approvals, and its list has {}.': '{} mempunyai {} kelulusan, dan senarainya {}.',
  '{} was requested on {} with a deadline of {}, and approved on {}.':
    '{} diminta pada {} dengan tarikh akhir {}, dan diluluskan pada {}.',
  '{} was requested on {} from the settlement of {}.': '{} diminta pada {} daripada penyelesaian {}.',
  "{} was paid to a bank account that is not the recipient's: its {} differs.":
    '{} dibayar ke akaun bank yang bukan milik penerima: {} berbeza.',
  '{} was paid before its recipient was entered.': '{} dibayar sebelum penerimanya dimasukkan.',
};
