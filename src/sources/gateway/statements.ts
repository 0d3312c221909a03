import type { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../../errors/tieout-error.ts';
import { recordOf } from '../answer.ts';
import type { Downloaded } from '../http/download.ts';
import { waitFor } from '../http/retry.ts';
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

export type StatementAnswer = { record: CompanyStatement; answer: GatewayAnswer };

/** Asks for a statement (payment-gateway.md › Endpoints). Not safe to repeat: the caller notes its intent before. */
export async function scheduleStatement(access: GatewayAccess, wish: StatementWish): Promise<StatementAnswer> {
  const answer = await callGateway(access, 'POST', '/company_statements/', statementQuery(wish), {
    format: wish.format,
    timezone: wish.zone,
  });
  return { record: recordOf(companyStatement, answer.json, 'statement record'), answer };
}

/** Looks for a statement asked for earlier, by what it was asked for and not before when: an intent that a kill cut short. */
export async function findStatement(
  access: GatewayAccess,
  wish: StatementWish,
  notBefore: Temporal.Instant,
): Promise<StatementAnswer | undefined> {
  const wanted = [...statementQuery(wish).entries()];
  let query = new URLSearchParams();
  for (let page = 0; page < 20; page += 1) {
    const answer = await callGateway(access, 'GET', '/company_statements/', query);
    const { results, next } = recordOf(companyStatementList, answer.json, 'list of statements');
    const found = results.find((record) => {
      const asked = new URLSearchParams(record.query_string ?? '');
      const isSame = wanted.every(([name, value]) => asked.get(name) === value) && record.format === wish.format;
      // a minute of grace: the gateway's clock is not ours
      return (
        isSame && (record.created_on ?? 0) >= notBefore.epochMilliseconds / 1000 - 60 && record.status !== 'cancelled'
      );
    });
    if (found !== undefined) {
      return { record: found, answer: { ...answer, body: Buffer.from(JSON.stringify(found)) } };
    }
    if (!next) return undefined;
    query = new URL(next, access.baseUrl).searchParams;
  }
  return undefined;
}

export type PollOptions = { firstPauseMs: number; longestPauseMs: number; deadlineMs: number };

export const defaultPollOptions: PollOptions = { firstPauseMs: 500, longestPauseMs: 30_000, deadlineMs: 30 * 60_000 };

const lost = new Set(['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired']);

/**
 * Polls until the statement is a success, with growing pauses, up to the deadline. A status that is not known is
 * waited out: it is neither an end nor a success.
 */
export async function pollStatement(
  access: GatewayAccess,
  id: string,
  options: PollOptions,
  onStatus: (status: string) => void = () => {},
): Promise<CompanyStatement> {
  const until = performance.now() + options.deadlineMs;
  let pause = options.firstPauseMs;
  for (;;) {
    const answer = await callGateway(
      access,
      'GET',
      `/company_statements/${encodeURIComponent(id)}/`,
      new URLSearchParams(),
    );
    const record = recordOf(companyStatement, answer.json, 'statement record');
    onStatus(record.status);
    if (record.status === 'success' && record.download_url) return record;
    if (lost.has(record.status)) throw statementLost(id, record.status);
    if (performance.now() + pause > until) throw statementLate(id, record.status, options.deadlineMs);
    await waitFor(pause);
    pause = Math.min(pause * 1.5, options.longestPauseMs);
  }
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
    message: `Statement ${id} was not ready after ${Math.round(deadlineMs / 1000)} s: its status is ${status}.`,
    remedy:
      'Run again later: the same statement is asked after, no second one is requested. statement.deadline sets how long to wait.',
    exitStatus: 4,
  });
}

/**
 * Fetches a ready statement to disk. The link stands by itself: the key is never sent with it, wherever it leads.
 */
export async function downloadStatement(
  access: GatewayAccess,
  record: CompanyStatement,
  path: string,
): Promise<Downloaded> {
  const url = new URL(record.download_url ?? '', `${access.baseUrl}/`).toString();
  return access.http.download(url, () => ({}), path);
}
