import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../../config/schema.ts';
import type { GatewayAccess, GatewayAnswer } from '../../connectors/gateway/client.ts';
import { askedFor, gatewayFacts } from '../../connectors/gateway/gateway-extract.ts';
import { turnoverRecord } from '../../connectors/gateway/schemas.ts';
import { fetchTurnover, turnoverQuery } from '../../connectors/gateway/totals.ts';
import type { Period } from '../../domain/period.ts';
import { type Progress, silentProgress } from '../../domain/progress.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { Landing } from '../../landing/landing.ts';
import { numberOf, readRows } from '../../warehouse/duckdb-values.ts';
import type { Warehouse } from '../../warehouse/open.ts';
import { sqlFile } from '../../warehouse/sql-files.ts';
import { loadNewReceipts } from '../load.ts';
import { linesOf, measures, type Totals, totalsOf } from './lines.ts';
import { minus, searchDifference } from './search.ts';
import { halvesOfDay, halvesOfMinutes, type Slice } from './slice.ts';

export type Narrowing = {
  warehouse: Warehouse;
  landing: Landing;
  company: CompanyConfig;
  /** How to speak to the gateway, looked up when there is something to ask. */
  access: () => GatewayAccess | undefined;
  /** The most questions that may be asked in all. */
  budget: number;
  progress: Progress;
};

/** A day and currency on which statement and turnover differ; the exponent is that of the currency's minor unit. */
type DayOfCurrency = {
  currency: string;
  date: string;
  exponent: number;
  turnoverFile: number;
  whole: Slice;
  difference: Totals;
};

async function daysThatDiffer({ warehouse, company }: Narrowing, period: Period): Promise<DayOfCurrency[]> {
  const rows = await readRows(warehouse.connection, await sqlFile('verdict', 'difference_to_locate'), {
    company: company.name,
    from: period.from.toString(),
    to: period.to.toString(),
  });
  return rows.map((row) => ({
    currency: String(row.currency),
    date: String(row.day),
    exponent: numberOf(row, 'exponent'),
    turnoverFile: numberOf(row, 'turnover_file_id'),
    whole: { from: numberOf(row, 'day_from'), to: numberOf(row, 'day_to') },
    difference: totalsOf(row),
  }));
}

const filtersOf = ({ from: _from, to: _to, ...filters }: Slice): Record<string, readonly string[]> => filters;

/** Whether turnover counts more payments than the statement has lines, in either direction. */
function hasPaymentWithoutLine(difference: Totals): boolean {
  return measures.some((measure, at) => measure.endsWith('_count') && (difference[at] ?? 0n) > 0n);
}

/** An answer's totals, in the order and the units of the statement's. */
function answered(json: unknown, exponent: number): Totals {
  const { incoming, outgoing } = turnoverRecord.parse(json);
  const tenThousandths = (minor: number) => BigInt(minor) * 10n ** BigInt(4 - exponent);
  return [incoming, outgoing].flatMap(({ turnover, fee_sell, count }) => [
    tenThousandths(turnover),
    tenThousandths(fee_sell),
    BigInt(count.all),
  ]);
}

/** Ends a search when the gateway does not answer: what was found stays found. */
class NotAnswered extends Error {}

async function fetchSlice({ access }: Narrowing, { currency }: DayOfCurrency, slice: Slice): Promise<GatewayAnswer> {
  try {
    const gateway = access();
    if (gateway === undefined) throw new NotAnswered('there is no gateway');
    return await fetchTurnover(gateway, currency, slice.from, slice.to, filtersOf(slice));
  } catch (error) {
    throw error instanceof TieoutError ? new NotAnswered(error.message, { cause: error }) : error;
  }
}

async function keep(
  { landing, company }: Narrowing,
  { currency }: DayOfCurrency,
  slice: Slice,
  answer: GatewayAnswer,
): Promise<void> {
  const window = {
    from: Temporal.Instant.fromEpochMilliseconds(slice.from * 1000),
    to: Temporal.Instant.fromEpochMilliseconds(slice.to * 1000),
  };
  await landing.put(gatewayFacts(company.name, 'turnover_slice', window, currency, askedFor(answer, 'GET')), {
    bytes: answer.body,
  });
}

/** What was answered to the same question since the day's own turnover came; undefined when it was not asked. */
async function answerHad(
  { landing, company }: Narrowing,
  { currency, turnoverFile }: DayOfCurrency,
  slice: Slice,
): Promise<unknown> {
  const query = turnoverQuery(currency, slice.from, slice.to, filtersOf(slice)).toString();
  const had = landing
    .receipts()
    .findLast(
      ({ kind, company: owner, receipt_id, request }) =>
        kind === 'turnover_slice' && owner === company.name && receipt_id > turnoverFile && request?.query === query,
    );
  return had === undefined ? undefined : JSON.parse(await readFile(landing.objectPath(had), 'utf8'));
}

/**
 * Asks the gateway about ever smaller parts of the days on which statement and turnover differ, until it is known where,
 * or no question is left. Every answer is landed and loaded like any other, so that a rebuild knows it too and a later run
 * does not ask again. A gateway that does not answer ends the search and not the run. Gives the number of questions asked.
 */
export async function narrowTurnover(narrowing: Narrowing, period: Period): Promise<number> {
  const { warehouse, landing, company, budget, progress } = narrowing;
  const days = budget === 0 ? [] : await daysThatDiffer(narrowing, period);
  if (days.length === 0) return 0;
  const step = progress.step('Looking for where statement and turnover differ');
  let asked = 0;

  const answerAbout = async (day: DayOfCurrency, slice: Slice): Promise<unknown> => {
    const had = await answerHad(narrowing, day, slice);
    if (had !== undefined) return had;
    asked += 1;
    step.note(`${day.date} ${day.currency}, question ${asked} of at most ${budget}`);
    const answer = await fetchSlice(narrowing, day, slice);
    await keep(narrowing, day, slice, answer);
    return answer.json;
  };

  const search = async (day: DayOfCurrency) => {
    const lines = (slice: Slice) => linesOf(warehouse, company.name, day, slice);
    const usual = (await lines(day.whole)).words;
    await searchDifference(day.whole, day.difference, {
      ask: async (slice) => minus(answered(await answerAbout(day, slice), day.exponent), (await lines(slice)).totals),
      halvesOf: async (slice, difference) =>
        halvesOfDay(slice) ?? halvesOfMinutes(slice, await lines(slice), usual, hasPaymentWithoutLine(difference)),
      left: () => budget - asked,
    });
  };

  try {
    for (const day of days) await search(day);
    step.done(`${asked} question(s)`);
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    step.done(`ended after ${asked} question(s): ${error.message}`);
  }
  await loadNewReceipts(warehouse.connection, landing, company, landing.receipts().length, silentProgress);
  return asked;
}
