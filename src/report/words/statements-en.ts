const grouped = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
const some = (count: number, one: string, many: string) => `${grouped(count)} ${count === 1 ? one : many}`;

/** The English texts of the statements. */
export const statementsEn = {
  title: 'Statements',
  about: (day: string) =>
    `As of the end of ${day}. Items count from the day on which they arose until the day on which they ended, whenever that became known.`,
  titles: {
    gateway: 'Gateway clearing account',
    deposits: 'Proof of deposits',
    payout: 'Payout account',
  } as Record<string, string>,
  notReconciled: 'roll-forward, not reconciled to the ledger',
  bankReconciliation: 'Bank reconciliation and proof of deposits',
  balanceOn: (day: string) => `Balance at the end of ${day}`,
  add: 'Add',
  less: 'Less',
  perBooks: 'Balance that the books should show',
  noLedger: 'No ledger balance is given, so nothing is compared with the books.',
  unexplained: 'Unexplained difference',
  tiesOut: 'Ties out to the ledger.',
  doesNotTieOut: 'No listed item explains it: compare the entries of the ledger.',
  rollForward: 'Roll-forward',
  expected: 'Balance by the movements',
  notExplained: 'Not explained by the movements',
  explained: 'In balance.',
  open: 'Out of balance: see the controls.',
  openingUnknown: 'The opening balance is not known, so the movements are not proven.',
  takenOn: (amount: string, file: string) => `Take-on: ${amount} per ${file}.`,
  derived: (day: string) => `Derived from the reading of ${day} and the ledger.`,
  consistsOf: 'It consists of',
  sum: 'Sum',
  forInformation: 'For information (not added)',
  unidentified: 'Receipts without a transfer (not in the balance)',
  openItems: 'Open items (not in the balance)',
  count: (count: number) => some(count, 'record', 'records'),
  items: (count: number, since: string) =>
    count === 1 ? `1 item, of ${since}` : `${grouped(count)} items, the oldest of ${since}`,
  missing: 'There is no statement: no balance is known at the end of the period.',
  line: 'Line',
  amount: 'Amount',
  remark: 'Basis',
  writtenOff: 'Written off in the period (in the books from the day of the decision)',
  ageing: 'Open items by age at the end of the period',
  unidentifiedAgeing: 'Receipts without a transfer by age',
  toAccount: (title: string, account: string) => `${title}: ${account}`,
};
