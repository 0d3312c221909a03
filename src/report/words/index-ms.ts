import type { indexEn } from './index-en.ts';

/** The Malay texts of the page that lists the reports, and of the mark of a superseded report. */
export const indexMs = {
  title: 'Laporan',
  about: 'Yang terbaharu dahulu.',
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
  superseded: 'Digantikan',
  supersededAt: (at: string) => `Digantikan pada ${at}: maklumat kemudian mengubah laporan ini.`,
  current: 'Semasa:',
} satisfies typeof indexEn;
