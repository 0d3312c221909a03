import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import type { Landing } from '../../landing/landing.ts';
import type { Receipt, ReceiptFacts } from '../../landing/receipt.ts';
import { recordOf } from '../answer.ts';
import type { GatewayAccess, GatewayAnswer } from '../gateway/client.ts';
import { companyStatement } from '../gateway/schemas.ts';
import {
  downloadStatement,
  findStatement,
  type PollOptions,
  pollStatement,
  type StatementAnswer,
  type StatementWish,
  scheduleStatement,
} from '../gateway/statements.ts';
import { fetchBalance, fetchTurnover } from '../gateway/totals.ts';
import { dayStart, unixSeconds } from '../period.ts';
import { missingTurnover, receiptFor, receiptsOf, statementWindow, type Wanted, type Window } from './plan.ts';
import type { Progress } from './progress.ts';
import { requireTable } from './require-table.ts';

export type GatewayExtract = {
  access: GatewayAccess;
  landing: Landing;
  wanted: Wanted;
  format: 'csv' | 'xlsx';
  poll: PollOptions;
  /** Receipts up to this one do not count as had: 0, or the end of the index when everything is asked for anew. */
  after: number;
  progress: Progress;
};

function facts(
  extract: GatewayExtract,
  kind: string,
  window: Window | undefined,
  currency: string | null,
): ReceiptFacts {
  return {
    source: 'gateway',
    kind,
    company: extract.wanted.company,
    batch_id: null,
    page: null,
    is_last_page: null,
    request: null,
    currency,
    window_from: window?.from.toString() ?? null,
    window_to: window?.to.toString() ?? null,
    received_at: Temporal.Now.instant().round('millisecond').toString(),
    ext: 'json',
    content_type: 'application/json',
    original_name: null,
  };
}

function asked(answer: GatewayAnswer, method: 'GET' | 'POST'): ReceiptFacts['request'] {
  return { method, path: answer.path, query: answer.query };
}

async function recordOfReceipt(landing: Landing, receipt: Receipt): Promise<string> {
  const text = await readFile(landing.objectPath(receipt), 'utf8');
  return recordOf(companyStatement, JSON.parse(text), 'statement record').id;
}

/**
 * The id of the statement for a window, asked for at most once, whatever happens in between: an intent is on disk
 * before the request leaves, the answer after. An intent without an answer is looked for among the gateway's own
 * statements before another is asked for.
 */
async function statementId(extract: GatewayExtract, wish: StatementWish, window: Window): Promise<string> {
  const { access, landing, wanted, after } = extract;
  const receipts = receiptsOf(landing, wanted.company, after);
  const request = receiptFor(receipts, 'statement_request', wish.currency, window);
  if (request !== undefined) return recordOfReceipt(landing, request);
  const intent = receiptFor(receipts, 'statement_intent', wish.currency, window);
  let found: StatementAnswer | undefined;
  if (intent !== undefined) found = await findStatement(access, wish, Temporal.Instant.from(intent.received_at));
  else {
    await landing.put(facts(extract, 'statement_intent', window, wish.currency), {
      bytes: JSON.stringify({ intent: randomUUID(), wish }),
    });
  }
  const { record, answer } = found ?? (await scheduleStatement(access, wish));
  await landing.put(
    { ...facts(extract, 'statement_request', window, wish.currency), request: asked(answer, found ? 'GET' : 'POST') },
    { bytes: answer.body },
  );
  return record.id;
}

async function extractStatement(extract: GatewayExtract, currency: string): Promise<void> {
  const { access, landing, wanted, format, poll, after, progress } = extract;
  const window = statementWindow(wanted);
  if (receiptFor(receiptsOf(landing, wanted.company, after), 'statement', currency, window) !== undefined) return;
  const step = progress.step(`Statement ${currency}`);
  const wish: StatementWish = {
    currency,
    paidFrom: unixSeconds(window.from),
    paidTo: unixSeconds(window.to),
    format,
    zone: wanted.zone,
  };
  const record = await pollStatement(access, await statementId(extract, wish, window), poll, (status) =>
    step.note(status),
  );
  const temporary = landing.temporaryPath();
  try {
    const downloaded = await downloadStatement(access, record, temporary);
    await requireTable(temporary, format, record.id);
    await landing.put(
      {
        ...facts(extract, 'statement', window, currency),
        ext: format,
        content_type: downloaded.contentType,
        request: { method: 'GET', path: `/company_statements/${record.id}/`, query: '' },
      },
      { file: temporary },
    );
    step.done(`${downloaded.bytes} bytes`);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function extractTurnover(extract: GatewayExtract): Promise<void> {
  const { access, landing, wanted, after, progress } = extract;
  const missing = missingTurnover(receiptsOf(landing, wanted.company, after), wanted);
  if (missing.length === 0) return;
  const step = progress.step('Turnover by day and currency', missing.length);
  for (const { currency, window } of missing) {
    const answer = await fetchTurnover(access, currency, unixSeconds(window.from), unixSeconds(window.to));
    await landing.put(
      { ...facts(extract, 'turnover', window, currency), request: asked(answer, 'GET') },
      { bytes: answer.body },
    );
    step.advance();
  }
  step.done();
}

async function extractBalance(extract: GatewayExtract): Promise<void> {
  const { access, landing, wanted, after, progress } = extract;
  const { period, zone, company } = wanted;
  for (const day of [period.from, period.to]) {
    const at = dayStart(day, zone);
    const window = { from: at, to: at };
    if (receiptFor(receiptsOf(landing, company, after), 'balance', null, window) !== undefined) continue;
    const step = progress.step(`Gateway balance at the start of ${day.toString()}`);
    const answer = await fetchBalance(access, unixSeconds(at));
    if (answer !== undefined) {
      await landing.put(
        { ...facts(extract, 'balance', window, null), request: asked(answer, 'GET') },
        { bytes: answer.body },
      );
    }
    step.done(answer === undefined ? 'not offered' : undefined);
  }
}

/** Brings to landing what a period needs of the gateway and is not there: statements, turnover, balances. */
export async function extractGateway(extract: GatewayExtract): Promise<void> {
  for (const currency of extract.wanted.currencies) await extractStatement(extract, currency);
  await extractTurnover(extract);
  await extractBalance(extract);
}
