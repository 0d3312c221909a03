import type { DeclaredPass } from '../reconcile/matching/declared-pass.ts';
import { matchRecords } from '../reconcile/matching/match-records.ts';
import { execute, numberOf, readRows, sqlText } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';

/** Passes with a change, and how they decide what people have decided. */
export type SuggestedPasses = {
  change: string;
  passes: readonly DeclaredPass[];
  /** Of the decisions about records in the files, those that the passes would have made as people did. */
  agreed: number;
  decided: number;
  /** Other sure matches that the passes make more and fewer than without the change. */
  gained: number;
  lost: number;
};

type Variant = Pick<SuggestedPasses, 'change' | 'passes'>;

const isWeighed = ({ pass }: DeclaredPass) => pass === 'weighed_evidence';
/** The passes that compare words. */
const comparesWords = ({ pass }: DeclaredPass) => ['weighed_evidence', 'sum_by_name'].includes(pass);

const withSetting = (
  passes: readonly DeclaredPass[],
  isMeant: (pass: DeclaredPass) => boolean,
  name: string,
  value: string,
): DeclaredPass[] =>
  passes.map((pass) => (isMeant(pass) ? { ...pass, settings: { ...pass.settings, [name]: value } } : pass));

const bounds = ['0.0005', '0.001', '0.005', '0.01', '0.02', '0.05'];

/** The passes with other probabilities that are left for everything else, as the last pass has them or all have them. */
function otherBounds(passes: readonly DeclaredPass[]): Variant[] {
  const last = passes.findLast(isWeighed);
  if (last === undefined) return [];
  return bounds.flatMap((bound) => [
    {
      change: `weighed_evidence, last pass: most_false ${bound}`,
      passes: withSetting(passes, (pass) => pass === last, 'most_false', bound),
    },
    { change: `weighed_evidence: most_false ${bound}`, passes: withSetting(passes, isWeighed, 'most_false', bound) },
  ]);
}

/** The passes with the settings for which the decisions are evidence: days, words that name nobody, and tolerances. */
async function otherSettings({ connection }: Warehouse, passes: readonly DeclaredPass[]): Promise<Variant[]> {
  const [row = {}] = await readRows(connection, await sqlStatement('match_files', 'decision_evidence'));
  const variants: Variant[] = [];
  const days = row.confirmed_days === null ? Number.NaN : Number(row.confirmed_days);
  if (days >= 0 && passes.some(isWeighed)) {
    const most = Math.max(1, Math.min(365, days));
    variants.push({
      change: `weighed_evidence: days_after ${most}, the most of a confirmed match`,
      passes: withSetting(passes, isWeighed, 'days_after', String(most)),
    });
  }
  const words = Array.isArray(row.stop_words) ? row.stop_words.map(String) : [];
  if (words.length > 0)
    variants.push({
      change: `words of refused matches that name nobody: ${words.join(', ')}`,
      passes: withSetting(passes, comparesWords, 'stop_words', `[${words.map(sqlText).join(', ')}]`),
    });
  const difference = typeof row.difference === 'string' ? row.difference : '0';
  const place = passes.findIndex(({ pass }) => pass === 'same_reference_and_amount') + 1;
  const tolerant = (settings: Record<string, string>, change: string) =>
    variants.push({ change, passes: passes.toSpliced(place, 0, { pass: 'same_reference', settings }) });
  if (Number(difference) > 0) {
    const text = difference.replace(/0+$/, '').replace(/\.$/, '');
    tolerant({ absolute: text }, `equal references may differ by ${text}, the most of a confirmed match`);
    const percent = (Number(row.hundredths_of_percent) / 100).toFixed(2);
    tolerant({ percent }, `equal references may differ by ${percent} %, the most of a confirmed match`);
  }
  return variants;
}

async function measured(warehouse: Warehouse, { change, passes }: Variant): Promise<SuggestedPasses> {
  const { connection } = warehouse;
  await matchRecords(connection, { reconciliation: 'match', passes });
  if (change === '') await execute(connection, await sqlStatement('match_files', 'sure_before_make'));
  const [row = {}] = await readRows(connection, await sqlStatement('match_files', 'decision_agreement'));
  return {
    change,
    passes,
    agreed: numberOf(row, 'agreed_count'),
    decided: numberOf(row, 'decided_count'),
    gained: numberOf(row, 'gained_count'),
    lost: numberOf(row, 'lost_count'),
  };
}

/**
 * The passes as they are, without the decisions, and the changes with which they would have made more decisions as people did: the most
 * agreeing first, then those that change fewer other matches. Matching is done once for each change; nothing is applied. To be called
 * after matchSides, whose tables have the records and decisions.
 */
export async function suggestPasses(
  warehouse: Warehouse,
  passes: readonly DeclaredPass[],
): Promise<{ now: SuggestedPasses; better: SuggestedPasses[] }> {
  const variants = [...otherBounds(passes), ...(await otherSettings(warehouse, passes))];
  const now = await measured(warehouse, { change: '', passes });
  const all: SuggestedPasses[] = [];
  if (now.agreed < now.decided) for (const variant of variants) all.push(await measured(warehouse, variant));
  const better = all
    .filter(({ agreed }) => agreed > now.agreed)
    .sort((a, b) => b.agreed - a.agreed || a.gained + a.lost - (b.gained + b.lost));
  return { now, better };
}

/** A pass as the terms write it. */
export function passText({ pass, settings }: DeclaredPass): string {
  const listed = Object.entries(settings).map(([name, value]) => `${name} := ${value}`);
  return listed.length === 0 ? pass : `${pass}(${listed.join(', ')})`;
}
