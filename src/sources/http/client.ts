import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { TieoutError } from '../../errors/tieout-error.ts';
import { shownText, shownUrl } from './redact.ts';
import { retryDelay, waitFor } from './retry.ts';

export type HttpOptions = {
  /** How often what is safe to repeat is tried again. */
  retries: number;
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  /** The longest pause that a Retry-After may ask for. */
  maximumWaitMs: number;
};

export const defaultHttpOptions: HttpOptions = {
  retries: 5,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 60_000,
  maximumWaitMs: 120_000,
};

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

export type Call = {
  method: 'GET' | 'POST';
  url: string;
  /** Made anew for each try: a signature must be fresh. */
  headers: () => Record<string, string>;
  body?: string;
  /** Whether the call may be repeated after an answer that never came: true for GET. */
  isSafe: boolean;
};

export type HttpClient = {
  call(call: Call): Promise<Answer>;
  /** Streams a file to disk; gives its size and sha256. A length that does not fit what was announced is an error. */
  download(url: string, headers: () => Record<string, string>, path: string): Promise<Downloaded>;
  close(): Promise<void>;
};

export type Downloaded = { bytes: number; sha256: string; contentType: string | null };

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const maximumBodyBytes = 64 * 1024 * 1024;
const maximumDownloadBytes = 16 * 1024 ** 3;

/** Refuses a URL over which a secret or a statement would travel in the clear. */
export function requireSafeUrl(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (cause) {
    throw new TieoutError({
      code: 'URL_WRONG',
      message: 'This is not a URL.',
      remedy:
        'Correct base_url in the configuration: it begins with https:// and ends where the paths of the service begin.',
      place: { url: shownUrl(url) },
      exitStatus: 2,
      cause,
    });
  }
  if (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && loopback.test(parsed.hostname))) return parsed;
  throw new TieoutError({
    code: 'URL_NOT_ENCRYPTED',
    message: 'Without TLS anyone on the way could read the key and the figures.',
    remedy: 'Use https:// (plain http:// is allowed to this machine only).',
    place: { url: shownUrl(url) },
    exitStatus: 2,
  });
}

function unreachable(url: string, cause: unknown): TieoutError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why =
    code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      ? 'its name is not known'
      : code === 'ECONNREFUSED'
        ? 'nothing answers there'
        : code.includes('TIMEOUT')
          ? 'it did not answer in time'
          : code || (cause instanceof Error ? cause.message : String(cause));
  return new TieoutError({
    code: 'HOST_UNREACHABLE',
    message: `${new URL(url).host} could not be reached: ${why}.`,
    remedy: 'Check the network and base_url in the configuration, then run again: what has arrived is kept.',
    place: { url: shownUrl(url) },
    cause,
  });
}

function isToRepeat(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

async function bounded(body: Dispatcher.ResponseData['body'], url: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > maximumBodyBytes) {
      throw new TieoutError({
        code: 'ANSWER_TOO_LARGE',
        message: 'The answer is larger than 64 MiB, more than any page of the service.',
        remedy: 'Check that base_url names the service itself.',
        place: { url: shownUrl(url) },
      });
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/**
 * The one HTTP client. Redirects are not followed: a token goes to the host it was issued for and to no other. What is
 * safe to repeat is repeated, with backoff and jitter or as Retry-After says; what is not safe only when the service
 * said that it did not take it (429, 503).
 */
export function openHttpClient(options: HttpOptions = defaultHttpOptions): HttpClient {
  const dispatcher = new Agent({
    connections: 8,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.bodyTimeoutMs,
    connect: { timeout: 10_000 },
  });

  async function once(call: Call): Promise<Answer> {
    const answered = await request(call.url, {
      method: call.method,
      headers: { 'user-agent': 'tieout', accept: 'application/json', ...call.headers() },
      ...(call.body === undefined ? {} : { body: call.body }),
      dispatcher,
    });
    return {
      status: answered.statusCode,
      headers: plainHeaders(answered.headers),
      body: await bounded(answered.body, call.url),
    };
  }

  async function call(wanted: Call): Promise<Answer> {
    requireSafeUrl(wanted.url);
    for (let attempt = 1; ; attempt += 1) {
      let answer: Answer | undefined;
      let failure: unknown;
      try {
        answer = await once(wanted);
      } catch (error) {
        if (error instanceof TieoutError) throw error;
        failure = error;
      }
      const isRefusedUntaken = answer?.status === 429 || answer?.status === 503;
      const isRepeatable =
        attempt <= options.retries &&
        (answer === undefined ? wanted.isSafe : isToRepeat(answer.status) && (wanted.isSafe || isRefusedUntaken));
      if (!isRepeatable) {
        if (answer === undefined) throw unreachable(wanted.url, failure);
        return answer;
      }
      await waitFor(retryDelay(attempt, answer?.headers['retry-after'], options.maximumWaitMs, Date.now()));
    }
  }

  async function downloadOnce(url: string, headers: Record<string, string>, path: string): Promise<Downloaded> {
    const answered = await request(url, { method: 'GET', headers: { 'user-agent': 'tieout', ...headers }, dispatcher });
    const answeredHeaders = plainHeaders(answered.headers);
    if (answered.statusCode !== 200) {
      const body = await bounded(answered.body, url);
      throw refusedDownload(url, answered.statusCode, body.toString('utf8'));
    }
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        hash.update(chunk);
        done(bytes > maximumDownloadBytes ? new Error('the file is larger than 16 GiB') : null, chunk);
      },
    });
    await pipeline(answered.body, measure, createWriteStream(path, { mode: 0o600 }));
    const announced = answeredHeaders['content-length'];
    if (announced !== undefined && answeredHeaders['content-encoding'] === undefined && Number(announced) !== bytes) {
      throw truncatedDownload(url, `${bytes} of ${announced} bytes arrived`);
    }
    return { bytes, sha256: hash.digest('hex'), contentType: answeredHeaders['content-type'] ?? null };
  }

  async function download(url: string, headers: () => Record<string, string>, path: string): Promise<Downloaded> {
    requireSafeUrl(url);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await downloadOnce(url, headers(), path);
      } catch (error) {
        await rm(path, { force: true });
        if (error instanceof TieoutError && error.code === 'DOWNLOAD_REFUSED') throw error;
        if (attempt > options.retries) {
          if (error instanceof TieoutError) throw error;
          const code = error instanceof Error && 'code' in error ? String(error.code) : '';
          throw code === 'ECONNREFUSED' || code === 'ENOTFOUND'
            ? unreachable(url, error)
            : truncatedDownload(url, error instanceof Error ? error.message : String(error), error);
        }
        await waitFor(retryDelay(attempt, undefined, options.maximumWaitMs, Date.now()));
      }
    }
  }

  return { call, download, close: () => dispatcher.close() };
}

function refusedDownload(url: string, status: number, body: string): TieoutError {
  const isGone = status === 403 || status === 404 || status === 410;
  return new TieoutError({
    code: 'DOWNLOAD_REFUSED',
    message: isGone
      ? `The download link no longer works (HTTP ${status}).`
      : `The file was not given: HTTP ${status}. ${shownText(body)}`,
    remedy: 'Run again: a new link is asked for. Nothing of the file was kept.',
    place: { url: shownUrl(url) },
    exitStatus: 4,
  });
}

function truncatedDownload(url: string, detail: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'DOWNLOAD_TRUNCATED',
    message: `The file did not arrive whole: ${detail}.`,
    remedy:
      'Run again; if it happens every time, the service or something on the way cuts it off. Nothing of it was kept.',
    place: { url: shownUrl(url) },
    exitStatus: 4,
    cause,
  });
}
