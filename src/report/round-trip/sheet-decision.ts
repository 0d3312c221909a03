import { z } from 'zod';
import { cleanText } from '../cell.ts';
import {
  decisionTitles,
  decisionWords,
  longestNote,
  seal,
  sealedText,
  sealTitles,
} from '../workbook/decision-columns.ts';
import type { ReadCell, ReadRow } from './read-sheets.ts';

/** Where the columns of a sheet stand that are read back, by title, and all others. */
export type SheetColumns = { at: ReadonlyMap<string, number>; others: readonly number[] };

/** What the author of a decision had before their eyes. */
export type Seen = z.infer<typeof seenSchema>;

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

/** What a row of a workbook says that a person decided; or why it cannot be taken, before anything is asked. */
export type SheetDecision = {
  place: { sheet: string; row: number };
  entered: { decision: string; reason: string; note: string; author: string };
} & (
  | { seen: Seen; decision: 'explain' | 'accept' | 'write_off' | 'approve' | 'undo' }
  | { refusal: { code: string; sentence: string } }
);

const known = [...decisionTitles, ...sealTitles];

/** The columns, where the row is the headings of a sheet to decide in; `missing` where it lacks some of them. */
export function columnsOf({ cells }: ReadRow): SheetColumns | { missing: string[] } | undefined {
  const titles = cells.map(({ value }) => (typeof value === 'string' ? value : ''));
  const at = new Map(
    known.flatMap((title) => (titles.includes(title) ? [[title, titles.indexOf(title)] as const] : [])),
  );
  const isOurs = sealTitles.some((title) => at.has(title)) || decisionTitles.every((title) => at.has(title));
  if (!isOurs) return undefined;
  const missing = known.filter((title) => !at.has(title));
  if (missing.length > 0) return { missing };
  const places = new Set(at.values());
  return { at, others: titles.flatMap((title, index) => (title === '' || places.has(index) ? [] : [index])) };
}

function decisionOf(word: string): 'explain' | 'accept' | 'write_off' | 'approve' | 'undo' | undefined {
  const found = decisionWords.find((decision) => decision === word.trim().toLowerCase().replaceAll('_', ' '));
  return found === 'write off' ? 'write_off' : found;
}

function seenOf(text: string): Seen | undefined {
  try {
    return seenSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The decision of a row; nothing where nobody decided in it. Whatever else the row says is only held against its seal. */
export function decisionOfRow(row: ReadRow, columns: SheetColumns): SheetDecision | undefined {
  const cell = (title: string): ReadCell | undefined => row.cells[columns.at.get(title) ?? -1];
  const text = (title: string) => cleanText(String(cell(title)?.value ?? '')).trim();
  const [decisionTitle, reasonTitle, noteTitle, authorTitle] = decisionTitles;
  const entered = {
    decision: text(decisionTitle),
    reason: text(reasonTitle),
    note: text(noteTitle),
    author: text(authorTitle),
  };
  const place = { sheet: row.sheet, row: row.row };
  const refuse = (code: string, sentence: string): SheetDecision => ({ place, entered, refusal: { code, sentence } });
  if (decisionTitles.some((title) => cell(title)?.isFormula))
    return refuse('ROW_HAS_FORMULA', 'A decision is typed or chosen; here a formula stands in its place.');
  if (Object.values(entered).every((part) => part === '')) return undefined;
  if (entered.decision === '') return refuse('DECISION_MISSING', 'There is a reason, note or name, and no decision.');
  const decision = decisionOf(entered.decision);
  if (decision === undefined)
    return refuse('DECISION_WRONG', `"${entered.decision}" is none of the decisions: ${decisionWords.join(', ')}.`);
  if (entered.note.length > longestNote)
    return refuse('NOTE_TOO_LONG', `The note has ${entered.note.length} characters; ${longestNote} are kept.`);
  const [itemTitle, seenTitle, sealTitle] = sealTitles;
  const item = text(itemTitle);
  const written = text(seenTitle);
  const seen = seenOf(written);
  const cells = columns.others.map((index) => sealedText(row.cells[index]?.value));
  if (seen === undefined || seen.breakId !== item || seal(item, written, cells) !== text(sealTitle))
    return refuse('ROW_ALTERED', 'Something outside the decision columns is not as it was written.');
  return { place, entered, seen, decision };
}
