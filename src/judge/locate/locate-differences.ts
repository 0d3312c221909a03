import { loadNewReceipts } from '../../company/load-landing.ts';
import type { CompanyConfig } from '../../config/company-schema.ts';
import type { Connector, ConnectorContext, ControlTotals, Slice, WithoutSection } from '../../connectors/connector.ts';
import { connectorsOf } from '../../connectors/registry.ts';
import { boundsOf, type Period } from '../../domain/period.ts';
import { type Progress, silentProgress } from '../../domain/progress.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { Landing } from '../../landing/landing.ts';
import { receivedAs } from '../../warehouse/derive.ts';
import { numberOf, readRows } from '../../warehouse/duckdb-values.ts';
import type { Warehouse } from '../../warehouse/open.ts';
import { noteMadeWith } from '../../warehouse/prepare-warehouse.ts';
import { sqlStatement } from '../../warehouse/sql-files.ts';
import { madeWith } from '../../warehouse/warehouse-version.ts';
import { type Halves, halvesOfDay, halvesOfMinutes, linesOfDay, measures, type Totals, totalsOf } from './lines.ts';

/** Turnover less statement: amounts and fees in ten-thousandths of a major unit, and counts, of both directions. */
export type Difference = readonly bigint[];

type Questions = {
  /** The difference between the control totals of a slice and the statement's lines in it. */
  ask: (slice: Slice) => Promise<Difference>;
  halvesOf: (slice: Slice, difference: Difference) => Promise<Halves | undefined>;
  /** The number of questions that may still be asked. */
  left: () => number;
};

/** The first difference less the second, figure by figure. */
function minus(one: Difference, other: Difference): Difference {
  return one.map((value, at) => value - (other[at] ?? 0n));
}

type Part = { slice: Slice; difference: Difference; isAsked: boolean };

const isZero = (difference: Difference) => difference.every((value) => value === 0n);
const size = (difference: Difference) => difference.reduce((sum, value) => sum + (value < 0n ? -value : value), 0n);

/**
 * Asks about one half of a part that differs and derives the other half by subtraction, the greater difference first, down
 * to the smallest parts. Every part in which the search ends was asked about directly, so that its figures are the
 * service's own answer; one question is reserved for each of them. Returns whether the search is complete: more questions
 * would divide no part further. A part is divided with at least two questions, so an incomplete search can leave one unused.
 */
export async function searchDifference(day: Slice, difference: Difference, questions: Questions): Promise<boolean> {
  let isComplete = true;
  const open: Part[] = [{ slice: day, difference, isAsked: true }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const kept = open.filter(({ isAsked }) => !isAsked).length;
    const halves = await questions.halvesOf(part.slice, part.difference);
    const isTried = halves !== undefined && questions.left() >= kept + 2;
    if (!part.isAsked && questions.left() > kept && (!isTried || halves.isNewFilter)) {
      part = { ...part, difference: await questions.ask(part.slice), isAsked: true };
    }
    if (halves === undefined || isZero(part.difference)) continue;
    if (questions.left() < kept + 2) {
      isComplete = false;
      continue;
    }
    const [first, second] = halves.parts;
    const ofFirst = await questions.ask(first);
    const ofSecond = minus(part.difference, ofFirst);
    const parts: Part[] = [
      { slice: first, difference: ofFirst, isAsked: true },
      { slice: second, difference: ofSecond, isAsked: false },
    ];
    const differing = parts.filter((half) => !isZero(half.difference));
    open.push(...differing.sort((a, b) => Number(size(a.difference) - size(b.difference))));
  }
  return isComplete;
}

type Locating = {
  warehouse: Warehouse;
  landing: Landing;
  company: CompanyConfig;
  /** What the connector needs to ask its service. */
  context: WithoutSection<ConnectorContext<unknown>>;
  progress: Progress;
};

type Locator = NonNullable<Connector['locator']>;

/** A day and currency on which statement and control totals differ; the exponent is that of the currency's minor unit. */
type DayOfCurrency = {
  currency: string;
  date: string;
  exponent: number;
  turnoverFile: number;
  whole: Slice;
  difference: Totals;
};

async function daysThatDiffer({ warehouse }: Locating, period: Period): Promise<DayOfCurrency[]> {
  const bound = boundsOf(period);
  // on most days nothing differs, and the inputs that cover the day need not be computed
  const differing = await readRows(warehouse.connection, await sqlStatement('verdict', 'turnover_differs'), bound);
  if (differing.length === 0) return [];
  const rows = await readRows(warehouse.connection, await sqlStatement('verdict', 'difference_to_locate'), bound);
  return rows.map((row) => ({
    currency: String(row.currency),
    date: String(row.day),
    exponent: numberOf(row, 'exponent'),
    turnoverFile: numberOf(row, 'turnover_receipt_id'),
    whole: { from: numberOf(row, 'day_from'), to: numberOf(row, 'day_to'), filters: {} },
    difference: totalsOf(row),
  }));
}

