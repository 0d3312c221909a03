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
  /** How names are looked up; by default as the operating system does. */
  lookup?: LookupFunction;
  /** The proxies of this machine; no proxy by default. */
  proxies?: ProxySettings;
  /** Called with each request after it has ended, with or without an answer. */
  onRequest?: (request: FinishedRequest) => void;
};

export const defaultHttpOptions: HttpOptions = {
  retries: 5,
  firstPauseMs: 250,
  // the payout service counts requests in windows of five minutes
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
