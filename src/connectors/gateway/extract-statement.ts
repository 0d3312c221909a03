import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { unixSeconds } from '../../domain/period.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import type { Downloaded } from '../http/download.ts';
import { begunStatement, missingStatement, receiptsOf, type Window } from '../plan.ts';
import { noteUnexpected } from '../record-schema.ts';
import { askedFor, type GatewayExtract, gatewayFacts } from './gateway-extract.ts';
import { type CompanyStatement, companyStatement } from './schemas.ts';
import { requireStatementFile } from './statement-file.ts';
import {
  downloadStatement,
  findStatement,
  pollStatement,
  type StatementAnswer,
  type StatementWish,
  scheduleStatement,
} from './statements.ts';

/** A statement that the gateway was asked for and that has not come yet. */
export type AwaitedStatement = { id: string; currency: string; window: Window };

function wishFor({ wanted, format }: GatewayExtract, currency: string, window: Window): StatementWish {
  return {
    currency,
    paidFrom: unixSeconds(window.from),
    paidTo: unixSeconds(window.to),
    format,
    zone: wanted.zone,
  };
}

/** Failures after which it is not known whether the gateway took a request. */
const uncertain = new Set(['HOST_UNREACHABLE', 'ANSWER_CUT_OFF', 'GATEWAY_FAILED', 'ANSWER_NOT_JSON']);

/** Asks for a statement; where the answer was lost on the way it is looked for, and not asked for again. */
async function schedule(extract: GatewayExtract, wish: StatementWish, intendedAt: Temporal.Instant) {
  try {
    return { found: await scheduleStatement(extract.access, wish), method: 'POST' as const };
  } catch (error) {
    if (!(error instanceof TieoutError) || !uncertain.has(error.code)) throw error;
    const found = await findStatement(extract.access, wish, intendedAt).catch(() => undefined);
    if (found === undefined) throw error;
    return { found, method: 'GET' as const };
  }
}

async function keepRequest(
  { landing, wanted, unexpected }: GatewayExtract,
  { record, answer }: StatementAnswer,
  method: 'GET' | 'POST',
  { currency }: StatementWish,
  window: Window,
): Promise<AwaitedStatement> {
  noteUnexpected(companyStatement, JSON.parse(answer.body.toString('utf8')), 'company statement', unexpected);
  await landing.put(gatewayFacts(wanted.company, 'statement_request', window, currency, askedFor(answer, method)), {
    bytes: answer.body,
  });
  return { id: record.id, currency, window };
}

async function askAnew(extract: GatewayExtract, wish: StatementWish, window: Window): Promise<AwaitedStatement> {
  const { landing, wanted } = extract;
  const intent = await landing.put(gatewayFacts(wanted.company, 'statement_intent', window, wish.currency), {
    bytes: JSON.stringify({ intent: randomUUID(), wish }),
  });
  const { found, method } = await schedule(extract, wish, Temporal.Instant.from(intent.received_at));
  return keepRequest(extract, found, method, wish, window);
}

/**
 * Asks for the statement that a currency's days still need, at most once, whatever happens in between: an intent is on
 * disk before the request leaves, the answer after. A request that is on disk is gone on with; an intent without an
 * answer is looked for among the gateway's own statements before another is asked for. Undefined when nothing is missing.
 */
export async function askForStatement(
  extract: GatewayExtract,
  currency: string,
): Promise<AwaitedStatement | undefined> {
  const { access, landing, wanted, after } = extract;
  const receipts = receiptsOf(landing.receipts(), wanted.company, after);
  const window = missingStatement(receipts, wanted, currency);
  if (window === undefined) return undefined;
  const begun = begunStatement(receipts, currency, window);
  if (begun !== undefined && 'request' in begun) {
    const text = await readFile(landing.objectPath(begun.request), 'utf8');
    return { id: recordOf(companyStatement, JSON.parse(text), 'statement record').id, currency, window };
  }
  const wish = wishFor(extract, currency, window);
  if (begun !== undefined) {
    const found = await findStatement(access, wish, Temporal.Instant.from(begun.intent.received_at));
    if (found !== undefined) return keepRequest(extract, found, 'GET', wish, window);
  }
  return askAnew(extract, wish, window);
}

/** Downloads a ready statement; a link that has died meanwhile is asked for once more. */
async function fetchFile(extract: GatewayExtract, record: CompanyStatement, path: string): Promise<Downloaded> {
  const { access, poll } = extract;
  try {
    return await downloadStatement(access, record, path);
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'DOWNLOAD_REFUSED') throw error;
    return await downloadStatement(access, await pollStatement(access, record.id, poll), path);
  }
}

/** Waits for a statement, downloads it, looks whether it is one, and keeps it. */
export async function bringStatement(extract: GatewayExtract, awaited: AwaitedStatement): Promise<void> {
  const { access, landing, wanted, format, poll, progress, unexpected } = extract;
  const { id, currency, window } = awaited;
  const step = progress.step(`Statement ${currency}`);
  const record = await pollStatement(access, id, poll, (status) => {
    noteUnexpected(companyStatement, { status }, 'company statement', unexpected);
    step.note(status);
  });
  const path = landing.temporaryPath();
  try {
    const downloaded = await fetchFile(extract, record, path);
    await requireStatementFile(path, format, id);
    const asked = { method: 'GET', path: `/company_statements/${id}/`, query: '' };
    await landing.put(
      {
        ...gatewayFacts(wanted.company, 'statement', window, currency, asked),
        ext: format,
        content_type: downloaded.contentType,
      },
      { file: path },
    );
    step.done(`${downloaded.bytes.toLocaleString('en')} bytes`);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * A statement that the gateway no longer knows (it was purged, or base_url leads elsewhere now) can be asked for again
 * without there being a second one: once.
 */
export async function bringOrAskAnew(extract: GatewayExtract, awaited: AwaitedStatement): Promise<void> {
  try {
    await bringStatement(extract, awaited);
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'STATEMENT_UNKNOWN') throw error;
    const { currency, window } = awaited;
    await bringStatement(extract, await askAnew(extract, wishFor(extract, currency, window), window));
  }
}
