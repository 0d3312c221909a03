import { columnOf } from '../table/header.ts';
import { normaliseHeader, type TableFile } from '../table/table-spec.ts';

/**
 * Heads of the tables in printed statements, besides those of other files. They are not added to the known headers of a bank table,
 * because there they would change the keys of known lines.
 */
const printedHeads: Readonly<Record<string, readonly string[]>> = {
  booked_on: [
    ...[
      'entry date',
      'post date',
      'posting date',
      'process date',
      'transaction date',
      'txn date',
      'trans date',
      'date',
    ],
    ...[
      'tarikh masuk',
      'tarikh urus niaga',
      'tarikh urusniaga',
      'tarikh transaksi',
      'tarikh',
      '進支日期',
      '进支日期',
      '日期',
    ],
  ],
  value_date: ['value date', 'effective date', 'tarikh nilai', 'tarikh kuatkuasa', '仄過日期', '仄过日期', '起息日'],
  description: [
    ...[
      'transaction description',
      'transaction details',
      'transaction detail',
      'description',
      'details',
      'particulars',
    ],
    ...['payment type and details', 'details of transactions', 'transaction', 'transactions', 'narrative', 'remarks'],
    ...[
      'butir urusniaga',
      'butir urus niaga',
      'butiran',
      'butir',
      'keterangan',
      'diskripsi',
      'urus niaga',
      'urusniaga',
    ],
    ...['keterangan urus niaga', 'transaksi', '進支項說明', '进支项说明', '摘要', '說明'],
  ],
  reference: [
    ...[
      'cheque / ref no',
      'cheque/ref no',
      'cheque no',
      'cheque',
      'cheque / serial no',
      'chq no',
      'ref no',
      'reference',
    ],
    ...[
      'reference no',
      'cheque no / ref no',
      'no cek',
      'no. cek',
      'rujukan',
      'no rujukan',
      'no. rujukan',
      'cek / no rujukan',
    ],
  ],
  amount: [
    'transaction amount',
    'amount',
    'amaun',
    'jumlah urusniaga',
    'jumlah urus niaga',
    'amaun urus niaga',
    '銀碼',
    '银码',
    '金額',
  ],
  debit: [
    ...['withdrawal', 'withdrawals', 'debit', 'debits', 'paid out', 'money out', 'payments', 'payments out', 'cheques'],
    ...['withdrawals / debits', 'debit amount', 'pengeluaran', 'keluaran', 'debit amaun', '支出', '提款', '借方'],
  ],
  credit: [
    ...[
      'deposit',
      'deposits',
      'credit',
      'credits',
      'paid in',
      'money in',
      'receipts',
      'deposits / credits',
      'lodgement',
    ],
    ...['credit amount', 'simpanan', 'kemasukan', 'masukan', 'deposit amaun', 'kredit', '存入', '存款', '貸方', '贷方'],
  ],
  balance: [
    ...['statement balance', 'balance', 'running balance', 'account balance', 'ledger balance', 'closing balance'],
    ...['baki penyata', 'baki', 'baki akaun', 'baki lejar', '結單存餘', '结单存余', '結餘', '余额'],
  ],
  direction: ['dr/cr', 'cr/dr', 'd/c', 'debit/credit'],
};

/** The text of a head without a currency or a sign in brackets, as in "Debit (RM)" and "Withdrawal (-)". */
export function withoutUnit(text: string): string {
  return text.replaceAll(/\s*\(\s*(?:[-+]|[A-Z$€£]{1,3}\$?)\s*\)\s*$|[:*.]+$/gi, '').trim();
}

/** The currency in brackets behind a head or label: RM and MYR in "Balance (RM)". */
export const unitOf = (text: string): string | undefined => /\(\s*([A-Z]{2,3}\$?|[S]?\$)\s*\)/.exec(text)?.[1];

/** The column that a printed head names: by the configuration, otherwise by a known head. */
export function printedColumn(text: string, file: TableFile): string | undefined {
  const bare = withoutUnit(text);
  if (bare === '') return undefined;
  const { aliases, ignored } = file.reading;
  const known = columnOf(text, file) ?? columnOf(bare, file);
  if (known !== undefined) return known;
  const name = normaliseHeader(bare);
  if ([...ignored].map(normaliseHeader).some((one) => one === name || one === normaliseHeader(text))) return undefined;
  return Object.entries(printedHeads).find(
    ([column, heads]) => column in file.spec.columns && heads.includes(name) && (aliases[column] ?? []).length === 0,
  )?.[0];
}
