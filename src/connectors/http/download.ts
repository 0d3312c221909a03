import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, request } from 'undici';
import { rememberLink } from '../../domain/secrets.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { type Headers, plainHeaders, readBody, unpacking } from './body.ts';
import type { HttpOptions } from './dispatchers.ts';
import { type Dispatchers, PrivateAddressFound } from './dispatchers.ts';
import { codeOf, diskFailure, failureOf, isTimeout } from './failure.ts';
import { shownHost, shownText } from './redact.ts';
import type { Recording } from './request-record.ts';
import { type Try, toRepeat, withRetries } from './retry.ts';
import { isPermitted, privateAddressRefused, requireSafeLink } from './safe-url.ts';

export type Downloaded = {
  /** Size on disk, decompressed. */
  bytes: number;
  sha256: string;
  contentType: string | null;
  /** Whether the server announced the length of the file, and it matched. */
  isLengthProven: boolean;
};

type DownloadRequest = {
  url: string;
  /** The configured address of the service that gave the link. */
  service: URL;
  /** Sent to the first host only; a redirect to another host is followed without them. */
  headers: () => Headers;
  path: string;
  dispatchers: Dispatchers;
  options: HttpOptions;
  /** The time that a try may take: at most the given milliseconds, and what the run has left. */
  timeFor: (limitMs: number) => number;
  recording: Recording;
};

const mostRedirects = 5;
const mostErrorBytes = 64 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

function refused(url: string, status: number, body: string): TieoutError {
  const isGone = status === 401 || status === 403 || status === 404 || status === 410;
  return new TieoutError({
    code: 'DOWNLOAD_REFUSED',
    message: isGone
      ? `The download link no longer works (HTTP ${status}).`
      : `The file was not given: HTTP ${status}. ${shownText(body)}`,
    remedy: 'Run again to request a new link. If the error persists, run with --refresh to request a new statement.',
    place: { url: shownHost(url) },
    exitStatus: 4,
  });
}

function truncated(url: string, detail: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'DOWNLOAD_TRUNCATED',
    message: `The download is incomplete: ${detail}.`,
    remedy: 'Run again. If the error persists, the service or a proxy truncates the file. Nothing of it was kept.',
    place: { url: shownHost(url) },
    exitStatus: 4,
    cause,
  });
}

/** The answer of one host; PRIVATE_ADDRESS_REFUSED where its name resolves to a private network. */
async function answerOf(
  url: URL,
  options: { headers: Headers; signal: AbortSignal; dispatcher: Dispatcher },
): Promise<Dispatcher.ResponseData> {
  try {
    return await request(url, { method: 'GET', ...options });
  } catch (error) {
    if (error instanceof PrivateAddressFound) throw privateAddressRefused(url, 'download link', error.found);
    throw error;
  }
}

/** Follows redirects, each as safe as the first link; a token is sent to the first host only. */
async function openLink({ url, service, headers, dispatchers, options, timeFor }: DownloadRequest): Promise<{
  answered: Dispatcher.ResponseData;
  url: URL;
}> {
  const permitted = { service, privateHosts: options.privateHosts };
  const first = new URL(url);
  const signal = AbortSignal.timeout(timeFor(options.downloadTimeoutMs));
  let current = first;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const answered = await answerOf(current, {
      headers: {
        'user-agent': 'tieout',
        'accept-encoding': 'identity',
        ...(current.origin === first.origin ? headers() : {}),
      },
      signal,
      dispatcher: isPermitted(current, permitted) ? dispatchers.permitted(current) : dispatchers.guarded(current),
    });
    const { location } = plainHeaders(answered.headers);
    if (!redirects.has(answered.statusCode) || location === undefined) return { answered, url: current };
    await answered.body.dump();
    current = requireSafeLink(location, current, permitted);
    rememberLink(current.href);
  }
  throw new TieoutError({
    code: 'DOWNLOAD_REFUSED',
    message: `The download link redirects more than ${mostRedirects} times.`,
    remedy: 'Run again. If the error persists, ask the operator of the service.',
    place: { url: shownHost(url) },
    exitStatus: 4,
  });
}

async function downloadOnce(download: DownloadRequest): Promise<Try<Downloaded>> {
  const { path, options, recording } = download;
  const { answered, url } = await openLink(download);
  const headers = plainHeaders(answered.headers);
  const host = shownHost(url.href);
  if (answered.statusCode !== 200) {
    const body = await readBody(answered, host, { ...options, limit: mostErrorBytes }).catch(() => Buffer.alloc(0));
    recording.answered(answered.statusCode, body.length);
    const error = refused(url.href, answered.statusCode, body.toString('utf8'));
    if (toRepeat.has(answered.statusCode)) return { again: error, retryAfter: headers['retry-after'] };
    throw error;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  const stages = unpacking(headers, host, { ...options, limit: options.maximumDownloadBytes }, (chunk) => {
    bytes += chunk.length;
    hash.update(chunk);
  });
  // a body that does not have the announced length is an error of the connection (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)
  const file = createWriteStream(path, { mode: 0o600 });
  // a body can end before the file is open, which would then be made after it was removed
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  await pipeline([answered.body, ...stages, file]).finally(() => closed);
  const sha256 = hash.digest('hex');
  recording.answered(answered.statusCode, bytes, sha256);
  return {
    done: {
      bytes,
      sha256,
      contentType: headers['content-type'] ?? null,
      isLengthProven: headers['content-length'] !== undefined,
    },
  };
}

function classified(error: unknown, download: DownloadRequest): { error: TieoutError; isTransient: boolean } {
  const onDisk = diskFailure(error, download.path);
  if (onDisk !== undefined) return { error: onDisk, isTransient: false };
  const url = new URL(download.url);
  const failure = failureOf(error, url.host, shownHost(download.url), download.dispatchers.proxyOf(url));
  const isPacked = codeOf(error).startsWith('Z_') || codeOf(error).startsWith('ERR__ERROR_FORMAT');
  if (!isPacked && failure.error.code !== 'ANSWER_CUT_OFF') return failure;
  const detail = isPacked
    ? 'the received data cannot be decompressed'
    : `the connection ended early (${codeOf(error) || String(error)})`;
  return { error: truncated(download.url, detail, error), isTransient: true };
}

/**
 * Streams a file to disk (0600), decompressed, and computes its sha256. An interrupted download is repeated from the
 * start; nothing is left on disk when it fails. Throws DOWNLOAD_REFUSED, DOWNLOAD_TRUNCATED, DOWNLOAD_LINK_UNSAFE,
 * PRIVATE_ADDRESS_REFUSED, ANSWER_TOO_LARGE, DISK_FULL, FOLDER_READ_ONLY, DISK_WRITE_FAILED, HOST_UNREACHABLE, TLS_NOT_TRUSTED.
 */
export async function downloadFile(given: DownloadRequest): Promise<Downloaded> {
  const { service, options, recording } = given;
  const link = requireSafeLink(given.url, service, { service, privateHosts: options.privateHosts });
  rememberLink(link.href);
  const download = { ...given, url: link.href };
  const once = async (): Promise<Try<Downloaded>> => {
    try {
      return await downloadOnce(download);
    } catch (error) {
      recording.unanswered(isTimeout(error));
      await rm(download.path, { force: true });
      if (error instanceof TieoutError) throw error;
      const failure = classified(error, download);
      if (failure.isTransient) return { again: failure.error };
      throw failure.error;
    }
  };
  return withRetries(options, () => recording.attempt(once), recording.paused);
}
