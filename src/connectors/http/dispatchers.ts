import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { privateRangeOfResolved } from './private-address.ts';
import { type ProxySettings, proxyFor, proxyToken } from './proxy.ts';

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
