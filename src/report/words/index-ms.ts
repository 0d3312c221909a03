import { grouped } from '../../domain/counted.ts';
import type { indexEn } from './index-en.ts';

/** The Malay texts of the page that lists the reports, and of the mark of a superseded report. */
export const indexMs = {
  title: 'Laporan',
  days: 'Tempoh',
  company: 'Syarikat',
  worst: 'Keputusan',
  byCurrency: 'Mengikut mata wang',
  breaks: 'Perbezaan',
  rejected: 'Baris ditolak',
  workbook: 'Buku kerja',
  months: 'Tempoh lebih panjang',
  single: 'Hari',
  nothing: 'Belum ada laporan.',
  positions: 'Kedudukan terkini',
  aboutPositions:
    'Baki pada akhir hari terkini setiap syarikat, item terbuka sehingga hari itu, dan apa yang perlu dibuat dahulu.',
  currency: 'Mata wang',
  latest: 'Hari terkini',
  gateway: 'Baki gerbang',
  payout: 'Akaun bayaran keluar',
  open: 'Amaun terbuka',
  oldest: 'Terbuka paling lama',
  age: (days: number) => `${grouped(days)} hari`,
  toDo: 'Apa yang perlu dibuat dahulu',
  causes: (count: number) => `${grouped(count)} punca`,
  moreCauses: (count: number) => `${grouped(count)} punca lagi: lihat laporan`,
  nothingToDo: 'Tiada apa yang perlu dibuat.',
  closed: 'Bulan yang ditutup',
  superseded: 'Digantikan',
  judgedAgain: (day: string) => `dinilai semula pada ${day}`,
  supersededAt: (at: string) => `Digantikan pada ${at}: maklumat kemudian mengubah laporan ini.`,
  current: 'Semasa:',
} satisfies typeof indexEn;
