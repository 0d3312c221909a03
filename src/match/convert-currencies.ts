import { noCurrency } from '../domain/currencies.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { execute, numberOf, readRows, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import type { MatchTerms } from './match-terms.ts';

type Rate = MatchTerms['rates'][number];

/** The conversions of the currencies that only one side has into the single currency of the other side. */
async function neededRates({ connection }: Warehouse): Promise<Rate[]> {
  const rows = await readRows(connection, await sqlStatement('match_files', 'match_side_currency'));
  const of = (side: string) => rows.filter((row) => row.side === side).map((row) => textOf(row, 'currency'));
  const [left, right] = [of('left'), of('right')];
  const into = (all: readonly string[], [to, further]: readonly string[]): Rate[] => {
    if (to === undefined || further !== undefined || to === noCurrency.code) return [];
    return all.filter((from) => from !== to && from !== noCurrency.code).map((from) => ({ from, to }));
  };
  return right.length === 1 ? into(left, right) : into(right, left);
}

const pairsText = (pairs: number): string =>
  `${pairs === 1 ? '1 pair' : `${pairs} pairs`} of records with equal references`;

const rateText = (row: WarehouseRow): string => textOf(row, 'rate').replace(/\.?0+$/, '');

/** What is said about a rate, as a sentence for people. */
function noteOf(row: WarehouseRow, band: number): string {
  const [from, to] = [textOf(row, 'from_currency'), textOf(row, 'to_currency')];
  const [agreeing, pairs, records] = ['agreeing_pairs', 'pairs', 'records'].map((name) => numberOf(row, name));
  if (row.rate === null) {
    const shown =
      pairs === 0
        ? 'no reference occurs once on each side with an amount of the same sign'
        : `${pairsText(pairs ?? 0)} show it, ${agreeing} of them within ${band} % of the median; it takes 5, and 60 %`;
    return `Amounts in ${from} match no amounts in ${to}, because no rate is known: ${shown}. Give it under \`rates\` in the terms.`;
  }
  if (records === 0)
    return `No amounts are converted from ${from}: only a currency that one side alone has is converted.`;
  const source =
    row.is_implied === true ? `, the median of ${pairsText(pairs ?? 0)}; ${agreeing} are within ${band} %` : '';
  return `Amounts in ${from} count as ${to} at ${rateText(row)}${source}.`;
}

function tooLarge(row: WarehouseRow): TieoutError {
  const [from, to] = [textOf(row, 'from_currency'), textOf(row, 'to_currency')];
  return new TieoutError({
    code: 'MATCH_TERMS_WRONG',
    message: `An amount in ${from} is too large in ${to} at ${rateText(row)}: an amount has at most 14 digits before the decimal point.`,
    remedy: 'Correct the rate under `rates` in the terms, or convert in the other direction.',
    exitStatus: 2,
  });
}

/**
 * Converts records of a currency that one side alone has: by the terms, or into the single currency of the other side where equal
 * references show the rate. Returns whether any are converted, and sentences for people. Throws MATCH_TERMS_WRONG.
 */
export async function convertCurrencies(
  warehouse: Warehouse,
  { rates, rate_band: band }: MatchTerms,
): Promise<{ isConverted: boolean; notes: string[] }> {
  const { connection } = warehouse;
  const step = async (name: string) => execute(connection, await sqlStatement('match_files', name));
  const wanted = rates.length > 0 ? rates : await neededRates(warehouse);
  await execute(connection, await sqlStatement('match_files', 'match_rate_make'), {
    rates: JSON.stringify(wanted.map(({ from, to, rate }) => ({ from_currency: from, to_currency: to, rate }))),
    band,
  });
  await step('match_original_make');
  if (wanted.length === 0) return { isConverted: false, notes: [] };
  const rows = await readRows(connection, await sqlStatement('match_files', 'match_rate_used'));
  for (const row of rows) if (row.is_too_large === true) throw tooLarge(row);
  const isConverted = rows.some((row) => numberOf(row, 'records') > 0);
  if (isConverted)
    for (const name of ['match_original_convert', 'match_converted_reference', 'match_converted_description'])
      await step(name);
  return { isConverted, notes: rows.map((row) => noteOf(row, band)) };
}
