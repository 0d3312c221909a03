/** The titles, meanings and actions of the reconciliations of allocations and payouts, in Malay, by their English text. */
export const msPayoutsAdvice: Record<string, string> = {
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
  'Ask the payout service which of the figures is right.': 'Tanya perkhidmatan bayaran keluar angka mana yang betul.',
  'The number of approvals of the request is not that of its list of approvals.':
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