/** Whether the control totals count more payments than the statement has lines, in either direction. */
function hasPaymentWithoutLine(difference: Totals): boolean {
  return measures.some((measure, at) => measure.endsWith('_count') && (difference[at] ?? 0n) > 0n);
}

/** The totals of an answer in the order and units of the statement's totals. */
function comparable({ incoming, outgoing }: ControlTotals, exponent: number): Totals {
  const tenThousandths = (minor: bigint) => minor * 10n ** BigInt(4 - exponent);
  return [incoming, outgoing].flatMap(({ amount, fee, count }) => [tenThousandths(amount), tenThousandths(fee), count]);
}

/** Ends a search when the service does not answer; the differences located so far are kept. */
class NotAnswered extends Error {}

/** The answer to the same question that arrived after the day's own totals; undefined when the question was not asked. */
async function earlierAnswer(
  { landing, company }: Locating,
  locator: Locator,
  { currency, turnoverFile }: DayOfCurrency,
  slice: Slice,
): Promise<Buffer | undefined> {
  const question = locator.question(currency, slice);
  const received = landing
    .receipts()
    .findLast(
      ({ kind, company: owner, receipt_id, request, removed }) =>
        removed === undefined &&
        kind === locator.kind &&
        owner === company.name &&
        receipt_id > turnoverFile &&
        request?.query === question,
    );
  return received === undefined ? undefined : landing.read(received);
}

async function ask(
  { company, context, landing }: Locating,
  locator: Locator,
  currency: string,
  slice: Slice,
): Promise<Buffer> {
  try {
    const { facts, body } = await locator.ask(company, context, currency, slice);
    await landing.put(facts, { bytes: body });
    return body;
  } catch (error) {
    if (error instanceof TieoutError && error.code.startsWith('IDENTITY_')) throw error;
    throw error instanceof TieoutError ? new NotAnswered(error.message, { cause: error }) : error;
  }
}

async function locateWith(locating: Locating, locator: Locator, period: Period): Promise<number> {
  const { warehouse, company, landing, progress } = locating;
  const budget = locator.budget(company);
  // a completed search would ask nothing more about the same receipts
  const searched = async () =>
    `${locator.kind} ${period.from.toString()} ${period.to.toString()} ${await receivedAs(warehouse.connection)}`;
  if (budget === 0 || (await madeWith(warehouse.connection))?.get('located') === (await searched())) return 0;
  const days = await daysThatDiffer(locating, period);
  if (days.length === 0) return 0;
  const step = progress.step('Locating differences between statement and turnover');
  let asked = 0;

  const answerAbout = async (day: DayOfCurrency, slice: Slice): Promise<Buffer> => {
    const earlier = await earlierAnswer(locating, locator, day, slice);
    if (earlier !== undefined) return earlier;
    asked += 1;
    step.note(`${day.date} ${day.currency}, request ${asked} of at most ${budget}`);
    return ask(locating, locator, day.currency, slice);
  };

  const search = async (day: DayOfCurrency) => {
    const lines = await linesOfDay(warehouse, day);
    const usual = lines(day.whole).words;
    return searchDifference(day.whole, day.difference, {
      ask: async (slice) =>
        minus(comparable(locator.totals(await answerAbout(day, slice)), day.exponent), lines(slice).totals),
      halvesOf: async (slice, difference) =>
        halvesOfDay(slice) ??
        halvesOfMinutes(slice, lines(slice), usual, locator.filters, hasPaymentWithoutLine(difference)),
      left: () => budget - asked,
    });
  };

  let isComplete = true;
  try {
    for (const day of days) isComplete = (await search(day)) && isComplete;
    step.done(`${asked} request(s)`);
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    isComplete = false;
    step.done(`ended after ${asked} request(s): ${error.message}`);
  }
  await loadNewReceipts(warehouse.connection, landing, company, landing.lastReceiptId(), silentProgress);
  if (isComplete) await noteMadeWith(warehouse.connection, 'located', await searched());
  return asked;
}

/**
 * Asks about ever smaller parts of the days on which statement and control totals differ, until the difference is located or the budget
 * of requests is used. Every answer is landed and loaded, so that a rebuild has it too and a later run does not ask again. A service
 * that does not answer ends the search, not the run. Returns the number of requests.
 */
export async function locateDifferences(locating: Locating, period: Period): Promise<number> {
  let asked = 0;
  for (const { locator } of connectorsOf(locating.company)) {
    if (locator !== undefined) asked += await locateWith(locating, locator, period);
  }
  return asked;
}
