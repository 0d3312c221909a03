import type { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import type { Downloaded } from '../http/download.ts';
import { waitFor } from '../http/retry.ts';
import { requireSafeLink } from '../http/safe-url.ts';
import { callGateway, type GatewayAccess, type GatewayAnswer } from './client.ts';
import { type CompanyStatement, companyStatement, companyStatementList } from './schemas.ts';

export type StatementWish = {
  currency: string;
  /** Unix seconds, by the time of payment: from is in it, to is not. */
  paidFrom: number;
  paidTo: number;
  format: 'csv' | 'xlsx';
  zone: string;
};

/** The names of the filters, which the specification leaves out; one place to change them. */
export function statementQuery(wish: StatementWish): URLSearchParams {
  return new URLSearchParams({
    paid_from: String(wish.paidFrom),
    paid_to: String(wish.paidTo),
    currency: wish.currency,
  });
}

/** Words for a statement that will not come, which the specification leaves out. Any other word is waited out. */
const lost = new Set(['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired']);

export type StatementAnswer = { record: CompanyStatement; answer: GatewayAnswer };

/** Asks for a statement (payment-gateway.md › Endpoints). Not safe to repeat: the caller notes its intent before. */
export async function scheduleStatement(access: GatewayAccess, wish: StatementWish): Promise<StatementAnswer> {
  const answer = await callGateway(access, 'POST', '/company_statements/', statementQuery(wish), {
    format: wish.format,
    timezone: wish.zone,
  });
  return { record: recordOf(companyStatement, answer.json, 'statement record', answer.url), answer };
}

const mostListPages = 1000;
/** How far two clocks may be apart that are both right. */
const graceSeconds = 60;

/** Whether a statement was asked for with these very filters, no fewer and no more. */
function isForWish(record: CompanyStatement, wish: StatementWish): boolean {
  const asked = [...new URLSearchParams(record.query_string ?? '')].filter(([, value]) => value !== '');
  const wanted = statementQuery(wish);
  const isSameQuery = asked.length === wanted.size && asked.every(([name, value]) => wanted.get(name) === value);
  const isSameZone = !record.timezone || record.timezone === wish.zone;
  return isSameQuery && isSameZone && record.format === wish.format && !lost.has(record.status);
}

/**
 * The gateway's time from which on a statement can be the one that was intended: the intent's, by its clock and with
 * grace; but a window that was over then is not told whole by a statement made before its end.
 */
function earliestCreation(wish: StatementWish, intendedAt: Temporal.Instant, { serverTime }: GatewayAnswer): number {
  const now = Math.floor(Date.now() / 1000);
  const ahead = (serverTime ?? now) - now;
  const intended = Math.floor(intendedAt.epochMilliseconds / 1000);
  const earliest = intended + ahead - graceSeconds;
  return intended >= wish.paidTo ? Math.max(earliest, wish.paidTo + ahead) : earliest;
}

/**
 * Looks for a statement asked for earlier, by what it was asked for and not before when, in this machine's time: an
 * intent that a kill cut short.
 */
export async function findStatement(
  access: GatewayAccess,
  wish: StatementWish,
  notBefore: Temporal.Instant,
): Promise<StatementAnswer | undefined> {
  let query = new URLSearchParams();
  for (let page = 0; page < mostListPages; page += 1) {
    const answer = await callGateway(access, 'GET', '/company_statements/', query);
    const { results, next } = recordOf(companyStatementList, answer.json, 'list of statements', answer.url);
    const earliest = earliestCreation(wish, notBefore, answer);
    const found = results.find((record) => isForWish(record, wish) && (record.created_on ?? earliest) >= earliest);
    if (found !== undefined) {
      return { record: found, answer: { ...answer, body: Buffer.from(JSON.stringify(found)) } };
    }
    if (!next) return undefined;
    // only its query is followed: the key goes to the configured host, whatever the link says
    query = URL.canParse(next, answer.url) ? new URL(next, answer.url).searchParams : new URLSearchParams();
    if (query.size === 0) break;
  }
  throw new TieoutError({
    code: 'STATEMENT_LIST_ENDLESS',
    message: 'The list of statements does not come to an end.',
    remedy: 'Run again with --refresh: a new statement is asked for without looking for the one asked for earlier.',
    exitStatus: 4,
  });
}

export type PollOptions = { firstPauseMs: number; longestPauseMs: number; deadlineMs: number };

export const defaultPollOptions: PollOptions = { firstPauseMs: 500, longestPauseMs: 30_000, deadlineMs: 30 * 60_000 };

/** What may pass by itself while one waits. */
const passing = new Set(['HOST_UNREACHABLE', 'ANSWER_CUT_OFF', 'GATEWAY_BUSY', 'GATEWAY_FAILED', 'ANSWER_NOT_JSON']);
const mostFailures = 3;

/** One statement as it stands; undefined when the gateway does not know it (any more). */
async function readStatement(access: GatewayAccess, id: string): Promise<CompanyStatement | undefined> {
  try {
    const { json, url } = await callGateway(access, 'GET', `/company_statements/${encodeURIComponent(id)}/`);
    return recordOf(companyStatement, json, 'statement record', url);
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'GATEWAY_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Polls until the statement is a success, with growing pauses, up to the deadline. A status that is not known is
 * waited out: it is neither an end nor a success. Throws STATEMENT_UNKNOWN, STATEMENT_FAILED, STATEMENT_LATE.
 */
export async function pollStatement(
  access: GatewayAccess,
  id: string,
  options: PollOptions,
  onStatus: (status: string) => void = () => {},
): Promise<CompanyStatement> {
  const until = performance.now() + options.deadlineMs;
  let pause = options.firstPauseMs;
  let failures = 0;
  for (;;) {
    let status = 'not known';
    try {
      const record = await readStatement(access, id);
      if (record === undefined) throw statementUnknown(id);
      failures = 0;
      status = record.status;
      if (status === 'success' && record.download_url) return record;
      if (lost.has(status)) throw statementLost(id, status);
    } catch (error) {
      failures += 1;
      const mayPass = error instanceof TieoutError && passing.has(error.code) && failures < mostFailures;
      if (!mayPass || performance.now() >= until) throw error;
    }
    onStatus(status);
    const left = until - performance.now();
    if (left <= 0) throw statementLate(id, status, options.deadlineMs);
    await waitFor(Math.min(pause, left));
    pause = Math.min(pause * 1.5, options.longestPauseMs);
  }
}

function statementUnknown(id: string): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_UNKNOWN',
    message: `The gateway does not know statement ${id}.`,
    remedy: 'Run again with --refresh: a new statement is asked for.',
    exitStatus: 4,
  });
}

function statementLost(id: string, status: string): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_FAILED',
    message: `The gateway gave up on statement ${id}: its status is ${status}.`,
    remedy: 'Run again with --refresh: a new statement is asked for.',
    exitStatus: 4,
  });
}

function statementLate(id: string, status: string, deadlineMs: number): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_LATE',
    message: `Statement ${id} was not ready after ${Math.ceil(deadlineMs / 1000)} s: its status is ${status}.`,
    remedy:
      'Run again later: the same statement is asked after, no second one is requested. statement.timeout_seconds sets how long to wait.',
    exitStatus: 4,
  });
}

/** Fetches a ready statement to disk. The link stands by itself: the key is never sent with it, wherever it leads. */
export async function downloadStatement(
  access: GatewayAccess,
  record: CompanyStatement,
  path: string,
): Promise<Downloaded> {
  const link = requireSafeLink(record.download_url ?? '', new URL(`${access.baseUrl}/`));
  return access.http.download(link.href, () => ({}), path);
}
