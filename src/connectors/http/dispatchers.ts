import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { FinishedRequest } from './request-record.ts';
import type { RetryOptions } from './retry.ts';
import { isLoopback, privateRangeOfResolved } from './safe-url.ts';

/** The proxies of this machine; each has a scheme and may have credentials. */
export type ProxySettings = {
  http?: URL | undefined;
  https?: URL | undefined;
  /** Hosts that are reached without a proxy, as NO_PROXY lists them. */
  except: string;
};

const defaultPort = { 'http:': '80', 'https:': '443' };

/** Whether a host is in the list of NO_PROXY: `*`, `host`, `.domain`, `*.domain`, `host:port`; a name includes its subdomains. */
function isExcepted(url: URL, except: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? defaultPort['https:'] : defaultPort['http:']);
  return except
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, named = entry, ofPort] = /^(\[[^\]]*\]|[^:]+):(\d+)$/.exec(entry) ?? [];
      if (ofPort !== undefined && ofPort !== port) return false;
      const name = named
        .replace(/^\[|\]$/g, '')
        .replace(/^\*?\./, '')
        .replace(/\.$/, '');
      return host === name || host.endsWith(`.${name}`);
    });
}

/**
 * The proxy through which an address is requested; undefined where it is requested directly. This machine is never requested
 * through a proxy: http:// is accepted for it only because nothing leaves the machine.
 */
export function proxyFor(url: URL, { http, https, except }: ProxySettings): URL | undefined {
  if (isLoopback(url) || isExcepted(url, except)) return undefined;
  return url.protocol === 'https:' ? (https ?? http) : http;
}

/** The value of Proxy-Authorization for the credentials in a proxy's address. */
function proxyToken({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

export type HttpOptions = RetryOptions & {
  connectTimeoutMs: number;
  /** The longest pause before an answer starts, and within it. */
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  /** The longest duration of one try: a slow server must not block a run. */
  callTimeoutMs: number;
  downloadTimeoutMs: number;
  /** The least time between the beginnings of two requests. */
  spacingMs: number;
  /** The least bytes of an answer in each span of time, so that a server cannot hold a request by single bytes. */
  leastBytes: number;
  leastBytesMs: number;
  /** The time for all requests of a client; then they fail with REQUEST_TIME_SPENT. */
  budgetMs: number;
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
  spacingMs: 0,
  downloadTimeoutMs: 3_600_000,
  // a modem of 1990 sends eighty times as much; a server that prepares the rest of an answer pauses for seconds
  leastBytes: 1024,
  leastBytesMs: 15_000,
  budgetMs: Number.POSITIVE_INFINITY,
  maximumBodyBytes: 64 * 1024 ** 2,
  maximumDownloadBytes: 16 * 1024 ** 3,
  privateHosts: [],
};

/** A name that resolves to an address in a private range, found while connecting to it. */
export class PrivateAddressFound extends Error {
  readonly found: string;

  constructor(address: string, range: string) {
    super(`${address} is an address of ${range}`);
    this.found = `resolves to ${address}, an address of ${range}`;
  }
}

/**
 * Looks up a name, and refuses it where one of its addresses is in a private range. The connection uses the same answer, so that a
 * later, different answer for the name (DNS rebinding) has no effect.
 */
function guardedLookup(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      for (const address of error === null ? addresses : []) {
        const range = privateRangeOfResolved(address);
        if (range !== undefined) return callback(new PrivateAddressFound(address, range), found, family);
      }
      callback(error, found, family);
    });
  };
}

type DispatcherOptions = {
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  /** How names are looked up; by default as the operating system does. */
  lookup?: LookupFunction;
  /** The proxies; no proxy by default. */
  proxies?: ProxySettings;
};

export type Dispatchers = {
  /** For an address that the configuration permits. */
  permitted(url: URL): Dispatcher;
  /** For a link: a connection to an address in a private range fails with PrivateAddressFound. A proxy looks up names itself. */
  guarded(url: URL): Dispatcher;
  /** The proxy through which an address is requested. */
  proxyOf(url: URL): URL | undefined;
  close(): Promise<void>;
};

/** Opens the connections of a client in separate pools, so that a connection without a check of its address is never used for a link. */
export function openDispatchers(options: DispatcherOptions): Dispatchers {
  const { connectTimeoutMs: timeout, headersTimeoutMs: headersTimeout, bodyTimeoutMs: bodyTimeout } = options;
  const { lookup: resolve = lookup, proxies = { except: '' } } = options;
  const limits = { connections: 8, headersTimeout, bodyTimeout };
  const agent = (found: LookupFunction) => new Agent({ ...limits, connect: { timeout, lookup: found } });
  const [permitted, guarded] = [agent(resolve), agent(guardedLookup(resolve))];
  const tunnels = new Map<string, Dispatcher>();
  const tunnelOf = (proxy: URL): Dispatcher => {
    const token = proxyToken(proxy);
    const opened =
      tunnels.get(proxy.href) ??
      new ProxyAgent({
        ...limits,
        uri: proxy.origin,
        proxyTls: { timeout },
        ...(token === undefined ? {} : { token }),
      });
    tunnels.set(proxy.href, opened);
    return opened;
  };
  const proxyOf = (url: URL) => proxyFor(url, proxies);
  const through = (url: URL, direct: Dispatcher) => {
    const proxy = proxyOf(url);
    return proxy === undefined ? direct : tunnelOf(proxy);
  };
  return {
    permitted: (url) => through(url, permitted),
    guarded: (url) => through(url, guarded),
    proxyOf,
    close: async () => void (await Promise.all([permitted, guarded, ...tunnels.values()].map((one) => one.close()))),
  };
}
