import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { unixSeconds } from '../../domain/period.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { keepFailure } from '../failures.ts';
import { recordOf } from '../http/answer.ts';
import type { Downloaded } from '../http/download.ts';
import { withoutSecrets } from '../http/redact.ts';
import { unexpectedIn } from '../record-schema.ts';
import { receiptsOf } from '../windows.ts';
import { accessAbout, type GatewayExtract, gatewayFacts, requestOf } from './extract-context.ts';
import { begunStatement, receiptKindsOf, type StatementNeed } from './plan.ts';
import { type CompanyStatement, companyStatement } from './schemas.ts';
import { requireStatementFile } from './statement-file.ts';
import {
  downloadStatement,
  findStatement,
  leftUncertain,
  pollStatement,
  type StatementAnswer,
  type StatementRequest,
  scheduleStatement,
} from './statements.ts';

/** A statement that was requested and has not been received. */
export type AwaitedStatement = {
  id: string;
  need: StatementNeed;
  /** Requested by an earlier run. */
  isContinued?: boolean;
};

/** The name of a statement in progress and failures. */
export const statementTitle = ({ kind, format, currency }: StatementNeed): string =>
  `statement ${currency}${kind === 'statement' ? '' : ` as ${format.toUpperCase()}`}`;

/** A context whose requests are recorded as being about a statement. */
function asking(extract: GatewayExtract, { window, currency }: StatementNeed, statement?: string): GatewayExtract {
  const subject = { currency, ...(statement === undefined ? {} : { statement }) };
  return { ...extract, access: accessAbout(extract.access, window, subject) };
}

function requestFor({ scope }: GatewayExtract, { currency, window, format }: StatementNeed): StatementRequest {
  return {
    currency,
    paidFrom: unixSeconds(window.from),
    paidTo: unixSeconds(window.to),
    format,
    zone: scope.zone,
  };
}

/** Requests a statement. Where the answer was lost, the statement is searched for instead of requested twice. */
async function schedule(extract: GatewayExtract, request: StatementRequest, intendedAt: Temporal.Instant) {
  try {
    return { found: await scheduleStatement(extract.access, request), method: 'POST' as const };
  } catch (error) {
    if (!(error instanceof TieoutError) || !leftUncertain.has(error.code)) throw error;
    const found = await findStatement(extract.access, request, intendedAt, extract.landing.clock).catch(
      () => undefined,
    );
    if (found === undefined) throw error;
    return { found, method: 'GET' as const };
  }
}

async function keepRequest(
  { landing, scope }: GatewayExtract,
  { record, answer }: StatementAnswer,
  method: 'GET' | 'POST',
  need: StatementNeed,
): Promise<AwaitedStatement> {
  const { kind, currency, window } = need;
  const facts = gatewayFacts(scope.company, receiptKindsOf(kind).request, window, currency, requestOf(answer, method));
  // the link gives access to the file of a ready statement, so it is not kept; another run asks for it again
  await landing.put(facts, { bytes: withoutSecrets(answer.body) });
  return { id: record.id, need };
}

/** Sends a request, after its intent is on disk. An intent for which the gateway has no statement is not written a second time. */
async function sendRequest(extract: GatewayExtract, need: StatementNeed, begun?: Receipt): Promise<AwaitedStatement> {
  const { landing, scope } = extract;
  const request = requestFor(extract, need);
  const facts = gatewayFacts(scope.company, receiptKindsOf(need.kind).intent, need.window, need.currency);
  const intent = begun ?? (await landing.put(facts, { bytes: JSON.stringify({ intent: randomUUID(), request }) }));
  const { found, method } = await schedule(extract, request, Temporal.Instant.from(intent.received_at));
  return keepRequest(extract, found, method, need);
}

/**
 * Requests a statement, at most once, even if the process is killed at any point: an intent is on disk before the request is
 * sent, the answer after it. A request that is on disk is continued; an intent without an answer is searched for among the
 * gateway's statements before another request is sent.
 */
export async function requestStatement(given: GatewayExtract, need: StatementNeed): Promise<AwaitedStatement> {
  const extract = asking(given, need);
  const { access, landing, scope, askedAgain } = extract;
  // before the intent is on disk: a statement of another company is never requested
  await access.identity?.confirm();
  // a received file that is unusable completes its request, because the same statement would give the same file
  const existing = receiptsOf(landing.receipts(), scope.company, {
    ...askedAgain,
    unusable: new Set(),
    later: new Set(),
  });
  const begun = begunStatement(existing, need);
  if (begun !== undefined && 'request' in begun) {
    const text = (await landing.read(begun.request)).toString('utf8');
    return { id: recordOf(companyStatement, JSON.parse(text), 'statement record').id, need, isContinued: true };
  }
  if (begun !== undefined) {
    const intendedAt = Temporal.Instant.from(begun.intent.received_at);
    const found = await findStatement(access, requestFor(extract, need), intendedAt, landing.clock);
    if (found !== undefined) return keepRequest(extract, found, 'GET', need);
  }
  return sendRequest(extract, need, begun?.intent);
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

/** Keeps the answers with a status that the specification does not name, each status once; they are counted when they are loaded. */
function keepUnknownStatuses(extract: GatewayExtract, need: StatementNeed) {
  const seen = new Set<string>();
  return async ({ record, answer }: StatementAnswer) => {
    const { status } = record;
    if (seen.has(status) || unexpectedIn(companyStatement, { status }, 'company statement').length === 0) return;
    seen.add(status);
    await keepRequest(extract, { record, answer }, 'GET', need);
  };
}

async function collectStatement(given: GatewayExtract, { id, need }: AwaitedStatement): Promise<void> {
  const { kind, format, currency, window } = need;
  const extract = asking(given, need, id);
  const { access, landing, scope, poll, progress } = extract;
  const title = statementTitle(need);
  const step = progress.step(`${title.charAt(0).toUpperCase()}${title.slice(1)}`);
  const keepUnknownStatus = keepUnknownStatuses(extract, need);
  const record = await pollStatement(access, id, poll, async (polled) => {
    step.note(polled.record.status);
    await keepUnknownStatus(polled);
  });
  const path = landing.temporaryPath();
  try {
    const { contentType, bytes } = await fetchFile(extract, record, path);
    const request = { method: 'GET', path: `/company_statements/${id}/`, query: '' };
    const facts = {
      ...gatewayFacts(scope.company, kind, window, currency, request),
      ext: format,
      content_type: contentType,
    };
    try {
      await requireStatementFile(path, format, id, contentType);
    } catch (error) {
      if (error instanceof TieoutError) await keepFailure(landing, facts, error, { file: path });
      throw error;
    }
    await landing.put(facts, { file: path });
    step.done(`${bytes.toLocaleString('en')} bytes`);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Waits for a statement, downloads it, checks that it is one, and keeps it. A statement that the gateway no longer has (it was purged,
 * or base_url has changed) is requested once more, because no second one exists then; so is a statement of an earlier run that will
 * never be ready.
 */
export async function collectOrRequestAgain(extract: GatewayExtract, awaited: AwaitedStatement): Promise<void> {
  try {
    await collectStatement(extract, awaited);
  } catch (error) {
    const isGone = error instanceof TieoutError && error.code === 'STATEMENT_UNKNOWN';
    const isLost = error instanceof TieoutError && error.code === 'STATEMENT_FAILED' && awaited.isContinued === true;
    if (!isGone && !isLost) throw error;
    await collectStatement(extract, await sendRequest(asking(extract, awaited.need), awaited.need));
  }
}
