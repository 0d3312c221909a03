import { diskError } from '../../disk/disk-error.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { drippingCode } from './body.ts';

/** Why there is no complete answer, and whether the call can be repeated. */
export type Failure = {
  error: TieoutError;
  /** Whether the same call could succeed later. */
  isTransient: boolean;
  /** Whether the request was never sent, so that even an unsafe call may be repeated. */
  isUnsent: boolean;
};

const namesWithoutHost = new Set(['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA']);
const neverConnected = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const distrusted = /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
const diskProblems = new Map([
  ['EIO', 'the disk reports an error'],
  ['ENOENT', 'the folder is not there'],
  ['ENOTDIR', 'the folder is not one'],
]);

/** The code of a system or library error, or of its cause. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}

/** Whether an error means that no answer came in time. */
export function isTimeout(error: unknown, code: string = codeOf(error)): boolean {
  return code.includes('TIMEOUT') || code === 'ETIMEDOUT' || (error instanceof Error && error.name === 'TimeoutError');
}

function unreachable(host: string, url: string, why: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'HOST_UNREACHABLE',
    scope: 'service',
    message: `${host} could not be reached: ${why}.`,
    remedy: 'Check the network and base_url in the configuration, then run again. What was received is kept.',
    place: { url },
    cause,
  });
}

/** The status with which a proxy refused to open a tunnel; undefined for every other error. */
function refusedByProxy(cause: unknown): number | undefined {
  // the library has no error code for this
  const [, status] = /Proxy response \((\d{3})\)/.exec(cause instanceof Error ? cause.message : '') ?? [];
  return status === undefined ? undefined : Number(status);
}

function proxyRefused(proxy: URL, host: string, status: number, url: string, cause: unknown): Failure {
  const remedies = new Map([
    [407, 'The proxy asks for a user and a password: write them into HTTPS_PROXY as http://user:password@host:port.'],
    [403, 'Ask for access to the host through the proxy, or name the host in NO_PROXY.'],
  ]);
  const error = new TieoutError({
    code: 'PROXY_REFUSED',
    scope: 'service',
    message: `The proxy ${proxy.host} did not connect to ${host}: it answered with status ${status}.`,
    remedy:
      remedies.get(status) ??
      'Run again; what was received is kept. If the error persists, check HTTPS_PROXY and NO_PROXY.',
    place: { url },
    cause,
  });
  return { error, isTransient: status >= 500, isUnsent: true };
}

/**
 * The error for an answer that did not arrive or was incomplete. `url` is the URL to show, and `proxy` the proxy in between. A proxy is
 * shown by its host, because its address may have credentials.
 */
export function failureOf(cause: unknown, target: string, url: string, proxy?: URL): Failure {
  const code = codeOf(cause);
  const refusedWith = refusedByProxy(cause);
  if (proxy !== undefined && refusedWith !== undefined) return proxyRefused(proxy, target, refusedWith, url, cause);
  const host = proxy === undefined ? target : `${target} (through the proxy ${proxy.host})`;
  if (namesWithoutHost.has(code)) {
    return { error: unreachable(host, url, 'its name is not known', cause), isTransient: false, isUnsent: true };
  }
  if (distrusted.test(code)) {
    const error = new TieoutError({
      code: 'TLS_NOT_TRUSTED',
      scope: 'service',
      message: `The certificate of ${host} is not trusted: ${code.replaceAll('_', ' ').toLowerCase()}. Nothing was sent to it.`,
      remedy:
        "Check base_url and this machine's clock. If a proxy is in between, name its certificate in NODE_EXTRA_CA_CERTS.",
      place: { url },
      cause,
    });
    return { error, isTransient: false, isUnsent: true };
  }
  if (neverConnected.has(code)) {
    const why = { EAI_AGAIN: 'its name could not be looked up', ECONNREFUSED: 'nothing answers there' }[code];
    const timedOut = isTimeout(cause, code) ? 'it did not answer in time' : `the network says ${code}`;
    return { error: unreachable(host, url, why ?? timedOut, cause), isTransient: true, isUnsent: true };
  }
  if (isTimeout(cause, code)) {
    const why = code === drippingCode && cause instanceof Error ? cause.message : 'it did not answer in time';
    return { error: unreachable(host, url, why, cause), isTransient: true, isUnsent: false };
  }
  const error = new TieoutError({
    code: 'ANSWER_CUT_OFF',
    message: `The connection to ${host} ended before the answer was complete (${code || String(cause)}).`,
    remedy:
      'Run again; what was received is kept. If the error persists, a proxy or firewall may close the connection.',
    place: { url },
    cause,
  });
  return { error, isTransient: true, isUnsent: false };
}

/** The error of a failed write to disk; undefined for any other error. */
export function diskFailure(cause: unknown, path: string): TieoutError | undefined {
  const problem = diskProblems.get(codeOf(cause));
  if (problem === undefined) return codeOf(cause) === '' ? undefined : diskError(cause, path);
  return new TieoutError({
    code: 'DISK_WRITE_FAILED',
    scope: 'company',
    message: `The download cannot be written to disk: ${problem}.`,
    remedy: 'Check the disk and the folder (data_dir in the configuration), then run again.',
    place: { file: path },
    cause,
  });
}
