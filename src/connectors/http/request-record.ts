import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../../domain/tieout-error.ts';
import { shownHost } from './redact.ts';

/** The subject of a request, from its connector. */
export type RequestSubject = {
  statement?: string;
  page?: number;
  currency?: string | null;
  /** The requested time, half-open, ISO 8601. */
  window_from?: string;
  window_to?: string;
};

/** The outcome of a request. not_sent: it was refused on this machine, for example because it was not encrypted. */
type RequestOutcome = 'answered' | 'refused' | 'rate_limited' | 'failed' | 'timed_out' | 'not_sent';

/** One request with its repetitions, as the request book keeps it: no header, no query, no link, no secret. */
type RequestRecord = {
  service: string;
  /** Method and path, identifiers as {id}; the host alone of a download link. */
  operation: string;
  statement: string | null;
  page: number | null;
  currency: string | null;
  window_from: string | null;
  window_to: string | null;
  first_asked_at: string;
  ended_at: string;
  attempt_count: number;
  /** Attempts that were answered with status 429. */
  rate_limit_count: number;
  /** The total of the pauses between attempts, and the part that the service requested (Retry-After). */
  pause_ms: number;
  asked_pause_ms: number;
  outcome: RequestOutcome;
  /** The status of the last attempt; null where no attempt had a complete answer. */
  status: number | null;
  error_code: string | null;
  last_latency_ms: number;
  total_ms: number;
  byte_count: number;
};

/** A finished request with the facts that identify the receipt of its answer. */
export type FinishedRequest = {
  record: RequestRecord;
  method: string;
  path: string;
  query: string;
  /** The sha256 of the answer's body; null where there was no answer. */
  sha256: string | null;
};

/** Records one request while it is made. */
export type Recording = {
  /** Measures an attempt. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  answered(status: number, bytes: number, sha256?: string): void;
  /** Records an attempt without a complete answer. */
  unanswered(isTimeout: boolean): void;
  paused(milliseconds: number, isAsked: boolean): void;
};

/** The hash that identifies the receipt of an answer. */
export const bodyHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

const identifier = /^(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[^/]{20,})$/i;

function operationOf(method: string, url: string, isLink: boolean): string {
  if (isLink || !URL.canParse(url)) return `${method} ${shownHost(url)}`;
  const path = new URL(url).pathname.split('/').map((part) => (identifier.test(part) ? '{id}' : part));
  return `${method} ${path.join('/')}`;
}

function outcomeOf(attempts: number, status: number | null, isTimeout: boolean): RequestOutcome {
  if (attempts === 0) return 'not_sent';
  if (status === null) return isTimeout ? 'timed_out' : 'failed';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'failed';
  return status >= 200 && status < 300 ? 'answered' : 'refused';
}

const milliseconds = (value: number) => Math.round(value);

/** Makes a request and records it, whatever its outcome. Throws the error of the request. */
export async function recorded<T>(
  asked: { service: string; method: string; url: string; isLink: boolean; about?: RequestSubject | undefined },
  finished: ((request: FinishedRequest) => void) | undefined,
  work: (recording: Recording) => Promise<T>,
): Promise<T> {
  const firstAskedAt = Temporal.Now.instant();
  const began = performance.now();
  const seen = { attempts: 0, rateLimits: 0, pause: 0, askedPause: 0, latency: 0, isTimeout: false };
  let answer: { status: number; bytes: number; sha256: string | null } | undefined;
  let errorCode: string | null = null;
  const recording: Recording = {
    attempt: async (tried) => {
      const from = performance.now();
      seen.attempts += 1;
      answer = undefined;
      try {
        return await tried();
      } finally {
        seen.latency = performance.now() - from;
      }
    },
    answered: (status, bytes, sha256) => {
      if (status === 429) seen.rateLimits += 1;
      answer = { status, bytes, sha256: sha256 ?? null };
    },
    unanswered: (isTimeout) => {
      seen.isTimeout = isTimeout;
    },
    paused: (pause, isAsked) => {
      seen.pause += pause;
      if (isAsked) seen.askedPause += pause;
    },
  };
  try {
    return await work(recording);
  } catch (error) {
    errorCode = error instanceof TieoutError ? error.code : 'UNEXPECTED';
    throw error;
  } finally {
    const { about = {} } = asked;
    const url = URL.canParse(asked.url) ? new URL(asked.url) : undefined;
    finished?.({
      record: {
        service: asked.service,
        operation: operationOf(asked.method, asked.url, asked.isLink),
        statement: about.statement ?? null,
        page: about.page ?? null,
        currency: about.currency ?? null,
        window_from: about.window_from ?? null,
        window_to: about.window_to ?? null,
        first_asked_at: firstAskedAt.round('millisecond').toString(),
        ended_at: Temporal.Now.instant().round('millisecond').toString(),
        attempt_count: seen.attempts,
        rate_limit_count: seen.rateLimits,
        pause_ms: milliseconds(seen.pause),
        asked_pause_ms: milliseconds(seen.askedPause),
        outcome: outcomeOf(seen.attempts, answer?.status ?? null, seen.isTimeout),
        status: answer?.status ?? null,
        error_code: errorCode,
        last_latency_ms: milliseconds(seen.latency),
        total_ms: milliseconds(performance.now() - began),
        byte_count: answer?.bytes ?? 0,
      },
      method: asked.method,
      path: url?.pathname ?? '',
      query: url?.search.replace(/^\?/, '') ?? '',
      sha256: answer?.sha256 ?? null,
    });
  }
}
