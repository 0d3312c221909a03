import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import { numberOf, readRows, textOf } from '../../warehouse/duckdb-values.ts';
import {
  type Decision,
  type DecisionRequest,
  type DecisionRules,
  type Figures,
  figuresSchema,
  type Refusal,
} from './decision.ts';

/**
 * The id of a decision: a UUID (version 8) from the hash of its content, which includes the item, the author and the time, and of the
 * number of earlier decisions on the item. A repeated decision has another id.
 */
export function decisionId(content: Omit<Decision, 'decision_id'>, earlier: number): string {
  const hex = createHash('sha256')
    .update(`${earlier} ${JSON.stringify(content)}`)
    .digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}

export type Prepared = { decisions: Decision[] } | { refusal: Refusal };

const openItem = figuresSchema.extend({
  break_id: z.string(),
  company: z.string(),
  currency: z.string(),
  reconciliation: z.string(),
  item_key: z.string(),
  business_date: z.string(),
  is_open: z.boolean(),
  status: z.string(),
});
type OpenItem = z.infer<typeof openItem>;

/** The refusal of a decision: a stable code and a sentence. */
export const refuse = (code: string, sentence: string): { refusal: Refusal } => ({ refusal: { code, sentence } });

async function itemsBeginning(connection: DuckDBConnection, start: string): Promise<OpenItem[]> {
  const rows = await readRows(
    connection,
    `select item.break_id, core.this_company() as company, item.currency, item.reconciliation, item.item_key,
       item.business_date::text as business_date, item.outcome, outcome.is_open,
       item.left_amount, item.right_amount, item.right_minus_left, coalesce(decision.status, 'open') as status
     from recon.item as item
     inner join recon.outcome as outcome on outcome.outcome = item.outcome
     left join recon.decision_now as decision on decision.break_id = item.break_id
     where starts_with(item.break_id, $start) order by item.break_id limit 2`,
    { start: start.toLowerCase() },
  );
  return rows.map((row) => openItem.parse(row));
}

/** Whether a text is the beginning of the id of a closed item, which is no longer among the items of its day. */
async function isClosed(connection: DuckDBConnection, start: string): Promise<boolean> {
  const rows = await readRows(
    connection,
    'select break_id from recon.break_life where starts_with(break_id, $start) and closed_on is not null limit 1',
    { start: start.toLowerCase() },
  );
  return rows.length > 0;
}

/** The account of each item whose write-off is proposed, by its id. */
async function accountsOf(connection: DuckDBConnection, items: readonly OpenItem[]): Promise<Map<string, string>> {
  const rows = await readRows(
    connection,
    `select break_id, account from recon.write_off_proposed where break_id in (select unnest(from_json($ids, '["VARCHAR"]')))`,
    { ids: JSON.stringify(items.map(({ break_id: id }) => id)) },
  );
  return new Map(rows.map((row) => [textOf(row, 'break_id'), textOf(row, 'account')]));
}

function figuresOf({ outcome, left_amount, right_amount, right_minus_left }: OpenItem): Figures {
  return { outcome, left_amount, right_amount, right_minus_left };
}

const isSame = (a: Figures, b: Figures) =>
  a.outcome === b.outcome &&
  a.left_amount === b.left_amount &&
  a.right_amount === b.right_amount &&
  a.right_minus_left === b.right_minus_left;

async function findItems(
  connection: DuckDBConnection,
  request: DecisionRequest,
): Promise<{ items: OpenItem[] } | { refusal: Refusal }> {
  const items: OpenItem[] = [];
  for (const start of request.breaks) {
    const [item, other] = start.length < 4 ? [] : await itemsBeginning(connection, start);
    if (item === undefined)
      return start.length >= 4 && (await isClosed(connection, start))
        ? refuse('BREAK_NOT_OPEN', `Item ${start} is closed: there is nothing to decide.`)
        : refuse('BREAK_UNKNOWN', `There is no item ${start}; \`tieout breaks\` lists the items.`);
    if (other !== undefined)
      return refuse('BREAK_UNKNOWN', `More than one item has an id that begins with ${start}: give more digits.`);
    if (!item.is_open) return refuse('BREAK_NOT_OPEN', `Item ${start} is ${item.outcome}: there is nothing to decide.`);
    if (item.status !== 'open')
      return refuse(
        'BREAK_DECIDED',
        `Item ${start} is already ${item.status.replaceAll('_', ' ')}; undo that decision first.`,
      );
    if (request.seen !== undefined && !isSame(request.seen, figuresOf(item)))
      return refuse('FIGURES_CHANGED', `The figures of item ${start} have changed since they were shown.`);
    items.push(item);
  }
  return { items };
}

