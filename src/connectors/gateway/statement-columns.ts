/** The columns of raw.statement_line that a statement's header can name, in the order of the table. */
export const statementColumns = [
  'id',
  'type',
  'reference',
  'description',
  'currency',
  'amount',
  'fee',
  'net_amount',
  'payment_method',
  'status',
  'created_on',
  'paid_on',
  'settled_on',
  'client',
  'client_email',
  'related_to',
  'product',
  'flow',
  'country',
] as const;

export type StatementColumn = (typeof statementColumns)[number];
