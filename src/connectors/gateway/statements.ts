import { setTimeout as sleep } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import { type Clock, systemClock } from '../../domain/clock.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { recordOf } from '../http/answer.ts';
import type { Downloaded } from '../http/download.ts';
import { callGateway, type GatewayAccess, type GatewayAnswer } from './client.ts';
import type { StatementFormat } from './plan.ts';
import { identityOf } from './probe.ts';
import { type CompanyStatement, companyStatement, companyStatementList } from './schemas.ts';

export type StatementRequest = {
  currency: string;
  /** Unix seconds, by the time of payment: from is included, to is not. */
  paidFrom: number;
  paidTo: number;
  format: StatementFormat;
  zone: string;
};

/** The names of the filters, which the specification does not show. They are defined only here. */
export function statementQuery(request: StatementRequest): URLSearchParams {
  return new URLSearchParams({
    paid_from: String(request.paidFrom),
    paid_to: String(request.paidTo),
    currency: request.currency,
  });
}

/** Statuses of a statement that will never be ready; the specification does not show them. Polling continues on any other. */
const lost = new Set(['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired']);

export type StatementAnswer = { record: CompanyStatement; answer: GatewayAnswer };

/** Requests a statement (payment-gateway.md › Endpoints). Not safe to repeat: the caller records its intent before. */
export async function scheduleStatement(access: GatewayAccess, request: StatementRequest): Promise<StatementAnswer> {
  const answer = await callGateway(access, 'POST', '/company_statements/', statementQuery(request), {
    format: request.format,
    timezone: request.zone,
  });
  const record = recordOf(companyStatement, answer.json, 'statement record', answer);
  await access.identity?.check(identityOf(record));
  return { record, answer };
}

const mostListPages = 1000;
/** The difference that two correct clocks may have. */
const graceSeconds = 60;

/** Whether a statement was requested with exactly these filters. */
function isForRequest(record: CompanyStatement, request: StatementRequest): boolean {
  const asked = [...new URLSearchParams(record.query_string ?? '')].filter(([, value]) => value !== '');
  const scope = statementQuery(request);
  const isSameQuery = asked.length === scope.size && asked.every(([name, value]) => scope.get(name) === value);
  const isSameZone = !record.timezone || record.timezone === request.zone;
  return isSameQuery && isSameZone && record.format === request.format && !lost.has(record.status);
}

/**
 * The earliest creation, by the gateway's clock, of a statement that can be the intended one: the time of the intent less the grace
 * period. A window that was over by then is not covered by a statement made before its end.
 */
function earliestCreation(
  request: StatementRequest,
  intendedAt: Temporal.Instant,
  { serverTime }: GatewayAnswer,
  clock: Clock,
): number {
  const now = Math.floor(clock().epochMilliseconds / 1000);
  const ahead = (serverTime ?? now) - now;
  const intended = Math.floor(intendedAt.epochMilliseconds / 1000);
  const earliest = intended + ahead - graceSeconds;
  return intended >= request.paidTo ? Math.max(earliest, request.paidTo + ahead) : earliest;
}

/**
 * Searches for a statement that an interrupted run requested: the same filters, created after `notBefore` (by
 * `clock`). Throws STATEMENT_LIST_ENDLESS.
 */
export async function findStatement(
  access: GatewayAccess,
  request: StatementRequest,
  notBefore: Temporal.Instant,
  clock: Clock = systemClock,
): Promise<StatementAnswer | undefined> {
  let query = new URLSearchParams();
  for (let page = 0; page < mostListPages; page += 1) {
    const answer = await callGateway(access, 'GET', '/company_statements/', query);
    const { results, next } = recordOf(companyStatementList, answer.json, 'list of statements', answer);
    const earliest = earliestCreation(request, notBefore, answer, clock);
    const found = results.find(
      (record) => isForRequest(record, request) && (record.created_on ?? earliest) >= earliest,
    );
    if (found !== undefined) {
      return { record: found, answer: { ...answer, body: Buffer.from(JSON.stringify(found)) } };
    }
    if (!next) return undefined;
    // only the query of the link is used, because the key is sent to the configured host only
    query = URL.canParse(next, answer.url) ? new URL(next, answer.url).searchParams : new URLSearchParams();
    if (query.size === 0) break;
  }
  throw new TieoutError({
    code: 'STATEMENT_LIST_ENDLESS',
    message: `The gateway's list of statements has more than ${mostListPages} pages.`,
    remedy: 'Run again with --refresh: a new statement is requested without searching for the earlier one.',
    exitStatus: 4,
  });
}

