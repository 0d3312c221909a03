import { grouped } from '../../domain/counted.ts';
import type { signOffEn } from './sign-off-en.ts';

/** The Malay texts of the page that people sign. */
export const signOffMs = {
  title: (currency: string) => `Penyata penyesuaian, ${currency}`,
  closed: 'Tempoh ditutup',
  draft: 'Draf: bulan ini belum ditutup',
  draftOfOther: 'Draf: halaman bulan yang ditutup ada dalam peknya',
  company: 'Syarikat',
  period: 'Tempoh',
  statements: 'Penyata',
  controls: 'Kawalan',
  days: (reconciled: number, all: number) => `${grouped(reconciled)} daripada ${grouped(all)} hari diselaraskan`,
  decisions: 'Keputusan yang berkuat kuasa atas item dalam tempoh ini (amaun: sebelah kanan tolak sebelah kiri)',
  noDecisions: 'Tiada keputusan.',
  decidedBy: (author: string, approver: string) =>
    approver === '' ? author : `${author}, diluluskan oleh ${approver}`,
  decided: {
    explain: 'Dijelaskan',
    accept: 'Diterima',
    write_off: 'Dihapus kira',
    match: 'Dipadankan secara manual',
    split: 'Dipecahkan',
  } as Record<string, string>,
  items: (count: number) => `${grouped(count)} item`,
  largest: 'Yang terbesar',
  furtherDecisions: (count: number) => `${grouped(count)} keputusan lain, dalam angka di atas`,
  furtherKinds: (count: number) => `${grouped(count)} jenis lain`,
  openItems: (count: number) => `${grouped(count)} item terbuka atau belum selesai`,
  prepared: 'Disediakan oleh',
  reviewed: 'Disemak oleh',
  name: 'Nama',
  date: 'Tarikh',
  signature: 'Tandatangan',
  madeAt: (time: string, zone: string) => `Dibuat ${time} (${zone})`,
  closedAt: (time: string, zone: string) => `Ditutup ${time} (${zone})`,
  knownThrough: (time: string) => `dengan semua yang diterima sehingga ${time}`,
  noRun: 'tanpa larian',
  program: (version: string) => `tieout ${version}`,
  configuration: (sha256: string) => `SHA-256 konfigurasi ${sha256}`,
  manifest: (sha256: string) => `SHA-256 manifes ${sha256}`,
} satisfies typeof signOffEn;
