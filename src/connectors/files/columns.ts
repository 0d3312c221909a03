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
  bank: {
    booked_on: ['booked on', 'date', 'booking date', 'transaction date', 'posted on'],
    value_date: ['value date', 'value on', 'valuta'],
    currency: ['currency', 'ccy'],
    amount: ['amount', 'transaction amount'],
    description: ['description', 'details', 'narrative', 'particulars'],
    reference: ['reference', 'ref', 'customer reference', 'cheque no'],
    balance: ['balance', 'running balance', 'closing balance'],
  },
  callbacks: {
    received_at: ['received at', 'received on', 'time', 'timestamp'],
    signature: ['signature', 'x-signature'],
    body: ['body', 'payload', 'raw body', 'content'],
  },
} as const;

export type FileKind = keyof typeof fileColumns;
