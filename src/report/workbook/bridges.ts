import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { added, isZero, negated, shownInCell } from '../shown-value.ts';
import type { ReportTable } from '../table.ts';
import type { WorkbookOptions } from './cells.ts';

type Shown = (row: WarehouseRow, field: string) => string;

/** A line of a bridge over all days of the report, with its amount on the first day and the last. */
export type BridgeLine = {
  code: string;
  title: string;
  amount: string;
  first: string;
  last: string;
  isTotal: boolean;
  isResidual: boolean;
  /** The number of days on which it is not zero, because differences of two days must not offset each other. */
  daysNotZero: number;
};

/** The bridge of a control for one subject, measure and currency. */
export type Bridge = {
  reconciliation: string;
  control: string;
  subject: string;
  measure: string;
  currency: string;
  firstDay: string;
  lastDay: string;
  lines: BridgeLine[];
  /** Whether it is a roll-forward: its days follow each other and are not summed. */
  isOfBalances: boolean;
  /** The movement of a balance between days without a known balance. */
  gap: string;
};

const text = (row: WarehouseRow, field: string) => String(row[field] ?? '');

function lineOf(row: WarehouseRow, shown: Shown): BridgeLine {
  return {
    code: text(row, 'line_code'),
    title: shown(row, 'title'),
    amount: text(row, 'total'),
    first: text(row, 'first_amount'),
    last: text(row, 'last_amount'),
    isTotal: row.is_total === true,
    isResidual: row.is_residual === true,
    daysNotZero: Number(row.days_not_zero),
  };
}

function finished(bridge: Bridge): Bridge {
  const opening = bridge.lines.find(({ code }) => code === 'opening');
  const closing = bridge.lines.findLast(({ isTotal }) => isTotal);
  if (opening === undefined || closing === undefined) return bridge;
  const gap = added(opening.amount, negated(opening.first), negated(closing.amount), closing.last);
  return { ...bridge, isOfBalances: true, gap };
}

/** The bridges of a report, each over all its days. */
export async function readBridges(table: ReportTable | undefined, options: WorkbookOptions): Promise<Bridge[]> {
  if (table === undefined) return [];
  // in the form in which the sheet has it, because the formulas compare with the sheet
  const shown: Shown = (row, field) => shownInCell(text(row, field), 'text', options);
  const subject = ['currency', 'reconciliation', 'reconciliation_title', 'subject', 'measure'];
  const of = `partition by ${subject.join(', ')}`;
  const rows = await table.summarised(
    [...subject, 'line_no', 'line_code', 'title', 'is_total', 'is_residual'],
    {
      total: 'sum(amount)',
      first_amount: 'sum(amount) filter (business_date = first_day)',
      last_amount: 'sum(amount) filter (business_date = last_day)',
      days_not_zero: 'count(*) filter (amount <> 0)',
      first_day: 'min(first_day)',
      last_day: 'max(last_day)',
    },
    `*, min(business_date) over (${of}) as first_day, max(business_date) over (${of}) as last_day`,
  );
  const bridges = new Map<string, Bridge>();
  for (const row of rows) {
    const key = subject.map((field) => text(row, field)).join('\0');
    const known = bridges.get(key) ?? {
      reconciliation: text(row, 'reconciliation'),
      control: shown(row, 'reconciliation_title'),
      subject: shown(row, 'subject'),
      measure: text(row, 'measure'),
      currency: text(row, 'currency'),
      firstDay: text(row, 'first_day'),
      lastDay: text(row, 'last_day'),
      lines: [],
      isOfBalances: false,
      gap: '0.0000',
    };
    known.lines.push(lineOf(row, shown));
    bridges.set(key, known);
  }
  return [...bridges.values()].map(finished);
}

export const hasGap = ({ gap }: Bridge) => !isZero(gap);
