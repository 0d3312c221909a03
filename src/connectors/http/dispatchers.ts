import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { privateRangeOfResolved } from './private-address.ts';

/** A name that resolves to an address in a private range, found while connecting to it. */
export class PrivateAddressFound extends Error {
  readonly found: string;

  constructor(address: string, range: string) {
    super(`${address} is an address of ${range}`);
    this.found = `resolves to ${address}, an address of ${range}`;
  }
}

/**
 * Looks up a name, and refuses it where one of its addresses is in a private range. The connection uses this very answer, so
 * that a name which resolves to another address a moment later (DNS rebinding) leads nowhere else.
 */
export function guardedLookup(resolve: LookupFunction): LookupFunction {
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

export type DispatcherOptions = {
  connectTimeoutMs: number;
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  /** How names are looked up: as by the operating system. */
  lookup?: LookupFunction;
};

export type Dispatchers = {
  /** For addresses that the configuration permits. */
  permitted: Dispatcher;
  /** For links: a connection to an address in a private range fails with PrivateAddressFound. */
  guarded: Dispatcher;
  close(): Promise<void>;
};

/** The connections of a client, kept apart: one that was made without a look at its address is never used for a link. */
export function openDispatchers(options: DispatcherOptions): Dispatchers {
  const { connectTimeoutMs: timeout, headersTimeoutMs: headersTimeout, bodyTimeoutMs: bodyTimeout } = options;
  const resolve = options.lookup ?? lookup;
  const agent = (found: LookupFunction) =>
    new Agent({ connections: 8, headersTimeout, bodyTimeout, connect: { timeout, lookup: found } });
  const [permitted, guarded] = [agent(resolve), agent(guardedLookup(resolve))];
  return {
    permitted,
    guarded,
    close: async () => void (await Promise.all([permitted.close(), guarded.close()])),
  };
}
