import { z } from 'zod';
import { spelledDecision } from '../../domain/decision-word.ts';
import { cleanText } from '../shown-value.ts';
import {
  commandDecisions,
  decisionTitles,
  decisionWords,
  longestNote,
  seal,
  sealedText,
  sealTitles,
} from '../workbook/decision-columns.ts';
import type { ReadCell, ReadRow } from './read-sheets.ts';

/** The positions of the columns that are read back, by title, and of all others. */
export type SheetColumns = { at: ReadonlyMap<string, number>; others: readonly number[] };

/** The figures that the author of a decision saw. */
type Seen = z.infer<typeof seenSchema>;

const amount = z.string().nullable();
const seenSchema = z
  .tuple([z.string(), z.string(), amount, amount, amount, z.string(), z.string().nullable(), z.string().nullable()])
  .transform(([breakId, outcome, left_amount, right_amount, right_minus_left, status, decision, decidedBy]) => ({
    breakId,
    figures: { outcome, left_amount, right_amount, right_minus_left },
    status,
    decision,
    decidedBy,
  }));

/** The decision in a row of a workbook, or the reason to refuse it without asking the warehouse. */
export type SheetDecision = {
  place: { sheet: string; row: number };
  entered: { decision: string; reason: string; note: string; author: string; effective: string };
} & (
  | { seen: Seen; decision: 'explain' | 'accept' | 'write_off' | 'approve' | 'undo' }
  | { refusal: { code: string; sentence: string } }
);

const known: readonly string[] = [...decisionTitles, ...sealTitles];
/** Workbooks of 0.2.0 lack the column. */
const required = known.filter((title) => title !== 'Effective day');

/** The columns, if the row is the headings of a sheet with decisions; `missing` if some are missing. */
export function columnsOf({ cells }: ReadRow): SheetColumns | { missing: string[] } | undefined {
  const titles = cells.map(({ value }) => (typeof value === 'string' ? value : ''));
  const at = new Map(
    known.flatMap((title) => (titles.includes(title) ? [[title, titles.indexOf(title)] as const] : [])),
  );
  const isOurs =
    sealTitles.some((title) => at.has(title)) ||
    decisionTitles.every((title) => at.has(title) || !required.includes(title));
  if (!isOurs) return undefined;
  const missing = required.filter((title) => !at.has(title));
  if (missing.length > 0) return { missing };
  const places = new Set(at.values());
  return { at, others: titles.flatMap((title, index) => (title === '' || places.has(index) ? [] : [index])) };
}

function decisionOf(word: string): 'explain' | 'accept' | 'write_off' | 'approve' | 'undo' | undefined {
  const found = decisionWords.find((decision) => decision === spelledDecision(word));
  return found === 'write-off' ? 'write_off' : found;
}

function notChoosable(word: string): string {
  const spelled = spelledDecision(word);
  if (spelled === 'match' || spelled === 'split')
    return `A row cannot express a ${spelled}. Record it on the command line: ${commandDecisions[spelled]}`;
  return `"${word}" is not a decision. Choose one of: ${decisionWords.join(', ')}.`;
}

function seenOf(text: string): Seen | undefined {
  try {
    return seenSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The decision of a row, if it has one. The other cells are only compared with the seal. */
export function decisionOfRow(row: ReadRow, columns: SheetColumns): SheetDecision | undefined {
  const cell = (title: string): ReadCell | undefined => row.cells[columns.at.get(title) ?? -1];
  const text = (title: string) => cleanText(String(cell(title)?.value ?? '')).trim();
  const [decisionTitle, reasonTitle, noteTitle, authorTitle, effectiveTitle] = decisionTitles;
  const entered = {
    decision: text(decisionTitle),
    reason: text(reasonTitle),
    note: text(noteTitle),
    author: text(authorTitle),
    effective: text(effectiveTitle),
  };
  const place = { sheet: row.sheet, row: row.row };
  const refuse = (code: string, sentence: string): SheetDecision => ({ place, entered, refusal: { code, sentence } });
  if (decisionTitles.some((title) => cell(title)?.isFormula))
    return refuse('ROW_HAS_FORMULA', 'A decision cell has a formula. Type or choose the decision.');
  if (Object.values(entered).every((part) => part === '')) return undefined;
  if (entered.decision === '')
    return refuse('DECISION_MISSING', 'The row has a reason, note, name or day, but no decision.');
  const decision = decisionOf(entered.decision);
  if (decision === undefined) return refuse('DECISION_WRONG', notChoosable(entered.decision));
  if (entered.effective !== '' && !z.iso.date().safeParse(entered.effective).success)
    return refuse('DECISION_WRONG', `"${entered.effective}" is not a day. Write it like 2026-11-20.`);
  if (entered.note.length > longestNote)
    return refuse(
      'NOTE_TOO_LONG',
      `The note has ${entered.note.length} characters; at most ${longestNote} are allowed.`,
    );
  const [itemTitle, seenTitle, sealTitle] = sealTitles;
  const item = text(itemTitle);
  const written = text(seenTitle);
  const seen = seenOf(written);
  const cells = columns.others.map((index) => sealedText(row.cells[index]?.value));
  if (seen === undefined || seen.breakId !== item || seal(item, written, cells) !== text(sealTitle))
    return refuse('ROW_ALTERED', 'A cell outside the decision columns was changed.');
  return { place, entered, seen, decision };
}
