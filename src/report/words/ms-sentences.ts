import { msControlSentences } from './ms-control-sentences.ts';

/** The sentences of the reasons in sql/ in Malay, by their English text. Each {} is a gap, in the same order. */
export const msSentences: Record<string, string> = {
  ...msControlSentences,
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
  'Line {} of {}: {}': 'Baris {} dalam {}: {}',
  '{} matched.': '{} sepadan.',
};
