import type { LookupFunction } from 'node:net';
import type { ProxySettings } from './proxy.ts';
import type { FinishedRequest } from './request-record.ts';
import type { RetryOptions } from './retry.ts';

export type HttpOptions = RetryOptions & {
  connectTimeoutMs: number;
  /** The longest pause before an answer starts, and within it. */
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  /** The longest duration of one try: a slow server must not block a run. */
  callTimeoutMs: number;
  downloadTimeoutMs: number;
  maximumBodyBytes: number;
  maximumDownloadBytes: number;
  /** Hosts in private address ranges that links and webhooks may lead to. */
  privateHosts: readonly string[];
  /** How names are looked up: as by the operating system where it is not given. */
  lookup?: LookupFunction;
  /** Proxies of this machine; none where they are not given. */
  proxies?: ProxySettings;
  /** Is given each request when it has ended, in whichever way. */
  onRequest?: (request: FinishedRequest) => void;
};

export const defaultHttpOptions: HttpOptions = {
  retries: 5,
  firstPauseMs: 250,
  // the payout service counts in windows of five minutes
  maximumWaitMs: 330_000,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  bodyTimeoutMs: 60_000,
  callTimeoutMs: 120_000,
  downloadTimeoutMs: 3_600_000,
  maximumBodyBytes: 64 * 1024 ** 2,
  maximumDownloadBytes: 16 * 1024 ** 3,
  privateHosts: [],
};
