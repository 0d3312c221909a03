import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { unixSeconds } from '../../domain/period.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import type { Downloaded } from '../http/download.ts';
import { noteUnexpected } from '../record-schema.ts';
import { receiptsOf, type Window } from '../windows.ts';
import { type GatewayExtract, gatewayFacts, requestOf } from './extract-context.ts';
import { begunStatement, missingStatement } from './plan.ts';
import { type CompanyStatement, companyStatement } from './schemas.ts';
import { requireStatementFile } from './statement-file.ts';
import {
  downloadStatement,
  findStatement,
  pollStatement,
  type StatementAnswer,
  type StatementRequest,
  scheduleStatement,
} from './statements.ts';

/** A statement that was requested and has not been received. */
export type AwaitedStatement = { id: string; currency: string; window: Window };

function requestFor({ scope, format }: GatewayExtract, currency: string, window: Window): StatementRequest {
  return {
    currency,
    paidFrom: unixSeconds(window.from),
    paidTo: unixSeconds(window.to),
    format,
    zone: scope.zone,
  };
}

/** Failures after which it is not known whether the gateway accepted a request. */
const uncertain = new Set(['HOST_UNREACHABLE', 'ANSWER_CUT_OFF', 'GATEWAY_FAILED', 'ANSWER_NOT_JSON']);

/** Requests a statement. Where the answer was lost, the statement is searched for instead of requested twice. */
async function schedule(extract: GatewayExtract, request: StatementRequest, intendedAt: Temporal.Instant) {
  try {
    return { found: await scheduleStatement(extract.access, request), method: 'POST' as const };
  } catch (error) {
    if (!(error instanceof TieoutError) || !uncertain.has(error.code)) throw error;
    const found = await findStatement(extract.access, request, intendedAt).catch(() => undefined);
    if (found === undefined) throw error;
    return { found, method: 'GET' as const };
  }
}

async function keepRequest(
  { landing, scope, unexpected }: GatewayExtract,
  { record, answer }: StatementAnswer,
  method: 'GET' | 'POST',
  { currency }: StatementRequest,
  window: Window,
): Promise<AwaitedStatement> {
  noteUnexpected(companyStatement, JSON.parse(answer.body.toString('utf8')), 'company statement', unexpected);
  await landing.put(gatewayFacts(scope.company, 'statement_request', window, currency, requestOf(answer, method)), {
    bytes: answer.body,
  });
  return { id: record.id, currency, window };
}

async function requestAgain(
  extract: GatewayExtract,
  request: StatementRequest,
  window: Window,
): Promise<AwaitedStatement> {
  const { landing, scope } = extract;
  const intent = await landing.put(gatewayFacts(scope.company, 'statement_intent', window, request.currency), {
    bytes: JSON.stringify({ intent: randomUUID(), request }),
  });
  const { found, method } = await schedule(extract, request, Temporal.Instant.from(intent.received_at));
  return keepRequest(extract, found, method, request, window);
}

/**
 * Requests the statement that the days of a currency still need, at most once, even if the process is killed at any
 * point: an intent is on disk before the request is sent, the answer after it. A request that is on disk is continued;
 * an intent without an answer is searched for among the gateway's statements before another request is sent.
 * Undefined when nothing is missing.
 */
export async function requestStatement(
  extract: GatewayExtract,
  currency: string,
): Promise<AwaitedStatement | undefined> {
  const { access, landing, scope, after } = extract;
  const receipts = receiptsOf(landing.receipts(), scope.company, after);
  const window = missingStatement(receipts, scope, currency);
  if (window === undefined) return undefined;
  const begun = begunStatement(receipts, currency, window);
  if (begun !== undefined && 'request' in begun) {
    const text = await readFile(landing.objectPath(begun.request), 'utf8');
    return { id: recordOf(companyStatement, JSON.parse(text), 'statement record').id, currency, window };
  }
  const request = requestFor(extract, currency, window);
  if (begun !== undefined) {
    const found = await findStatement(access, request, Temporal.Instant.from(begun.intent.received_at));
    if (found !== undefined) return keepRequest(extract, found, 'GET', request, window);
  }
  return requestAgain(extract, request, window);
}

/** Downloads a ready statement. When its link has expired, one new link is requested. */
async function fetchFile(extract: GatewayExtract, record: CompanyStatement, path: string): Promise<Downloaded> {
  const { access, poll } = extract;
  try {
    return await downloadStatement(access, record, path);
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'DOWNLOAD_REFUSED') throw error;
    return await downloadStatement(access, await pollStatement(access, record.id, poll), path);
  }
}

async function collectStatement(extract: GatewayExtract, awaited: AwaitedStatement): Promise<void> {
  const { access, landing, scope, format, poll, progress, unexpected } = extract;
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
    const request = { method: 'GET', path: `/company_statements/${id}/`, query: '' };
    await landing.put(
      {
        ...gatewayFacts(scope.company, 'statement', window, currency, request),
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
 * Waits for a statement, downloads it, checks that it is one, and keeps it. A statement that the gateway no longer knows
 * (it was purged, or base_url has changed) is requested once more: no second one exists then.
 */
export async function collectOrRequestAgain(extract: GatewayExtract, awaited: AwaitedStatement): Promise<void> {
  try {
    await collectStatement(extract, awaited);
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code !== 'STATEMENT_UNKNOWN') throw error;
    const { currency, window } = awaited;
    await collectStatement(extract, await requestAgain(extract, requestFor(extract, currency, window), window));
  }
}
