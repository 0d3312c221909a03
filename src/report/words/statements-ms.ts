import { grouped } from '../../domain/counted.ts';
import type { statementsEn } from './statements-en.ts';

/** The Malay texts of the statements. */
export const statementsMs = {
  title: 'Penyata',
  about: (day: string) =>
    `Pada akhir ${day}. Item dikira dari hari ia timbul hingga hari ia berakhir, walau bila pun perkara itu diketahui.`,
  titles: {
    gateway: 'Akaun penjelasan gerbang',
    deposits: 'Bukti deposit',
    payout: 'Akaun bayaran keluar',
  } as Record<string, string>,
  notReconciled: 'gulungan ke hadapan, tidak disesuaikan dengan lejar',
  bankReconciliation: 'Penyesuaian bank dan bukti deposit',
  balanceOn: (day: string) => `Baki pada akhir ${day}`,
  add: 'Tambah',
  less: 'Tolak',
  perBooks: 'Baki yang sepatutnya ditunjukkan oleh buku',
  noLedger: 'Tiada baki lejar diberikan, jadi tiada apa yang dibandingkan dengan buku.',
  unexplained: 'Perbezaan tidak dijelaskan',
  tiesOut: 'Sama dengan lejar.',
  doesNotTieOut: 'Tiada item yang menjelaskannya: bandingkan catatan lejar.',
  rollForward: 'Gulungan ke hadapan',
  expected: 'Baki mengikut pergerakan',
  notExplained: 'Tidak dijelaskan oleh pergerakan',
  explained: 'Seimbang.',
  open: 'Tidak seimbang: lihat kawalan.',
  openingUnknown: 'Baki awal tidak diketahui, jadi pergerakan tidak terbukti.',
  takenOn: (amount: string, file: string) => `Baki permulaan: ${amount} menurut ${file}.`,
  derived: (day: string) => `Diterbitkan daripada bacaan ${day} dan lejar.`,
  consistsOf: 'Ia terdiri daripada',
  sum: 'Jumlah',
  forInformation: 'Untuk makluman (tidak dicampur)',
  unidentified: 'Penerimaan tanpa pemindahan (tidak termasuk dalam baki)',
  openItems: 'Item terbuka (tidak termasuk dalam baki)',
  count: (count: number) => `${grouped(count)} rekod`,
  items: (count: number, since: string) =>
    count === 1 ? `1 item, bertarikh ${since}` : `${grouped(count)} item, yang terawal bertarikh ${since}`,
  due: (day: string) => `dijangka pada ${day}`,
  missing: 'Tiada penyata: baki pada akhir tempoh tidak diketahui.',
  line: 'Baris',
  amount: 'Amaun',
  remark: 'Asas',
  writtenOff: 'Dihapus kira dalam tempoh ini (dalam buku dari hari keputusan)',
  ageing: 'Item terbuka mengikut usia pada akhir tempoh',
  unidentifiedAgeing: 'Penerimaan tanpa pemindahan mengikut usia',
  toAccount: (title: string, account: string) => `${title}: ${account}`,
} satisfies typeof statementsEn;