/** Sums amounts in the database, where sums are exact. */
async function total(connection: DuckDBConnection, amounts: readonly (string | null)[]): Promise<string> {
  const [row] = await readRows(
    connection,
    `select coalesce(sum(amount::decimal(38, 4)), 0)::decimal(38, 4) as total
     from (select unnest(from_json($amounts, '["VARCHAR"]')) as amount)`,
    { amounts: JSON.stringify(amounts.map((amount) => amount ?? '0')) },
  );
  return String(row?.total);
}

/** An amount as text for sentences, with the decimals of its currency. */
async function moneyText(connection: DuckDBConnection, currency: string | null, amount: string): Promise<string> {
  const [row] = await readRows(connection, 'select core.money_text($currency, $amount::decimal(38, 4)) as text', {
    currency,
    amount,
  });
  return String(row?.text);
}

async function isOver(connection: DuckDBConnection, amount: string | null, limit: string): Promise<boolean> {
  const [row] = await readRows(
    connection,
    'select abs(coalesce($amount::decimal(38, 4), 0)) > $limit::decimal(38, 4) as is_over',
    {
      amount,
      limit,
    },
  );
  return row?.is_over === true;
}

async function needsSecond(
  connection: DuckDBConnection,
  rules: DecisionRules,
  request: DecisionRequest,
  item: OpenItem,
): Promise<boolean> {
  if (rules.secondPersonFor.includes(request.decision)) return true;
  if ([item.outcome, item.reconciliation].some((kind) => rules.secondPersonForItems.includes(kind))) return true;
  const limit = rules.secondPersonOver[item.currency];
  return limit !== undefined && (await isOver(connection, item.right_minus_left, limit));
}

async function refusalOfKind(
  connection: DuckDBConnection,
  request: DecisionRequest,
  items: readonly OpenItem[],
): Promise<Refusal | undefined> {
  const [first] = items;
  const shown = (amount: string) => moneyText(connection, first?.currency ?? null, amount);
  if (request.decision === 'match') {
    if (items.length < 2) return { code: 'MATCH_NEEDS_TWO', sentence: 'A match by hand needs two items or more.' };
    if (items.some((item) => item.company !== first?.company || item.currency !== first.currency))
      return { code: 'MATCH_ACROSS', sentence: 'Items of different companies or currencies cannot be matched.' };
    const rest = await total(
      connection,
      items.map(({ right_minus_left }) => right_minus_left),
    );
    if (rest !== '0.0000')
      return {
        code: 'MATCH_LEAVES_REST',
        sentence: `These items do not add up to zero: ${await shown(rest)} remains.`,
      };
  }
  if (request.decision === 'split') {
    if (first === undefined || items.length > 1) throw new TypeError('one item is split at a time');
    const parts = await total(
      connection,
      request.parts.map(({ amount }) => amount),
    );
    const whole = await total(connection, [first.right_minus_left]);
    if (request.parts.length < 2 || parts !== whole)
      return {
        code: 'SPLIT_DOES_NOT_ADD_UP',
        sentence: `The parts add up to ${await shown(parts)}; the item is ${await shown(whole)}.`,
      };
  }
  return undefined;
}

/** The number of decisions on an item, including answers to decisions. */
export async function decisionCount(connection: DuckDBConnection, breakId: string): Promise<number> {
  const [row = {}] = await readRows(
    connection,
    'select count(*)::integer as decisions from recon.decision where break_id = $break_id',
    {
      break_id: breakId,
    },
  );
  return numberOf(row, 'decisions');
}

function refusalOfWords(rules: DecisionRules, request: DecisionRequest): Refusal | undefined {
  if (!rules.reasons.includes(request.reason))
    return {
      code: 'REASON_UNKNOWN',
      sentence: `"${request.reason}" is not one of the reasons: ${rules.reasons.join(', ')}.`,
    };
  if (request.author.trim() === '') return { code: 'AUTHOR_MISSING', sentence: 'The decision has no author.' };
  if ((request.decision === 'write_off' || request.decision === 'explain') && (request.note ?? '').trim() === '')
    return { code: 'NOTE_MISSING', sentence: 'Add a note that says why: an auditor will ask.' };
  return undefined;
}

