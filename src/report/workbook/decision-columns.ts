import { hash } from 'node:crypto';
import type { WarehouseRow } from '../../warehouse/duckdb-values.ts';
import { decidedFields, type Section } from '../definition.ts';
import { cleanText } from '../shown-value.ts';
import type { Cell, SheetColumn, Validation } from '../xlsx/sheet.ts';
import type { StyleBook } from '../xlsx/styles.ts';

/** The titles of the columns for decisions: no other cell of a workbook is ever read back. */
export const decisionTitles = ['Decision', 'Decision reason', 'Note', 'Decided by', 'Effective day'] as const;

/** Hidden columns after all others: the item of the row, its figures when the workbook was written, and a seal over both and the row. */
export const sealTitles = ['Item', 'As seen', 'Seal'] as const;

/** The choices in the decision column. A match and a split are no choices, because a row has one item and one reason. */
export const decisionWords = ['explain', 'accept', 'write-off', 'approve', 'undo'] as const;

/** The decisions that a row cannot express, with the command for each. */
export const commandDecisions = {
  match: 'tieout decide match ID ID --reason CODE',
  split: 'tieout decide split ID --reason CODE --part AMOUNT=REASON',
} as const;

export const decisionListName = 'decision_list';
export const reasonListName = 'reason_list';
export const longestNote = 1000;
const longestName = 100;

export const decisionSheetColumns: readonly SheetColumn[] = [14, 20, 40, 18, 14].map((width) => ({ width }));
export const sealSheetColumns: readonly SheetColumn[] = [14, 30, 34].map((width) => ({ width, isHidden: true }));

/** The number of columns before the decision columns; 0 for a section without any. */
export function decisionsAfter({ decide_after, columns }: Section): number {
  return decide_after === undefined ? 0 : columns.findIndex(({ field }) => field === decide_after) + 1;
}

/** A tenth of a second in days: spreadsheet programs save times to that precision, and no two amounts are that close. */
const grain = 864_000;

/** Blanks other than single spaces between words. */
const otherBlanks = /^\s|\s$|\s\s|[^\S ]/;

/** The content of a cell, without the differences that a spreadsheet program may make when it saves the file. */
export function sealedText(value: string | number | undefined): string {
  if (typeof value === 'number') return `n${Math.round(value * grain)}`;
  const whole = value ?? '';
  const text = otherBlanks.test(whole) ? whole.replaceAll(/\s+/g, ' ').trim() : whole;
  return text === '' ? '' : `t${text}`;
}

/** The seal of a row: it no longer matches after a change outside the decision columns. */
export function seal(breakId: string, seen: string, cells: readonly string[]): string {
  return hash('sha256', [breakId, seen, ...cells].join('\u001F')).slice(0, 32);
}

function cellValue(cell: Cell | undefined): string | number | undefined {
  if (cell?.kind === 'text') return cell.text;
  return cell?.kind === 'number' ? Number(cell.text) : undefined;
}

/** A name from outside, cut to the length that a workbook keeps. */
export const seenName = (name: string) => cleanText(cleanText(name).slice(0, longestName));

function seenText(row: WarehouseRow): string {
  const seen = decidedFields.map((field) => {
    const value = row[field] ?? null;
    return field === 'decided_by' && typeof value === 'string' ? seenName(value) : value;
  });
  return JSON.stringify(seen);
}

/** The style of a cell in which people write: the only cells of a sheet that are not protected. */
export const entryStyle = (styles: StyleBook): number =>
  styles.of({ isUnlocked: true, fill: 'FFFBEA', isWrapped: true, format: '@' });

/** The unlocked cells for a decision, and the hidden ones at the end of the row. */
export function decisionCells(styles: StyleBook): {
  entry: readonly Cell[];
  hidden: (row: WarehouseRow, shown: readonly (Cell | undefined)[]) => Cell[];
} {
  const open = entryStyle(styles);
  const plain = styles.of({});
  const entry = decisionTitles.map((): Cell => ({ kind: 'blank', style: open }));
  const text = (content: string): Cell => ({ kind: 'text', text: content, style: plain });
  return {
    entry,
    hidden: (row, shown) => {
      const id = String(row.break_id);
      const seen = seenText(row);
      return [
        text(id),
        text(seen),
        text(
          seal(
            id,
            seen,
            shown.map((cell) => sealedText(cellValue(cell))),
          ),
        ),
      ];
    },
  };
}

/** The validation of the decision columns; `ranges` are theirs, in order. */
export function decisionValidations(ranges: readonly string[]): Validation[] {
  const [decision = '', reason = '', note = '', author = '', effective = ''] = ranges;
  return [
    {
      kind: 'list',
      range: decision,
      formula: decisionListName,
      title: 'Decision',
      message: `Choose from the list. Approve and undo apply to the earlier decision. On the command line: ${commandDecisions.match}; ${commandDecisions.split}`,
    },
    { kind: 'list', range: reason, formula: reasonListName, title: 'Reason', message: 'Choose from the list.' },
    {
      kind: 'length',
      range: note,
      longest: longestNote,
      title: 'Note',
      message: `Explain the decision for the audit trail, in at most ${longestNote} characters.`,
    },
    { kind: 'length', range: author, longest: longestName, title: 'Decided by', message: 'Your name.' },
    {
      kind: 'length',
      range: effective,
      longest: 10,
      title: 'Effective day',
      message: 'The day from which it counts in statements, such as 2026-11-20; empty for the day of the item.',
    },
  ];
}
