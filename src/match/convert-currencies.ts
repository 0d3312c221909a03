import { noCurrency } from '../domain/currencies.ts';
import { execute, numberOf, readRows, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import type { MatchTerms } from './match-terms.ts';

type Rate = MatchTerms['rates'][number];

/** The conversion that two sides need that have a currency each, and not the same. */
async function neededRate({ connection }: Warehouse): Promise<Rate | undefined> {
  const rows = await readRows(connection, await sqlStatement('match_files', 'match_side_currency'));
  const of = (side: string) => rows.filter((row) => row.side === side).map((row) => textOf(row, 'currency'));
  const [from, another] = of('left');
  const [to, further] = of('right');
  if (from === undefined || to === undefined || another !== undefined || further !== undefined) return undefined;
  return from === to || from === noCurrency.code || to === noCurrency.code ? undefined : { from, to };
}

/** What is said about a rate, as a sentence for people. */
function noteOf(row: WarehouseRow, isNeeded: boolean): string {
  const [from, to] = [textOf(row, 'from_currency'), textOf(row, 'to_currency')];
  const [agreeing, pairs] = [numberOf(row, 'agreeing_pairs'), numberOf(row, 'pairs')];
  if (row.rate === null) {
    const found = `${pairs === 1 ? '1 pair of records with equal references has' : `${pairs} pairs of records with equal references have`} these currencies, of which ${agreeing} agree on a rate; at least 5 are needed`;
    const subject = isNeeded
      ? `The left side is in ${from} and the right side in ${to}, so no records match`
      : `Amounts in ${from} are not converted to ${to}`;
    return `${subject}: ${found}. Give the rate under \`rates\` in the terms.`;
  }
  const rate = textOf(row, 'rate').replace(/\.?0+$/, '');
  const source = row.is_implied === true ? `, the median of ${pairs} pairs of records with equal references` : '';
  return `Amounts in ${from} count as ${to} at ${rate}${source}.`;
}

/**
 * Converts records into the currencies in which they count: by the terms, or where each side has a single currency and equal references
 * show the rate. Returns whether any are converted, and sentences for people.
 */
export async function convertCurrencies(
  warehouse: Warehouse,
  { rates, rate_band: band }: MatchTerms,
): Promise<{ isConverted: boolean; notes: string[] }> {
  const { connection } = warehouse;
  const needed = rates.length === 0 ? await neededRate(warehouse) : undefined;
  const wanted = needed === undefined ? rates : [needed];
  await execute(connection, await sqlStatement('match_files', 'match_rate_make'), {
    rates: JSON.stringify(wanted.map(({ from, to, rate }) => ({ from_currency: from, to_currency: to, rate }))),
    band,
  });
  await execute(connection, await sqlStatement('match_files', 'match_original_make'));
  if (wanted.length === 0) return { isConverted: false, notes: [] };
  await execute(connection, await sqlStatement('match_files', 'match_original_convert'));
  const rows = await readRows(
    connection,
    'select from_currency, to_currency, rate::text as rate, is_implied, agreeing_pairs, pairs from recon.match_rate order by from_currency',
  );
  return {
    isConverted: rows.some(({ rate }) => rate !== null),
    notes: rows.map((row) => noteOf(row, needed !== undefined)),
  };
}
