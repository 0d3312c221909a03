const left = { left_file_id: 'left_receipt_id', left_file: 'left_file_name' };
const right = { right_file_id: 'right_receipt_id', right_file: 'right_file_name' };
const ofItem = { ...left, ...right };
const ofRecord = { file: 'file_name', file_id: 'receipt_id' };

/** The columns of mart that were renamed after 0.2.0: by table, the old name and the new one. */
export const renamedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  break: { amount: 'right_minus_left' },
  change: { amount: 'right_minus_left' },
  decision: {
    amount: 'right_minus_left',
    author: 'decided_by',
    author_identity: 'decided_by_identity',
    is_stale: 'is_stale_decision',
    note: 'decision_note',
  },
  expected_lag: { seen_count: 'settled_count' },
  fee: { agreed: 'agreed_fee', charged: 'charged_fee' },
  item: ofItem,
  matched: ofItem,
  payment_fee: ofRecord,
  payout: ofRecord,
  quarantine: {
    asked_count: 'request_count',
    bytes: 'byte_count',
    file_id: 'receipt_id',
    last_asked_at: 'last_attempt_at',
    next_ask_at: 'next_attempt_at',
  },
  reconciliation: { title: 'reconciliation_title' },
  rejected_row: { file_id: 'receipt_id' },
  request: { file_id: 'requests_receipt_id', service: 'source', status: 'http_status' },
  settlement: { fee_amount: 'charged_fee' },
  source_file: { bytes: 'byte_count', file_id: 'receipt_id' },
  suggested: ofItem,
  timing: ofItem,
  transaction: { ...ofRecord, fee: 'charged_fee', withheld: 'withheld_amount' },
  unexpected: { file_id: 'receipt_id' },
  unmatched: ofItem,
  waived: { author: 'waived_by', from_day: 'first_day', until_day: 'last_day', why: 'reason' },
};

const tableName = /^(?:mart\.)?(\w+)$/;

/** The new name of a column that was renamed in any of the given tables of mart; undefined if no table had a column of this name. */
export function renamedColumn(tables: readonly string[], column: string): string | undefined {
  for (const table of tables) {
    const [, name = ''] = tableName.exec(table.toLowerCase()) ?? [];
    const renamed = Object.hasOwn(renamedColumns, name) ? renamedColumns[name] : undefined;
    if (renamed !== undefined && Object.hasOwn(renamed, column.toLowerCase())) return renamed[column.toLowerCase()];
  }
  return undefined;
}
