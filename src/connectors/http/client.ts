import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { TieoutError } from '../../domain/tieout-error.ts';
import { type Headers, plainHeaders, readBody } from './body.ts';
import { defaultHttpOptions, type HttpOptions, openDispatchers, PrivateAddressFound } from './dispatchers.ts';
import { type Downloaded, downloadFile } from './download.ts';
import { type Failure, failureOf, isTimeout } from './failure.ts';
import { shownHost, shownUrl } from './redact.ts';
import { bodyHash, type Recording, type RequestSubject, recorded } from './request-record.ts';
import { type Try, toRepeat, withRetries } from './retry.ts';
import { isPermitted, privateAddressRefused, requirePublic, requireSafeUrl } from './safe-url.ts';

export type Answer = { status: number; headers: Headers; body: Buffer };

export type Call = {
  method: 'GET' | 'POST';
  url: string;
  /** Built for each try, because a signature must be fresh. */
  headers: () => Headers;
  body?: string;
  /** Whether the call may be repeated when no answer was received: true for GET. */
  isSafe: boolean;
  /**
   * The name of the address (webhook) in errors, where it is not that of a configured service. An address in a private range is then
   * refused, unless privateHosts lists it.
   */
  guardedAs?: string;
  about?: RequestSubject | undefined;
};

/** A link that a service gave. */
type Link = {
  url: string;
  /** The configured address of that service. */
  service: URL;
  about?: RequestSubject | undefined;
};

export type HttpClient = {
  /** The same client, whose requests are recorded as those to a service. */
  as(service: string): HttpClient;
  /**
   * Returns the last answer, whatever its status. Throws a TieoutError where there was no answer (HOST_UNREACHABLE, PROXY_REFUSED,
   * TLS_NOT_TRUSTED, ANSWER_CUT_OFF, ANSWER_TOO_LARGE) or the URL is not safe (URL_WRONG, URL_NOT_ENCRYPTED, PRIVATE_ADDRESS_REFUSED).
   */
  call(call: Call): Promise<Answer>;
  /** Streams a file to disk; returns its size and sha256. See downloadFile. */
  download(link: Link, headers: () => Headers, path: string): Promise<Downloaded>;
  close(): Promise<void>;
};

/** An address in errors: only the host of a webhook, whose path may be its secret. */
const shownAddress = ({ url, guardedAs }: Call) => (guardedAs === undefined ? shownUrl(url) : shownHost(url));

const timeSpent = (budgetMs: number) =>
  new TieoutError({
    code: 'REQUEST_TIME_SPENT',
    scope: 'service',
    message: `The time of a run for the requests of a company, ${Math.ceil(budgetMs / 1000)} s, is spent.`,
    remedy: 'Run again: what was received is kept. If the services are always so slow, raise network.timeout_seconds.',
    exitStatus: 4,
  });

/** Whether the service states that it did not accept a call, so that even an unsafe call may be repeated. */
function isUntaken(answer: Answer): boolean {
  return answer.status === 429 || (answer.status === 503 && answer.headers['retry-after'] !== undefined);
}

/**
 * Opens the only HTTP client. Redirects of a call are not followed, so that a token is sent only to the host for which it was issued. A
 * safe call is repeated with backoff and jitter, or as Retry-After says; an unsafe call only when it was never sent or the service
 * states that it did not accept it.
 */
export function openHttpClient(options: HttpOptions = defaultHttpOptions): HttpClient {
  const dispatchers = openDispatchers(options);
  const began = performance.now();
  const timeFor = (limitMs: number) => {
    const left = options.budgetMs - (performance.now() - began);
    if (left <= 0) throw timeSpent(options.budgetMs);
    return Math.ceil(Math.min(limitMs, left));
  };

  let nextAt = began;
  /** Waits until the next request may begin. */
  async function spaced(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + options.spacingMs;
    if (at > now) await sleep(at - now);
  }

  async function once(wanted: Call, url: URL): Promise<Answer> {
    const isGuarded = wanted.guardedAs !== undefined && !isPermitted(url, options);
    const answered = await request(wanted.url, {
      method: wanted.method,
      headers: {
        'user-agent': 'tieout',
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...wanted.headers(),
      },
      ...(wanted.body === undefined ? {} : { body: wanted.body }),
      signal: AbortSignal.timeout(timeFor(options.callTimeoutMs)),
      dispatcher: isGuarded ? dispatchers.guarded(url) : dispatchers.permitted(url),
    });
    return {
      status: answered.statusCode,
      headers: plainHeaders(answered.headers),
      body: await readBody(answered, shownAddress(wanted), { ...options, limit: options.maximumBodyBytes }),
    };
  }

  async function tried(wanted: Call, url: URL, recording: Recording): Promise<Try<Answer>> {
    let answer: Answer;
    try {
      answer = await once(wanted, url);
      recording.answered(answer.status, answer.body.length, bodyHash(answer.body));
    } catch (error) {
      recording.unanswered(isTimeout(error));
      if (error instanceof TieoutError) throw error;
      if (error instanceof PrivateAddressFound)
        throw privateAddressRefused(url, wanted.guardedAs ?? 'address', error.found);
      // the time may have ended the try
      timeFor(0);
      const failure: Failure = failureOf(error, url.host, shownAddress(wanted), dispatchers.proxyOf(url));
      if (failure.isTransient && (wanted.isSafe || failure.isUnsent)) return { again: failure.error };
      throw failure.error;
    }
    if (!toRepeat.has(answer.status) || !(wanted.isSafe || isUntaken(answer))) return { done: answer };
    return { again: answer, retryAfter: answer.headers['retry-after'] };
  }

  async function call(wanted: Call, recording: Recording): Promise<Answer> {
    const url = requireSafeUrl(wanted.url);
    if (wanted.guardedAs !== undefined) requirePublic(url, options, wanted.guardedAs);
    const attempt = async () => {
      await spaced();
      return recording.attempt(() => tried(wanted, url, recording));
    };
    return withRetries(options, attempt, recording.paused);
  }

  const clientFor = (service: string): HttpClient => ({
    as: clientFor,
    call: (wanted) =>
      recorded({ ...wanted, service, isLink: wanted.guardedAs !== undefined }, options.onRequest, (recording) =>
        call(wanted, recording),
      ),
    download: (link, headers, path) =>
      recorded({ ...link, service, method: 'GET', isLink: true }, options.onRequest, (recording) =>
        downloadFile({ ...link, headers, path, dispatchers, options, timeFor, recording }),
      ),
    close: () => dispatchers.close(),
  });
  return clientFor('');
}
