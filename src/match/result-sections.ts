import type { Column, Section } from '../report/definition.ts';
import { decisionTitle, noteTitle, recordsTitle, togetherTitle } from './decisions.ts';

type Format = Column['format'];

const column = (field: string, title: string, format: Format, width: number): Column => ({
  field,
  title,
  format,
  width,
  total: false,
  hidden: false,
});

type Own = Pick<Section, 'name' | 'title' | 'about' | 'view' | 'order' | 'columns' | 'shown' | 'entries'>;

const section = (own: Own): Section => ({
  ...own,
  least_days: 1,
  optional: false,
});

const amounts = [
  column('left_amount', 'Left amount', 'money', 15),
  column('right_amount', 'Right amount', 'money', 15),
  column('right_minus_left', 'Right less left', 'signed', 14),
];

/** The columns in which people decide, and the hidden one that names the records. */
const ofDecision = (field: string, title: string): Column[] => [
  column(field, title, 'text', 14),
  column('note', noteTitle, 'text', 24),
  { ...column('records', recordsTitle, 'code', 20), hidden: true },
];

/** The cells in which people decide: about a match, and about a record without a match. */
const entriesOf = { match: { decision: ['match', 'no match'], note: [] }, record: { decision: [], note: [] } } as const;

/** The columns of a match: both sides beside each other. */
const ofMatch = [
  column('match_no', 'Match', 'code', 12),
  column('currency', 'Currency', 'text', 9),
  column('left_on', 'Left day', 'date', 12),
  column('right_on', 'Right day', 'date', 12),
  column('days_later', 'Days later', 'count', 9),
  ...amounts,
  column('left_reference', 'Left reference', 'text', 18),
  column('right_reference', 'Right reference', 'text', 18),
  column('left_text', 'Left text', 'text', 36),
  column('right_text', 'Right text', 'text', 36),
  column('reason', 'Why', 'text', 44),
  column('same', 'Equal', 'text', 18),
  column('pass', 'Match pass', 'text', 18),
  column('left_lines', 'Left file and line', 'text', 24),
  column('right_lines', 'Right file and line', 'text', 24),
];

/** The columns of a record of one side. */
const ofRecord = [
  column('occurred_on', 'Day', 'date', 12),
  column('source', 'Only in', 'text', 14),
  column('currency', 'Currency', 'text', 9),
  column('amount', 'Amount', 'money', 15),
  column('reference', 'Reference', 'text', 20),
  column('counterparty', 'Counterparty', 'text', 24),
  column('description', 'Description', 'text', 44),
  column('reason', 'Why', 'text', 44),
  column('record_key', 'File and line', 'text', 24),
];

const day = column('matched_on', 'Day', 'date', 12);

/** The rows and columns of matches. */
const ofMatches = {
  view: 'recon.match_result',
  order: ['currency', 'matched_on', 'match_id'],
  columns: [day, ...ofMatch, ...ofDecision('decision', decisionTitle)],
  entries: entriesOf.match,
  shown: ['matched_on', 'left_amount', 'right_amount', 'right_minus_left', 'left_text', 'right_text', 'reason'],
};

/** A section, and the condition for its rows. */
export type ResultSection = { section: Section; where: string };

/** The sections of the result, most urgent first. */
export const resultSections: readonly ResultSection[] = [
  {
    where: "outcome in ('missing_right', 'missing_left')",
    section: section({
      name: 'unmatched',
      title: 'Unmatched',
      about:
        'Records of one side without a record of the other side. In match.xlsx, write the same text under "Match as" where records belong together.',
      view: 'recon.match_result_record',
      order: ['side', 'currency', 'occurred_on', 'record_key'],
      columns: [...ofRecord, ...ofDecision('decision', togetherTitle)],
      entries: entriesOf.record,
      shown: ['occurred_on', 'source', 'currency', 'amount', 'reference', 'description', 'reason'],
    }),
  },
  {
    where: "outcome = 'suggested'",
    section: section({
      ...ofMatches,
      name: 'suggested',
      title: 'Suggested',
      about:
        'Likely matches that are not certain. Choose "match" or "no match" under Decision in match.xlsx, save it in its folder, and run the command again.',
      columns: [
        day,
        ...ofMatch,
        column('runners_up', 'Other records that fit', 'text', 30),
        ...ofDecision('decision', decisionTitle),
      ],
    }),
  },
  {
    where: "outcome = 'amount_differs'",
    section: section({
      ...ofMatches,
      name: 'differences',
      title: 'Differences',
      about: 'Certain matches whose amounts differ.',
    }),
  },
  {
    where: 'true',
    section: section({
      name: 'rejected',
      title: 'Rejected rows',
      about: 'Rows of the files that are not read as records. Where a record is among them, the result is incomplete.',
      view: 'recon.match_rejected',
      order: ['receipt_id', 'line_no'],
      columns: [
        column('line', 'File and line', 'text', 24),
        column('reason', 'Why', 'text', 60),
        column('text', 'Row', 'raw', 60),
      ],
      shown: ['line', 'reason', 'text'],
    }),
  },
  {
    where: "outcome = 'matched'",
    section: section({ ...ofMatches, name: 'matched', title: 'Matched', about: 'Certain matches with equal amounts.' }),
  },
];

/** Every record with its outcome: the rows of records.csv and records.jsonl. */
export const recordSection: ResultSection = {
  where: 'true',
  section: section({
    name: 'records',
    title: 'Records',
    about: 'Every record of both sides with its outcome.',
    view: 'recon.match_result_record',
    order: ['side', 'currency', 'occurred_on', 'record_key'],
    columns: [
      column('side', 'Side', 'text', 8),
      ...ofRecord
        .filter(({ field }) => field !== 'reason')
        .map((own) => (own.field === 'source' ? { ...own, title: 'Source' } : own)),
      column('outcome', 'Outcome', 'text', 16),
      column('pass', 'Match pass', 'text', 18),
      column('match_no', 'Match', 'text', 12),
      column('matched_with', 'Matched with', 'text', 24),
      column('right_minus_left', 'Right less left', 'signed', 14),
      column('same', 'Equal', 'text', 18),
      column('original_currency', 'Original currency', 'text', 9),
      column('original_amount', 'Original amount', 'money', 14),
      column('reason', 'Why', 'text', 44),
    ],
  }),
};
