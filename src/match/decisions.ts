import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { TieoutError } from '../domain/tieout-error.ts';
import { type ReadRow, readSheets } from '../report/round-trip/read-sheets.ts';

/** The titles of the columns from which decisions are read back. */
export const decisionTitle = 'Decision';
export const togetherTitle = 'Match as';
export const noteTitle = 'Note';
export const recordsTitle = 'Records';

/** The file of a result that keeps its decisions. */
export const decisionsFile = 'decisions.json';

const decisionSchema = z.strictObject({
  is_match: z.boolean(),
  /** The records by their content (recon.match_identity), in order. */
  records: z.array(z.string().regex(/^[0-9a-f]{16}$/)).min(1),
  note: z.string(),
  by: z.string(),
  decided_at: z.string(),
});

/** A decision of a person about records: they belong together, or they do not. */
export type MatchDecision = z.infer<typeof decisionSchema>;

function wrong(message: string, file: string): TieoutError {
  return new TieoutError({
    code: 'MATCH_DECISION_WRONG',
    message,
    remedy: `Write "match" or "no match" under ${decisionTitle}, or the same text under ${togetherTitle} in each row of records that belong together. Nothing was written.`,
    place: { file },
    exitStatus: 2,
  });
}

const textIn = ({ cells }: ReadRow, position: number | undefined): string =>
  position === undefined ? '' : String(cells[position]?.value ?? '').trim();

type Heads = { decision?: number; together?: number; note?: number; records: number };

/** The positions of the columns for decisions in a row of headings; undefined for any other row. */
function headsOf(row: ReadRow): Heads | undefined {
  const at = (title: string) => {
    const position = row.cells.findIndex(({ value }) => value === title);
    return position === -1 ? undefined : position;
  };
  const [records, decision, together, note] = [recordsTitle, decisionTitle, togetherTitle, noteTitle].map(at);
  if (records === undefined || (decision === undefined && together === undefined)) return undefined;
  return {
    records,
    ...(decision === undefined ? {} : { decision }),
    ...(together === undefined ? {} : { together }),
    ...(note === undefined ? {} : { note }),
  };
}

const words: Readonly<Record<string, boolean>> = { match: true, 'no match': false };

/** The decisions in the cells of a workbook of a result. Throws MATCH_DECISION_WRONG and WORKBOOK_UNREADABLE. */
export async function workbookDecisions(
  path: string,
  file: string,
  { by, at }: { by: string; at: string },
): Promise<MatchDecision[]> {
  const decisions: MatchDecision[] = [];
  const together = new Map<string, MatchDecision>();
  const made = { by, decided_at: at };
  let heads: Heads | undefined;
  let sheet = '';
  let hasHeads = false;
  for await (const row of readSheets(path, file)) {
    if (row.sheet !== sheet) [sheet, heads] = [row.sheet, undefined];
    if (heads === undefined) {
      heads = headsOf(row);
      hasHeads ||= heads !== undefined;
      continue;
    }
    const records = textIn(row, heads.records)
      .split(' ')
      .filter((id) => /^[0-9a-f]{16}$/.test(id));
    const note = textIn(row, heads.note);
    const word = textIn(row, heads.decision).toLowerCase();
    const group = textIn(row, heads.together).toLowerCase();
    if (word !== '') {
      const isMatch = words[word];
      if (isMatch === undefined || records.length === 0)
        throw wrong(`Row ${row.row} of the sheet ${row.sheet} has the decision "${word}".`, file);
      decisions.push({ is_match: isMatch, records: records.sort(), note, ...made });
    }
    if (group === '') continue;
    const known = together.get(group) ?? { is_match: true, records: [], note: '', ...made };
    together.set(group, { ...known, records: [...known.records, ...records].sort(), note: known.note || note });
  }
  if (!hasHeads) throw wrong('No sheet of this workbook has the columns for decisions.', file);
  for (const [group, { records }] of together)
    if (records.length < 2) throw wrong(`"${group}" is under ${togetherTitle} in a single row.`, file);
  return [...decisions, ...together.values()];
}

/** The decisions that an earlier result in a folder keeps; none where there is no result. Throws MATCH_DECISION_WRONG. */
export async function keptDecisions(folder: string): Promise<MatchDecision[]> {
  const path = join(folder, decisionsFile);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  try {
    return z.array(decisionSchema).parse(JSON.parse(text));
  } catch {
    throw wrong('The decisions of the earlier result cannot be read; restore the file, or remove it.', path);
  }
}

/** Earlier and later decisions: a later decision replaces an earlier one that shares a record with it. Throws MATCH_DECISION_WRONG. */
export function withLater(
  earlier: readonly MatchDecision[],
  later: readonly MatchDecision[],
  file: string,
): MatchDecision[] {
  const matched = new Set<string>();
  for (const { is_match, records } of later)
    for (const id of is_match ? records : []) {
      if (matched.has(id)) throw wrong('A record is in two matches that are decided.', file);
      matched.add(id);
    }
  const decided = new Set(later.flatMap(({ records }) => records));
  const kept = earlier.filter(({ is_match, records }) => {
    const isSame = later.some((other) => other.records.join() === records.join());
    return !isSame && !(is_match && records.some((id) => decided.has(id)));
  });
  return [...kept, ...later];
}
