import { msControlSentences } from './ms-control-sentences.ts';

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
  ...msControlSentences,
  ...withDeadline(
    'Settlement outstanding: {} of {} payments, {}; expected by {by}.',
    '{} daripada {} bayaran, {}, belum diselesaikan; dijangka pada {by}.',
  ),
  ...withDeadline(
    'Settlement overdue: {} of {} payments, {}, expected by {by}: {}.',
    '{} daripada {} bayaran, {}, dijangka diselesaikan pada {by} dan belum: {}.',
  ),
  ...withDeadline('Deposit in transit: {}, expected by {by}.', '{} dihantar dan dijangka pada {by}.'),
  ...withDeadline('Deposit of {} is overdue: expected by {by}.', '{} dihantar, dijangka pada {by} dan belum sampai.'),
  '{} and {} agree: {}.': '{} dan {} adalah sama: {}.',
  'Located so far: {}. Not yet located: {}, fees {}.': 'Ditemui setakat ini: {}. Belum ditemui: {}, fi {}.',
  'Located: {}.': 'Ditemui: {}.',
  'Added after reconciliation: line of {} for {}.': 'Baris {} bernilai {} datang selepas hari itu dinilai.',
  'A callback of a different mode (test or live) than the statements reports {} as a {}.':
    'Satu mesej daripada mod yang lain daripada penyata mengatakan {} bergerak sebagai {}: satu ujian, atau bukan ujian.',
  'A callback without a valid signature reports {} as a {}.':
    'Satu mesej mengatakan {} bergerak sebagai {}, dan gerbang tidak menandatanganinya.',
  'The callback and the line with reference {} have different ids: {} and {}.':
    'Mesej dan baris dengan rujukan {} mempunyai id yang berbeza: {} dan {}.',
  'The refund names payment {} by its id, and another by reference {}.':
    'Bayaran balik itu menamakan bayaran {} melalui id, dan bayaran lain melalui rujukan {}.',
  'A signed callback reports a {} of {} as paid; the statement line is {}.':
    'Satu mesej bertandatangan memberitahu {} bernilai {}, dan barisnya dalam penyata ialah {}.',
  'Missing in statement: {} of {}, reported by a signed callback.':
    'Satu mesej bertandatangan memberitahu {} bernilai {}, dan penyata tiada baris untuknya.',
  '1 payment was settled on {}.': '1 bayaran telah diselesaikan pada {}.',
  'All {} payments were settled on {}.': 'Semua {} bayaran telah diselesaikan pada {}.',
  'All {} payments were settled from {} to {}.': 'Semua {} bayaran telah diselesaikan dari {} hingga {}.',
  'Order {} names one payment by its id and another by its reference {}.':
    'Pesanan {} menamakan satu bayaran dengan id dan satu lagi dengan rujukan {}.',
  'Recipients {} and {} have the same bank account under different names.':
    'Akaun bank {} dan {} mempunyai nombor yang sama di bank yang sama, di bawah nama berlainan.',
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
  'Paid as instructed: {}, fee {}; instructed on {}, charged on {}.':
    'Dihantar seperti diarahkan: {}, fi {}; diarahkan pada {}, dicaj pada {}.',
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
  'The callback reports {} paid by {}, the statement by {}.':
    'Mesej memberitahu {} dibayar melalui {}, penyata melalui {}.',
  'The callback reports {} paid by {}, the statement names no method.':
    'Mesej memberitahu {} dibayar melalui {}, penyata tidak menyatakan kaedah.',
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
  '{} was deposited on {}, before it was sent on {}.': '{} sampai di bank pada {}, sebelum dihantar pada {}.',
  '{} was deposited with the reference {}, which is that of another transfer.':
    '{} sampai di bank dengan rujukan {}, iaitu rujukan pindahan lain.',
  'Duplicate deposit of {} with reference {}.': '{} sampai sekali lagi dengan rujukan {}.',
  'Unidentified receipt of {}: the gateway reports no transfer.':
    '{} sampai di bank, dan gerbang tidak memberitahu sebarang pindahan.',
  '{} was deposited on {}.': '{} sampai pada {}.',
  'Payment of {}: agreed fee {} for {}, charged {}.': '{} berkos {} melalui {} seperti dipersetujui, dan {} dicaj.',
  '{} has the status "{}", which is not in the specification.':
    '{} berstatus "{}", yang tidak dinamakan dalam mana-mana spesifikasi.',
  'Settlement missing: {} of {} payments, {}, due since {}: {}.':
    '{} daripada {} bayaran, {}, belum diselesaikan, sepatutnya sejak {}: {}.',
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
  'The decision by {} is not signed.': 'Keputusan oleh {} tidak ditandatangani.',
  'Undo it, and decide again with a signature.': 'Batalkan, dan putuskan semula dengan tandatangan.',
  'The key with which {} signed the decision is not configured.':
    'Kunci yang digunakan {} untuk menandatangani keputusan itu tiada dalam konfigurasi.',
  'A signed approval by a second person is missing.': 'Kelulusan bertandatangan oleh orang kedua belum ada.',
  'The approval by a second person is missing.': 'Kelulusan oleh orang kedua belum ada.',
  'The approval by {} is not signed.': 'Kelulusan oleh {} tidak ditandatangani.',
  'The key with which {} signed the approval is not configured.':
    'Kunci yang digunakan {} untuk menandatangani kelulusan itu tiada dalam konfigurasi.',
  'The approval by {} is signed with a key of another person.':
    'Kelulusan oleh {} ditandatangani dengan kunci orang lain.',
  'The approval by {} is of another content of the decision.':
    'Kelulusan oleh {} adalah untuk kandungan keputusan yang lain.',
  'Not signed.': 'Tidak ditandatangani.',
  'Signed with a key that is not configured.': 'Ditandatangani dengan kunci yang tiada dalam konfigurasi.',
  'Signed with a key of another person: it does not count.': 'Ditandatangani dengan kunci orang lain: tidak dikira.',
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
  '{} was sent and {} was deposited.': '{} dihantar dan {} sampai.',
  '{} was paid to a deleted recipient.': '{} dihantar ke akaun bank yang telah dipadamkan.',
  '{} was paid to a recipient whose verification is {}.': '{} dihantar ke akaun bank yang masih {}.',
  '{} was paid to a recipient who failed verification.': '{} dihantar ke akaun bank yang ditolak semasa pengesahan.',
  '{} was paid to a recipient whose details changed after verification.':
    '{} dihantar ke akaun bank yang butirannya berubah selepas disahkan.',
  '{} was paid to recipient {}, who is not on the list.':
    '{} dihantar ke akaun bank {}, yang tiada dalam senarai perkhidmatan.',
  '{} was paid to a recipient without a recipient id.': '{} dibayar kepada penerima tanpa nombor penerima.',
  '{} was already paid to the same bank account for the same purpose by payout {}.':
    '{} sudah pergi ke akaun yang sama untuk tujuan yang sama dengan arahan {}.',
  '{} with reference {} may belong to more than one order.':
    '{} dengan rujukan {} mungkin milik lebih daripada satu pesanan.',
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
  'Order {} is {}, without an amount; the statement has {}.': 'Pesanan {} ialah {}, tanpa amaun; penyata mempunyai {}.',
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
  '{} matched.': '{} sepadan.',
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
  'Verification of recipient {} charged: {}.': 'Pengesahan penerima {} dicaj: {}.',
  'Verification of a recipient without a recipient id charged: {}.':
    'Pengesahan penerima tanpa nombor penerima dicaj: {}.',
  'The request for {} states 1 approval; its list of approvals has {}.':
    'Permintaan untuk {} menyatakan 1 kelulusan; senarai kelulusannya mempunyai {}.',
  'The request for {} states {} approvals; its list of approvals has {}.':
    'Permintaan untuk {} menyatakan {} kelulusan; senarai kelulusannya mempunyai {}.',
  '{} was requested on {} with a deadline of {}, and approved on {}.':
    '{} diminta pada {} dengan tarikh akhir {}, dan diluluskan pada {}.',
  '{} was requested on {} from the settlement of {}.': '{} diminta pada {} daripada penyelesaian {}.',
  "{} was paid to a bank account that is not the recipient's: its {} differs.":
    '{} dibayar ke akaun bank yang bukan milik penerima: {} berbeza.',
  '{} was paid before its recipient was entered.': '{} dibayar sebelum penerimanya dimasukkan.',
};
