/** The sentences of the reasons in sql/ in Malay, by their English text. Each {} is a gap, in the same order. */
export const msSentences: Record<string, string> = {
  '{}: {}. {}: {}. Unexplained: {}.': '{}: {}. {}: {}. Tidak dijelaskan: {}.',
  '{} and {} are the same: {}.': '{} dan {} adalah sama: {}.',
  'Found so far: {}. Not found yet: {}, fees {}.': 'Ditemui setakat ini: {}. Belum ditemui: {}, fi {}.',
  'Found: {}.': 'Ditemui: {}.',
  'A line of {} over {} came after the day had been judged.': 'Baris {} bernilai {} datang selepas hari itu dinilai.',
  'A message of another mode than the statements says that {} moved as a {}: a test, or no test.':
    'Satu mesej daripada mod yang lain daripada penyata mengatakan {} bergerak sebagai {}: satu ujian, atau bukan ujian.',
  'A message says that {} moved as a {}, and the gateway did not sign it.':
    'Satu mesej mengatakan {} bergerak sebagai {}, dan gerbang tidak menandatanganinya.',
  'A signed message tells of a {} over {}, and its line in the statement is {}.':
    'Satu mesej bertandatangan memberitahu {} bernilai {}, dan barisnya dalam penyata ialah {}.',
  'A signed message tells of a {} over {}, and the statement has no line for it.':
    'Satu mesej bertandatangan memberitahu {} bernilai {}, dan penyata tiada baris untuknya.',
  'All {} payments are settled.': 'Semua {} bayaran telah diselesaikan.',
  'Bank accounts {} and {} have the same number at the same bank, under different names.':
    'Akaun bank {} dan {} mempunyai nombor yang sama di bank yang sama, di bawah nama berlainan.',
  'It was {} and is {}.': 'Dahulu {} dan kini {}.',
  'Matched by hand with {} by {}.': 'Dipadankan oleh orang dengan {} oleh {}.',
  'More than one deposit fits the {} sent.': 'Lebih daripada satu deposit sesuai dengan {} yang dihantar.',
  'No message arrived about the {} over {}.': 'Tiada mesej sampai tentang {} bernilai {}.',
  'No message has arrived about the {} over {}; the gateway tries until {}.':
    'Belum ada mesej tentang {} bernilai {}; gerbang mencuba hingga {}.',
  'No purchase is known for this refund of {}.': 'Tiada belian diketahui untuk bayaran balik {} ini.',
  'Order {} is over {}, and {} was paid.': 'Pesanan {} bernilai {}, dan {} dibayar.',
  'Order {} is {}, and its payment is {}.': 'Pesanan {} ialah {}, dan bayarannya {}.',
  'Order {} over {} is {}, and the statement has no payment for it.':
    'Pesanan {} bernilai {} ialah {}, dan penyata tiada bayaran untuknya.',
  'Order {} over {} could be the one that was paid, or another order with its reference.':
    'Pesanan {} bernilai {} mungkin yang dibayar, atau pesanan lain dengan rujukannya.',
  'Order {} was paid in full: {}.': 'Pesanan {} dibayar penuh: {}.',
  'Record {} of the ledger for the same instruction: {} charged again.':
    'Rekod {} lejar bagi arahan yang sama: {} dicaj sekali lagi.',
  'Reference {} stands on instruction {} already.': 'Rujukan {} sudah ada pada arahan {}.',
  'Refunded {} of {}, {} so far.': 'Dibayar balik {} daripada {}, {} setakat ini.',
  'Refunds of this purchase come to {}, it was paid {}.': 'Bayaran balik belian ini berjumlah {}, ia dibayar {}.',
  'Sent as instructed: {}, fee {}.': 'Dihantar seperti diarahkan: {}, fi {}.',
  'Statement and turnover agree in amount, fee and count ({}).':
    'Penyata dan perolehan sama pada amaun, fi dan bilangan ({}).',
  "The fee charged is {}, the account's fee is {}.": 'Fi yang dicaj ialah {}, fi akaun ialah {}.',
  'The instruction for {} is {} and the ledger shows no send for it.':
    'Arahan bagi {} ialah {} dan lejar tidak menunjukkan hantaran untuknya.',
  'The instruction is {} and has not been charged yet.': 'Arahan itu {} dan belum dicaj.',
  'The instruction was {} and the ledger still shows {} sent for it.':
    'Arahan itu {} dan lejar masih menunjukkan {} dihantar untuknya.',
  'The ledger names no instruction; {} on that day could belong to this one or to another.':
    'Lejar tidak menamakan arahan; {} pada hari itu mungkin milik yang ini atau yang lain.',
  'The ledger shows {} sent, and no instruction of that number is known.':
    'Lejar menunjukkan {} dihantar, dan tiada arahan bernombor itu diketahui.',
  'The ledger shows {}, the instruction says {}.': 'Lejar menunjukkan {}, arahan mengatakan {}.',
  'The line of {} over {} is in the statement no more.': 'Baris {} bernilai {} tiada lagi dalam penyata.',
  'The line of {} was {} (fee {}, {}) and is {} (fee {}, {}, day {}).':
    'Baris {} dahulu {} (fi {}, {}) dan kini {} (fi {}, {}, hari {}).',
  'The message tells of {}, the statement of {}.': 'Mesej memberitahu {}, penyata {}.',
  'The payment {} stands in the statement again (time {}); it is counted once.':
    'Bayaran {} ada lagi dalam penyata (kali {}); ia dikira sekali.',
  'The refund is in {}, the purchase in {}.': 'Bayaran balik dalam {}, belian dalam {}.',
  'The same purchase was refunded {} a second time within {} minutes.':
    'Belian yang sama dibayar balik {} kali kedua dalam {} minit.',
  'The {} over {} is as it was told.': '{} bernilai {} adalah seperti diberitahu.',
  'Turnover counts {} more {} payment(s) than the statement shows: {} more, fees {} more.':
    'Perolehan mengira {} lagi bayaran {} daripada yang ditunjukkan penyata: {} lebih, fi {} lebih.',
  'The statement shows {} more {} payment(s) than turnover counts: turnover less statement is {}, fees {}.':
    'Penyata menunjukkan {} lagi bayaran {} daripada yang dikira perolehan: perolehan tolak penyata ialah {}, fi {}.',
  'As many {} payments in both, and turnover is {} away from the statement.':
    'Bilangan bayaran {} sama dalam kedua-duanya, dan perolehan berbeza {} daripada penyata.',
  'The {} amounts agree, and the fees in turnover are {} away from the statement.':
    'Amaun {} sama, dan fi dalam perolehan berbeza {} daripada penyata.',
  '{} arrived again with reference {}.': '{} sampai sekali lagi dengan rujukan {}.',
  '{} arrived at the bank, and the gateway tells of no transfer.':
    '{} sampai di bank, dan gerbang tidak memberitahu sebarang pindahan.',
  '{} arrived on {}.': '{} sampai pada {}.',
  '{} costs {} by {} as agreed, and {} was charged.': '{} berkos {} melalui {} seperti dipersetujui, dan {} dicaj.',
  '{} has the status "{}", which no specification names.':
    '{} berstatus "{}", yang tidak dinamakan dalam mana-mana spesifikasi.',
  '{} of {} payments, {}, are not settled yet; expected by {}.':
    '{} daripada {} bayaran, {}, belum diselesaikan; dijangka pada {}.',
  '{} of {} payments, {}, are not settled, and should be since {}: {}.':
    '{} daripada {} bayaran, {}, belum diselesaikan, sepatutnya sejak {}: {}.',
  '{} of {} payments, {}, were expected to be settled by {} and are not: {}.':
    '{} daripada {} bayaran, {}, dijangka diselesaikan pada {} dan belum: {}.',
  '{} payments by {} cost what was agreed: {}.': '{} bayaran melalui {} berkos seperti dipersetujui: {}.',
  '{} record(s) of the other side have a reference that reads like {}; one is needed.':
    '{} rekod di sebelah lain mempunyai rujukan seperti {}; hanya satu diperlukan.',
  '{} record(s) of the other side have reference {} and this amount; one is needed.':
    '{} rekod di sebelah lain mempunyai rujukan {} dan amaun ini; hanya satu diperlukan.',
  '{} record(s) of the other side have reference {}; one is needed, with an amount within the tolerance.':
    '{} rekod di sebelah lain mempunyai rujukan {}; satu diperlukan, dengan amaun dalam had terima.',
  '{} record(s) of the other side have the number {}; one is needed.':
    '{} rekod di sebelah lain mempunyai nombor {}; hanya satu diperlukan.',
  '{} record(s) of the other side have this amount within 31 days.':
    '{} rekod di sebelah lain mempunyai amaun ini dalam 31 hari.',
  '{} record(s) of the other side share its key.': '{} rekod di sebelah lain berkongsi kuncinya.',
  '{} sent to a verified bank account.': '{} dihantar ke akaun bank yang disahkan.',
  '{} still waits for approval ({} of {}) and was due by {}.':
    '{} masih menunggu kelulusan ({} daripada {}) dan sepatutnya pada {}.',
  '{} waits for approval ({} of {}) until {}.': '{} menunggu kelulusan ({} daripada {}) hingga {}.',
  '{} was given with {} of {} approvals.': '{} diberi dengan {} daripada {} kelulusan.',
  '{} was paid again on reference {}.': '{} dibayar sekali lagi pada rujukan {}.',
  '{} was paid for order {}, which is {}.': '{} dibayar untuk pesanan {}, yang {}.',
  '{} was paid on reference {}, and no order has it.': '{} dibayar pada rujukan {}, dan tiada pesanan mempunyainya.',
  '{} was sent and has not arrived by {}.': '{} dihantar dan belum sampai pada {}.',
  '{} was sent and is expected by {}.': '{} dihantar dan dijangka pada {}.',
  '{} was sent and {} arrived.': '{} dihantar dan {} sampai.',
  '{} was sent to a bank account that had been deleted.': '{} dihantar ke akaun bank yang telah dipadamkan.',
  '{} was sent to a bank account that is only {}.': '{} dihantar ke akaun bank yang masih {}.',
  '{} was sent to a bank account that verification rejected.':
    '{} dihantar ke akaun bank yang ditolak semasa pengesahan.',
  '{} was sent to a bank account whose details changed after it was verified.':
    '{} dihantar ke akaun bank yang butirannya berubah selepas disahkan.',
  '{} was sent to bank account {}, which the service does not list.':
    '{} dihantar ke akaun bank {}, yang tiada dalam senarai perkhidmatan.',
  '{} was sent, was expected by {} and has not arrived.': '{} dihantar, dijangka pada {} dan belum sampai.',
  '{} went to the same account for the same purpose with instruction {} already.':
    '{} sudah pergi ke akaun yang sama untuk tujuan yang sama dengan arahan {}.',
  '{} with reference {} could belong to more than one order.':
    '{} dengan rujukan {} mungkin milik lebih daripada satu pesanan.',
  'Not received: {}.': 'Tidak diterima: {}.',
  '{} row(s) were not understood; they are listed with line and reason.':
    '{} baris tidak difahami; ia disenaraikan dengan baris dan sebabnya.',
  'A control does not come out: {} is not explained.': 'Satu kawalan tidak menjadi: {} tidak dijelaskan.',
  '{} item(s) do not tie out.': '{} item tidak sepadan.',
  '{} match(es) are only suggested and wait for a person.': '{} padanan hanya dicadangkan dan menunggu orang.',
  '{} item(s) are expected on a later day; everything else ties out.':
    '{} item dijangka pada hari kemudian; yang lain semuanya sepadan.',
  '{} item(s) were decided by people; everything else ties out.':
    '{} item telah diputuskan orang; yang lain semuanya sepadan.',
  'Everything ties out.': 'Semuanya sepadan.',
  'No run finds it any more.': 'Tiada larian yang menemuinya lagi.',
  '{} with reference {} fits more than one message or line.':
    '{} dengan rujukan {} sesuai dengan lebih daripada satu mesej atau baris.',
  '{} with reference {} could belong to an order that another payment fits too.':
    '{} dengan rujukan {} mungkin milik pesanan yang turut sesuai dengan bayaran lain.',
  'The instruction is {} and has not been charged yet; expected by {}.':
    'Arahan itu {} dan belum dicaj; dijangka pada {}.',
  'The instruction is still {} and was expected to be carried out by {}.':
    'Arahan itu masih {} dan dijangka dilaksanakan pada {}.',
  'The instruction is still {}, {} days after it was given{}.': 'Arahan itu masih {}, {} hari selepas diberi{}.',
};
