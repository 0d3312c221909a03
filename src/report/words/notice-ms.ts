import { grouped } from '../../domain/counted.ts';
import type { noticeEn } from './notice-en.ts';

/** The Malay texts of notices. */
export const noticeMs = {
  before: 'sebelumnya:',
  page: 'Halaman dan buku kerja',
  somebody: 'seseorang',
  unexpectedError: 'Ralat di luar jangka; butirannya ada dalam tieout.log dalam direktori data.',
  inData: (path) => `${path} dalam direktori data`,
  closed: (company, month) => `${company}: ${month} telah ditutup`,
  closedWhere: 'Halaman bulan yang ditutup menunjukkan pek itu: closed/index.html dalam direktori data.',
  notClosed: (company, month) => `${company}: ${month} tidak ditutup`,
  refusedBy: (gates) => `Syarat ini belum dipenuhi: ${gates}.`,
  notClosedToDo: (company, month) =>
    `\`tieout close ${month} --company ${company}\` menyenaraikan puncanya, dengan tindakan bagi setiap satu. Jadual mencuba lagi setiap hari.`,
  more: (days) => `Keputusan ${grouped(days)} hari terdahulu juga berubah; lihat halaman semua laporan.`,
  overdue: (company, count, before) =>
    `${company}: ${grouped(count)} item lewat tempoh (sebelumnya: ${grouped(before)})`,
  refused: (company: string, count: number) =>
    `${company}: ${count} penghantaran dengan tandatangan yang salah ditolak`,
  refusedToDo: (path: string) =>
    `Semuanya disimpan dalam ${path} dan tidak dikira. Cari siapa yang menghantarnya, dan sama ada perkhidmatan itu mempunyai kunci baharu (docs/callbacks.md).`,
  overdueToDo: '`tieout breaks` menyenaraikannya, dengan tindakan bagi setiap satu.',
  overdueSubject: 'Item lewat tempoh',
  late: (company: string, month: string, version: number, count: number, money: string) =>
    `${company}: ${month} telah ditutup (v${version}), dan mempunyai ${grouped(count)} perubahan selepas penutupan: ${money}`,
  lateToDo: (month: string) =>
    `Perubahan ini ialah item luar tempoh bagi bulan ia diketahui: lihat Perubahan bulan yang ditutup. Untuk menyatakan semula bulan itu: \`tieout reopen ${month}\`.`,
  lateSubject: 'Bulan yang ditutup telah berubah',
  failedSubject: 'Larian gagal',
  missedSubject: 'Belum sepadan pada tarikh akhir',
  andMore: (more) => `(dan ${grouped(more)} lagi)`,
  deadlinesMissed: (days) => `${grouped(days)} hari belum sepadan pada tarikh akhir`,
  deadline: 'tarikh akhir',
  missed: {
    reconciled: 'sepadan',
    reconciled_with_timing: 'sepadan, ada item belum selesai',
    breaks: 'ada perbezaan',
    incomplete: 'tidak lengkap, ada kawalan yang tidak dibuat',
    failed: 'larian gagal',
    not_run: 'tidak dijalankan',
  },
  unexpected: (values) =>
    `${grouped(values)} medan atau nilai tidak seperti yang dijangka daripada perkhidmatan: lihat Kandungan luar jangka.`,
  drift: (reconciliation, percent, earlier) =>
    `${reconciliation}: ${percent} % item tujuh hari terakhir dipadankan, selepas ${earlier} % tujuh hari sebelumnya. Adakah eksport atau teks telah berubah?`,
  askStatus: 'Lihat laporan hari itu, atau jalankan `tieout status`. `tieout doctor` menyemak sambungan.',
  askDoctor: '`tieout doctor` menunjukkan masalahnya dan cara membaikinya.',
  footer: 'Dihantar oleh tieout. Nama, alamat e-mel dan nombor akaun tidak disertakan.',
} satisfies Partial<typeof noticeEn>;
