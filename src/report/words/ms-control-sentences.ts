/**
 * The sentences of verdicts, controls and inputs, and the others that are not the reason of an item, in Malay, by their
 * English text. Each {} is a gap, in the same order.
 */
export const msControlSentences: Record<string, string> = {
  'Import a newer one, or state that it is whole: tieout import {} {} --covers {}..{}{}.':
    'Import yang lebih baharu, atau nyatakan bahawa ia lengkap: tieout import {} {} --covers {}..{}{}.',
  'Import one: tieout import {} FILE.': 'Import satu: tieout import {} FILE.',
  'It is due on {}.': 'Ia dijangka pada {}.',
  'No line of {} could be read: {}.': 'Tiada baris {} dapat dibaca: {}.',
  "The gateway's balance at the {} of {} names no {}; {}.": 'Baki gerbang pada {} bagi {} tidak menamakan {}; {}.',
  "The gateway's balance at the {} of {} names no {}; money had moved in it before.":
    'Baki gerbang pada {} bagi {} tidak menamakan {}; wang pernah bergerak dalamnya.',
  "The gateway's balance at the {} of {} names no {}; the reading before it had {}.":
    'Baki gerbang pada {} bagi {} tidak menamakan {}; bacaan sebelumnya ada {}.',
  'Run again to ask once more.': 'Jalankan semula untuk meminta sekali lagi.',
  'If the gateway has closed it, waive the control (waivers).':
    'Jika gerbang telah menutupnya, ketepikan kawalan itu (waivers).',
  'It was asked {} times and is not asked again. Ask the operator of the service, then: tieout run --refresh.':
    'Ia diminta {} kali dan tidak diminta lagi. Tanya pengendali perkhidmatan, kemudian: tieout run --refresh.',
  'It was asked {} times; a run after {} asks again. To ask at once: tieout run --refresh.':
    'Ia diminta {} kali; larian selepas {} meminta semula. Untuk meminta segera: tieout run --refresh.',
  '{}: it was asked {} times and is not asked again. Ask the operator of the service, then: tieout run --refresh.':
    '{}: ia diminta {} kali dan tidak diminta lagi. Tanya pengendali perkhidmatan, kemudian: tieout run --refresh.',
  '{}: it was asked {} times; a run after {} asks again. To ask at once: tieout run --refresh.':
    '{}: ia diminta {} kali; larian selepas {} meminta semula. Untuk meminta segera: tieout run --refresh.',
  'A page of the list is missing.': 'Satu halaman senarai itu tiada.',
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
  '{}: {} has no lines. The file is declared whole; check that it is.':
    '{}: {} tiada baris. Fail itu diisytiharkan lengkap; semak sama ada benar.',
  '{}: the last line is of {}, {} business days before {}, and there is none before it. The file is declared whole; check that it is.':
    '{}: baris terakhir bertarikh {}, {} hari bekerja sebelum {}, dan tiada baris sebelumnya. Fail itu diisytiharkan lengkap; semak sama ada benar.',
  '{}: the last line is of {}, {} business days before {}; before that, the longest gap was {}. The file is declared whole; check that it is.':
    '{}: baris terakhir bertarikh {}, {} hari bekerja sebelum {}; sebelum itu jurang terpanjang ialah {}. Fail itu diisytiharkan lengkap; semak sama ada benar.',
  'The answer to the statement request was refused, so the company and mode (live or test) of the statement are unknown: {}':
    'Jawapan kepada permintaan penyata itu ditolak, jadi syarikat dan mod (sebenar atau ujian) penyata itu tidak diketahui: {}',
  '{} has lines from {} to {}, and states another period.':
    '{} ada baris dari {} hingga {}, dan menyatakan tempoh yang lain.',
  '1 statement line does not state both fee and net amount, although other lines do.':
    '1 baris penyata tidak menyatakan kedua-dua fi dan amaun bersih, sedangkan baris lain menyatakannya.',
  '{} statement lines do not state both fee and net amount, although other lines do.':
    '{} baris penyata tidak menyatakan kedua-dua fi dan amaun bersih, sedangkan baris lain menyatakannya.',
  '1 order has no refunded amount, although its file has 0 where nothing was refunded.':
    '1 pesanan tiada amaun bayaran balik, sedangkan failnya menulis 0 di mana tiada yang dibayar balik.',
  '{} orders have no refunded amount, although their file has 0 where nothing was refunded.':
    '{} pesanan tiada amaun bayaran balik, sedangkan failnya menulis 0 di mana tiada yang dibayar balik.',
  'Export the orders again with the refunded amount of each. If your shop cannot export it, waive the control (waivers).':
    'Eksport semula pesanan dengan amaun bayaran balik setiap satu. Jika kedai anda tidak dapat mengeksportnya, ketepikan kawalan itu (waivers).',
  'No statement has reported a settlement of the payments since {}, and no settlement term is configured.':
    'Tiada penyata melaporkan penyelesaian bayaran sejak {}, dan tiada tempoh penyelesaian dikonfigurasikan.',
  '{}: {} on {}, and usually {} on this weekday. The file is declared whole; check that it is.':
    '{}: {} pada {}, dan biasanya {} pada hari minggu ini. Fail itu diisytiharkan lengkap; semak sama ada benar.',
  '{} in {}, which is not a currency of the company (line {}): no verdict counts {}.':
    '{} dalam {}, yang bukan mata wang syarikat (baris {}): tiada keputusan mengira {}.',
  '{} on line {} is a number that a spreadsheet rounded: its other digits are lost, and it matches nothing.':
    '{} pada baris {} ialah nombor yang dibundarkan oleh hamparan: digit lain hilang, dan ia tidak sepadan dengan apa-apa.',
  '{} references are numbers that a spreadsheet rounded, the first {} on line {}: their other digits are lost, and they match nothing.':
    '{} rujukan ialah nombor yang dibundarkan oleh hamparan, yang pertama {} pada baris {}: digit lain hilang, dan ia tidak sepadan dengan apa-apa.',
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
  '{}: 1 row rejected.': '{}: 1 baris ditolak.',
  '{}: {} rows rejected.': '{}: {} baris ditolak.',
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
};
