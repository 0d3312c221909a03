import { added, isZero, negated } from '../report/shown-value.ts';
import { type ReportTable, tableFrom } from '../report/table.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import type { SideFile } from './read-side.ts';
import { type ResultSection, recordSection, resultSections } from './result-sections.ts';

/** The records of one currency by outcome; amounts are exact text, those of the right side with the sign of the left side. */
export type CurrencyTotal = {
  currency: string;
  left: { count: number; amount: string; onlyCount: number; onlyAmount: string };
  right: { count: number; amount: string; onlyCount: number; onlyAmount: string };
  /** Records of both sides in certain matches with equal amounts, in certain matches whose amounts differ, and in suggested matches. */
  matched: number;
  differing: number;
  suggested: number;
  /** Right less left of the matches whose amounts differ, and of the suggested matches. */
  differingAmount: string;
  suggestedAmount: string;
};

export type PassCount = { passNo: number; pass: string; sure: number; suggested: number };

export type MatchResult = {
  title: string;
  leftTitle: string;
  rightTitle: string;
  files: readonly SideFile[];
  totals: CurrencyTotal[];
  passes: PassCount[];
  notes: readonly string[];
  /** Rows that may be records and could not be read. */
  rejected: number;
  outcome: 'reconciled' | 'breaks' | 'incomplete';
  tables: ReportTable[];
  records: ReportTable;
};

async function totalsOf({ connection }: Warehouse): Promise<CurrencyTotal[]> {
  const rows = await readRows(connection, await sqlStatement('match_files', 'match_total'));
  return rows.map((row) => {
    const side = (name: 'left' | 'right') => ({
      count: numberOf(row, `${name}_count`),
      amount: textOf(row, `${name}_amount`),
      onlyCount: numberOf(row, `${name}_only_count`),
      onlyAmount: textOf(row, `${name}_only_amount`),
    });
    return {
      currency: textOf(row, 'currency'),
      left: side('left'),
      right: side('right'),
      matched: numberOf(row, 'matched_count'),
      differing: numberOf(row, 'differing_count'),
      suggested: numberOf(row, 'suggested_count'),
      differingAmount: textOf(row, 'differing_amount'),
      suggestedAmount: textOf(row, 'suggested_amount'),
    };
  });
}

async function passesOf({ connection }: Warehouse): Promise<PassCount[]> {
  const rows = await readRows(connection, await sqlStatement('match_files', 'match_by_pass'));
  return rows.map((row) => ({
    passNo: numberOf(row, 'pass_no'),
    pass: textOf(row, 'pass'),
    sure: numberOf(row, 'sure_count'),
    suggested: numberOf(row, 'suggested_count'),
  }));
}

async function tableOf({ connection }: Warehouse, { section, where }: ResultSection, files: readonly SideFile[]) {
  const ids = files.map(({ receiptId }) => receiptId);
  // a file may have been read several times until its terms were found
  const only = section.view === 'recon.match_rejected' ? ` and receipt_id in (${ids.join(', ')})` : '';
  const from = `from ${section.view} where (${where})${only}`;
  const [row] = await readRows(connection, `select count(*) as n ${from}`);
  const count = row === undefined ? 0 : numberOf(row, 'n');
  return tableFrom(connection, section, { from, bound: {}, file: `${section.name}.csv`, count });
}

/** The result of a matching, from the tables that matchSides has written. */
export async function readResult(
  warehouse: Warehouse,
  files: readonly SideFile[],
  notes: readonly string[],
  titles: { left: string; right: string },
): Promise<MatchResult> {
  const totals = await totalsOf(warehouse);
  const rejected = files.reduce((sum, file) => sum + file.rejected, 0);
  const isWhole =
    totals.length > 0 &&
    totals.every(
      ({ left, right, differing, suggested }) => left.onlyCount + right.onlyCount + differing + suggested === 0,
    );
  // a difference that nothing explains would be a defect, and is never called reconciled
  const isExplained = totals.every(({ left, right, differingAmount, suggestedAmount }) =>
    isZero(
      added(
        right.amount,
        negated(right.onlyAmount),
        negated(left.amount),
        left.onlyAmount,
        negated(differingAmount),
        negated(suggestedAmount),
      ),
    ),
  );
  const tables: ReportTable[] = [];
  for (const section of resultSections) tables.push(await tableOf(warehouse, section, files));
  return {
    title: `${titles.left} and ${titles.right}`,
    leftTitle: titles.left,
    rightTitle: titles.right,
    files,
    totals,
    passes: await passesOf(warehouse),
    notes,
    rejected,
    outcome: rejected > 0 ? 'incomplete' : isWhole && isExplained ? 'reconciled' : 'breaks',
    tables,
    records: await tableOf(warehouse, recordSection, files),
  };
}
