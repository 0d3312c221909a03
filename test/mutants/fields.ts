/** What a field says. A change of the first kinds has to be noticed; of the others, a written reason may allow it. */
export const strictKinds = ['money', 'date', 'key', 'status', 'currency', 'method', 'presence'] as const;
export type FieldKind = (typeof strictKinds)[number] | 'time' | 'other';

const words = (kind: FieldKind, names: string): [string, FieldKind][] => names.split(' ').map((name) => [name, kind]);
const fieldsOf = (kinds: Partial<Record<FieldKind, string>>): ReadonlyMap<string, FieldKind> =>
  new Map(Object.entries(kinds).flatMap(([kind, names]) => words(kind as FieldKind, names)));

const statement = new Map<string, FieldKind>([
  ...words('key', 'ID'),
  ...(['Reference Nr.', 'Related To'].map((name) => [name, 'key']) as [string, FieldKind][]),
  ...words('status', 'Type Status'),
  ...words('currency', 'Currency'),
  ...words('money', 'Amount Fee'),
  ['Net Amount', 'money'],
  ['Payment Method', 'method'],
  ...(['Created On', 'Paid On', 'Settled On'].map((name) => [name, 'date']) as [string, FieldKind][]),
  ...words('other', 'Description Client Product Flow Country'),
  ['Client Email', 'other'],
]);

const request = fieldsOf({
  status: 'is_test status',
  key: 'id company_uid',
  date: 'created_on updated_on began_on finished_on',
  other: 'type format timezone query_string download_url',
});
const intent = fieldsOf({
  key: 'intent',
  currency: 'request.currency',
  date: 'request.paidFrom request.paidTo',
  presence: 'request',
  other: 'request.format request.zone',
});

/** Each field of each input. A field that is not here stops the program: somebody has to say what it is. */
export const fieldKinds: Readonly<Record<string, ReadonlyMap<string, FieldKind>>> = {
  statement,
  statement_comparison: statement,
  statement_request: request,
  statement_comparison_request: request,
  statement_intent: intent,
  statement_comparison_intent: intent,
  turnover: fieldsOf({
    money:
      'incoming.turnover incoming.fee_sell incoming.count.all outgoing.turnover outgoing.fee_sell outgoing.count.all',
    presence: 'incoming incoming.count outgoing outgoing.count',
  }),
  balance: fieldsOf({
    money:
      '{currency}.balance {currency}.fee_sell {currency}.reserved {currency}.pending_outgoing {currency}.available_balance {currency}.gross_balance',
    presence: '{currency}',
  }),
  accounts: fieldsOf({
    key: 'id',
    status: 'status',
    currency: 'currency',
    money: 'send_fee account_verification_fee convertible_balance_from_statement current_balance',
    method: 'send_fee_type account_verification_fee_type',
    date: 'created_at updated_at',
    other: 'settlement_convert_approvals_count',
  }),
  send_limits: fieldsOf({
    key: 'id send_instruction_id bank_account_id',
    currency: 'currency',
    method: 'fee_type transaction_type',
    money: 'amount fee net_amount',
    date: 'from_settlement created_at updated_at approvals_details[].approved_at approvals_details[].expires_at',
    status: 'status approvals_details[].status approvals_required approvals_received',
    presence: 'approvals_details approvals_details[]',
    other: 'approvals_details[].destination approvals_details[].destination_type',
  }),
  send_instructions: fieldsOf({
    key: 'id bank_account_id reference bank_account_details.account_number bank_account_details.bank_code',
    money: 'amount',
    status: 'state',
    date: 'created_at updated_at',
    presence: 'bank_account_details',
    other: 'bank_account_details.name email description send_recipient_receipt rejection_reason slug receipt_url',
  }),
  bank_accounts: fieldsOf({
    key: 'id account_number bank_code',
    status: 'status is_debiting_account is_crediting_account',
    date: 'created_at updated_at deleted_at',
    other: 'group_id name reference rejection_reason',
  }),
  orders: new Map<string, FieldKind>([
    ...words('key', 'Order Reference'),
    ['Purchase ID', 'key'],
    ['Placed On', 'date'],
    ...words('currency', 'Currency'),
    ...words('money', 'Amount Refunded'),
    ...words('status', 'Status'),
    ...words('other', 'Customer'),
    ['Customer Email', 'other'],
  ]),
  bank_statement: new Map<string, FieldKind>([
    ['Booked On', 'date'],
    ['Value Date', 'date'],
    ...words('currency', 'Currency'),
    ...words('money', 'Amount Balance'),
    ...words('key', 'Reference'),
    ...words('other', 'Description'),
  ]),
  configuration: fieldsOf({
    date: 'zone',
    currency: 'currencies[] fees[].currency',
    method: 'fees[].method',
    money: 'fees[].flat fees[].percent fees[].minimum',
    presence:
      'currencies fees fees[] gateway payout books books.orders books.bank books.callbacks statement statement.formats statement.formats[]',
    other: 'gateway.narrowing_requests statement.reserve_days',
  }),
  callbacks: fieldsOf({
    date: 'received_at covers.from covers.through body.updated_on body.payment.paid_on',
    key: 'signature body.id body.reference body.related_to.id body.related_to.reference',
    status:
      'body.type body.is_test body.status body.event_type body.payment.payment_type body.payment.is_outgoing body.related_to.type',
    currency: 'body.purchase.currency body.payment.currency',
    money: 'body.purchase.total body.payment.amount body.payment.net_amount body.payment.fee_amount',
    method: 'body.transaction_data.payment_method',
    presence: 'covers body body.purchase body.payment body.related_to body.transaction_data',
  }),
};

export function fieldKind(input: string, field: string): FieldKind {
  const kind = fieldKinds[input]?.get(field);
  if (kind === undefined) throw new Error(`say in test/mutants/fields.ts what ${field} of ${input} is`);
  return kind;
}