/** The day in the company's zone. */
async function today(connection: DuckDBConnection, now: string): Promise<string> {
  const [row] = await readRows(
    connection,
    'select max(cast(timezone(zone, $now::timestamptz) as date))::text as day from core.company',
    { now },
  );
  return String(row?.day);
}

/**
 * The effective day of a decision: the given day, or the day of the item, or of the latest item of a match. If that day is in a closed
 * month, the first day after the closed months. A given day that is not allowed is refused.
 */
function effectiveDay(
  { effectiveOn = null }: DecisionRequest,
  items: readonly OpenItem[],
  { firstOpenDay = '' }: DecisionRules,
  day: string,
): { day: string } | { refusal: Refusal } {
  const latest =
    items
      .map(({ business_date: day }) => day)
      .toSorted()
      .at(-1) ?? '';
  if (effectiveOn === null) return { day: latest < firstOpenDay ? firstOpenDay : latest };
  if (effectiveOn < latest)
    return refuse(
      'EFFECTIVE_BEFORE',
      `A decision on an item of ${latest} cannot count from ${effectiveOn}, before it.`,
    );
  if (effectiveOn < firstOpenDay)
    return refuse(
      'EFFECTIVE_CLOSED',
      `The months before ${firstOpenDay} are closed: a decision counts from that day on. Reopen the month of ${effectiveOn}, and those after it, first (tieout reopen).`,
    );
  return effectiveOn > day
    ? refuse('EFFECTIVE_AHEAD', `${effectiveOn} has not come yet: a decision cannot count from a later day.`)
    : { day: effectiveOn };
}

/**
 * Checks a request against what is known. Returns the decisions to keep, one for each item, or the reason why the request is refused.
 * Nothing is written. `now` is an ISO 8601 instant.
 */
export async function prepareDecision(
  connection: DuckDBConnection,
  request: DecisionRequest,
  rules: DecisionRules,
  now: string,
): Promise<Prepared> {
  const words = refusalOfWords(rules, request);
  if (words !== undefined) return { refusal: words };
  const found = await findItems(connection, request);
  if ('refusal' in found) return found;
  const { items } = found;
  if (items.length === 0) return refuse('BREAK_UNKNOWN', 'Name the items that are decided.');
  if (new Set(items.map(({ break_id }) => break_id)).size < items.length)
    return refuse('BREAK_TWICE', 'The same item is named twice.');
  const day = await today(connection, now);
  if (request.expiresOn !== null && request.expiresOn < day)
    return refuse('EXPIRED_ALREADY', `Its expiry date ${request.expiresOn} has already passed.`);
  const kind = await refusalOfKind(connection, request, items);
  if (kind !== undefined) return { refusal: kind };
  const effective = effectiveDay(request, items, rules, day);
  if ('refusal' in effective) return effective;
  const accounts = request.decision === 'write_off' ? await accountsOf(connection, items) : new Map<string, string>();
  const decisions: Decision[] = [];
  for (const item of items) {
    const account = accounts.get(item.break_id);
    const isSecondNeeded = await needsSecond(connection, rules, request, item);
    const content = {
      company: item.company,
      break_id: item.break_id,
      reconciliation: item.reconciliation,
      item_key: item.item_key,
      decision: request.decision,
      reason_code: request.reason,
      note: request.note,
      author: request.author.trim(),
      decided_at: now,
      expires_on: request.expiresOn,
      evidence: request.evidence,
      figures: figuresOf(item),
      matched_with:
        request.decision === 'match' ? items.filter((other) => other !== item).map(({ break_id }) => break_id) : [],
      parts: request.parts,
      ...(account === undefined ? {} : { account }),
      effective_on: effective.day,
      needs_second: isSecondNeeded,
      needs_verified: isSecondNeeded && rules.isVerifiedRequired,
      undoes: null,
      approves: null,
    };
    const earlier = await decisionCount(connection, item.break_id);
    decisions.push({ decision_id: decisionId(content, earlier), ...content });
  }
  return { decisions };
}
