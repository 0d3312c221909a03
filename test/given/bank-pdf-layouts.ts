import { type Layout, type Line, longDay, money, printed } from './bank-pdf-layout.ts';

const withSign = (cents: number) => `${money(cents)}${cents < 0 ? '-' : '+'}`;
const behind = (sign: string) => (cents: number) => `${money(cents)}${cents < 0 ? sign : ''}`;
const before = (cents: number) => `${cents < 0 ? '-' : ''}${money(cents)}`;
const at = (left: number, text: string) => ({ left, text });
const upTo = (right: number, text: string) => ({ right, text });
const line = (text: string, left = 40): Line => [at(left, text)];

export const layouts: readonly Layout[] = [
  {
    name: 'sign behind, head in two languages',
    font: 'Helvetica',
    size: 8,
    rowsOfPage: 12,
    date: 'DD/MM/YY',
    columns: [
      { role: 'date', head: ['ENTRY DATE', 'TARIKH MASUK'], left: 40 },
      { role: 'value', head: ['VALUE DATE', 'TARIKH NILAI'], left: 105 },
      { role: 'text', head: ['TRANSACTION DESCRIPTION', 'BUTIR URUSNIAGA'], left: 165, headAt: 200 },
      { role: 'amount', head: ['TRANSACTION AMOUNT', 'JUMLAH URUSNIAGA'], right: 455, headAt: 365 },
      { role: 'balance', head: ['STATEMENT BALANCE', 'BAKI PENYATA'], right: 555, headAt: 470 },
    ],
    facts: ({ account, to }, page, pages) => [
      line('Anggerik Bank Berhad'),
      [at(40, 'SYARIKAT CONTOH SDN BHD'), at(360, 'MUKA/ 頁/PAGE'.replace('頁/', '')), at(470, `: ${page} / ${pages}`)],
      [at(40, '12 JALAN MAWAR 3/5'), at(360, 'TARIKH PENYATA')],
      [at(360, 'STATEMENT DATE'), at(470, `: ${printed(to, 'DD/MM/YY')}`)],
      [at(360, 'NOMBOR AKAUN')],
      [at(360, 'ACCOUNT NUMBER'), at(470, `: ${account}`)],
    ],
    amount: withSign,
    balance: behind('DR'),
    opening: { label: 'BEGINNING BALANCE' },
    closing: { label: 'ENDING BALANCE :' },
    totals: ({ credits, debits }) => [
      [at(165, 'TOTAL CREDIT :'), upTo(455, money(credits))],
      [at(165, 'TOTAL DEBIT :'), upTo(455, money(debits))],
    ],
    footer: 'Perhatian / Note: All items and balances shown will be considered correct unless the Bank is notified.',
  },
  {
    name: 'newest first, totals below their heads',
    font: 'Helvetica',
    size: 8,
    rowsOfPage: 14,
    date: 'DD/MM/YYYY',
    columns: [
      { role: 'date', head: ['Date', 'Tarikh'], left: 40 },
      { role: 'text', head: ['Description', 'Diskripsi'], left: 100 },
      { role: 'reference', head: ['Cheque / Ref No', 'No Cek / Rujukan'], left: 260 },
      { role: 'debit', head: ['Withdrawal', 'Pengeluaran', '(RM)'], right: 400 },
      { role: 'credit', head: ['Deposits', 'Deposit', '(RM)'], right: 480 },
      { role: 'balance', head: ['Balance', 'Baki', '(RM)'], right: 560 },
    ],
    facts: ({ account, to }, page, pages) => [
      line('Statement of Account / Penyata Akaun'),
      [at(40, 'Account No / No Akaun'), at(150, account), at(400, `Page / Halaman ${page} of / dari ${pages}`)],
      [at(40, 'Statement Date / Tarikh Penyata'), at(190, printed(to, 'DD/MM/YYYY'))],
    ],
    balance: before,
    opening: { label: 'OPENING BALANCE' },
    closing: { label: 'CLOSING BALANCE / BAKI PENUTUP' },
    totals: ({ credits, debits, creditCount, debitCount }) => [
      [at(40, 'No of Withdrawal'), at(140, 'No of Deposits'), at(240, 'Total Withdrawal'), at(360, 'Total Deposits')],
      [at(40, 'Bil Pengeluaran'), at(140, 'Bil Deposit'), at(240, 'Jumlah Pengeluaran'), at(360, 'Jumlah Deposit')],
      [at(60, String(debitCount)), at(160, String(creditCount)), at(250, money(debits)), at(370, money(credits))],
      line('*** End of Statement / Penyata Tamat ***', 200),
    ],
    isNewestFirst: true,
    footer: 'Protected by PIDM up to RM250,000 for each depositor / Dilindungi oleh PIDM sehingga RM250,000',
  },
  {
    name: 'dates without a year, carried and brought forward',
    font: 'Helvetica',
    size: 9,
    rowsOfPage: 10,
    date: 'DD/MM',
    columns: [
      { role: 'date', head: ['TARIKH', 'DATE'], left: 40 },
      { role: 'text', head: ['URUS NIAGA', 'TRANSACTION'], left: 90 },
      { role: 'debit', head: ['DEBIT', 'DEBIT'], right: 380 },
      { role: 'credit', head: ['KREDIT', 'CREDIT'], right: 470 },
      { role: 'balance', head: ['BAKI', 'BALANCE'], right: 555 },
    ],
    facts: ({ account, to }, page) => [
      line('PENYATA AKAUN / STATEMENT OF ACCOUNT'),
      [at(40, 'Nombor Akaun / Account Number'), at(220, account)],
      [
        at(40, 'Tarikh Penyata / Statement Date'),
        at(220, printed(to, 'DD Mon YYYY')),
        at(420, `Muka Surat / Page ${page}`),
      ],
    ],
    balance: behind('-'),
    opening: { label: 'Balance From Last Statement', hasDate: true },
    closing: { label: 'Closing Balance In This Statement', hasDate: true },
    carried: 'Balance C/F',
    brought: 'Balance B/F',
    totals: ({ credits, debits, creditCount, debitCount }) => [
      [at(40, 'JUMLAH DEBIT / TOTAL DEBITS'), at(220, String(debitCount)), upTo(380, money(debits))],
      [at(40, 'JUMLAH KREDIT / TOTAL CREDITS'), at(220, String(creditCount)), upTo(470, money(credits))],
    ],
    omitsDates: true,
    hasDailyBalances: true,
  },
  {
    name: 'a period, dates with a month in letters',
    font: 'Courier',
    size: 8,
    rowsOfPage: 16,
    date: 'DD Mon',
    columns: [
      { role: 'date', head: ['Date', 'Tarikh'], left: 36 },
      { role: 'text', head: ['Description', 'Diskripsi'], left: 86 },
      { role: 'reference', head: ['Cheque / Serial No', 'No. Cek'], left: 230 },
      { role: 'debit', head: ['Debit', 'Debit'], right: 385, headAt: 355 },
      { role: 'credit', head: ['Credit', 'Kredit'], right: 465, headAt: 430 },
      { role: 'balance', head: ['Balance', 'Baki'], right: 555, headAt: 515 },
    ],
    facts: ({ account, from, to }) => [
      line('ACCOUNT STATEMENT / PENYATA AKAUN', 36),
      line(`Statement Period / Tempoh Penyata : ${printed(from, 'DD Mon YY')} - ${printed(to, 'DD Mon YY')}`, 36),
      [at(36, 'Account No. / No. Akaun'), at(180, `: ${account}`)],
      line('Currency : MYR', 36),
    ],
    balance: behind('-'),
    opening: { label: 'B/F BALANCE', hasDate: true },
    closing: { label: 'C/F BALANCE', hasDate: true },
    totals: () => [],
    footer: 'Page 1 - Member of PIDM / Ahli PIDM',
  },
  {
    name: 'deposits before withdrawals, head in two languages',
    font: 'Helvetica',
    size: 8,
    rowsOfPage: 15,
    date: 'DD-MM-YYYY',
    columns: [
      { role: 'date', head: ['Date', 'Tarikh'], left: 40 },
      { role: 'text', head: ['Transaction Description', 'Keterangan Urus Niaga'], left: 110, headAt: 150 },
      { role: 'credit', head: ['Deposit', 'Simpanan'], right: 385 },
      { role: 'debit', head: ['Withdrawal', 'Pengeluaran'], right: 470 },
      { role: 'balance', head: ['Balance', 'Baki'], right: 558 },
    ],
    facts: ({ account, from, to }, page) => [
      line('CURRENT ACCOUNT / AKAUN SEMASA'),
      [at(330, 'Date / Tarikh'), at(450, `: ${printed(to, 'DD-MM-YYYY')}`)],
      [at(330, 'A/C No / No Akaun'), at(450, `: ${account}`)],
      [
        at(330, 'Statement Period / Tempoh Penyata'),
        at(450, `: ${printed(from, 'DD-MM-YYYY')} to ${printed(to, 'DD-MM-YYYY')}`),
      ],
      [at(330, `Page / Muka Surat ${page}`)],
    ],
    balance: before,
    opening: { label: 'Balance from previous statement' },
    closing: { label: 'Closing Balance / Baki Akhir' },
    totals: ({ credits, debits }) => [
      [at(110, 'Total Withdrawals / Jumlah Pengeluaran'), upTo(470, money(debits))],
      [at(110, 'Total Deposits / Jumlah Simpanan'), upTo(385, money(credits))],
      line('Important Notices / Notis Penting'),
    ],
  },
  {
    name: 'a summary of the account below the table',
    font: 'Helvetica',
    size: 8,
    rowsOfPage: 13,
    date: 'DD/MM/YY',
    columns: [
      { role: 'date', head: ['TARIKH', 'DATE'], left: 40 },
      { role: 'text', head: ['BUTIRAN', 'PARTICULARS'], left: 100 },
      { role: 'reference', head: ['RUJUKAN', 'REF NO'], left: 250 },
      { role: 'debit', head: ['DEBIT (RM)'], right: 390 },
      { role: 'credit', head: ['KREDIT (RM)'], right: 470 },
      { role: 'balance', head: ['BAKI (RM)'], right: 556 },
    ],
    facts: ({ account, from, to }) => [
      line('PENYATA AKAUN'),
      line(`NO. AKAUN / ACCOUNT NO : ${account}`),
      line(`TEMPOH PENYATA / STATEMENT PERIOD : ${printed(from, 'DD/MM/YY')} - ${printed(to, 'DD/MM/YY')}`),
    ],
    balance: behind('DR'),
    opening: { label: 'BAL B/F' },
    closing: { label: 'CLOSING BALANCE' },
    totals: ({ credits, debits, creditCount, debitCount }) => [
      line('RINGKASAN AKAUN / SUMMARY OF ACCOUNT'),
      [at(40, 'TOTAL DEBIT'), at(150, String(debitCount)), upTo(300, money(debits))],
      [at(40, 'TOTAL CREDIT'), at(150, String(creditCount)), upTo(300, money(credits))],
    ],
    omitsDates: true,
  },
  {
    name: 'signs in the heads, a total below the columns',
    font: 'Times-Roman',
    size: 9,
    rowsOfPage: 11,
    date: 'DD Mon',
    columns: [
      { role: 'date', head: ['Date'], left: 45 },
      { role: 'text', head: ['Description'], left: 100 },
      { role: 'debit', head: ['Withdrawal (-)'], right: 390 },
      { role: 'credit', head: ['Deposit (+)'], right: 470 },
      { role: 'balance', head: ['Balance'], right: 555 },
    ],
    facts: ({ account, to }) => [
      line(`Details as at ${printed(to, 'DD Mon YYYY')}`, 45),
      line('Currency: SGD', 45),
      line(`Account No. ${account}`, 45),
    ],
    balance: behind('-'),
    opening: { label: 'Balance Brought Forward' },
    closing: { label: 'Balance Carried Forward' },
    carried: 'Balance Carried Forward',
    brought: 'Balance Brought Forward',
    totals: ({ credits, debits }) => [[at(100, 'Total'), upTo(390, money(debits)), upTo(470, money(credits))]],
  },
  {
    name: 'one balance a day, figures on the last line of an entry',
    font: 'Helvetica',
    size: 9,
    rowsOfPage: 9,
    date: 'DD Mon YY',
    columns: [
      { role: 'date', head: ['Date'], left: 50 },
      { role: 'text', head: ['Payment type and details'], left: 110 },
      { role: 'debit', head: ['Paid out'], right: 380 },
      { role: 'credit', head: ['Paid in'], right: 465 },
      { role: 'balance', head: ['Balance'], right: 550 },
    ],
    facts: ({ account, from, to, opening, closing, credits, debits }, page) => [
      line(`${longDay(from)} to ${longDay(to)}`, 50),
      line('Your Statement', 50),
      line(`Account number ${account}`, 50),
      ...(page > 1
        ? []
        : [
            [at(330, 'Opening Balance'), upTo(550, behind(' D')(opening))],
            [at(330, 'Total Paid In'), upTo(550, money(credits))],
            [at(330, 'Total Paid Out'), upTo(550, money(debits))],
            [at(330, 'Closing Balance'), upTo(550, behind(' D')(closing))],
          ]),
    ],
    balance: behind(' D'),
    opening: { label: 'BALANCE BROUGHT FORWARD' },
    closing: { label: 'BALANCE CARRIED FORWARD' },
    carried: 'BALANCE CARRIED FORWARD',
    brought: 'BALANCE BROUGHT FORWARD',
    totals: () => [],
    omitsDates: true,
    hasDailyBalances: true,
    hasFiguresLast: true,
  },
];

/** The layout whose name begins so. */
export function layoutOf(name: string): Layout {
  const found = layouts.find((layout) => layout.name.startsWith(name));
  if (found === undefined) throw new Error(`no layout is named ${name}`);
  return found;
}