export type PollOptions = { firstPauseMs: number; longestPauseMs: number; deadlineMs: number };

export const defaultPollOptions: PollOptions = { firstPauseMs: 500, longestPauseMs: 30_000, deadlineMs: 30 * 60_000 };

/** Failures after which it is unknown whether the gateway accepted a request. */
export const leftUncertain = new Set(['HOST_UNREACHABLE', 'ANSWER_CUT_OFF', 'GATEWAY_FAILED', 'ANSWER_NOT_JSON']);

/** Failures that may be temporary, so that polling continues. */
const passing = new Set([...leftUncertain, 'GATEWAY_BUSY']);
const mostFailures = 3;

/** The current record of a statement; undefined when the gateway does not have it. */
async function readStatement(access: GatewayAccess, id: string): Promise<StatementAnswer | undefined> {
  try {
    const answer = await callGateway(access, 'GET', `/company_statements/${encodeURIComponent(id)}/`);
    const record = recordOf(companyStatement, answer.json, 'statement record', answer);
    await access.identity?.check(identityOf(record));
    return { record, answer };
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'GATEWAY_NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Polls until the statement is ready, with growing pauses, up to the deadline. An unknown status is neither final nor a
 * success: polling continues. Throws STATEMENT_UNKNOWN, STATEMENT_FAILED, STATEMENT_LATE.
 */
export async function pollStatement(
  access: GatewayAccess,
  id: string,
  options: PollOptions,
  onAnswer: (answer: StatementAnswer) => Promise<void> = async () => {},
): Promise<CompanyStatement> {
  const until = performance.now() + options.deadlineMs;
  let pause = options.firstPauseMs;
  let failures = 0;
  for (;;) {
    let status = 'not known';
    try {
      const polled = await readStatement(access, id);
      if (polled === undefined) throw statementUnknown(id);
      failures = 0;
      const { record } = polled;
      status = record.status;
      await onAnswer(polled);
      if (status === 'success' && record.download_url) return record;
      if (lost.has(status)) throw statementLost(id, status);
    } catch (error) {
      failures += 1;
      const mayPass = error instanceof TieoutError && passing.has(error.code) && failures < mostFailures;
      if (!mayPass || performance.now() >= until) throw error;
    }
    const left = until - performance.now();
    if (left <= 0) throw statementLate(id, status, options.deadlineMs);
    await sleep(Math.min(pause, left));
    pause = Math.min(pause * 1.5, options.longestPauseMs);
  }
}

function statementUnknown(id: string): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_UNKNOWN',
    message: `The gateway does not know statement ${id}.`,
    remedy: 'Run again: a new statement is requested.',
    exitStatus: 4,
  });
}

function statementLost(id: string, status: string): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_FAILED',
    message: `The gateway could not produce statement ${id}: its status is ${status}.`,
    remedy: 'Run again: a new statement is requested.',
    exitStatus: 4,
  });
}

function statementLate(id: string, status: string, deadlineMs: number): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_LATE',
    message: `Statement ${id} was not ready after ${Math.ceil(deadlineMs / 1000)} s: its status is ${status}.`,
    remedy:
      'Run again later: the same statement is polled again, no second one is requested. statement.timeout_seconds sets the waiting time.',
    exitStatus: 4,
  });
}

/** Downloads a ready statement to disk. The link needs no key, and the key is never sent with it. */
export async function downloadStatement(
  access: GatewayAccess,
  record: CompanyStatement,
  path: string,
): Promise<Downloaded> {
  const service = new URL(`${access.baseUrl}/`);
  return access.http.download({ url: record.download_url ?? '', service, about: access.about }, () => ({}), path);
}
