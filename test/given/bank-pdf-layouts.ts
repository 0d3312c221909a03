import { type Layout, type Line, longDay, money, printed } from './bank-pdf-layout.ts';

const withSign = (cents: number) => `${money(cents)}${cents < 0 ? '-' : '+'}`;
const behind = (sign: string) => (cents: number) => `${money(cents)}${cents < 0 ? sign : ''}`;
const before = (cents: number) => `${cents < 0 ? '-' : ''}${money(cents)}`;
const line = (text: string, left = 40): Line => [{ left, text }];

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
      line('Anggerik Bank Berhad', 40),
      [
        { left: 40, text: 'SYARIKAT CONTOH SDN BHD' },
        { left: 360, text: 'MUKA/ 頁/PAGE'.replace('頁/', '') },
        { left: 470, text: `: ${page} / ${pages}` },
      ],
      [
        { left: 40, text: '12 JALAN MAWAR 3/5' },
        { left: 360, text: 'TARIKH PENYATA' },
      ],
      [
        { left: 360, text: 'STATEMENT DATE' },
        { left: 470, text: `: ${printed(to, 'DD/MM/YY')}` },
      ],
      [{ left: 360, text: 'NOMBOR AKAUN' }],
      [
        { left: 360, text: 'ACCOUNT NUMBER' },
        { left: 470, text: `: ${account}` },
      ],
    ],
    amount: withSign,
    balance: behind('DR'),
    opening: { label: 'BEGINNING BALANCE' },
    closing: { label: 'ENDING BALANCE :' },
    totals: ({ credits, debits }) => [
      [
        { left: 165, text: 'TOTAL CREDIT :' },
        { right: 455, text: money(credits) },
      ],
      [
        { left: 165, text: 'TOTAL DEBIT :' },
        { right: 455, text: money(debits) },
      ],
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
      [
        { left: 40, text: 'Account No / No Akaun' },
        { left: 150, text: account },
        { left: 400, text: `Page / Halaman ${page} of / dari ${pages}` },
      ],
      [
        { left: 40, text: 'Statement Date / Tarikh Penyata' },
        { left: 190, text: printed(to, 'DD/MM/YYYY') },
      ],
    ],
    balance: before,
    opening: { label: 'OPENING BALANCE' },
    closing: { label: 'CLOSING BALANCE / BAKI PENUTUP' },
    totals: ({ credits, debits, creditCount, debitCount }) => [
      [
        { left: 40, text: 'No of Withdrawal' },
        { left: 140, text: 'No of Deposits' },
        { left: 240, text: 'Total Withdrawal' },
        { left: 360, text: 'Total Deposits' },
      ],
      [
        { left: 40, text: 'Bil Pengeluaran' },
        { left: 140, text: 'Bil Deposit' },
        { left: 240, text: 'Jumlah Pengeluaran' },
        { left: 360, text: 'Jumlah Deposit' },
      ],
      [
        { left: 60, text: String(debitCount) },
        { left: 160, text: String(creditCount) },
        { left: 250, text: money(debits) },
        { left: 370, text: money(credits) },
      ],
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
      [
        { left: 40, text: 'Nombor Akaun / Account Number' },
        { left: 220, text: account },
      ],
      [
        { left: 40, text: 'Tarikh Penyata / Statement Date' },
        { left: 220, text: printed(to, 'DD Mon YYYY') },
        { left: 420, text: `Muka Surat / Page ${page}` },
      ],
    ],
    balance: behind('-'),
    opening: { label: 'Balance From Last Statement', hasDate: true },
    closing: { label: 'Closing Balance In This Statement', hasDate: true },
    carried: 'Balance C/F',
    brought: 'Balance B/F',
    totals: ({ credits, debits, creditCount, debitCount }) => [
      [
        { left: 40, text: 'JUMLAH DEBIT / TOTAL DEBITS' },
        { left: 220, text: String(debitCount) },
        { right: 380, text: money(debits) },
      ],
      [
        { left: 40, text: 'JUMLAH KREDIT / TOTAL CREDITS' },
        { left: 220, text: String(creditCount) },
        { right: 470, text: money(credits) },
      ],
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
      [
        { left: 36, text: 'Account No. / No. Akaun' },
        { left: 180, text: `: ${account}` },
      ],
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
      [
        { left: 330, text: 'Date / Tarikh' },
        { left: 450, text: `: ${printed(to, 'DD-MM-YYYY')}` },
      ],
      [
        { left: 330, text: 'A/C No / No Akaun' },
        { left: 450, text: `: ${account}` },
      ],
      [
        { left: 330, text: 'Statement Period / Tempoh Penyata' },
        { left: 450, text: `: ${printed(from, 'DD-MM-YYYY')} to ${printed(to, 'DD-MM-YYYY')}` },
      ],
      [{ left: 330, text: `Page / Muka Surat ${page}` }],
    ],
    balance: before,
    opening: { label: 'Balance from previous statement' },
    closing: { label: 'Closing Balance / Baki Akhir' },
    totals: ({ credits, debits }) => [
      [
        { left: 110, text: 'Total Withdrawals / Jumlah Pengeluaran' },
        { right: 470, text: money(debits) },
      ],
      [
        { left: 110, text: 'Total Deposits / Jumlah Simpanan' },
        { right: 385, text: money(credits) },
      ],
      line('Important Notices / Notis Penting', 40),
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
      [
        { left: 40, text: 'TOTAL DEBIT' },
        { left: 150, text: String(debitCount) },
        { right: 300, text: money(debits) },
      ],
      [
        { left: 40, text: 'TOTAL CREDIT' },
        { left: 150, text: String(creditCount) },
        { right: 300, text: money(credits) },
      ],
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
    totals: ({ credits, debits }) => [
      [
        { left: 100, text: 'Total' },
        { right: 390, text: money(debits) },
        { right: 470, text: money(credits) },
      ],
    ],
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
            [
              { left: 330, text: 'Opening Balance' },
              { right: 550, text: behind(' D')(opening) },
            ],
            [
              { left: 330, text: 'Total Paid In' },
              { right: 550, text: money(credits) },
            ],
            [
              { left: 330, text: 'Total Paid Out' },
              { right: 550, text: money(debits) },
            ],
            [
              { left: 330, text: 'Closing Balance' },
              { right: 550, text: behind(' D')(closing) },
            ],
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
