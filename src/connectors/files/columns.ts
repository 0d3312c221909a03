/** The merchant's own files: the columns of each (of a callback, its keys) and the headers under which they are known. */
export const fileColumns = {
  orders: {
    order: ['order', 'order id', 'order no', 'order no.', 'order number', 'id'],
    reference: ['reference', 'reference nr.', 'ref', 'invoice', 'invoice no'],
    placed_on: ['placed on', 'date', 'created', 'created on', 'created at', 'order date'],
    currency: ['currency', 'ccy'],
    amount: ['amount', 'total', 'order total', 'gross'],
    status: ['status', 'state', 'payment status'],
    refunded: ['refunded', 'refunded amount', 'refund'],
    customer: ['customer', 'customer name', 'name'],
    customer_email: ['customer email', 'email', 'e-mail'],
    purchase_id: ['purchase id', 'payment id', 'transaction id', 'gateway id'],
  },
  // in the order of raw.bank_statement_line, which keeps them. Value date, currency, description, reference and balance are the key of a
  // line: another English header for one of them would change the keys of lines that are already known without it
  bank: {
    booked_on: [
      ...['booked on', 'date', 'booking date', 'transaction date', 'posted on', 'txn date', 'tran date', 'trans date'],
      ...['tarikh', 'tarikh transaksi', 'buchungstag', 'buchungsdatum'],
    ],
    value_date: ['value date', 'value on', 'valuta', 'tarikh nilai', 'wertstellung', 'valutadatum'],
    currency: ['currency', 'ccy', 'mata wang', 'währung'],
    amount: [
      ...['amount', 'transaction amount', 'amount (rm)', 'amount (myr)', 'transaction amount (rm)'],
      ...['amaun', 'amaun (rm)', 'betrag', 'umsatz'],
    ],
    description: [
      ...[
        'description',
        'details',
        'narrative',
        'particulars',
        'keterangan',
        'keterangan transaksi',
        'butiran transaksi',
      ],
      ...['verwendungszweck'],
    ],
    reference: ['reference', 'ref', 'customer reference', 'cheque no', 'rujukan', 'no rujukan', 'no. rujukan'],
    balance: ['balance', 'running balance', 'closing balance', 'baki', 'baki (rm)', 'saldo'],
    account: [
      'account',
      'account no',
      'account no.',
      'account number',
      'no akaun',
      'no. akaun',
      'nombor akaun',
      'auftragskonto',
    ],
    entry_id: [
      'entry id',
      'transaction id',
      'transaction no',
      'transaction no.',
      'txn id',
      'bank reference',
      'bank ref',
      'fitid',
    ],
    credit: [
      ...[
        'credit',
        'credits',
        'credit amount',
        'cr',
        'credit (rm)',
        'credit (myr)',
        'credit amount (rm)',
        'amount credited',
      ],
      ...[
        'deposit',
        'deposits',
        'deposit amount',
        'deposit (rm)',
        'money in',
        'paid in',
        'kredit',
        'kredit (rm)',
        'haben',
      ],
    ],
    debit: [
      ...['debit', 'debits', 'debit amount', 'dr', 'debit (rm)', 'debit (myr)', 'debit amount (rm)', 'amount debited'],
      ...['withdrawal', 'withdrawals', 'withdrawal amount', 'withdrawal (rm)', 'money out', 'paid out', 'soll'],
    ],
    direction: [
      ...['dr/cr', 'cr/dr', 'dr / cr', 'cr / dr', 'debit/credit', 'credit/debit', 'd/c', 'c/d', 'dc', 'drcr', 'crdr'],
      ...[
        'debit or credit',
        'credit or debit',
        'credit debit indicator',
        'debit credit indicator',
        'soll/haben',
        's/h',
      ],
    ],
    reversal: ['reversal', 'reversal indicator', 'is reversal'],
    // whether a line is booked; a column with the state of something else is ignored by configuration
    status: [
      'status',
      'state',
      'booking status',
      'transaction status',
      'posting status',
      'status transaksi',
      'buchungsstatus',
    ],
    statement_no: [],
    place: [],
  },
  opening: {
    item: ['item'],
    id: ['id'],
    reference: ['reference', 'ref'],
    occurred_on: ['date', 'day'],
    currency: ['currency', 'ccy'],
    amount: ['amount'],
    fee: ['fee'],
  },
  ledger: {
    account: [
      ...['account', 'account code', 'account no', 'account no.', 'account number', 'gl account', 'gl code'],
      ...['ledger account', 'kod akaun', 'konto', 'kontonummer'],
    ],
    currency: ['currency', 'ccy', 'currency code', 'mata wang', 'währung'],
    balance_on: ['balance on', 'date', 'as of', 'as at', 'balance date', 'tarikh', 'stichtag'],
    balance: ['balance', 'closing balance', 'ending balance', 'baki', 'saldo'],
  },
  callbacks: {
    received_at: ['received at', 'received on', 'time', 'timestamp'],
    signature: ['signature', 'x-signature'],
    body: ['body', 'payload', 'raw body', 'content'],
  },
} as const;

export type FileKind = keyof typeof fileColumns;
