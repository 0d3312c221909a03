/** The columns of a company statement, in the order of raw.statement_line, with the known headers of each. */
export const statementColumns = {
  id: ['id', 'payment id', 'transaction id', 'uid', 'uuid'],
  type: ['type', 'payment type', 'transaction type'],
  reference: ['reference nr.', 'reference nr', 'reference', 'reference no.', 'reference no', 'reference number', 'ref'],
  description: ['description', 'details'],
  currency: ['currency', 'ccy'],
  amount: ['amount', 'gross amount', 'gross', 'total'],
  fee: ['fee', 'fees', 'fee amount'],
  net_amount: ['net amount', 'net', 'amount net'],
  payment_method: ['payment method', 'method'],
  status: ['status', 'state'],
  created_on: ['created on', 'created', 'created at', 'date created'],
  paid_on: ['paid on', 'paid', 'paid at', 'payment date', 'date paid'],
  settled_on: ['settled on', 'settled', 'settled at', 'settlement date'],
  client: ['client', 'client name', 'customer', 'customer name', 'full name'],
  client_email: ['client email', 'client e-mail', 'email', 'e-mail', 'customer email'],
  related_to: ['related to', 'related', 'original id', 'purchase id'],
  product: ['product', 'products'],
  flow: ['flow', 'transaction flow'],
  country: ['country', 'client country'],
  withheld: ['withheld', 'withheld amount', 'reserve', 'reserved', 'rolling reserve', 'pending amount'],
} as const satisfies Record<string, readonly string[]>;

export type StatementColumn = keyof typeof statementColumns;

/** The columns without which no row can be classified; a file that lacks one is refused. */
export const requiredStatementColumns = [
  'type',
  'reference',
  'amount',
  'status',
  'paid_on',
] as const satisfies StatementColumn[];
